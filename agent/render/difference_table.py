"""Shows where the lines of two configurations differ, as one table. Pure."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from agent.records import AnswerTable
from agent.render.draft import counted
from agent.render.pair_blocks import marks_of, pair_alike
from graph_store.records import Cell, SourceLine
from timeline.compare_lines import find_changes

MOST_ROWS = 40
_Lines = tuple[SourceLine, ...]
_Side = Sequence[SourceLine]
_COMMENT = ("!", "#")
_NUMBER = re.compile(r"\d+")
_FLAT = "set "
_WORDS = re.compile(r"\"[^\"]*\"|\S+")
_SERIAL = re.compile(r"\d{6,}")
_PLACE = re.compile(r"\d[./:]\d")
"""In addresses and in the names of interfaces."""


def table_of_lines(sides: Sequence[Sequence[SourceLine]], devices: Sequence[str]) -> AnswerTable:
    """Show where the lines of two configurations differ, by the blocks that they stand in.

    Blocks for one use are compared, whatever they are called. What each of any two devices has of its own, as names,
    addresses and whole blocks, comes last.
    """
    is_flat = all(sum(line.text.startswith(_FLAT) for line in side) > len(side) / 2 for side in sides)
    found = sorted(_differences(sides[0], sides[1], devices, is_flat), key=lambda one: one.place)
    whole = {(line.path, line.number): line for side in sides for line in side}
    heads = [{line.text.strip(" {") for line in side} for side in sides]
    shared, alike = heads[0] & heads[1], set.intersection(*({_alike(one) for one in side} for side in heads))
    rows = [
        (one.row, tuple(whole[line.path, line.number] for line in (*one.before, *one.after))) for one in found
    ]
    rows = [(row, cited) for row, cited in rows if row[1] or row[2]]
    rows.sort(key=lambda one: _is_own(one[0], alike - shared, devices))
    return AnswerTable(
        f"{counted(len(rows), 'difference')} between the configurations of {devices[0]} and {devices[1]}",
        ("in", *devices),
        tuple(row for row, _ in rows[:MOST_ROWS]),
        len(rows),
        tuple(cited for _, cited in rows[:MOST_ROWS]),
    )


@dataclass(frozen=True, slots=True)
class _Difference:
    """Lines of one block that only one side has, or both have otherwise."""

    names: tuple[str, ...]
    before: _Lines
    after: _Lines

    @property
    def place(self) -> int:
        """Return where it stands: in its own file, one behind the other."""
        return (self.before or self.after)[0].number

    @property
    def row(self) -> tuple[Cell, ...]:
        """Return the block and what each side has in it."""
        said = (
            "; ".join(line.text.strip() for line in lines if line.text.strip(" !#{};"))
            for lines in (self.before, self.after)
        )
        return " / ".join(self.names), *said


def _differences(
    one: Sequence[SourceLine],
    other: Sequence[SourceLine],
    devices: Sequence[str],
    is_flat: bool,
    within: tuple[str, ...] = (),
) -> Iterator[_Difference]:
    """Compare the blocks for one use, then what stands in no block, line by line."""
    split = _flat_blocks if is_flat else _blocks
    (blocks, loose), (others, more) = split(one), split(other)
    marks = [
        {name: marks_of((line.text for line in lines), devices) for name, lines in side.items()}
        for side in (blocks, others)
    ]
    pairs = pair_alike(*marks)
    for name, second in pairs:
        called = name if name == second else f"{name} = {second}"
        if name != second:
            yield _Difference((*within, called), tuple(blocks[name][:1]), tuple(others[second][:1]))
        yield from _differences(blocks[name][1:], others[second][1:], devices, is_flat, (*within, called))
    for name in blocks.keys() - {first for first, _ in pairs}:
        yield _Difference((*within, name), tuple(blocks[name]), ())
    for name in others.keys() - {second for _, second in pairs}:
        yield _Difference((*within, name), (), tuple(others[name]))
    for change in find_changes([line.text for line in loose], [line.text for line in more]):
        before = [loose[number - 1] for number in change.before]
        after = [more[number - 1] for number in change.after]
        for some, rest in _together(before, after):
            yield _Difference((*within, *change.names), tuple(some), tuple(rest))


def _together(before: _Side, after: _Side) -> Iterator[tuple[_Side, _Side]]:
    """Cut changed lines where blocks lie between them, and set those against each other that begin with one word."""
    runs = _runs(after)
    there = {_first_word(run[0]): run for run in reversed(runs)}
    rest = [run for run in runs if there[_first_word(run[0])] is not run]
    for run in _runs(before):
        yield run, there.pop(_first_word(run[0]), ())
    for run in (*there.values(), *rest):
        yield (), run


def _runs(lines: _Side) -> list[_Side]:
    cuts = [at for at in range(1, len(lines)) if lines[at].number > lines[at - 1].number + 1]
    return [
        lines[start:end] for start, end in zip([0, *cuts], [*cuts, len(lines)], strict=True) if end > start
    ]


def _first_word(line: SourceLine) -> str:
    return line.text.split()[0] if line.text.strip() else ""


def _blocks(lines: Sequence[SourceLine]) -> tuple[dict[str, list[SourceLine]], list[SourceLine]]:
    """Split lines into blocks by their headers, which have lines indented below them, and what is in none."""
    indents = [_indent(line.text) for line in lines]
    least = min((indent for indent in indents if indent >= 0), default=0)
    blocks: dict[str, list[SourceLine]] = {}
    loose: list[SourceLine] = []
    block: list[SourceLine] | None = None
    for at, (line, indent) in enumerate(zip(lines, indents, strict=True)):
        is_inside = len(line.text) - len(line.text.lstrip()) > least
        if is_inside and block is not None:
            block.append(line)
            continue
        if indent < 0:  # what closes a block, or a blank line in it
            loose.append(line)
            continue
        block = None
        following = next((each for each in indents[at + 1 :] if each >= 0), -1)
        if indent == least and following > least:
            block = blocks.setdefault(line.text.strip().rstrip(" {"), [])
            block.append(line)
        else:
            loose.append(line)
    return blocks, loose


def _flat_blocks(lines: Sequence[SourceLine]) -> tuple[dict[str, list[SourceLine]], list[SourceLine]]:
    """Split lines of a flat configuration by their first words, whose rests are a block; short ones are in none."""
    words: dict[str, list[SourceLine]] = defaultdict(list)
    for line in lines:
        words[line.text.partition(" ")[0]].append(line)
    blocks: dict[str, list[SourceLine]] = {}
    for word, several in words.items():
        if max(len(_WORDS.findall(line.text)) for line in several) > 2:
            rests = [replace(line, text=line.text.partition(" ")[2].strip()) for line in several]
            blocks[word] = [replace(several[0], text=word), *rests]
    return blocks, [line for line in lines if line.text.partition(" ")[0] not in blocks]


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip()) if text.strip(" \t!#{}[];") else -1


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
