"""Writes the values of a measure as numbers of one unit, whatever units they are written in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agent.planner.plan_records import Scale
from agent.planner.words.quantities import UNITS
from graph_store.names import quote_name


def write_scaled(name: str, variable: str, scale: Scale | None) -> str:
    """Write a field's value as a number in the plain unit of its scale."""
    value = f"{variable}.{quote_name(name)}"
    if scale is not None and scale.spelled:
        return _write_spelled(f"toLower(toString({value}))", scale)
    if scale is None or not scale.factors:
        return value
    by_size: dict[float, list[str]] = {}
    for kind, size in scale.factors:
        by_size.setdefault(size, []).append(kind)
    cases = (
        f"WHEN {variable}.type IN {_texts(kinds)} THEN {value} * {size!r}"
        for size, kinds in sorted(by_size.items())
    )
    return f"CASE {' '.join(cases)} ELSE null END"


def _write_spelled(text: str, scale: Scale) -> str:
    assert scale.unit is not None
    names = _names_of(scale.unit.plain)
    cases = (
        f"WHEN {text} ENDS WITH '{name}' THEN toFloat(trim(left({text}, size({text}) - {len(name)}))) * {size!r}"
        for name, size in names.items()
    )
    return f"CASE {' '.join(cases)} ELSE null END"


def _names_of(plain: str) -> Mapping[str, float]:
    """Return the names of the units of a measure, the longest first: "ms" ends with "s"."""
    names = {name: unit.size for name, unit in UNITS.items() if unit.plain == plain}
    return dict(sorted(names.items(), key=lambda one: (-len(one[0]), one[0])))


def _texts(kinds: Sequence[str]) -> str:
    return "[" + ", ".join("'" + kind.replace("\\", "\\\\").replace("'", "\\'") + "'" for kind in kinds) + "]"
