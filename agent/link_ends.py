"""Finds the things that are ends of the links between two devices, where a question asks for these."""

from __future__ import annotations

from collections.abc import Sequence

from agent.reader.asked import Asked
from agent.reader.things import Thing
from findings.facts import plain_name, read_network
from findings.links import find_links
from graph_store.graph import ReadableGraph


def asks_between(asked: Asked) -> bool:
    """Tell whether a question is about what is between two devices."""
    return len(asked.devices) == 2 and "between" in asked.text.lower().split()


def ends_between(graph: ReadableGraph, devices: Sequence[str], things: Sequence[Thing]) -> list[Thing]:
    """Return the things that are interfaces at the ends of links between the devices, units and bundles with them."""
    ends = {
        (end.device, plain_name(name))
        for link in find_links(read_network(graph))
        if {end.device for end in link.ends} == {*devices}
        for end in link.ends
        for name in (end.name, end.parent.name if end.parent else end.name)
    }
    return [
        one
        for one in things
        if ends & {(one.device, plain_name(one.key)), (one.device, plain_name(f"{one.parent}.{one.key}"))}
    ]
