"""What of a claim the texts of rows show."""

from __future__ import annotations

import pytest

from agent.model.known_values import KnownText

TEXTS = (
    "peer 10.11.21.132 refused",
    "interface Vlan40",
    "from 192.0.2.7:443",
    "fe80::1 on eth0",
    "hub-wa1 wa2-esp",
    "eth4 eth7",
)

SHOWN = {
    "an address with an open end": "10.11.21.x",
    "an address with two open parts": "10.11.*.*",
    "an address with a port behind it": "192.0.2.X",
    "a family of addresses": "IPv4",
    "the other family": "IPv6",
    "several names": "eth4-eth7",
}
NOT_SHOWN = {
    "another subnet": "10.11.22.x",
    "the end of a longer number": "0.11.21.x",
    "too few parts": "11.21.132.x",
    "parts of two names": "hub-wa2",
}


@pytest.mark.parametrize("name", SHOWN.values(), ids=SHOWN)
def test_what_is_shown(name: str) -> None:
    assert KnownText(TEXTS).has_name(name)


@pytest.mark.parametrize("name", NOT_SHOWN.values(), ids=NOT_SHOWN)
def test_what_is_not_shown(name: str) -> None:
    assert not KnownText(TEXTS).has_name(name)


def test_a_family_is_not_shown_without_an_address_of_it() -> None:
    known = KnownText(["version 12.4 at 10:00:00.132"])
    assert not known.has_name("IPv4")
    assert not known.has_name("IPv6")
