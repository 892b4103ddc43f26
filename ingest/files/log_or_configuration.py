"""Tells a log, a configuration and prose apart by their structure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from statistics import median

from ingest.files.read_times import find_time
from ingest.records import Kind
from reading.styles import nested_style

LEVEL_FIRST = re.compile(
    r"(?:(?:[0-9]{1,5} )?<[0-9]{1,3}>"
    r"|\W?(?:trace|debug|info|notice|warn|warning|err|error|crit|critical|alert|fatal|severe)\b(?!=))",
    re.IGNORECASE,
)
STAMP_CHARACTERS = 120
_EVENT = re.compile(r"(?:CEF:|LEEF:)?[0-9](?:\.[0-9]+)?\|(?:[^|]{0,200}\|){4,6}")
_SAID = re.compile(
    r"\w\[[0-9]+\]:|[0-9]\.[0-9]{1,3}[:#@][0-9]{2,5}\b|\b0x[0-9A-Fa-f]{6,}|(?:[A-Z][\w ]{1,40}: ?[^,:]{0,80},){2}"
    r"|\[\w+@[0-9]+ |(?i:\b(?:error|warning|warn|info|debug):\s)"
)
"""What programs say and no configuration does: a process with its id, a peer with its port, a list of findings."""
_SENTENCE = re.compile(
    r"(?:<[0-9]|[A-Za-z][\w.-]{0,30}(?:\[[0-9]+\])?[:|])(?=.*?(?:\b(?:is|was|has|not)\b|[a-z]{2}(?:ed|ing)\b))"
    r".*?(?:[0-9]|'|\")"
)
"""A program or a number in front, and behind it a verb and a value: a sentence that a program wrote."""
_DATED = re.compile(r"[0-9]{1,4}[-/][0-9]{1,2}[-/][0-9]{1,4}[ T,][0-9]{1,2}:[0-9]{2}")
SAYING = 0.4
SENTENCES = 0.4
UNINDENTED = 0.95
_FUNCTION_WORD = re.compile(
    r"\b(?:the|of|and|is|are|was|were|that|this|which|with|it|its|be|been|an)\b", re.IGNORECASE
)
_WORDS = re.compile(r"[A-Za-z]{2,}")
_PUNCTUATED = re.compile(r"[a-z][.,;:](?:\s|$)")
PROSE_SHARE = 0.35
PROSE_WORDS = 7


def kind_of(lines_sample: Sequence[str]) -> Kind:
    """Say what a file is from some of its lines: a log has a time or level in most, or one JSON object a line.

    Lines that a `#` begins, as in the head of a log in columns, say neither.
    """
    starts = [line for line in lines_sample if line.strip() and not line[0].isspace() and line[0] != "#"]
    whole, filled = len(starts), sum(1 for line in lines_sample if line.strip())
    places = Counter(place for place in map(_time_place, starts) if place)
    together = max(places.values(), default=0)

    def most(share: float, holds: Callable[[str], object]) -> bool:
        return sum(1 for line in starts if holds(line)) >= share * whole

    is_log = whole > 0 and (
        (whole > 1 and most(0.8, _is_object))
        or most(0.5, LEVEL_FIRST.match)
        or together >= 0.5 * whole
        or (together > 2 and together >= 0.1 * whole)
        or (most(1.0, lambda line: line.count(",") > 2) and most(0.5, lambda line: _DATED.search(line[:60])))
        or (whole > 4 and most(SAYING, lambda line: _SAID.search(line[:600]) or _EVENT.search(line[:400])))
        or (
            whole > 4
            and whole >= UNINDENTED * filled
            and most(SENTENCES, lambda line: _SENTENCE.match(line[:300]))
        )
    )
    return "log" if is_log else "configuration"


def _is_object(line: str) -> bool:
    line = line.strip()
    return len(line) > 2 and line[0] == "{" and line[-1] == "}" and ":" in line


def _time_place(line: str) -> tuple[str, int] | None:
    """Name the format of the time that a line's header has, and how many words stand before it."""
    found = find_time(line[:STAMP_CHARACTERS])
    return (found.format, len(line[: found.start].split())) if found else None


def is_prose(lines: Sequence[str]) -> bool:
    """True when the lines read like English sentences, or in any language are as long and as punctuated.

    A document that is nested in signs is none, however many words a line has.
    """
    full = [line.rstrip() for line in lines if line.strip()]
    coded = sum(line.endswith(("{", "}", ";")) for line in full)
    if nested_style(full) in ("json", "xml") or coded >= 0.5 * len(full) > 0:
        return False
    words = [len(_WORDS.findall(line)) for line in full]
    if len(full) < 3:
        return False
    long = [line for line, count in zip(full, words, strict=True) if count >= 4]
    sentences = sum(len(_FUNCTION_WORD.findall(line)) >= 2 for line in long)
    punctuated = sum(bool(_PUNCTUATED.search(line)) for line in full)
    reads = len(long) >= 3 and sentences >= PROSE_SHARE * len(long) and sentences >= 0.25 * len(full)
    return reads or (median(words) >= PROSE_WORDS and punctuated >= 0.5 * len(full))
