"""Finds the lines closest to a question: for each of its parts, taken in turns."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest

from agent.reader.candidate_lines import CandidateLines, Scope
from agent.reader.question_terms import read_terms
from agent.reader.rank_lines import rank_lines
from agent.records import ClosestLine

MOST_CLOSEST = 10


@dataclass(frozen=True, slots=True)
class Closest:
    """What was found for a question; `corrected` are words that were read as others: (as asked, as read).

    `scope` tells how many lines have the word that narrows it most: those shown are a part of them.
    """

    lines: tuple[ClosestLine, ...]
    corrected: tuple[tuple[str, str], ...] = ()
    scope: Scope | None = None


class ClosestLines:
    """Finds lines of one graph; make a new one when the graph has changed."""

    def __init__(self, candidates: CandidateLines) -> None:
        self._candidates = candidates

    def find(self, *parts: str, most: int = MOST_CLOSEST) -> Closest:
        """Find the closest lines of each part, and show those of all parts in turns."""
        found = [self._candidates.find(read_terms(part)) for part in parts]
        ranked = [rank_lines(one, most) for one in found]
        turns = [line for round_ in zip_longest(*ranked) for line in round_ if line is not None]
        lines = tuple({(one.path, one.number): one for one in reversed(turns)}.values())[::-1]
        corrected = tuple(pair for one in found for pair in one.corrected)
        return Closest(lines[:most], corrected, found[0].scope if len(found) == 1 else None)
