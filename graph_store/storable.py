"""Lists as every server stores them: Neo4j keeps none whose items differ in type."""

from __future__ import annotations

from collections.abc import Sequence

from graph_store.records import Scalar


def storable_list(values: Sequence[Scalar]) -> list[Scalar]:
    """Return the items; as broken numbers when only some are, as the text of the file when types differ otherwise."""
    kinds = {type(value) for value in values}
    if len(kinds) < 2:
        return list(values)
    if kinds == {int, float}:
        return [float(value) for value in values]
    return [_text(value) for value in values]


def _text(value: Scalar) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
