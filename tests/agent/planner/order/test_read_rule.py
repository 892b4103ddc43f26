"""Rules that are written as properties, in the names of several makes."""

from __future__ import annotations

import pytest

from agent.planner.order.read_rule import read_rule

READ: dict[str, tuple[dict[str, object], tuple[str, ...], tuple[str, ...], tuple[str, ...], bool, bool]] = {
    "joined names": (
        {"srcaddr": "hall", "dstaddr": ["yard", "barn"], "srcintf": "eth1", "service": "any", "action": "accept"},
        ("hall",), ("yard", "barn"), ("eth1",), True, False,
    ),
    "names with signs": (
        {"src-address": "10.1.0.0/16", "dst-address": "10.2.0.1", "in-interface": "br0", "action": "drop"},
        ("10.1.0.0/16",), ("10.2.0.1",), ("br0",), False, False,
    ),
    "whole words, and zones": (
        {"source": "any", "destination": "hall", "from": ["inner"], "to": ["outer"], "action": "deny"},
        ("any",), ("hall",), ("inner",), False, False,
    ),
    "from and to alone are addresses": (
        {"from": "10.1.0.0/16", "to": "any", "verdict": "permit"},
        ("10.1.0.0/16",), ("any",), (), True, False,
    ),
    "switched off": (
        {"source": "any", "destination": "any", "action": "permit", "enabled": False},
        ("any",), ("any",), (), True, True,
    ),
    "switched off in other words": (
        {"source": "any", "destination": "any", "action": "permit", "disabled": "yes"},
        ("any",), ("any",), (), True, True,
    ),
}  # fmt: skip
UNREAD: dict[str, dict[str, object]] = {
    "no action": {"source": "any", "destination": "any"},
    "no side": {"action": "permit", "color": "blue"},
    "two actions": {"source": "any", "action": "permit", "otherwise": "deny"},
}


@pytest.mark.parametrize(
    ("values", "sources", "destinations", "inside", "allows", "off"), READ.values(), ids=READ
)
def test_read(
    values: dict[str, object],
    sources: tuple[str, ...],
    destinations: tuple[str, ...],
    inside: tuple[str, ...],
    allows: bool,
    off: bool,
) -> None:
    rule = read_rule(values)
    assert rule is not None
    assert (rule.sources, rule.destinations, rule.inside) == (sources, destinations, inside)
    assert (rule.allows, rule.off) == (allows, off)


@pytest.mark.parametrize("values", UNREAD.values(), ids=UNREAD)
def test_unread(values: dict[str, object]) -> None:
    assert read_rule(values) is None
