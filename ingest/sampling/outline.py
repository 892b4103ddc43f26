"""Cuts configurations down to what tells sections apart: how their blocks begin, and what closes them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from graph_store.records import SourceLine
from ingest.induction.configurations.find_style import find_marks
from ingest.records import Kind
from ingest.sampling.find_blocks import Block, find_blocks
from ingest.says_something import says_something

# The shape of a line: what stays of it when everything that looks like a value is masked.


REMEMBERED = 60
"""Longer words are masked anew each time they are met."""

_HEX = "[0-9A-Fa-f]"
_VARIES = re.compile(
    rf"(?<![^\W_])(?P<chain>{_HEX}{{2,}}(?:[-:.]{_HEX}{{2,}}){{2,}}|{_HEX}{{1,4}}(?::{_HEX}{{1,4}}){{4,7}})(?![^\W_])"
    rf"|(?<![\w:])(?P<short>(?:{_HEX}{{1,4}}:)*+:(?:{_HEX}{{1,4}}:)*+{_HEX}{{0,4}})(?![\w:])"
    r"|(?<![^\W_])(?P<letters>[^\W\d_]*+)\d[^\W_]*+"
)
_HEX_GROUP = re.compile(f"{_HEX}+")
_LONG_HEX = re.compile(f"{_HEX}{{6,}}")
_FREE_TEXT = re.compile(r"\"[^\"\s]*\s[^\"]*\"|(?<!\w)'[^'\s]*\s[^']*'(?!\w)")
_LIST = re.compile(r"0(?:,0){2,}")
_WORD = re.compile(r"[^\W\d_]{2,}")


def mask_line(text: str, kind: Kind) -> str:
    """Return the line with 0 for every word that holds a digit, behind the letters that open it (`Vlan10`: `Vlan0`).

    The parts of addresses and of hexadecimal ids are 0 each, long lists of numbers are as short as two. In
    configurations, quoted text with a blank in it is masked too; in logs it may be the message itself, and stays.
    """
    masked = _mask_values(text.rstrip())
    if "," in masked:
        masked = _LIST.sub("0,0", masked)
    if kind == "configuration" and ('"' in masked or "'" in masked):
        masked = _FREE_TEXT.sub('"text"', masked)
    return masked


def words_of(text: str) -> list[str]:
    """Return the terms of a line: its runs of two letters or more in lower case, without those of ids and addresses."""
    return [word.lower() for word in _WORD.findall(_mask_values(text))]


def _mask_values(text: str) -> str:
    """Mask word by word: no value has a blank inside, and most words of a log come again."""
    return " ".join(
        word if word.isalpha() else _mask_word(word) if len(word) < REMEMBERED else _VARIES.sub(_mask, word)
        for word in text.split(" ")
    )


@lru_cache(maxsize=1 << 16)
def _mask_word(word: str) -> str:
    return _VARIES.sub(_mask, word)


def _mask(found: re.Match[str]) -> str:
    whole = found[0]
    if found["letters"] is not None:
        return "0" if _LONG_HEX.fullmatch(whole) else f"{found['letters']}0"
    if not any(map(str.isdigit, whole)):
        return whole
    return _HEX_GROUP.sub("0", whole) if found["chain"] else "0::0"


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
