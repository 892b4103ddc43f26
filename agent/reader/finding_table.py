"""Chooses the findings that a question is about. They are read once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from agent.reader.english import operations, word_list, word_table
from agent.reader.parse_question import ParsedQuestion
from agent.reader.question_terms import Term, fits_value, token_stems
from agent.records import AnswerTable
from findings.records import SEVERITIES, Finding
from graph_store.text_search.tokenize_line import search_tokens

MOST_SHOWN = 4
MOST_BESIDE = 2
"""Findings that are shown where the question is not what is wrong."""
MOST_OF_ALL = 12
"""Findings that are shown where a question asks for what is wrong, and for nothing else."""
LINES_READ = 3
LINES_CITED = 6
IN_LINES = 0.6
"""What a word in the lines is worth beside one in the message, where one asks what is wrong or all are there."""
LEAST = 0.4
SURE = 0.7
"""What an alias must weigh: others say little of what a finding is about."""
FEWEST_DIGITS = 3
"""A shorter number stands in most messages, and says nothing of what they are about."""


@dataclass(frozen=True, slots=True)
class IndexedFinding:
    """A finding with the stems of its message, of its first lines, and its devices in lower case."""

    finding: Finding
    said: frozenset[str]
    shown: frozenset[str]
    devices: frozenset[str]


class FindingTable:
    """Knows the findings that `read` returns; make a new one when they have changed."""

    def __init__(self, read: Callable[[], Sequence[Finding]]) -> None:
        self._read = read
        self._found: tuple[IndexedFinding, ...] | None = None
        self._lock = threading.Lock()

    def findings(self) -> tuple[IndexedFinding, ...]:
        """Read all findings, with the words of their messages and lines. Raises GraphError."""
        with self._lock:
            if self._found is None:
                self._found = tuple(map(_index, self._read()))
            return self._found

    def says(self, term: Term) -> bool:
        """Tell whether the message of some finding has a word of the question."""
        return any(_best(term, one.said) for one in self.findings())

    def about(self, asked: ParsedQuestion, names_kind: Callable[[Term], bool]) -> AnswerTable | None:
        """Show the findings about the things, the devices or the topic of a question; None where there are none.

        A word that `names_kind` is a topic beside others only, or where one asks what is wrong.
        """
        topics = [one for one in asked.terms if one.weight >= 1 and one.text.lower() not in _failures()]
        topics = [one for one in topics if one.is_value and len(one.text) >= FEWEST_DIGITS] or topics
        if asked.wants & {"trouble", "signs"}:  # a word of no finding tells none of them from the others
            said = tuple(one for one in asked.terms if one.is_value or self.says(one))
            asked = replace(asked, terms=said or asked.terms)
        ends = {name.lower() for name in asked.devices} if len(asked.devices) > 1 else set()
        kept = [
            indexed
            for indexed in self.findings()
            if not topics
            or (ends and ends <= indexed.devices)
            or any(share(topic, indexed, IN_LINES) for topic in topics)
        ]
        scored = [(_score(indexed, asked, names_kind), indexed.finding) for indexed in kept]
        found = [(score, finding) for score, finding in scored if score >= LEAST]
        if not found:
            return None
        found.sort(key=lambda one: (-round(one[0], 2), SEVERITIES.index(one[1].severity)))
        shown = [finding for _, finding in found[: _most(asked)]]
        return AnswerTable(
            "findings",
            ("severity", "finding"),
            tuple((one.severity, one.message) for one in shown),
            len(found),
            tuple(one.lines[:LINES_CITED] for one in shown),
        )


@cache
def _failures() -> frozenset[str]:
    """Return the words that say that something fails, and not what: findings about anything else say them, too."""
    words = word_table("outcomes")["bad"].split()
    return frozenset(words) | operations()["signs"] | operations()["trouble"] | word_list("moves")


def _index(finding: Finding) -> IndexedFinding:
    said = _stems(f"{finding.message} {finding.kind.replace('-', ' ')}")
    shown = _stems(" ".join(line.text for line in finding.lines[:LINES_READ]))
    return IndexedFinding(finding, said, shown, frozenset(map(str.lower, finding.devices)))


def _stems(text: str) -> frozenset[str]:
    return frozenset(stemmed for token in search_tokens(text) for stemmed in token_stems(token))


def _most(asked: ParsedQuestion) -> int:
    most = MOST_SHOWN if _has_topic(asked) else MOST_OF_ALL
    return most if asked.wants & {"trouble", "signs"} else MOST_BESIDE


def is_general(asked: ParsedQuestion) -> bool:
    """Tell whether a question asks what is wrong, and names no topic."""
    return bool(asked.wants & {"trouble", "overview"}) and not _has_topic(asked) and asked.window is None


def _has_topic(asked: ParsedQuestion) -> bool:
    return any(term.weight >= 1 for term in asked.terms)


def _score(one: IndexedFinding, asked: ParsedQuestion, names_kind: Callable[[Term], bool]) -> float:
    """Score from 0 to about 2: by the share of the question's terms, and of its devices."""
    devices = {name.lower() for name in asked.devices}
    named = len(devices & one.devices) / len(devices) if devices else 0.0
    if devices and not named:
        return 0.0
    if is_general(asked):
        return 1.0 + named - 0.1 * SEVERITIES.index(one.finding.severity)
    searching = bool(asked.wants & {"trouble", "signs"})
    strong = [term for term in asked.terms if term.weight >= 1]
    terms = strong or (list(asked.terms) if searching else [])
    weight = sum(term.weight for term in terms)
    with_lines = [share(term, one, IN_LINES) for term in terms]
    in_lines = searching or (all(with_lines) and not any(map(names_kind, terms)))
    shares = with_lines if in_lines else [share(term, one) for term in terms]
    shared = sum(term.weight * share for term, share in zip(terms, shares, strict=True)) / (weight or 1)
    telling = any(share and not names_kind(term) for term, share in zip(terms, shares, strict=True))
    if not (searching or telling or (len(terms) > 1 and all(shares))):
        shared = 0.0
    whole = len(devices) > 1 and named == 1.0
    if not shared and not (whole and "trouble" in asked.wants):
        return 0.0
    return shared + (0.5 if whole else 0.2 * named) + (0.1 if "trouble" in asked.wants else 0.0)


def share(term: Term, one: IndexedFinding, in_lines: float = 0.0) -> float:
    """Return how surely a finding says a term, in its message or with `in_lines` in its lines."""
    if term.is_value:
        value = term.text.lower()
        if value.isdecimal() and len(value) < FEWEST_DIGITS:
            return 0.0
        for stems, share in ((one.said, 1.0), (one.shown, IN_LINES)):
            if value in stems or any(fits_value(value, token) for token in stems):
                return share
        return 0.0
    return max(_best(term, one.said), in_lines * _best(term, one.shown))


def _best(term: Term, stems: frozenset[str]) -> float:
    shares = (weight for stemmed, weight in term.stems.items() if weight >= SURE and stemmed in stems)
    return max(shares, default=0.0)
