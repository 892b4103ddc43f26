"""Cuts documents down to what tells sections apart: how blocks begin, how kinds of records begin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from graph_store.records import SourceLine
from ingest.induction.configurations.find_style import find_marks
from ingest.records import Kind
from ingest.sampling.find_blocks import find_blocks
from ingest.sampling.mask_line import mask_line
from ingest.says_something import says_something

BLOCK_LINES = 3
"""So many lines of a block show what it is."""
ALIKE_WORDS, ALIKE_BLOCKS = 2, 2
SAME_WORD_BLOCKS = 12
RECORD_WORDS, RECORD_CHARACTERS = 8, 240


def outline(documents: Sequence[Sequence[SourceLine]], kind: Kind) -> list[list[SourceLine]]:
    """Return the first lines of the blocks and records of each document, of those that begin alike a few only.

    Blocks begin alike when their first two words do (of flat files those behind the word that opens every line);
    records when their first eight words do, masked. Lines of a log are cut after 240 characters. Numbers stay those of
    the document.
    """
    seen: Counter[tuple[str, ...]] = Counter()
    return [_outline(lines, kind, seen) for lines in documents]


def _outline(lines: Sequence[SourceLine], kind: Kind, seen: Counter[tuple[str, ...]]) -> list[SourceLine]:
    lead = len(find_marks([line.text for line in lines])[1].split()) if kind == "configuration" else 0
    kept: list[SourceLine] = []
    for block in find_blocks(lines, kind):
        own = [line for line in block.lines if says_something(line.text)]
        if not own:
            continue
        words = mask_line(own[0].text, kind).split()[lead:]
        if kind == "log":
            if _is_new(tuple(words[:RECORD_WORDS]), 1, seen):
                kept += [replace(line, text=line.text[:RECORD_CHARACTERS]) for line in own[:2]]
        elif _is_new(tuple(words[:ALIKE_WORDS]), ALIKE_BLOCKS, seen) and _is_new(
            ("", *words[:1]), SAME_WORD_BLOCKS, seen
        ):
            kept += own[:BLOCK_LINES]
    return kept


def _is_new(beginning: tuple[str, ...], most: int, seen: Counter[tuple[str, ...]]) -> bool:
    seen[beginning] += 1
    return seen[beginning] <= most
