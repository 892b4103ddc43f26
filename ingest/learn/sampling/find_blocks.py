"""Finds a document's blocks: nested ones of a configuration, records of a log; and outlines them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from operator import itemgetter

from graph_store.records import SourceLine
from ingest.files.log_or_configuration import LEVEL_FIRST, STAMP_CHARACTERS
from ingest.files.read_times import find_time
from ingest.files.says_something import says_something
from ingest.learn.sampling.mask_line import mask_line
from ingest.load.apply_parsers import begins_record
from ingest.records import Kind
from reading.statements import Statement, read_statements
from reading.styles import find_marks

FLAT_WORDS = 3
"""Words that say what a line of a flat configuration is about: the opening one, the section, the thing."""
MOST_SHARED_WORDS = 20
MOST_LENGTHS = 16
_ANY_DIGIT = str.maketrans("123456789", "000000000")


@dataclass(frozen=True, slots=True)
class SampledBlock:
    """Lines that belong together: those that open the block, the blocks inside, those that close it."""

    head: tuple[SourceLine, ...]
    children: tuple[SampledBlock, ...] = ()
    tail: tuple[SourceLine, ...] = ()

    @property
    def lines(self) -> tuple[SourceLine, ...]:
        """All lines of the block, in order."""
        if not self.children:
            return self.head + self.tail
        return (*self.head, *(line for child in self.children for line in child.lines), *self.tail)


def find_blocks(lines: Sequence[SourceLine], kind: Kind) -> list[SampledBlock]:
    """Return the outermost blocks of one document; every line is in exactly one of them, in order.

    A record has its continuation lines with it, a block all that is inside and what closes it. In a flat
    configuration a block is a run of lines that share their first three words.
    """
    if kind == "log":
        return _records(lines)
    if kind == "text":
        return [SampledBlock((line,)) for line in lines]
    texts = [line.text for line in lines]
    style, lead = find_marks(texts)
    if style == "flat":
        return _runs(lines, FLAT_WORDS)
    statements: list[Statement] = read_statements(texts, style, lead)
    if not statements:
        return [SampledBlock(tuple(lines))] if lines else []
    return _blocks(statements, lines, 0, len(lines))


def _records(lines: Sequence[SourceLine]) -> list[SampledBlock]:
    """Cut a log where records begin: at lines with a time; where it has none, at lines that are not indented."""
    stamped = _find_stamps(lines)
    starts = [bool(line.text.strip()) and not line.text[0].isspace() for line in lines]
    times, full = sum(stamped), sum(starts)
    levels = sum(
        bool(LEVEL_FIRST.match(line.text)) for line, start in zip(lines, starts, strict=True) if start
    )
    if times >= 0.5 * full or (times > 2 and times >= 0.1 * full and levels < 0.5 * full):
        starts = stamped
    records: list[list[SourceLine]] = []
    for line, start in zip(lines, starts, strict=True):
        if start or not records:
            records.append([])
        records[-1].append(line)
    return [SampledBlock(tuple(record)) for record in records]


def _find_stamps(lines: Sequence[SourceLine]) -> list[bool]:
    """Say of each line whether it begins a record.

    A line that equals an earlier one up to the end of its time, but for the digits, does too: looking for a time in
    every line would take most of the time of sampling.
    """
    known: dict[int, set[str]] = {}
    stamped: list[bool] = []
    for line in lines:
        front = line.text[:STAMP_CHARACTERS].translate(_ANY_DIGIT)
        if any(front[:end] in fronts for end, fronts in known.items()):
            stamped.append(True)
            continue
        stamped.append(begins_record(line.text))
        found = find_time(line.text[:STAMP_CHARACTERS]) if stamped[-1] else None
        if found and (found.end + 1 in known or len(known) < MOST_LENGTHS):
            known.setdefault(found.end + 1, set()).add(front[: found.end + 1])
    return stamped


def _runs(lines: Sequence[SourceLine], words: int) -> list[SampledBlock]:
    """Group neighbours that share their first words; inside, those that share more."""
    return [_run(tuple(group), words) for _, group in groupby(lines, lambda line: line.text.split()[:words])]


def _run(lines: tuple[SourceLine, ...], shared: int) -> SampledBlock:
    """Make the block of a run; words that all of its lines share do not divide it."""
    if len(lines) == 1:
        return SampledBlock(lines)
    tokens = [line.text.split() for line in lines]
    longest = max(map(len, tokens))
    while shared < longest and all(
        words[shared : shared + 1] == tokens[0][shared : shared + 1] for words in tokens
    ):
        shared += 1
    if shared >= min(longest, MOST_SHARED_WORDS):
        return SampledBlock((), tuple(SampledBlock((line,)) for line in lines))
    return SampledBlock((), tuple(_runs(lines, shared + 1)))


def _blocks(
    statements: Sequence[Statement], lines: Sequence[SourceLine], start: int, stop: int
) -> list[SampledBlock]:
    """Divide the lines [start, stop) among neighbouring statements; what stands between two belongs to the first."""
    bounds = pairwise([start, *(statement.first for statement in statements[1:]), stop])
    return [_block(statement, lines, *ends) for statement, ends in zip(statements, bounds, strict=True)]


def _block(statement: Statement, lines: Sequence[SourceLine], start: int, stop: int) -> SampledBlock:
    if not statement.children:
        return SampledBlock(tuple(lines[start:stop]))
    first, end = statement.children[0].first, _end(statement.children[-1], lines, stop)
    children = _blocks(statement.children, lines, first, end)
    return SampledBlock(tuple(lines[start:first]), tuple(children), tuple(lines[end:stop]))


def _end(statement: Statement, lines: Sequence[SourceLine], stop: int) -> int:
    """Return the line behind the statement, what it holds, and the brace that closes it."""
    last = statement.children[-1] if statement.children else None
    end = max(int(statement.last) + 1, _end(last, lines, stop) if last else 0)
    if lines[statement.first].text.rstrip().endswith("{"):
        for index in range(end, stop):
            if lines[index].text.lstrip().startswith("}"):
                return index + 1
    return min(end, stop)


# Cuts configurations down to what tells sections apart: how their blocks begin, and what closes them.


BLOCK_LINES = 3
"""Lines of a block that show what it is."""
BIG_BLOCK = 60
"""A block of more lines that is a good part of its file is divided as the file is."""
BIG_SHARE = 0.3
ALIKE_BLOCKS = 2
SAME_WORD_BLOCKS = 40
MOST_CHARACTERS = 4_500
"""What one request shows whole, roughly."""

_Shown = tuple[int, tuple[SourceLine, ...]]
"""Lines that are shown together behind their rank, which is lower for the first block of a kind than for the next."""


def outline(documents: Sequence[Sequence[SourceLine]]) -> list[list[SourceLine]]:
    """Return the first lines of the blocks of each document, of those that begin alike a few only.

    Every first word of a statement is shown once before any is shown again; then blocks follow that begin with other
    second words, until the outline is as long as one request. Of flat files the words behind the one that opens every
    line count. Lines keep the numbers that they have in their documents.
    """
    seen: Counter[tuple[str, ...]] = Counter()
    shown: list[list[_Shown]] = []
    for document in documents:
        lead = len(find_marks([line.text for line in document])[1].split())
        blocks = find_blocks(document, "configuration")
        shown.append([each for block in blocks for each in _of_block(block, (), lead, len(document), seen)])
    kept: set[int] = set()
    room = MOST_CHARACTERS
    for each in sorted((each for own in shown for each in own), key=itemgetter(0)):
        rank, lines = each
        room -= sum(len(line.text) + 1 for line in lines)
        if room < 0 and rank > 0:
            break
        kept.add(id(each))
    return [[line for each in own if id(each) in kept for line in each[1]] for own in shown]


def _of_block(
    block: SampledBlock, around: tuple[str, ...], lead: int, total: int, seen: Counter[tuple[str, ...]]
) -> Iterator[_Shown]:
    """Yield what is shown of a block that stands in one with the words `around`, in a file of `total` lines."""
    own = [line for line in block.lines if says_something(line.text)]
    if not own:
        return
    words = (*around, *mask_line(own[0].text.strip(), "configuration").split()[lead:])
    first, second = words[: len(around) + 1], ("", *words[: len(around) + 2])
    if block.children and len(block.lines) > max(BIG_BLOCK, BIG_SHARE * total):
        yield 0, block.head
        for child in block.children:
            yield from _of_block(child, first, 0 if block.head else lead, total, seen)
        yield 0, block.tail
        return
    seen[first] += 1
    seen[second] += 1
    if seen[second] <= ALIKE_BLOCKS and seen[first] <= SAME_WORD_BLOCKS:
        closing = [line for line in block.tail if line not in own[:BLOCK_LINES] and line.text.strip()]
        yield seen[first] - 1, (*own[:BLOCK_LINES], *closing)
