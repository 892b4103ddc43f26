"""Counts what the properties of some nodes hold."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from graph_store.records import LINE_PROPERTIES, Cell, PropertyDescription, Scalar

# What the graph remembers of a learned type: its words, and the schema of its properties.


@dataclass(frozen=True, slots=True)
class LearnedType:
    """One (:Type) node. `kinds` and `property_words` are by property name; both may lack some."""

    name: str
    words: tuple[str, ...]
    kinds: Mapping[str, tuple[str, ...]]
    property_words: Mapping[str, tuple[str, ...]]


def read_type(row: Sequence[Cell]) -> LearnedType:
    """Read a row that holds a (:Type) node; a schema that is no JSON Schema says nothing."""
    node = row[0] if isinstance(row[0], Mapping) else {}
    properties = _properties(node.get("schema"))
    return LearnedType(
        name=str(node.get("name", "")),
        words=_words(node.get("words")),
        kinds={name: _kinds(schema) for name, schema in properties.items()},
        property_words={name: _words(schema.get("x-words")) for name, schema in properties.items()},
    )


def merge_types(name: str, types: Sequence[LearnedType]) -> LearnedType:
    """Say of types with one common label what is known of any of them."""
    kinds: dict[str, tuple[str, ...]] = {}
    words: dict[str, tuple[str, ...]] = {}
    for one in types:
        for said, known in ((one.kinds, kinds), (one.property_words, words)):
            for each, told in said.items():
                known[each] = tuple(dict.fromkeys((*known.get(each, ()), *told)))
    return LearnedType(name, tuple(dict.fromkeys(word for one in types for word in one.words)), kinds, words)


def _properties(text: Cell) -> Mapping[str, Mapping[str, Cell]]:
    try:
        schema = json.loads(text) if isinstance(text, str) else {}
    except ValueError:
        return {}
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(properties, dict):
        return {}
    return {str(name): value for name, value in properties.items() if isinstance(value, dict)}


def _kinds(schema: Mapping[str, Cell]) -> tuple[str, ...]:
    """Return a format in the place of "string", and "array" before the kinds of the items."""
    format_name = schema.get("format")
    if isinstance(format_name, str):
        return (format_name,)
    kinds = _words(schema.get("type"))
    items = schema.get("items")
    return kinds + (_kinds(items) if "array" in kinds and isinstance(items, Mapping) else ())


def _words(value: Cell) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,) if value else ()
    return tuple(str(word) for word in value) if isinstance(value, list | tuple) else ()


EXAMPLES = 5
STRUCTURE = frozenset({"id", "type", "ordinal", "number", "document", "path", "timestamp_text"})
KIND_NAMES: Mapping[type, str] = {bool: "boolean", int: "integer", float: "number", str: "string"}


def describe_properties(
    nodes: Sequence[Mapping[str, Cell]], count: int, learned: LearnedType | None
) -> tuple[PropertyDescription, ...]:
    """Describe every property of `nodes`, a sample of `count`, and every one that was learned for their type.

    Properties that every entity has for the store's sake are left out, unless they were learned.
    """
    names = {name for node in nodes for name in _own_names(node)} - STRUCTURE
    names |= set(learned.kinds) if learned else set()
    scale = count / len(nodes) if nodes else 0.0
    found = (_describe(name, [node.get(name) for node in nodes], scale, learned) for name in sorted(names))
    return tuple(described for described in found if described.count or described.words)


def _own_names(node: Mapping[str, Cell]) -> Iterable[str]:
    """Return a node's property names without those of the line that a log record is, too."""
    is_line = "text" in node and node.get("number") == node.get("first_line", 0)
    return node.keys() - LINE_PROPERTIES if is_line else node


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
