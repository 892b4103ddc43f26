"""Converts what the Bolt driver returns to plain JSON."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import date, datetime, time

from neo4j.graph import Node, Path, Relationship
from neo4j.spatial import Point
from neo4j.time import Date, DateTime, Duration, Time

from graph_store.records import Cell

TIMES = (date, datetime, time, Date, DateTime, Time, Duration)


def as_cell(value: object) -> Cell:
    """Turn one value of a row into plain JSON.

    A node is its properties and `labels`, a relation its properties and `relation` (its type), a path a list
    of nodes and relations in turn; times are ISO 8601 text; a number that JSON does not know is text.
    """
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, Node):
        return {**_properties(value), "labels": tuple(sorted(value.labels))}
    if isinstance(value, Relationship):
        return {**_properties(value), "relation": value.type}
    if isinstance(value, Path):
        return _steps(value)
    return _as_plain(value)


def _as_plain(value: object) -> Cell:
    if isinstance(value, Mapping):
        return {str(name): as_cell(cell) for name, cell in value.items()}
    if isinstance(value, Point):
        return tuple(float(number) for number in value)
    if isinstance(value, list | tuple | set | frozenset):
        return tuple(as_cell(cell) for cell in value)
    if isinstance(value, bytes | bytearray):
        return value.hex()
    return value.isoformat() if isinstance(value, TIMES) and hasattr(value, "isoformat") else str(value)


def _properties(entity: Node | Relationship) -> dict[str, Cell]:
    return {name: as_cell(cell) for name, cell in entity.items()}


def _steps(path: Path) -> Cell:
    steps = [as_cell(path.start_node)] if path.start_node is not None else []
    for relation, node in zip(path.relationships, path.nodes[1:], strict=True):
        steps += [as_cell(relation), as_cell(node)]
    return tuple(steps)
