"""Shows the source lines around a citation, with the cited ones marked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from chat.evidence.citation_links import write_link
from chat.words.markdown import show_code, show_plain
from chat.words.say import say
from graph_store.graph import ReadableGraph
from graph_store.records import SourceLine
from workspace.citations import Citation, FileLines
from workspace.original_lines import read_texts
from workspace.versions import named_version

AROUND = 6
NEAR = 2
LENGTH = "MATCH (d:Document {path: $path, state: 'ready'}) RETURN d.lines"
MOST_LINES = 400
CITED, OTHER, LEFT_OUT = "▶", " ", "⋯"


def view_source(citation: Citation, graph: ReadableGraph, kg: str) -> str:
    """Write the lines that a citation names and those around them, as Markdown. Raises GraphError.

    Lines of a version that is not loaded any more are those that are kept beside the KG.
    """
    alone = len(citation.places) == 1
    shown = []
    for place in citation.places:
        window = citation.window if alone else None
        numbers = tuple(window[:MOST_LINES]) if window else numbers_around(place.numbers)
        length = _length(place.path, graph)
        kept = None if length else named_version(kg, place.path)
        if kept:
            length = len(kept.lines)
            texts = {number: kept.lines[number - 1] for number in numbers if number <= length}
        else:
            texts = read_texts(place.path, numbers, graph, MOST_LINES)
        lines = tuple(SourceLine(place.path, number, text) for number, text in texts.items())
        heading = ("" if alone else f"**{show_plain(place.path)}** · ") + say_numbers(place.numbers)
        code = f"{show_code(draw_lines(lines, place.numbers))}\n\n{_pages(place, length)}" if lines else ""
        shown.append(f"{heading}\n\n{code or say('source.gone')}")
    return "\n\n".join(shown)


def _length(path: str, graph: ReadableGraph) -> int:
    """Return how many lines a loaded document has, 0 where there is none."""
    found = graph.read(LENGTH, {"path": path}, row_limit=1).rows
    return int(str(found[0][0] or 0)) if found else 0


def _pages(place: FileLines, lines: int) -> str:
    """Link the pages of the whole file; of a long one the first, the last and those near the first cited line."""
    if not lines:
        return ""
    here, last = (place.numbers[0] - 1) // MOST_LINES, (lines - 1) // MOST_LINES
    pages = sorted({0, last, *range(max(0, here - NEAR), min(last, here + NEAR) + 1)})
    links = []
    for first in (page * MOST_LINES + 1 for page in pages):
        until = min(lines, first + MOST_LINES - 1)
        here_too = [number for number in place.numbers if first <= number <= until] or place.numbers[:1]
        shown = f"{place.path}:{','.join(map(str, here_too))} @{first}-{until}"
        links.append(write_link(f"{first:,}\u2013{until:,}", shown))
    return f"{say('source.pages', lines=lines)} {' · '.join(links)}"


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
