"""How one line of a list is read."""

from __future__ import annotations

import pytest

from agent.planner.order.read_entry import ANY, Addresses, Entry, read_entry, read_range

TEN = 10 << 24
LINES: dict[str, tuple[str, Entry | None]] = {
    "a wildcard mask": ("permit 10.0.0.0 0.255.255.255", Entry(True, (Addresses(TEN, 0xFFFFFF),))),
    "a mask": ("deny ip 10.0.0.0 255.0.0.0 any", Entry(False, (Addresses(TEN, 0xFFFFFF), ANY))),
    "a wildcard of no bits": ("permit ip 10.0.0.1 0.0.0.0 any", Entry(True, (Addresses(TEN + 1, 0), ANY))),
    "a host": ("10 drop host 10.0.0.1 log", Entry(False, (Addresses(TEN + 1, 0),))),
    "a prefix and a port": (
        "permit tcp 10.0.0.0/8 any eq 22",
        Entry(True, (Addresses(TEN, 0xFFFFFF), ANY), ("tcp", "eq", "22"), length=8),
    ),
    "bounds of a route": (
        "seq 5 permit 10.0.0.0/8 ge 16 le 24",
        Entry(True, (Addresses(TEN, 0xFFFFFF),), least=16, most=24, length=8),
    ),
    "only the destination named": (
        "12 deny ip destination 10.0.0.0 0.255.255.255",
        Entry(False, (ANY, Addresses(TEN, 0xFFFFFF))),
    ),
    "sides in another order, and a mask of 0": (
        "accept tcp dst 10.0.0.1 0 dst-port 22 src 10.0.0.0/8",
        Entry(True, (Addresses(TEN, 0xFFFFFF), Addresses(TEN + 1, 0)), ("tcp", "eq", "22"), length=8),
    ),
    "only a port named": (
        "rule 4 drop udp destination-port eq 53",
        Entry(False, (ANY, ANY), ("udp", "eq", "53")),
    ),
    "nothing but the action": ("rule 9 deny", Entry(False, (ANY, ANY))),
    "a remark": ("remark we permit nobody", None),
    "no action": ("match ip address 10.0.0.1", None),
}


@pytest.mark.parametrize(("line", "expected"), LINES.values(), ids=LINES)
def test_read_entry(line: str, expected: Entry | None) -> None:
    assert read_entry(line) == expected


HELD = {
    "every second address": (Addresses(TEN, 0xFE), "10.0.0.4", True),
    "not the odd ones": (Addresses(TEN, 0xFE), "10.0.0.5", False),
    "a whole prefix": (Addresses(TEN, 0xFFFF), "10.0.4.0/24", True),
    "a prefix that is too wide": (Addresses(TEN, 0xFF), "10.0.0.0/16", False),
}


@pytest.mark.parametrize(("addresses", "text", "expected"), HELD.values(), ids=HELD)
def test_holds(addresses: Addresses, text: str, expected: bool) -> None:
    found = read_range(text)
    assert found is not None
    assert addresses.holds(found[0], found[1]) is expected
