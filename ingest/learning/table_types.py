"""Finds the entity types and the properties that a learned source names, in its table or in the records it makes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ingest.learning.check_types import type_problems

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
