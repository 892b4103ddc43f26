"""Finds the things that are ends of the links between two devices, where a question asks for these."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from agent.reader.english import word_list
from agent.reader.parse_question import ParsedQuestion
from agent.reader.things import Thing
from graph_store.graph import ReadableGraph

if TYPE_CHECKING:
    from findings.links import Link


def asks_between(asked: ParsedQuestion) -> bool:
    """Tell whether a question is about what is between two devices, and not about what they have of it, or lack."""
    is_about = asked.wants.isdisjoint({"compare", "lack"})
    return is_about and len(asked.devices) == 2 and bool(word_list("joining") & {*asked.text.lower().split()})


class LinkEnds:
    """The links of one graph, read when they are first asked for; make a new one when the graph has changed."""

    def __init__(self, graph: ReadableGraph) -> None:
        self._graph = graph
        self._links: tuple[Link, ...] | None = None
        self._lock = threading.Lock()

    def between(self, devices: Sequence[str], things: Sequence[Thing]) -> list[Thing]:
        """Return the things that are interfaces at the ends of links between two devices, units and bundles too."""
        from findings.facts import plain_name, read_network
        from findings.links import find_links

        with self._lock:
            if self._links is None:
                self._links = tuple(find_links(read_network(self._graph)))
        ends = {
            (end.device, plain_name(name))
            for link in self._links
            if {end.device for end in link.ends} == {*devices}
            for end in link.ends
            for name in (end.name, end.parent.name if end.parent else end.name)
        }
        return [
            one
            for one in things
            if ends & {(one.device, plain_name(one.key)), (one.device, plain_name(f"{one.parent}.{one.key}"))}
        ]
