"""Reads the synthesizer's reply as statements with the rows and lines that each one cites. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

MARK = re.compile(r"(?:(?<!\s)\s+)?\[(?P<inside>[^\[\]`\"]+)\]")
_TO = r"\s*(?:-|\u2013|to|…|\.\.\.?)\s*"
_SPAN = rf"(?:rows?\s+|#)?\d+(?:{_TO}\d+)?"
_FILE = r"[^:;,]+:\s*+\d++(?:\s*+[,…\u2013-]++\s*+\d++(?!(?:,\d{3})*+\s*[^\s;,…\u2013-]))*+"
ROWS = re.compile(rf"{_SPAN}(?:\s*(?:,|;|and)\s*{_SPAN})*")
SPAN = re.compile(rf"(?<!\d)(\d{{1,9}})(?!\d)(?:{_TO}(\d{{1,9}})(?!\d))?")
PLACES = re.compile(rf"{_FILE}(?:\s*+[;,]\s*+{_FILE})*+(?:, [\d,]+ lines)?")
FILE = re.compile(r"(?P<path>[^:;,\s][^:;,]{0,300}):\s*(?P<numbers>\d+(?:\s*[,…\u2013-]++\s*\d+(?!\s*:))*)")
BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+")
SAID_QUOTED = re.compile(r"`[^`]*`|\"[^\"]*\"|“[^”]*”")
LARGEST_SPAN = 10_000
NO_ANSWER = re.compile(r"^\W*NONE\W*$")


@dataclass(frozen=True, slots=True)
class Said:
    """One statement. `rows` are the numbers that it cites, `places` the lines; `lead` ends with a colon, `item` hangs
    below one."""

    text: str
    rows: tuple[int, ...] = ()
    places: tuple[tuple[str, int], ...] = ()
    item: bool = False

    @property
    def lead(self) -> bool:
        """Say whether it only introduces what follows."""
        return self.text.endswith(":") and not self.rows and not self.places


def read_line(line: str) -> tuple[Said, ...]:
    """Read one line of a reply; a statement ends with its marks."""
    bullet = BULLET.match(line)
    rest = line[bullet.end() :] if bullet else line.strip()
    return tuple(_statements(rest.replace("**", "").replace("~~", "").strip(), bullet is not None))


def _statements(text: str, item: bool) -> Iterator[Said]:
    """Cut a text behind each group of marks; marks inside quoted text are text."""
    quoted = [match.span() for match in SAID_QUOTED.finditer(text)]
    at, end = 0, -1
    marks: list[str] = []
    for mark in MARK.finditer(text):
        if not _is_mark(mark, quoted):
            continue
        if end >= 0 and text[end : mark.start()].strip(" ,.;"):
            yield _said(text[at:end], marks, item)
            at, marks = end, []
        marks.append(mark["inside"].strip())
        end = mark.end()
    if end >= 0:
        yield _said(text[at:end], marks, item)
        at = end
    if text[at:].strip(" .;,"):
        yield _said(text[at:], [], item)


def _is_mark(mark: re.Match[str], quoted: Sequence[tuple[int, int]]) -> bool:
    inside = mark["inside"].strip()
    if any(start < mark.start("inside") < stop for start, stop in quoted):
        return False
    return ROWS.fullmatch(inside) is not None or PLACES.fullmatch(inside) is not None


def _said(text: str, marks: list[str], item: bool) -> Said:
    quoted = [match.span() for match in SAID_QUOTED.finditer(text)]
    bare = MARK.sub(lambda mark: "" if _is_mark(mark, quoted) else mark[0], text)
    rows = [number for mark in marks if ROWS.fullmatch(mark) for number in _rows(mark)]
    places = [place for mark in marks if not ROWS.fullmatch(mark) for place in _places(mark)]
    return Said(
        bare.strip().lstrip(".;, ").strip(), tuple(dict.fromkeys(rows)), tuple(dict.fromkeys(places)), item
    )


def _rows(inside: str) -> list[int]:
    found: list[int] = []
    for first, last in SPAN.findall(inside):
        low, high = int(first), int(last or first)
        found += range(low, min(high, low + LARGEST_SPAN) + 1)
    return found


def _places(inside: str) -> list[tuple[str, int]]:
    return [
        (match["path"].strip(), int(number))
        for match in FILE.finditer(inside)
        for number in re.findall(r"(?<!\d)\d{1,9}(?!\d)", match["numbers"])
    ]
