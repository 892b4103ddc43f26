"""Shows where the lines of two configurations differ, as one table. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from agent.records import AnswerTable
from agent.render.draft import counted
from graph_store.records import Cell, SourceLine
from timeline.compare_lines import find_changes

MOST_ROWS = 40


def table_of_lines(sides: Sequence[Sequence[SourceLine]], devices: Sequence[str]) -> AnswerTable:
    """Show where the lines of two configurations differ, by the blocks that they stand in."""
    texts = [[line.text for line in side] for side in sides]
    rows: list[tuple[Cell, ...]] = []
    cited: list[tuple[SourceLine, ...]] = []
    for change in find_changes(*texts):
        lines = [
            [side[number - 1] for number in numbers]
            for side, numbers in zip(sides, (change.before, change.after), strict=True)
        ]
        said = ("; ".join(line.text.strip() for line in found if line.text.strip(" !#")) for found in lines)
        rows.append((" / ".join(change.names), *said))
        cited.append(tuple(line for found in lines for line in found))
    kept = [at for at, row in enumerate(rows) if row[1] or row[2]]
    return AnswerTable(
        f"{counted(len(kept), 'difference')} between the configurations of {devices[0]} and {devices[1]}",
        ("in", *devices),
        tuple(rows[at] for at in kept[:MOST_ROWS]),
        len(kept),
        tuple(cited[at] for at in kept[:MOST_ROWS]),
    )
