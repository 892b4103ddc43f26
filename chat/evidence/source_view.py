"""The source lines around a citation, read from the graph, with the cited ones marked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from agent.mask_secrets import SecretMask
from agent.records import Answer
from chat.evidence.citations import Citation, Place
from chat.evidence.mask_blocks import LINES, mask_blocks
from chat.words.markdown import show_code, show_plain
from chat.words.say import say
from graph_store.graph import ReadableGraph
from graph_store.records import SourceLine

AROUND = 6
MOST_LINES = 400
CITED, OTHER, LEFT_OUT = "▶", " ", "⋯"


def view_source(
    citation: Citation, graph: ReadableGraph, mask: SecretMask, *, show_secrets: bool = False
) -> str:
    """Write the lines that a citation names and those around them, as Markdown. Raises GraphError."""
    return "\n\n".join(_view_place(place, graph, mask, show_secrets) for place in citation.places)


def _view_place(place: Place, graph: ReadableGraph, mask: SecretMask, show_secrets: bool) -> str:
    numbers = numbers_around(place.numbers)
    table = graph.read(LINES, {"path": place.path, "numbers": numbers}, row_limit=MOST_LINES)
    read = tuple(SourceLine(place.path, int(str(number)), str(text)) for number, text in table.rows)
    if not show_secrets:
        read = mask_blocks(read, graph, mask.redactor)
    lines = mask.answer(Answer("", "answered", read)).citations
    heading = f"**{show_plain(place.path)}** · {say_numbers(place.numbers)}"
    if not lines:
        return f"{heading}\n\n{say('source.gone')}"
    return f"{heading}\n\n{show_code(draw_lines(lines, place.numbers))}"


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
