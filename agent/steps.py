"""Runs a workflow that is wired in LangGraph's words without LangGraph, which a short command takes long to import."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

START, END = "__start__", "__end__"
_State = dict[str, Any]
_Route = Callable[[Any], str | Sequence[str]]


class Steps:
    """Nodes and edges, given as LangGraph's StateGraph takes them.

    Lists under the keys `added` grow, other values are replaced. Nodes that LangGraph runs side by side run one after
    the other, on the same state.
    """

    def __init__(self, added: Collection[str]) -> None:
        self._added = added
        self._nodes: dict[str, Callable[..., Mapping[str, Any]]] = {}
        self._edges: list[tuple[frozenset[str], str]] = []
        self._routes: dict[str, _Route] = {}

    def add_node(self, name: str, node: Callable[..., Any]) -> None:
        """Add what takes the state, and the `runtime` of a run, and returns the keys that it adds."""
        self._nodes[name] = node

    def add_edge(self, start_key: str | list[str], end_key: str) -> None:
        """Let a node follow another one, or several that run side by side."""
        starts = [start_key] if isinstance(start_key, str) else start_key
        self._edges.append((frozenset(starts), end_key))

    def add_conditional_edges(self, source: str, path: _Route, _path_map: list[str] | None = None) -> None:
        """Let the nodes follow that `path` names; the third is for those who draw the workflow."""
        self._routes[source] = path

    def run(self, state: Mapping[str, Any], runtime: object) -> _State:
        """Run the nodes from the start until none follows; return the state. Raises what a node raises."""
        whole: _State = {key: [] for key in self._added} | dict(state)
        ready = self._following([START], whole)
        while ready:
            seen = dict(whole)
            for name in ready:
                for key, value in self._nodes[name](dict(seen), runtime=runtime).items():
                    whole[key] = [*whole[key], *value] if key in self._added else value
            ready = self._following(ready, whole)
        return whole

    def _following(self, done: Sequence[str], state: _State) -> list[str]:
        names = [end for starts, end in self._edges if starts <= set(done)]
        for name in done:
            if name in self._routes:
                routed = self._routes[name](state)
                names += [routed] if isinstance(routed, str) else routed
        return [name for name in dict.fromkeys(names) if name != END]
