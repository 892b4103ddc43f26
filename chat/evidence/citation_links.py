"""Writes citations as links that the page's script opens, and reads what it sends for a click."""

from __future__ import annotations

from collections.abc import Callable, Collection
from urllib.parse import quote

from chat.words.markdown import show_plain
from workspace.citations import MARK, Citation, read_citation

KIND, SOURCE, CITATION = "wirelore", "source", "citation"


LONGEST = 4000


LINK = "#source="
"""How the address of a citation's link begins; the page's script asks for what stands behind it."""


def write_link(shown: str, places: str) -> str:
    """Write Markdown as a link to lines, which the page's script asks for."""
    return f"[{shown}]({LINK}{quote(places, safe='')})"


def link_number(number: int, citation: Citation) -> str:
    """Write a number as a link to its lines."""
    return write_link(f"\\[{number}\\]", say_places(citation))


def say_places(citation: Citation) -> str:
    """Write all places of a citation, as `read_citation` reads them: "a.cfg:7,9; b.cfg:1"."""
    said = "; ".join(f"{place.path}:{','.join(map(str, place.numbers))}" for place in citation.places)
    return said if len(said) <= LONGEST else citation.label


def link_citations(text: str, paths: Collection[str], show: Callable[[str], str]) -> str:
    """Return the answer as Markdown in which every citation is a link.

    A bracket that names none of `paths` is text; `show` turns text into Markdown.
    """
    pieces: list[str] = []
    behind = 0
    for mark in MARK.finditer(text):
        found = [read_citation(part) for part in mark[1].split(";")]
        known = [one for one in found if one and all(place.path in paths for place in one.places)]
        links = [write_link(show_plain(one.label), one.label) for one in known]
        if len(links) == len(found):
            pieces += [show(text[behind : mark.start()]), f"\\[{'; '.join(links)}\\]"]
            behind = mark.end()
    return "".join([*pieces, show(text[behind:])])


def read_request(asked: object) -> Citation | None:
    """Read what the page's script sends for a click; None when it is something else."""
    if not isinstance(asked, dict) or asked.get(KIND) != SOURCE:
        return None
    label = asked.get(CITATION)
    return read_citation(label) if isinstance(label, str) and len(label) <= LONGEST else None
