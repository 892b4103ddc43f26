"""Subnets of one device overlap, or only seem to."""

from __future__ import annotations

import pytest

from findings.addresses import overlaps
from tests.findings.planted import network

WIDE = "interface Vlan10\n ip address 10.1.0.1 255.255.0.0\n"
NARROW = "interface Vlan20\n ip address 10.1.20.1 255.255.255.0\n"


def test_overlapping_subnets_are_found_with_both_lines() -> None:
    (found,) = overlaps(network(sw1=WIDE + NARROW))
    assert (
        found.message
        == "On sw1, 10.1.0.1/16 of Vlan10 and 10.1.20.1/24 of Vlan20 are in subnets that overlap."
    )
    assert [line.number for line in found.lines] == [2, 4]


@pytest.mark.parametrize(
    "devices",
    [
        {"sw1": WIDE, "sw2": NARROW},
        {"sw1": WIDE + NARROW + " shutdown\n"},
        {"sw1": WIDE + NARROW.replace(" ip address", " vrf forwarding LAB\n ip address")},
        {"sw1": WIDE + "interface Loopback0\n ip address 10.1.9.9 255.255.255.255\n"},
        {"sw1": WIDE + " ip address 10.1.20.1 255.255.255.0 secondary\n"},
    ],
    ids=["two devices", "shut down", "another VRF", "one address", "one interface"],
)
def test_it_is_no_overlap(devices: dict[str, str]) -> None:
    assert list(overlaps(network(**devices))) == []
