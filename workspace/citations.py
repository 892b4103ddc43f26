"""Reads citation marks, as in `[a.cfg:51,54; b.cfg:7 … 12, 698 lines]`, and numbers them. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain

from graph_store.records import SourceLine

MARK = re.compile(r"\[([^\[\]]+:\d[^\[\]]*)\]")
PLACE = re.compile(r"(?P<path>[^;…]+?):(?P<numbers>\d[\d,\-\u2013]*)")
END = re.compile(r"…\s*(?P<number>\d{1,9})\b")
SPAN = re.compile(r"(?<!\d)(\d{1,9})(?!\d)(?:[-\u2013](\d{1,9})(?!\d))?")
TOTAL = re.compile(r",\s(?P<total>[\d,]{1,15})\s\w+$")
WINDOW = re.compile(r"@(?P<first>\d{1,9})-(?P<last>\d{1,9})$")
MOST_OF_A_SPAN = 40


@dataclass(frozen=True, slots=True)
class FileLines:
    """Lines of one file, ascending."""

    path: str
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Citation:
    """What one link opens; `label` is its text, `window` the lines to show where they are not those around."""

    label: str
    places: tuple[FileLines, ...]
    window: range | None = None


@dataclass(frozen=True, slots=True)
class Numbered:
    """A text whose marks are numbers; the first of `sources` is number 1. `lines` counts those that are cited."""

    text: str
    sources: tuple[Citation, ...]
    lines: int


def number_citations(
    text: str, cited: Sequence[SourceLine], show: Callable[[str], str], link: Callable[[int, Citation], str]
) -> Numbered:
    """Put numbers in the place of marks; the same mark has the same number.

    A bracket that names a file that is not cited is text. A mark that leaves out lines opens all that are kept.
    """
    paths = {line.path for line in cited}
    numbers: dict[str, int] = {}
    sources: list[Citation] = []
    pieces: list[str] = []
    behind = total = 0
    for mark in MARK.finditer(text):
        found = read_citation(mark[1])
        if found is None or any(place.path not in paths for place in found.places):
            continue
        if mark[1] not in numbers:
            numbers[mark[1]] = len(numbers) + 1
            sources.append(_all_kept(found, cited))
            left_out = TOTAL.search(mark[1])
            cites = sum(len(place.numbers) for place in found.places)
            total += int(left_out["total"].replace(",", "")) if left_out else cites
        number = numbers[mark[1]]
        pieces += [show(text[behind : mark.start()]), link(number, sources[number - 1])]
        behind = mark.end()
    return Numbered("".join([*pieces, show(text[behind:])]), tuple(sources), total or len(set(cited)))


def _all_kept(citation: Citation, cited: Sequence[SourceLine]) -> Citation:
    """Return a citation with all kept lines between its first and its last one, where it leaves some out."""
    if "…" not in citation.label:
        return citation
    first, last = citation.places[0], citation.places[-1]
    begin, end = (first.path, first.numbers[0]), (last.path, last.numbers[-1])
    within: dict[str, list[int]] = {}
    for line in sorted(set(cited), key=lambda line: (line.path, line.number)):
        if begin <= (line.path, line.number) <= end:
            within.setdefault(line.path, []).append(line.number)
    places = tuple(FileLines(path, tuple(numbers)) for path, numbers in within.items())
    return Citation(citation.label, places)


def read_citation(part: str) -> Citation | None:
    """Read one part of a mark; None when it names no line, as `a.cfg:50-3` does."""
    places = [FileLines(found["path"].strip(), _numbers(found["numbers"])) for found in PLACE.finditer(part)]
    if not places or not all(place.numbers for place in places):
        return None
    end, window = END.search(part), WINDOW.search(part)
    if end and len(places) == 1:
        places = [FileLines(places[0].path, tuple(sorted({*places[0].numbers, int(end["number"])})))]
    shown = range(int(window["first"]), int(window["last"]) + 1) if window else None
    return Citation(WINDOW.sub("", part).strip(), tuple(places), shown)


def _numbers(text: str) -> tuple[int, ...]:
    spans = ((int(first), int(last or first)) for first, last in SPAN.findall(text))
    found = (range(first, min(last, first + MOST_OF_A_SPAN) + 1) for first, last in spans)
    return tuple(sorted(set(chain.from_iterable(found))))
