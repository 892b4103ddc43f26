"""The structure of documents: sections under headings, and the chunks in them. Pure.

A section begins at a Markdown heading, at the line that a configuration's block is indented under, or at a new minute
of a log. A chunk ends where its section does, or when it is long. Chunks of a document follow one another (NEXT),
sections include them (INCLUDES).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from graph_store.records import Document
from retrieval.records import Chunk, KgLine

LONGEST_CHUNK = 1_200
"""Characters of a chunk; one line is a chunk however long it is."""
MOST_LINES = 12
_DEEPEST = 6
_HEADING = re.compile(r"^ {0,3}(#{1,6})\s++(\S(?:.*\S)?)")
_PROSE = (".md", ".markdown", ".rst", ".html", ".htm", ".pdf", ".docx")
_MINUTE = re.compile(
    r"\d{1,4}[-/ ]\S{1,5}[-/ ]\d{1,4}[T ]\d\d:\d\d|\w{3} {1,2}\d{1,2} \d\d:\d\d|\b\d\d:\d\d(?=:\d\d)"
)
_CLOSING = frozenset({"!", "#", "}", "};", "exit", "end", "next", ""})


def split_documents(documents: Mapping[Document, Sequence[KgLine]]) -> list[Chunk]:
    """Cut every document into chunks."""
    return [chunk for document, lines in documents.items() for chunk in split_document(document, lines)]


def is_prose(document: Document) -> bool:
    """Say whether a document is neither a configuration nor a log: a runbook, a design, a note."""
    return document.kind == "text" or document.path.lower().endswith(_PROSE)


def split_document(document: Document, lines: Sequence[KgLine]) -> list[Chunk]:
    """Cut a document into chunks by its own structure."""
    if is_prose(document):
        return list(_chunks(zip(lines, _markdown_trails(lines), strict=True), _DEEPEST))
    if document.kind == "log":
        return list(_chunks(zip(lines, _time_trails(lines), strict=True), 1))
    return list(_chunks(zip(lines, _block_trails(lines), strict=True), 1))


def _markdown_trails(lines: Iterable[KgLine]) -> Iterator[tuple[str, ...]]:
    """Say of each line which headings it stands under, its own among them; fenced text holds no heading."""
    open_headings: list[tuple[int, str]] = []
    fenced = False
    for line in lines:
        fenced ^= line.text.lstrip().startswith("```")
        heading = None if fenced else _HEADING.match(line.text)
        if heading:
            level = len(heading[1])
            open_headings = [one for one in open_headings if one[0] < level] + [(level, heading[2])]
        yield tuple(text for _, text in open_headings)


def _time_trails(lines: Iterable[KgLine]) -> Iterator[tuple[str, ...]]:
    minute = ""
    for line in lines:
        found = _MINUTE.search(line.text[:80])
        minute = found[0] if found else minute
        yield (minute,) if minute else ()


def _block_trails(lines: Iterable[KgLine]) -> Iterator[tuple[str, ...]]:
    """Say which lines a line is indented under; one at the margin opens a section of its own."""
    heads: list[tuple[int, str]] = []
    for line in lines:
        text = line.text.strip()
        if text in _CLOSING:
            yield tuple(head for _, head in heads)
            continue
        indent = len(line.text) - len(line.text.lstrip())
        heads = [one for one in heads if one[0] < indent]
        yield tuple(head for _, head in heads) if indent else (text,)
        heads.append((indent, text))


def _chunks(lines: Iterable[tuple[KgLine, tuple[str, ...]]], depth: int) -> Iterator[Chunk]:
    """Make chunks of sections: sections of one line in a row are one chunk, long ones are several."""
    held: list[tuple[KgLine, tuple[str, ...]]] = []
    small = False
    for _, group in groupby(lines, lambda one: one[1][:depth]):
        section = list(group)
        before, small = small, sum(line.text.strip() not in _CLOSING for line, _ in section) < 2
        if held and not (before and small):
            yield from _cut(held)
            held = []
        held += section
    yield from _cut(held)


def _cut(lines: Sequence[tuple[KgLine, tuple[str, ...]]]) -> Iterator[Chunk]:
    """Cut a section where it is long; lines that only close or part blocks are left out at both ends."""
    held: list[tuple[KgLine, tuple[str, ...]]] = []
    size = count = 0
    for line, under in lines:
        telling = line.text.strip() not in _CLOSING
        if count and telling and (size + len(line.text) > LONGEST_CHUNK or count >= MOST_LINES):
            yield _chunk(held)
            held, size, count = [], 0, 0
        if telling or held:
            held.append((line, under))
            size, count = size + len(line.text), count + telling
    if held:
        yield _chunk(held)


def _chunk(held: list[tuple[KgLine, tuple[str, ...]]]) -> Chunk:
    while held[-1][0].text.strip() in _CLOSING:
        held.pop()
    return Chunk(tuple(line for line, _ in held), held[0][1])


def connect_entities(
    chunks: Sequence[Chunk], lines_of: Mapping[str, Sequence[int]]
) -> tuple[Mapping[int, Sequence[str]], Mapping[str, Sequence[int]]]:
    """Connect chunks and entities by the lines that both have: of each chunk its entities, and the other way round."""
    chunk_of = {line.id: place for place, chunk in enumerate(chunks) for line in chunk.lines}
    entities: dict[int, list[str]] = defaultdict(list)
    places: dict[str, list[int]] = {}
    for entity, lines in lines_of.items():
        held = sorted({chunk_of[line] for line in lines if line in chunk_of})
        places[entity] = held
        for place in held:
            entities[place].append(entity)
    return entities, places
