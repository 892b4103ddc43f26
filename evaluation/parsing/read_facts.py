"""Reads what a Cisco IOS configuration says, by regular expressions: the truth that parsers are judged by."""

from __future__ import annotations

from collections.abc import Sequence

from evaluation.parsing.read_blocks import read_blocks
from evaluation.parsing.read_interfaces import read_interfaces, read_static_route, read_vlan
from evaluation.parsing.read_lists import read_access_lists, read_prefix_list, read_route_map
from evaluation.parsing.read_routing import read_bgp, read_ospf
from evaluation.parsing.records import Fact

READERS = (
    read_interfaces,
    read_route_map,
    read_prefix_list,
    read_access_lists,
    read_bgp,
    read_ospf,
    read_vlan,
    read_static_route,
)
KINDS = (
    "interface",
    "address",
    "route-map clause",
    "prefix-list entry",
    "access-list entry",
    "BGP process",
    "BGP neighbor",
    "BGP policy",
    "OSPF network",
    "vlan",
    "static route",
)


def read_facts(path: str, texts: Sequence[str]) -> list[Fact]:
    """Return all facts of a file, in the order of their kinds, then of their lines."""
    facts = [fact for block in read_blocks(texts) for read in READERS for fact in read(path, block)]
    return sorted(facts, key=lambda fact: (KINDS.index(fact.kind), fact.number))
