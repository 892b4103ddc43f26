"""Cuts configurations down to what tells sections apart: how their blocks begin, and what closes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graph_store.records import SourceLine
from ingest.induction.configurations.find_style import find_marks
from ingest.sampling.find_blocks import Block, find_blocks
from ingest.sampling.mask_line import mask_line
from ingest.says_something import says_something

BLOCK_LINES = 3
"""So many lines of a block show what it is."""
BIG_BLOCK = 60
"""A block of more lines that holds a good part of its file is divided as the file is."""
BIG_SHARE = 0.3
ALIKE_BLOCKS = 2
SAME_WORD_BLOCKS = 40
MOST_CHARACTERS = 4_500
"""About what one request shows whole."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """Lines that are shown together; `rank` is lower for the first block of a kind than for the next ones."""

    rank: int
    lines: tuple[SourceLine, ...]


def outline(documents: Sequence[Sequence[SourceLine]]) -> list[list[SourceLine]]:
    """Return the first lines of the blocks of each document, of those that begin alike a few only.

    Every first word of a statement is shown once before any is shown again; then blocks follow that begin with other
    second words, until the outline is as long as one request. Of flat files the words behind the one that opens every
    line count. Lines keep the numbers that they have in their documents.
    """
    seen: Counter[tuple[str, ...]] = Counter()
    shown = [list(_outline(lines, seen)) for lines in documents]
    ranked = sorted((each for own in shown for each in own), key=lambda each: each.rank)
    kept: set[int] = set()
    room = MOST_CHARACTERS
    for each in ranked:
        room -= sum(len(line.text) + 1 for line in each.lines)
        if room < 0 and each.rank > 0:
            break
        kept.add(id(each))
    return [[line for each in own if id(each) in kept for line in each.lines] for own in shown]


def _outline(lines: Sequence[SourceLine], seen: Counter[tuple[str, ...]]) -> Iterator[_Shown]:
    lead = len(find_marks([line.text for line in lines])[1].split())
    for block in find_blocks(lines, "configuration"):
        yield from _of_block(block, (), lead, len(lines), seen)


def _of_block(
    block: Block, around: tuple[str, ...], lead: int, total: int, seen: Counter[tuple[str, ...]]
) -> Iterator[_Shown]:
    own = [line for line in block.lines if says_something(line.text)]
    if not own:
        return
    words = (*around, *mask_line(own[0].text.strip(), "configuration").split()[lead:])
    first, second = words[: len(around) + 1], words[: len(around) + 2]
    if block.children and len(block.lines) > max(BIG_BLOCK, BIG_SHARE * total):
        yield _Shown(0, block.head)
        for child in block.children:
            yield from _of_block(child, first, 0 if block.head else lead, total, seen)
        yield _Shown(0, block.tail)
        return
    seen[first] += 1
    seen["", *second] += 1
    if seen["", *second] <= ALIKE_BLOCKS and seen[first] <= SAME_WORD_BLOCKS:
        closing = [line for line in block.tail if line not in own[:BLOCK_LINES] and line.text.strip()]
        yield _Shown(seen[first] - 1, (*own[:BLOCK_LINES], *closing))
