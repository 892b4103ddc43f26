"""What a question holds: its terms, the devices and the time that it names, and what it wants done with them. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from types import MappingProxyType

from agent.question_times import Window, read_since, read_window
from agent.reader.english import operations, phrases, word_list, word_table
from agent.reader.question_terms import Term, read_terms

TOKEN = re.compile(r"\w[\w.:/-]*\w")
SPOKEN = re.compile(r"\w[\w.:/-]*\w|\w")
"""A word or value of a question, however short."""
_NO_TERMS = ("lack", "compare", "happen", "each", "overview", "trouble", "high", "low")
"""Operations whose words say nothing else; but for those with other meanings: the longest is a duration."""


@dataclass(frozen=True, slots=True)
class ParsedQuestion:
    """A question taken apart. `wants` are the operations that its words name."""

    text: str
    terms: tuple[Term, ...]
    devices: tuple[str, ...]
    window: Window | None
    wants: frozenset[str]
    since: str = ""
    """When the time begins that a question names by now: "since Monday", "in the last 2 days" (ISO 8601, UTC)."""
    documents: tuple[int, ...] = ()
    """Serials of the files whose names or folders the question names, where it does not mean all."""

    @property
    def is_timeless(self) -> bool:
        """Tell whether a question names no time and no files."""
        return self.window is None and not self.since and not self.documents

    @property
    def asks_for_events(self) -> bool:
        """Tell whether a question is about what happened, or names a time of day or a date."""
        return self.window is not None or "happen" in self.wants

    @property
    def plain(self) -> str:
        """Return the text in lower case, without what stands for another word: "switched off"."""
        return _phrases().sub(" ", self.text.lower())

    @property
    def builds(self) -> frozenset[str]:
        """Return the words that are no terms and build the sentence, or change what it means."""
        named = {part for term in self.terms for part in re.findall("[a-z]+", term.text.lower())}
        spoken = {word.partition("'")[0] for word in re.findall("[a-z']+", self.plain)} - named
        return frozenset(spoken & (word_list("function") | word_list("unsure")))


@cache
def _phrases() -> re.Pattern[str]:
    long = sorted((" ".join(one) for one in phrases() if len(one) > 1), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, long))})\b")


def read_asked(
    text: str, devices_of: Callable[[Term], tuple[str, ...]], now: datetime | None = None
) -> ParsedQuestion:
    """Take a question apart; a word that only names an operation, a device or a time is no term.

    "since Monday" is a time only where `now` is given, in UTC.
    """
    words = re.findall(
        r"(?<!\S)[a-z]/[a-z]?(?!\S)|[a-z']+", _phrases().sub(" ", text.lower().replace("\u2019", "'"))
    )
    said = {word.partition("'")[0] for word in words}
    wants = frozenset(name for name, listed in operations().items() if said & listed)
    since, text_without = read_since(text, now) if now else ("", text)
    window, rest = read_window(text_without, said)
    terms: list[Term] = []
    devices: list[str] = []
    for token in TOKEN.findall(rest):
        if named := devices_of(Term(token, MappingProxyType({}))):
            devices += named
            rest = rest.replace(token, " ", 1)
    for term in read_terms(rest):
        named = devices_of(term)
        devices += named
        is_time = window is not None and term.text.lower() in word_table("periods")
        if not (named or term.days or is_time or _only_operates(term)):
            terms.append(term)
    return ParsedQuestion(text, tuple(terms), tuple(dict.fromkeys(devices)), window, wants, since)


def _only_operates(term: Term) -> bool:
    word = term.text.lower()
    return any(word in operations()[name] for name in _NO_TERMS) and len(term.stems) < 3
