"""Shows where the lines of two configurations differ, as one table. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from agent.records import AnswerTable
from agent.render.draft import counted
from graph_store.records import Cell, SourceLine
from timeline.compare_lines import find_changes

MOST_ROWS = 40
_COMMENT = ("!", "#")
_NUMBER = re.compile(r"\d+")
_SERIAL = re.compile(r"\d{6,}")
_PLACE = re.compile(r"\d[./:]\d")
"""In addresses and in the names of interfaces."""


def table_of_lines(sides: Sequence[Sequence[SourceLine]], devices: Sequence[str]) -> AnswerTable:
    """Show where the lines of two configurations differ, by the blocks that they stand in.

    What each of any two devices has of its own, as names, addresses and whole blocks, comes last.
    """
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
    heads = [{text.strip(" {") for text in side} for side in texts]
    shared, alike = heads[0] & heads[1], set.intersection(*({_alike(one) for one in side} for side in heads))
    kept = [at for at, row in enumerate(rows) if row[1] or row[2]]
    kept.sort(key=lambda at: _is_own(rows[at], alike - shared, devices))
    return AnswerTable(
        f"{counted(len(kept), 'difference')} between the configurations of {devices[0]} and {devices[1]}",
        ("in", *devices),
        tuple(rows[at] for at in kept[:MOST_ROWS]),
        len(kept),
        tuple(cited[at] for at in kept[:MOST_ROWS]),
    )


def _is_own(row: Sequence[Cell], own: Collection[str], devices: Sequence[str]) -> bool:
    """Tell whether a difference is one that any two devices have: a comment, a name, an address.

    Or a block whose name differs in a serial number: one of `own`, without those.
    """
    block, *sides = (str(cell or "") for cell in row)
    if all(side.startswith(_COMMENT) for side in sides if side):
        return True
    if not all(sides):
        return _alike(block.partition(" / ")[0]) in own
    if all(name.lower() in side.lower() for name, side in zip(devices, sides, strict=True)):
        return True
    one, other = (_NUMBER.sub("0", side) for side in sides)
    return one == other and all(map(_PLACE.search, sides))


def _alike(head: str) -> str:
    return _SERIAL.sub("0", head)
