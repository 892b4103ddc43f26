"""Shows two sides as one table: the things of two devices, or who has something and who has not. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from agent.records import AnswerTable
from agent.render.draft import column_words, show_cell
from agent.render.pair_blocks import marks_of, pair_alike
from graph_store.records import Cell, SourceLine
from reading.spoken_names import plural

MOST_ROWS, LONGEST_NAMES = 40, 12
_Lines = tuple[SourceLine, ...]
Side = Mapping[str, tuple[Mapping[str, Cell], _Lines]]
"""The things of a device by their names, each with its values and where it stands."""
Named = Sequence[tuple[str, _Lines]]
"""Names of devices or things, each with its lines."""


def table_of_differences(noun: str, sides: Sequence[Side], devices: Sequence[str]) -> AnswerTable | None:
    """Show what only one of two devices has, and what both have with other values; the rarest differences first.

    Things for one use are compared, whatever they are called.
    """
    marks = [
        {
            name: marks_of(
                (f"{column_words(key)} {show_cell(cell)}" for key, cell in found[0].items()), devices
            )
            for name, found in side.items()
        }
        for side in sides
    ]
    pairs = pair_alike(*marks)
    only = [
        [name for name in side if all(name != pair[at] for pair in pairs)] for at, side in enumerate(sides)
    ]
    rows: list[tuple[Cell, ...]] = []
    cited: list[_Lines] = []
    equal = 0
    for name, second in (*pairs, *((name, "") for name in only[0]), *(("", name) for name in only[1])):
        pair = [sides[0].get(name), sides[1].get(second)]
        told = _told_apart(*(found[0] if found else None for found in pair))
        if name and second and name != second:
            told.insert(0, ("name", name, second))
        equal += not told
        called = f"{name} = {second}" if name and second and name != second else name or second
        for label, left, right in told:
            rows.append((called, label, left, right))
            cited.append(tuple(place for found in pair if found for place in found[1]))
    if not any(sides):
        return None
    by_use = " by their use" if any(name != second for name, second in pairs) else ""
    counts = ", ".join(f"{len(names)} only on {device}" for names, device in zip(only, devices, strict=False))
    title = f"{plural(noun)}{by_use}: {counts}, {equal} the same on both"
    order = sorted(range(len(rows)), key=lambda at: (rows[at][1] != "", at))
    return AnswerTable(
        title,
        (noun, "differs in", *devices[:2]),
        tuple(rows[at] for at in order[:MOST_ROWS]),
        len(rows),
        tuple(cited[at] for at in order[:MOST_ROWS]),
    )


def _told_apart(
    left: Mapping[str, Cell] | None, right: Mapping[str, Cell] | None
) -> list[tuple[str, Cell, Cell]]:
    if left is None or right is None:
        return [("", "no" if left is None else "yes", "no" if right is None else "yes")]
    names = dict.fromkeys([*left, *right])
    return [
        (column_words(name), left.get(name), right.get(name))
        for name in names
        if left.get(name) != right.get(name)
    ]


def two_sides(title: str, sides: Mapping[str, Named], noun: str, rule: Mapping[str, Any]) -> AnswerTable:
    """Show who lacks something and who has it, by the words for each side, with their counts."""
    return AnswerTable(
        title,
        ("", "count", plural(noun)),
        tuple((side, len(found), _listed(name for name, _ in found)) for side, found in sides.items()),
        len(sides),
        tuple(tuple(line for _, lines in found[:3] for line in lines) for found in sides.values()),
        rule,
    )


def _listed(names: Iterable[str]) -> str:
    found = list(names)
    more = len(found) - LONGEST_NAMES
    return ", ".join(found[:LONGEST_NAMES]) + (f", and {more:,} more" if more > 0 else "")
