"""How an answer's citations compare with the lines that prove the gold answer; no disk."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath

from evaluation.records import CitationScore, Evidence
from graph_store.records import SourceLine

LONG_EVIDENCE_LINES = 10
"""More gold lines than this, over all files, are long evidence: nobody wants all of them beside an answer."""
END_LINES = 3
"""An answer shows an end of long evidence when it cites one of so many lines there."""


def score_citations(citations: Sequence[SourceLine], evidence: Sequence[Evidence]) -> CitationScore | None:
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
