"""Whether the closest lines of an answer show the gold answer, and among how many of them. No disk."""

from __future__ import annotations

import re
from dataclasses import replace

from agent.records import Answer, ClosestLine
from evaluation.match_answer import check_words, normalize, shows
from evaluation.records import Gold
from evaluation.score_citations import same_file

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
