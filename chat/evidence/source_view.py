"""The source lines around a citation, read from the graph, with the cited ones marked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from urllib.parse import quote

from agent.records import Answer
from agent.secrets.mask_secrets import SecretMask
from chat.evidence.citations import LINK, Citation, FileLines
from chat.evidence.mask_blocks import LINES, mask_blocks
from chat.words.markdown import show_code, show_plain
from chat.words.say import say
from graph_store.graph import ReadableGraph
from graph_store.records import SourceLine

AROUND = 6
NEAR = 2
LENGTH = "MATCH (d:Document {path: $path, state: 'ready'}) RETURN d.lines"
MOST_LINES = 400
CITED, OTHER, LEFT_OUT = "▶", " ", "⋯"


def view_source(
    citation: Citation, graph: ReadableGraph, mask: SecretMask, *, show_secrets: bool = False
) -> str:
    """Write the lines that a citation names and those around them, as Markdown. Raises GraphError."""
    alone = len(citation.places) == 1
    return "\n\n".join(
        ("" if alone else f"**{show_plain(place.path)}** · ")
        + _view_place(place, citation.window if alone else None, graph, mask, show_secrets)
        for place in citation.places
    )


def _view_place(
    place: FileLines, window: range | None, graph: ReadableGraph, mask: SecretMask, show_secrets: bool
) -> str:
    numbers = tuple(window[:MOST_LINES]) if window else numbers_around(place.numbers)
    table = graph.read(LINES, {"path": place.path, "numbers": numbers}, row_limit=MOST_LINES)
    read = tuple(SourceLine(place.path, int(str(number)), str(text)) for number, text in table.rows)
    if not show_secrets:
        read = mask_blocks(read, graph, mask.redactor)
    lines = mask.answer(Answer("", "answered", read)).citations
    heading = say_numbers(place.numbers)
    if not lines:
        return f"{heading}\n\n{say('source.gone')}"
    return f"{heading}\n\n{show_code(draw_lines(lines, place.numbers))}\n\n{_pages(place, graph)}"


def _pages(place: FileLines, graph: ReadableGraph) -> str:
    """Link the pages of the whole file; of a long one the first, the last and those near the first cited line."""
    found = graph.read(LENGTH, {"path": place.path}, row_limit=1).rows
    lines = int(str(found[0][0] or 0)) if found else 0
    if not lines:
        return ""
    here, last = (place.numbers[0] - 1) // MOST_LINES, (lines - 1) // MOST_LINES
    pages = sorted({0, last, *range(max(0, here - NEAR), min(last, here + NEAR) + 1)})
    links = [_page(place, page * MOST_LINES + 1, min(lines, (page + 1) * MOST_LINES)) for page in pages]
    return f"{say('source.pages', lines=lines)} {' · '.join(links)}"


def _page(place: FileLines, first: int, last: int) -> str:
    numbers = ",".join(map(str, [one for one in place.numbers if first <= one <= last] or place.numbers[:1]))
    return f"[{first:,}\u2013{last:,}]({LINK}{quote(f'{place.path}:{numbers} @{first}-{last}', safe='')})"


def numbers_around(cited: Sequence[int], around: int = AROUND) -> tuple[int, ...]:
    """Number the lines to show, ascending: the cited ones first, as many of the others as there is room for."""
    near = {number for one in cited[:MOST_LINES] for number in range(max(1, one - around), one + around + 1)}
    return tuple(sorted(near)[:MOST_LINES])


def say_numbers(numbers: Sequence[int]) -> str:
    """Say which lines: "line 7", "lines 51, 54"."""
    shown = ", ".join(map(str, numbers[:8])) + (" …" if len(numbers) > 8 else "")
    return say("source.line" if len(numbers) == 1 else "source.lines", numbers=shown)


def draw_lines(lines: Sequence[SourceLine], cited: Iterable[int]) -> str:
    """Draw lines with their numbers, the cited ones marked, and a gap where some are left out."""
    marked = frozenset(cited)
    width = len(str(lines[-1].number))
    drawn = [
        f"{CITED if line.number in marked else OTHER} {line.number:>{width}}  {line.text}".rstrip()
        for line in lines
    ]
    gaps = [place for place, (one, other) in enumerate(pairwise(lines), 1) if other.number - one.number > 1]
    for place in reversed(gaps):
        drawn.insert(place, f"{OTHER} {LEFT_OUT:>{width}}")
    return "\n".join(drawn)
