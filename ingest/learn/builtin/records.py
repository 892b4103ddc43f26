"""The result of an induction: the same artifacts that a model writes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Json = str | int | float | bool | None | list["Json"] | dict[str, "Json"]


@dataclass(frozen=True, slots=True)
class InducedParser:
    """A JSON Schema (Draft 2020-12) with one of `$defs` per entity type, and a source that defines `parse(lines)`."""

    schema: Mapping[str, Json]
    parse_source: str
