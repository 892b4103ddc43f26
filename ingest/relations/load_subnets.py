"""Keeps one (:Subnet) node for every known prefix, each inside the smallest that holds it."""

from __future__ import annotations

from typing import Any

from graph_store.graph import WritableGraph
from ingest.relations.collect_addresses import Addresses
from ingest.relations.load_relations import Write, write_together
from ingest.relations.read_addresses import Prefix, as_digits
from ingest.relations.read_devices import ALL_ROWS

_KNOWN = (
    "MATCH (s:Subnet) WHERE s.id IS NULL OPTIONAL MATCH (s)-[:INSIDE]->(p:Subnet) RETURN s.prefix, p.prefix"
)
_CREATE = "UNWIND $rows AS r CREATE (s:Subnet) SET s = r"
_REMOVE = "UNWIND $rows AS r WITH r MATCH (s:Subnet {prefix: r}) WHERE s.id IS NULL DETACH DELETE s"
_LEAVE = "UNWIND $rows AS r WITH r MATCH (s:Subnet {prefix: r})-[i:INSIDE]->() DELETE i"
_ENTER = (
    "UNWIND $rows AS r MATCH (s:Subnet {prefix: r[0]}) MATCH (p:Subnet {prefix: r[1]}) "
    "WHERE s.id IS NULL AND p.id IS NULL CREATE (s)-[:INSIDE]->(p)"
)


def load_subnets(graph: WritableGraph, addresses: Addresses) -> int:
    """Write what is new or lies elsewhere now, and return how many were written; see remove_subnets."""
    known = _known(graph)
    wanted = {str(prefix): prefix for prefix in addresses.all_prefixes()}
    above = {text: addresses.around(prefix) for text, prefix in wanted.items()}
    new = [text for text in wanted if text not in known]
    moved = [text for text in wanted if known.get(text, "") != (str(above[text]) if above[text] else "")]
    writes: list[Write] = [
        (_CREATE, [_row(wanted[text]) for text in new]),
        (_LEAVE, [text for text in moved if known.get(text)]),
        (_ENTER, [[text, str(above[text])] for text in moved if above[text]]),
    ]
    write_together(graph, writes)
    return len(new)


def remove_subnets(graph: WritableGraph, addresses: Addresses) -> None:
    """Remove the prefixes that nothing speaks of any more."""
    wanted = {str(prefix) for prefix in addresses.all_prefixes()}
    write_together(graph, [(_REMOVE, [text for text in _known(graph) if text not in wanted])])


def _known(graph: WritableGraph) -> dict[str, str]:
    rows = graph.read(_KNOWN, row_limit=ALL_ROWS).rows
    return {str(prefix): str(above or "") for prefix, above in rows}


def _row(prefix: Prefix) -> dict[str, Any]:
    return {
        "prefix": str(prefix),
        "version": prefix.version,
        "length": prefix.length,
        "first": as_digits(prefix.version, prefix.first),
        "last": as_digits(prefix.version, prefix.last),
    }
