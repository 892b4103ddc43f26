"""Counts what the properties of some nodes hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from graph_store.learned_types import LearnedType
from graph_store.records import Cell, PropertyDescription, Scalar

EXAMPLES = 5
STRUCTURE = frozenset({"id", "type", "ordinal", "number", "document", "path", "timestamp_text"})
KIND_NAMES: Mapping[type, str] = {bool: "boolean", int: "integer", float: "number", str: "string"}


def describe_properties(
    nodes: Sequence[Mapping[str, Cell]], count: int, learned: LearnedType | None
) -> tuple[PropertyDescription, ...]:
    """Describe every property of `nodes`, a sample of `count`, and every one that was learned for their type.

    Properties that every entity has for the store's sake are left out, unless they were learned.
    """
    names = {name for node in nodes for name in node} - STRUCTURE
    names |= set(learned.kinds) if learned else set()
    scale = count / len(nodes) if nodes else 0.0
    found = (_describe(name, [node.get(name) for node in nodes], scale, learned) for name in sorted(names))
    return tuple(described for described in found if described.count or described.words)


def _describe(
    name: str, cells: Sequence[Cell], scale: float, learned: LearnedType | None
) -> PropertyDescription:
    present = [cell for cell in cells if cell is not None]
    values = Counter(scalar for cell in present for scalar in _scalars(cell))
    commonest = sorted(values.items(), key=lambda pair: (-pair[1], str(pair[0])))
    kinds = learned.kinds.get(name, ()) if learned else ()
    return PropertyDescription(
        name=name,
        kinds=kinds or _kinds_of(present),
        count=round(len(present) * scale),
        distinct=len(values),
        examples=tuple(value for value, _ in commonest[:EXAMPLES]),
        words=learned.property_words.get(name, ()) if learned else (),
    )


def _scalars(cell: Cell) -> list[Scalar]:
    if isinstance(cell, str | int | float):
        return [cell]
    return (
        [item for item in cell if isinstance(item, str | int | float)]
        if isinstance(cell, list | tuple)
        else []
    )


def _kinds_of(cells: Sequence[Cell]) -> tuple[str, ...]:
    kinds = {KIND_NAMES[type(scalar)] for cell in cells for scalar in _scalars(cell)}
    lists = ("array",) if any(isinstance(cell, list | tuple) for cell in cells) else ()
    return lists + tuple(sorted(kinds))
