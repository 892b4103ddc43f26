"""The marks of an answer, as in `[a.cfg:51,54; b.cfg:7 … 12, 698 lines]`, as links to source lines. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from urllib.parse import quote

from chat.words.markdown import show_plain

MARK = re.compile(r"\[([^\[\]]+:\d[^\[\]]*)\]")
PLACE = re.compile(r"(?P<path>[^;…]+?):(?P<numbers>\d[\d,\-\u2013]*)")
END = re.compile(r"…\s*(?P<number>\d+)\b")
SPAN = re.compile(r"(\d+)(?:[-\u2013](\d+))?")
MOST_OF_A_SPAN = 40
KIND, SOURCE, CITATION = "wirelore", "source", "citation"
LONGEST = 1000
LINK = "#source="
"""How the address of a citation's link begins; the page's script asks for what stands behind it."""


@dataclass(frozen=True, slots=True)
class Place:
    """Lines of one file, ascending."""

    path: str
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Citation:
    """What one link opens; `label` is its text."""

    label: str
    places: tuple[Place, ...]


def link_citations(text: str, paths: Collection[str], show: Callable[[str], str]) -> str:
    """Return the answer as Markdown in which every citation is a link.

    A bracket that names none of `paths` is text; `show` turns text into Markdown.
    """
    pieces: list[str] = []
    behind = 0
    for mark in MARK.finditer(text):
        found = [read_citation(part) for part in mark[1].split(";")]
        links = [_link(one) for one in found if one and all(place.path in paths for place in one.places)]
        if len(links) == len(found):
            pieces += [show(text[behind : mark.start()]), f"\\[{'; '.join(links)}\\]"]
            behind = mark.end()
    return "".join([*pieces, show(text[behind:])])


def _link(citation: Citation) -> str:
    return f"[{show_plain(citation.label)}]({LINK}{quote(citation.label, safe='')})"


def read_citation(part: str) -> Citation | None:
    """Read one part of a mark; None when it names no line."""
    places = [Place(found["path"].strip(), _numbers(found["numbers"])) for found in PLACE.finditer(part)]
    end = END.search(part)
    if end and len(places) == 1:
        places = [Place(places[0].path, tuple(sorted({*places[0].numbers, int(end["number"])})))]
    return Citation(part.strip(), tuple(places)) if places else None


def _numbers(text: str) -> tuple[int, ...]:
    found: set[int] = set()
    for first, last in SPAN.findall(text):
        end = min(int(last or first), int(first) + MOST_OF_A_SPAN)
        found.update(range(int(first), end + 1))
    return tuple(sorted(found))


def read_request(asked: object) -> Citation | None:
    """Read what the page's script sends for a click; None when it is something else."""
    if not isinstance(asked, dict) or asked.get(KIND) != SOURCE:
        return None
    label = asked.get(CITATION)
    return read_citation(label) if isinstance(label, str) and len(label) <= LONGEST else None
