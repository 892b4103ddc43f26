"""The indexes that modes share over one graph, built on first use."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Generic, TypeVar

from graph_store.graph import ReadableGraph
from graph_store.records import Description, Document, SourceLine
from retrieval.compose_reports import Report, compose_overview, compose_reports, read_kept_findings
from retrieval.entity_graph import EntityGraph, find_communities, read_entity_graph
from retrieval.records import Chunk, KgLine, Passage, ReportStatement
from retrieval.structure import connect_entities, split_documents
from retrieval.triplets import add_triplets, place_triplets, read_triplets
from retrieval.vectors import STALE, Kind, Nearest, NearestTexts, WordVectors, open_kept
from retrieval.word_index import WordIndex, spoken_words
from retrieval.written_reports import read_written

# Reads lines of a graph: whole documents, and lines by their ids.


AT_ONCE = 5_000
MOST_LINES = 200_000
"""Lines that are read for chunks; of what is longer, the first ones of each document, in equal shares."""
_RANGE = "MATCH (l:Line) WHERE l.id >= $low AND l.id < $high RETURN l.id, l.number, l.text ORDER BY l.id"
_COUNT = "MATCH (l:Line) WHERE l.id > $low AND l.id < $high RETURN count(l)"
_BY_ID = "UNWIND $ids AS id MATCH (l:Line {id: id}) RETURN l.id, l.path, l.number, l.text"


def read_documents(graph: ReadableGraph, documents: Sequence[Document]) -> dict[Document, list[KgLine]]:
    """Read the lines of the documents, in the order of their paths; at most `MOST_LINES` in all."""
    counted = []
    for one in sorted(documents, key=lambda one: one.path):
        if not one.lines:  # of prose a document tells only the lines that a parser was asked of
            first = one.serial * 2**32
            rows = graph.read(_COUNT, {"low": first, "high": first + 2**31}, row_limit=1).rows
            one = replace(one, lines=int(str(rows[0][0])) if rows else 0)
        counted.append(one)
    limits = share_out(counted, MOST_LINES)
    return {document: _read_document(graph, document, limit) for document, limit in limits}


def share_out(documents: Sequence[Document], most: int) -> list[tuple[Document, int]]:
    """Say how many lines are read of each document: what short ones leave, long ones get."""
    left, limits = most, {}
    for place, document in enumerate(sorted(documents, key=lambda one: one.lines)):
        limits[document] = min(document.lines, left // (len(documents) - place))
        left -= limits[document]
    return [(document, limits[document]) for document in documents]


def _read_document(graph: ReadableGraph, document: Document, limit: int) -> list[KgLine]:
    found = []
    first = document.serial * 2**32 + 1
    for low in range(first, first + limit, AT_ONCE):
        high = min(low + AT_ONCE, first + limit)
        rows = graph.read(_RANGE, {"low": low, "high": high}, row_limit=AT_ONCE).rows
        found += [KgLine(int(str(key)), document, int(str(number)), str(text)) for key, number, text in rows]
    return found


def read_ids(graph: ReadableGraph, ids: Iterable[int]) -> dict[int, SourceLine]:
    """Read lines by their ids; those that are gone are left out."""
    found: dict[int, SourceLine] = {}
    wanted = sorted(set(ids))
    for start in range(0, len(wanted), AT_ONCE):
        some = {"ids": wanted[start : start + AT_ONCE]}
        for key, path, number, text in graph.read(_BY_ID, some, row_limit=AT_ONCE).rows:
            found[int(str(key))] = SourceLine(str(path), int(str(number)), str(text))
    return found


Made = TypeVar("Made")


class _Once(Generic[Made]):
    """A property that is made on first use, by one thread."""

    def __init__(self, make: Callable[[Indexes], Made]) -> None:
        self._make, self.__doc__ = make, make.__doc__

    def __get__(self, indexes: Indexes, owner: type[Indexes]) -> Made:
        return indexes.once(self._make.__name__, lambda: self._make(indexes))


class Indexes:
    """Make a new one when the graph has changed. Threads may share it.

    Vectors are those that the graph keeps of the same texts, else of their words.
    """

    def __init__(self, graph: ReadableGraph, description: Description) -> None:
        self.graph = graph
        self.description = description
        self._made: dict[str, Any] = {}
        self._lock = threading.RLock()
        self._stale = False

    @_Once
    def chunks(self) -> Sequence[Chunk]:
        """The chunks of all documents."""
        return split_documents(read_documents(self.graph, self.description.documents))

    @_Once
    def entities(self) -> EntityGraph:
        """The entity graph, with the triplets that a model has read in prose."""
        entities, kept = read_entity_graph(self.graph), read_triplets(self.graph)
        return add_triplets(entities, place_triplets(self.chunks, kept)) if kept else entities

    @_Once
    def composed(self) -> Sequence[Report]:
        """The reports as they are composed without a model."""
        communities = find_communities(self.entities)
        return compose_reports(self.entities, communities, read_kept_findings(self.graph))

    @_Once
    def reports(self) -> Sequence[Report]:
        """The reports of all communities, the highest rank first; those that a model wrote where there are."""
        return read_written(self.graph, self.composed)

    @_Once
    def told(self) -> Sequence[Report]:
        """What is told of the whole graph, and the reports of its communities."""
        return (compose_overview(self.entities), *self.reports) if self.reports else ()

    @_Once
    def statement_words(self) -> Mapping[tuple[str, int], tuple[frozenset[str], frozenset[str]]]:
        """The words for what each statement is about, and all of its words, by report and place."""
        return {
            (report.key, place): (spoken_words(one.about), spoken_words(one.text))
            for report in self.told
            for place, one in enumerate(report.statements)
        }

    @_Once
    def chunk_entities(self) -> tuple[Mapping[int, Sequence[str]], Mapping[str, Sequence[int]]]:
        """Of each chunk its entities, and of each entity its chunks."""
        return connect_entities(self.chunks, {one.id: one.lines for one in self.entities.nodes.values()})

    @_Once
    def near_chunks(self) -> Nearest:
        """The vectors of the chunks."""
        return self._kept("Chunk") or NearestTexts(self.texts("Chunk"), WordVectors())

    @_Once
    def near_statements(self) -> Nearest:
        """The vectors of the reports' statements, report by report."""
        return self._kept("Statement") or NearestTexts(self.texts("Statement"), WordVectors())

    def advanced(self, enriched: bool) -> WordIndex:
        """Return the words and vectors of the chunks, enriched or as they are."""
        make = partial(WordIndex, self.chunks, enriched, self._kept("Chunk"))
        return self.once(f"advanced {enriched}", make)

    def texts(self, kind: Kind) -> list[str]:
        """Return the texts that have vectors."""
        if kind == "Chunk":
            return [one.text for one in self.chunks]
        if kind == "Report":
            return [one.text for one in self.reports]
        return [f"{report.title}\n{one.text}" for report in self.told for one in report.statements]

    def _kept(self, kind: Kind) -> Nearest | None:
        kept, stale = self.once(f"kept {kind}", lambda: open_kept(self.graph, kind, self.texts(kind)))
        self._stale |= stale
        return kept

    @property
    def notes(self) -> tuple[str, ...]:
        """Say what is not in the indexes."""
        lines = sum(one.lines for one in self.description.documents)
        cut = f"Of {lines:,} lines, {MOST_LINES:,} are indexed for this mode." if lines > MOST_LINES else ""
        return tuple(filter(None, (cut, STALE if self._stale else "")))

    def statement_passages(
        self, found: Sequence[tuple[ReportStatement, float, tuple[str, ...]]]
    ) -> tuple[Passage, ...]:
        """Read the lines of statements, each with its score and trail; one without lines is left out."""
        lines = read_ids(self.graph, (line for statement, _, _ in found for line in statement.lines))
        made = []
        for statement, score, trail in found:
            shown = tuple(lines[line] for line in statement.lines if line in lines)
            if shown:
                made.append(Passage(shown, score, statement.text, trail, max(statement.total, len(shown))))
        return tuple(made)

    def chunk_passages(
        self, scores: Mapping[int, float], most: int, trace: Callable[[Chunk], tuple[str, ...]]
    ) -> tuple[Passage, ...]:
        """Return the best chunks by their places, each with where it stands; those with no score are left out."""
        best = sorted((place for place in scores if scores[place] > 0), key=lambda one: (-scores[one], one))
        chunks = ((self.chunks[place], scores[place]) for place in best[:most])
        return tuple(
            Passage(tuple(line.source for line in one.lines), score, trail=trace(one))
            for one, score in chunks
        )

    def once(self, name: str, make: Callable[[], Made]) -> Made:
        """Return what was made under a name, or make it."""
        with self._lock:
            if name not in self._made:
                self._made[name] = make()
            made: Made = self._made[name]
            return made
