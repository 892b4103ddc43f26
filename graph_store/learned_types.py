"""What the graph remembers of a learned type: its words, and the schema of its properties."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graph_store.records import Cell


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
