"""Whether the closest lines of an answer show the gold answer, and among how many of them. No disk."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from agent.records import Answer, ClosestLine
from evaluation.match_answer import check_words, normalize, shows
from evaluation.records import CitationScore, Gold, GoldEvidence
from graph_store.records import SourceLine

# How an answer's citations compare with the lines that prove the gold answer; no disk.


LONG_EVIDENCE_LINES = 10
"""More gold lines than this, over all files, are long evidence: nobody wants all of them beside an answer."""
END_LINES = 3
"""An answer shows an end of long evidence when it cites one of so many lines there."""


def score_citations(
    citations: Sequence[SourceLine], evidence: Sequence[GoldEvidence]
) -> CitationScore | None:
    """Compare citations with gold lines; None when there are none, or only the first are known.

    Recall is the share of the gold lines that are cited. Long evidence (more than LONG_EVIDENCE_LINES) counts
    as wholly cited when one of its first and one of its last END_LINES lines are, in the order of `evidence`:
    this is how an answer about hundreds of lines cites them. `recall_strict` does without that rule. The same
    line cited twice counts once.
    """
    gold = [(each.file, number) for each in evidence for number in each.line_numbers]
    if not gold or any(each.truncated for each in evidence):
        return None
    cited = {(line.path, line.number) for line in citations}
    proven = [place for place in gold if any(_same_place(place, mark) for mark in cited)]
    right = sum(any(_same_place(place, mark) for place in gold) for mark in cited)
    strict = len(proven) / len(gold)
    return CitationScore(
        precision=right / len(cited) if cited else None,
        recall=1.0 if _shows_both_ends(gold, proven) else strict,
        recall_strict=strict,
    )


def same_file(one: str, other: str) -> bool:
    """Tell whether two relative paths name one file: the shorter is the end of the longer, in whole parts."""
    short, long = sorted((PurePosixPath(one).parts, PurePosixPath(other).parts), key=len)
    return bool(short) and long[-len(short) :] == short


def _same_place(one: tuple[str, int], other: tuple[str, int]) -> bool:
    return one[1] == other[1] and same_file(one[0], other[0])


def _shows_both_ends(gold: Sequence[tuple[str, int]], proven: Sequence[tuple[str, int]]) -> bool:
    if len(gold) <= LONG_EVIDENCE_LINES:
        return False
    return any(place in proven for place in gold[:END_LINES]) and any(
        place in proven for place in gold[-END_LINES:]
    )


_ISO = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d+)?)Z?")
FIRST, SECOND = 5, 10
"""Of the closest lines, so many are looked at."""


def closest_rank(gold: Gold, answer: Answer) -> int:
    """Return how many of the closest lines show the gold answer, with what was answered of it; 0 when they do not.

    Shown are lines with their files and counts, as a person sees them. Where the gold has words to look for, all of
    them have to be there; else each gold item; else one line of the evidence.
    """
    for count in range(1, min(len(answer.closest), SECOND) + 1):
        if _shows_answer(gold, answer.text if answer.citations else "", answer.closest[:count]):
            return count
    return 0


def _shows_answer(gold: Gold, text: str, closest: tuple[ClosestLine, ...]) -> bool:
    shown = "\n".join([text, *map(_as_shown, closest)])
    if gold.must_contain or gold.any_of or gold.numeric:
        return not tuple(check_words(replace(gold, must_not_contain=()), shown))
    if gold.items:
        plain = normalize(shown)
        return all(shows(plain, part) for item in gold.items for part in item.split())
    return any(
        line.number in each.line_numbers and same_file(line.path, each.file)
        for one in closest
        for line in one.lines
        for each in gold.evidence
    )


def _as_shown(one: ClosestLine) -> str:
    alike = f" ({one.count} alike)" if one.count > 1 else ""
    text = _ISO.sub(r"\1 \2 ", one.text)
    return f"{one.path}{alike}\n{text}"
