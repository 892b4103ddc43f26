"""The result of an induction: the same artifacts that a model writes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Json = str | int | float | bool | None | list["Json"] | dict[str, "Json"]


@dataclass(frozen=True, slots=True)
class InducedParser:
    """A schema and the source of its parser.

    `schema` is a JSON Schema (Draft 2020-12) with one entry of `$defs` per entity type. `split_source`
    defines `split(lines)`, `parse_source` defines `parse(lines)`: the contracts of docs/architecture.md.
    """

    schema: Mapping[str, Json]
    split_source: str
    parse_source: str
