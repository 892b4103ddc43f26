"""Finds the entity types and the properties that a learned source names, in its table or in the records it makes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError

# Checks the entity types that a model wrote: well-formed JSON Schemas, flat enough to become nodes.


MOST_TYPES, MOST_PROPERTIES = 40, 80
_TYPE_NAME = re.compile(r"[A-Z][A-Za-z0-9]{0,60}")
_PROPERTY_NAME = re.compile(r"[a-z_][a-z0-9_]{0,80}")
_FLAT = frozenset({"string", "integer", "number", "boolean", "null"})


def type_problems(types: Mapping[str, Any]) -> list[str]:
    """List what is wrong; nothing when every entry is a schema of flat values."""
    problems = (
        [] if 0 < len(types) <= MOST_TYPES else [f"{len(types)} entity types; expected 1 to {MOST_TYPES}"]
    )
    for name, schema in types.items():
        if not _TYPE_NAME.fullmatch(name):
            problems.append(f"entity type {name!r} is not possible; expected CamelCase, as in 'AccessList'")
        problems += _schema_problems(name, schema)
    return problems


def _schema_problems(name: str, schema: object) -> list[str]:
    if not isinstance(schema, dict):
        return [f"{name}: the schema is {type(schema).__name__}; expected an object"]
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        where = ".".join(map(str, error.absolute_path))
        return [f"{name}: no JSON Schema (Draft 2020-12) at {where or 'its top'}: {error.message[:200]}"]
    properties = schema.get("properties", {})
    if not isinstance(properties, dict):
        return [f"{name}: properties is {type(properties).__name__}; expected an object"]
    if len(properties) > MOST_PROPERTIES:
        return [
            f"{name}: {len(properties)} properties; expected at most {MOST_PROPERTIES}; make child entities"
        ]
    problems = [
        f"{name}: property {each!r} is not possible; expected snake_case, as in 'ip_address'"
        for each in properties
        if not _PROPERTY_NAME.fullmatch(each)
    ]
    problems += [
        f"{name}.{each}: nested too deep; expected text, number, true/false or an array of them, and child "
        "records for what has parts"
        for each, described in properties.items()
        if not _is_flat(described)
    ]
    return problems


def _is_flat(described: object) -> bool:
    if not isinstance(described, dict):
        return isinstance(described, bool)
    kinds = described.get("type", "string")
    listed = kinds if isinstance(kinds, list) else [kinds]
    if "array" in listed:
        items = described.get("items", {})
        return isinstance(items, dict) and "array" not in str(items.get("type")) and _is_flat(items)
    return set(listed) <= _FLAT and "properties" not in described


FALLBACK = "OtherEvent"
_PLACE = re.compile(r"<(?:\w+\.)?(\w+)(?:[:=](?:[^<>\\]|\\.)+)?>")
_TYPES = re.compile(r"[A-Z][A-Za-z0-9]*(?:/[A-Z][A-Za-z0-9]*)*")


def declare_types(source: str, declared: Mapping[str, Any]) -> dict[str, Any]:
    """Return the types of a source; a schema that the model wrote stays where it is one.

    What the others hold is left open: the records show it.
    """
    types: dict[str, Any] = {
        kind: schema
        for kind, schema in declared.items()
        if isinstance(schema, dict) and not type_problems({kind: schema})
    }
    for text in _texts(source):
        for kind in text.split("/") if _TYPES.fullmatch(text) else ():
            if kind != FALLBACK and not type_problems({kind: {}}):
                types.setdefault(kind, {"type": "object", "properties": {}})
    return types


def named_places(source: str) -> frozenset[str]:
    """Return the names of all places in the templates of a source."""
    return frozenset(name for text in _texts(source) for name in _PLACE.findall(text))


def _texts(source: str) -> Iterator[str]:
    """Yield the texts of a source in order; nothing of one that is no Python."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return
    found = [
        node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    for node in sorted(found, key=lambda node: (node.lineno, node.col_offset)):
        yield str(node.value)
