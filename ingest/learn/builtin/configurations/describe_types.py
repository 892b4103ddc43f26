"""Writes the JSON Schema of what a parser finds, from the records it makes of the samples."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from reading.tokens import shape

_FORMATS = {"address": "ip-address", "prefix": "ip-prefix", "mask": "ip-mask", "mac": "mac", "time": "time"}
_FORMATS |= {"community": "community", "interface": "interface"}


def describe_types(records: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return a JSON Schema (Draft 2020-12) with one definition for each type in `records` and their children."""
    kinds: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    children: dict[str, set[str]] = defaultdict(set)

    def collect(record: Mapping[str, Any]) -> None:
        properties = kinds[record["type"]]
        for name, value in record["values"].items():
            for item in value if isinstance(value, list) else [value]:
                properties[name][_kind(item)] += 1
        for child in record["children"]:
            children[record["type"]].add(child["type"])
            collect(child)

    for record in records:
        collect(record)
    types = {
        name: {
            "type": "object",
            "x-words": split_words(name),
            "x-children": sorted(children[name]),
            "properties": {key: _property(key, found) for key, found in properties.items()},
        }
        for name, properties in sorted(kinds.items())
    }
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": types}


def _kind(value: object) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "integer" if isinstance(value, int) else "number"
    return shape(str(value)) if str(value) else "word"


def _property(name: str, kinds: Counter[str]) -> dict[str, Any]:
    plain = sorted({kind if kind in ("boolean", "integer", "number") else "string" for kind in kinds})
    described: dict[str, Any] = {"type": plain[0] if len(plain) == 1 else plain, "x-words": split_words(name)}
    most = kinds.most_common(1)[0][0]
    return described | ({"format": _FORMATS[most]} if most in _FORMATS else {})


def split_words(name: str) -> list[str]:
    """Split a label or property name into its lower-case words."""
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])", name)]
