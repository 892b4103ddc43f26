"""Shows the source lines around a citation, with the cited ones marked and secrets masked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from agent.records import Answer, Outcome
from agent.secrets.mask_secrets import SecretMask
from chat.evidence.citations import Citation, FileLines, write_link
from chat.words.markdown import show_code, show_plain
from chat.words.say import say
from graph_store.graph import ReadableGraph
from graph_store.records import Cell, SourceLine
from language_model.redact import Redactor, may_be_of_block

AROUND = 6
NEAR = 2
LENGTH = "MATCH (d:Document {path: $path, state: 'ready'}) RETURN d.lines"
MOST_LINES = 400
CITED, OTHER, LEFT_OUT = "▶", " ", "⋯"


def view_source(citation: Citation, graph: ReadableGraph, *, show_secrets: bool = False) -> str:
    """Write the lines that a citation names and those around them, as Markdown. Raises GraphError."""
    alone, mask = len(citation.places) == 1, SecretMask(show_secrets)
    shown = []
    for place in citation.places:
        window = citation.window if alone else None
        numbers = tuple(window[:MOST_LINES]) if window else numbers_around(place.numbers)
        texts = read_texts(place.path, numbers, graph, MOST_LINES)
        read = tuple(SourceLine(place.path, number, text) for number, text in texts.items())
        if not show_secrets:
            read = mask_blocks(read, graph, mask.redactor)
        lines = mask.answer(Answer("", "answered", read)).citations
        heading = ("" if alone else f"**{show_plain(place.path)}** · ") + say_numbers(place.numbers)
        code = f"{show_code(draw_lines(lines, place.numbers))}\n\n{_pages(place, graph)}" if lines else ""
        shown.append(f"{heading}\n\n{code or say('source.gone')}")
    return "\n\n".join(shown)


def _pages(place: FileLines, graph: ReadableGraph) -> str:
    """Link the pages of the whole file; of a long one the first, the last and those near the first cited line."""
    found = graph.read(LENGTH, {"path": place.path}, row_limit=1).rows
    lines = int(str(found[0][0] or 0)) if found else 0
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


# Masks lines that are secret only by the block they stand in, where they are shown without it. Reads the graph.


BEFORE = 200
"""Lines read before one: a key of 8,192 bits has 100, a certificate as a dump no more than that."""
MOST = 50
"""Lines whose block is looked at; further ones that may be of a block are taken for secrets."""
LINES = """\
MATCH (d:Document {path: $path, state: 'ready'})
UNWIND $numbers AS number
MATCH (l:Line {id: d.serial * 4294967296 + number})
RETURN l.number AS number, l.text AS text ORDER BY number"""


def mask_blocks(
    lines: Sequence[SourceLine], graph: ReadableGraph, redactor: Redactor
) -> tuple[SourceLine, ...]:
    """Mask those lines that are secret by what stands before them; the others stay as they are. Raises GraphError."""
    suspects = [line for line in dict.fromkeys(lines) if may_be_of_block(line.text)]
    masked = {line: replace(line, text=redactor.hide(line.text.strip())) for line in suspects[MOST:]}
    looked_at = suspects[:MOST]
    for path in dict.fromkeys(line.path for line in looked_at):
        before = {
            line: range(max(1, line.number - BEFORE), line.number) for line in looked_at if line.path == path
        }
        numbers = tuple(sorted({number for window in before.values() for number in window}))
        texts = read_texts(path, numbers, graph, BEFORE * MOST) if numbers else {}
        for line, window in before.items():
            block = [texts[number] for number in window if number in texts]
            masked[line] = replace(line, text=redactor.lines([*block, line.text])[-1])
    return tuple(masked.get(line, line) for line in lines)


def mask_lines(
    lines: Sequence[SourceLine], graph: ReadableGraph, *, show_secrets: bool
) -> Sequence[SourceLine]:
    """Mask what is secret by itself or by what stands before it. Raises GraphError."""
    if show_secrets:
        return lines
    redactor = Redactor()
    texts = redactor.lines([line.text for line in mask_blocks(lines, graph, redactor)])
    return [replace(line, text=text) for line, text in zip(lines, texts, strict=True)]


def mask_rows(outcome: Outcome, graph: ReadableGraph, redactor: Redactor) -> Outcome:
    """Mask such lines in rows, and the cells that hold their text. Raises GraphError."""
    lines = tuple(dict.fromkeys(line for row in outcome.rows for line in row.lines))
    masked = dict(zip(lines, mask_blocks(lines, graph, redactor), strict=True))
    texts = {line.text: new.text for line, new in masked.items() if new != line}
    if not texts:
        return outcome
    rows = tuple(
        replace(
            row,
            values={name: _cell(cell, texts) for name, cell in row.values.items()},
            lines=tuple(masked[line] for line in row.lines),
        )
        for row in outcome.rows
    )
    return replace(outcome, rows=rows)


def read_texts(path: str, numbers: tuple[int, ...], graph: ReadableGraph, most: int) -> dict[int, str]:
    """Read lines of a document by their numbers, ascending. Raises GraphError."""
    rows = graph.read(LINES, {"path": path, "numbers": numbers}, row_limit=most).rows
    return {int(str(number)): str(text) for number, text in rows}


def _cell(cell: Cell, texts: Mapping[str, str]) -> Cell:
    if isinstance(cell, str):
        return texts.get(cell, cell)
    if isinstance(cell, Mapping):
        return {name: _cell(one, texts) for name, one in cell.items()}
    if isinstance(cell, Sequence):
        return tuple(_cell(one, texts) for one in cell)
    return cell
