"""Compares the lines of two versions of a document. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby, pairwise
from typing import Literal

CONTEXT = 3
"""Lines around a change, as in `diff -u`."""
MOST_PAIRS = 250_000
"""Above so many pairs of lines, a changed part is shown as removed and added as a whole."""

Kind = Literal["added", "removed", "changed"]


@dataclass(frozen=True, slots=True)
class DiffLine:
    """A line of both versions (" "), of the old one ("-") or of the new one ("+"), with its number in each; 0: none."""

    sign: Literal[" ", "-", "+"]
    before: int
    after: int
    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """Lines that differ in one place. `names` are the headers of the blocks that they stand in, the outermost first.

    `before` and `after` are line numbers in the old and in the new version (1-based, ascending).
    """

    kind: Kind
    names: tuple[str, ...]
    before: tuple[int, ...] = ()
    after: tuple[int, ...] = ()


def compare_lines(old: Sequence[str], new: Sequence[str]) -> list[DiffLine]:
    """Return the lines of both versions in order, those that went before those that came."""
    lines: list[DiffLine] = []
    for kind, begin, end, first, last in _opcodes(old, new):
        if kind == "equal":
            both = zip(range(begin, end), range(first, last), strict=True)
            lines += [DiffLine(" ", before + 1, after + 1, new[after]) for before, after in both]
        else:
            lines += [DiffLine("-", place + 1, 0, old[place]) for place in range(begin, end)]
            lines += [DiffLine("+", 0, place + 1, new[place]) for place in range(first, last)]
    return lines


_Opcode = tuple[str, int, int, int, int]


def _opcodes(old: Sequence[str], new: Sequence[str]) -> Iterator[_Opcode]:
    """Yield what is equal and what is not; common lines such as "!" are no anchors, and are matched between them."""
    least = min(len(old), len(new))
    head = next((place for place in range(least) if old[place] != new[place]), least)
    most = least - head
    tail = next((place for place in range(most) if old[-1 - place] != new[-1 - place]), most)
    yield "equal", 0, head, 0, head
    middles = old[head : len(old) - tail], new[head : len(new) - tail]
    for kind, *places in SequenceMatcher(None, *middles).get_opcodes():
        begin, end, first, last = (place + head for place in places)
        if kind != "replace" or (end - begin) * (last - first) > MOST_PAIRS:
            yield kind, begin, end, first, last
            continue
        for inner, *inside in SequenceMatcher(
            None, old[begin:end], new[first:last], autojunk=False
        ).get_opcodes():
            yield inner, begin + inside[0], begin + inside[1], first + inside[2], first + inside[3]
    yield "equal", len(old) - tail, len(old), len(new) - tail, len(new)


def cut_hunks(lines: Sequence[DiffLine]) -> Iterator[tuple[DiffLine, ...]]:
    """Yield the changed lines with three around them; those that touch are one hunk."""
    changed = [place for place, line in enumerate(lines) if line.sign != " "]
    while changed:
        count = next(
            (
                count
                for count, (place, following) in enumerate(pairwise(changed), 1)
                if following - place > 2 * CONTEXT + 1
            ),
            len(changed),
        )
        yield tuple(lines[max(0, changed[0] - CONTEXT) : changed[count - 1] + CONTEXT + 1])
        changed = changed[count:]


# Gathers changed lines by the place where they stand.


def find_changes(old: Sequence[str], new: Sequence[str]) -> tuple[Change, ...]:
    """Return every line that differs, in the order of the new version; lines in a row and in one block are together."""
    olds, news = _headers(old), _headers(new)
    changes: list[Change] = []
    for same, run in groupby(compare_lines(old, new), key=lambda line: line.sign == " "):
        for _, together in groupby(() if same else run, key=lambda line: _place(line, olds, news)[:1]):
            some = list(together)
            before = tuple(line.before for line in some if line.before)
            after = tuple(line.after for line in some if line.after)
            kind: Kind = "changed" if before and after else "added" if after else "removed"
            first = next((line for line in some if line.text.strip(_CLOSING)), some[0])
            changes.append(Change(kind, _place(first, olds, news), before, after))
    return tuple(changes)


_CLOSING = " \t!#{}[];"
_Names = tuple[str, ...]


def _place(line: DiffLine, olds: Sequence[_Names], news: Sequence[_Names]) -> _Names:
    return news[line.after - 1] if line.after else olds[line.before - 1]


def _headers(lines: Sequence[str]) -> list[_Names]:
    """Return the headers of the blocks that each line stands in; a header stands in its own block."""
    indents = [len(line) - len(line.lstrip()) if line.strip(_CLOSING) else -1 for line in lines]
    found: list[_Names] = []
    heads: list[tuple[int, str]] = []
    following = _following(indents)
    for line, indent, deeper in zip(lines, indents, following, strict=True):
        if indent >= 0:
            while heads and heads[-1][0] >= indent:
                heads.pop()
            if deeper > indent:
                heads.append((indent, line.strip().rstrip(" {")))
        found.append(tuple(text for _, text in heads))
    return found


def _following(indents: Sequence[int]) -> list[int]:
    """Return the indent of the next line that says something; -1 behind the last."""
    found, last = [], -1
    for indent in reversed(indents):
        found.append(last)
        last = indent if indent >= 0 else last
    return found[::-1]
