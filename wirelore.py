"""Wirelore as a Python library: open a KG, load files, ask, search, check, and read rows with their lines.

    import wirelore

    with wirelore.open_kg("lab", create=True) as kg:
        kg.ingest("configs/", "syslog.log")
        print(kg.ask("Which interfaces are shut down?").text)
        kg.rows("MATCH (i:Interface) RETURN i.device, i.key").to_pandas()

Secrets are masked in everything that is returned, unless the KG is opened with `show_secrets`.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from agent.records import Answer, Mode, Query, Question, Row, Turn
from agent.secrets.mask_secrets import SecretMask
from findings.errors import NoSuchFilterError
from findings.first_match import Packet, Verdict
from findings.records import Finding
from graph_store.errors import GraphError
from graph_store.records import Cell, Description, Scalar, SourceLine
from settings import Settings, read_settings

if TYPE_CHECKING:
    from agent.ask import Agent
    from agent.records import Event, Outcome
    from chat.documents.compare_versions import Change
    from graph_store.bolt_graph import BoltGraph
    from ingest.records import IngestReport

__all__ = [
    "Answer",
    "Description",
    "Finding",
    "GraphError",
    "KnowledgeGraph",
    "NoSuchFilterError",
    "Packet",
    "QueryError",
    "Row",
    "Rows",
    "SourceLine",
    "UnknownPathError",
    "Verdict",
    "ask",
    "check",
    "ingest",
    "open_kg",
    "rows",
]

MOST_LINES = 2000
"""Lines that one call of `lines` returns at most."""
_LINES = """\
MATCH (d:Document {path: $path, state: 'ready'})
UNWIND range($first, $last) AS number
MATCH (l:Line {id: d.serial * 4294967296 + number})
RETURN l.number AS number, l.text AS text ORDER BY number"""
_PATHS = "MATCH (d:Document {state: 'ready'}) RETURN d.path AS path, d.lines AS lines ORDER BY path"
_DEVICES = (
    "MATCH (e:Entity) WHERE e.device IS NOT NULL AND e.device <> '' "
    "RETURN e.device AS device, count(e) AS entities ORDER BY device"
)
_MOST_DOCUMENTS = 100_000


class QueryError(ValueError):
    """A statement was refused or failed; the message says why and `statement` is what was sent."""

    def __init__(self, message: str, statement: str) -> None:
        super().__init__(message)
        self.statement = statement


class UnknownPathError(LookupError):
    """No loaded document has this path; `path` is what was asked for."""

    def __init__(self, path: str, known: Sequence[str]) -> None:
        some = ", ".join(known[:5]) + (", ..." if len(known) > 5 else "")
        super().__init__(f"{path}: no loaded document has this path; loaded are: {some or 'none'}")
        self.path = path


@dataclass(frozen=True, slots=True)
class Rows(Sequence[Row]):
    """What a statement found: `row.values` by column, `row.lines` as evidence.

    `cut` says that the limit left rows out; `total` is how many there are, None where that is not known.
    """

    columns: tuple[str, ...]
    found: tuple[Row, ...]
    cut: bool = False
    total: int | None = None

    def __len__(self) -> int:
        return len(self.found)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | Sequence[Row]:
        return self.found[index]

    def to_dicts(self) -> list[dict[str, Cell]]:
        """Return the rows as dictionaries, column by column."""
        return [dict(row.values) for row in self.found]

    def to_pandas(self) -> Any:
        """Return a DataFrame; `source` is "path:line" of each row's first line. Raises ImportError without pandas."""
        import pandas

        table = pandas.DataFrame(self.to_dicts(), columns=list(self.columns))
        firsts = [row.lines[0] if row.lines else None for row in self.found]
        table["source"] = [f"{line.path}:{line.number}" if line else "" for line in firsts]
        return table


class KnowledgeGraph:
    """An open KG. May be shared by threads; close it, or use it in a `with` statement."""

    def __init__(self, graph: BoltGraph, settings: Settings) -> None:
        self.name = settings.kg
        self._graph, self._settings = graph, settings
        self._agent: Agent | None = None
        self._lock = threading.Lock()

    def ingest(
        self, *paths: str | Path, source: str = "", prune: bool = False, retain: str = ""
    ) -> IngestReport:
        """Load files, folders, .zip and .tar.gz; what has not changed since the last time costs nothing.

        `source` is put in front of all paths; `prune` removes documents whose files were deleted; `retain` ("30d")
        drops lines of logs that are older. The report's `not_loaded` has the files that could not be loaded.
        Parsers are learned with the model that the KG was opened with, or without one.
        Raises the errors of `ingest` (a missing path, a KG that another ingest holds, a full disk).
        """
        from command_line.model_learning import open_learning
        from command_line.running import call_options, parsers_folder
        from graph_store.open_graph import ingest_lock
        from ingest.pipeline import ingest as run_ingest

        said = self._settings
        folder = parsers_folder(said.kg)
        options = call_options(said, said.budget_usd, said.budget_tokens)
        with ingest_lock(said.kg, **said.login), open_learning(options, folder) as open_learner:
            return run_ingest(
                [Path(path) for path in paths],
                self._graph,
                folder,
                source=source,
                prune=prune,
                retain=retain,
                open_learner=open_learner,
            )

    def remove(self, *paths: str, source: str = "") -> tuple[str, ...]:
        """Remove documents by path, folder of paths or `source`; return the paths of those that were removed.

        Raises NotLoaded for a name by which none is meant.
        """
        from chat.documents.versions import forget_versions
        from chat.loading.keep_files import forget_files
        from graph_store.open_graph import ingest_lock
        from ingest.load.forget_documents import choose_documents, forget_documents

        with ingest_lock(self.name, **self._settings.login):
            removed = forget_documents(choose_documents(paths, source, self._graph), self._graph)
        forget_files(self.name, removed)
        for path in removed:
            forget_versions(self.name, path)
        return removed

    def ask(self, question: str, *, mode: Mode = "combined", history: Sequence[Turn] = ()) -> Answer:
        """Answer one question; `answer.status` says whether the data says so, `answer.citations` where.

        Raises GraphError when the graph is gone, and LanguageModelError when the model does not answer.
        """
        return self._opened_agent().ask(Question(question, tuple(history), mode))

    async def stream(
        self, question: str, *, mode: Mode = "combined", history: Sequence[Turn] = ()
    ) -> AsyncIterator[Event]:
        """Answer one question, and tell what is going on; the last event holds the answer. Raises what `ask` raises."""
        agent = await asyncio.to_thread(self._opened_agent)
        async for event in agent.stream(Question(question, tuple(history), mode)):
            yield event

    def rows(
        self,
        statement: str,
        parameters: Mapping[str, Scalar] | None = None,
        *,
        limit: int = 50,
        time_limit_s: float = 10.0,
    ) -> Rows:
        """Run a read-only Cypher statement. Raises QueryError when it is refused or fails."""
        query = Query("cypher", statement.strip().rstrip(";"), parameters or {})
        return self._run(query, limit, time_limit_s)

    def search(self, text: str, *, limit: int = 20) -> Rows:
        """Find lines by a search in Lucene's syntax, best first: columns path, number, text, score."""
        from chat.asking.hand_queries import search_by_hand

        return self._run(search_by_hand(text), limit, 10.0)

    def lines(self, path: str, first: int = 1, last: int | None = None) -> tuple[SourceLine, ...]:
        """Return lines `first` to `last` (from 1, both included) of a loaded document.

        Returns 2,000 lines at most. Raises UnknownPathError, and ValueError when `first` < 1 or `last` < `first`.
        """
        if first < 1 or (last is not None and last < first):
            raise ValueError(f"lines {first} to {last}: expected 1 <= first <= last")
        paths = self.paths()
        if path not in paths:
            raise UnknownPathError(path, list(paths))
        end = min(first + MOST_LINES - 1, paths[path] if last is None else last)
        table = self._graph.read(_LINES, {"path": path, "first": first, "last": end}, row_limit=MOST_LINES)
        found = tuple(SourceLine(path, int(str(number)), str(text)) for number, text in table.rows)
        return self._masked(found)

    def paths(self) -> dict[str, int]:
        """Return the loaded documents: path → number of lines."""
        table = self._graph.read(_PATHS, row_limit=_MOST_DOCUMENTS)
        return {str(path): int(str(lines)) for path, lines in table.rows}

    def devices(self) -> dict[str, int]:
        """Return the devices: name → number of things and log records that were read of it."""
        table = self._graph.read(_DEVICES, row_limit=_MOST_DOCUMENTS)
        return {str(device): int(str(count)) for device, count in table.rows}

    def describe(self) -> Description:
        """Return the labels, properties and relations of the graph. Examples of values are left out."""
        found = self._graph.describe()
        labels = [
            replace(label, properties=tuple(replace(one, examples=()) for one in label.properties))
            for label in found.labels
        ]
        return replace(found, labels=tuple(labels))

    def check(self, *, only: Sequence[str] = ()) -> tuple[Finding, ...]:
        """Run the checks, or those in `only`, the most severe findings first. Raises ValueError for an unknown kind."""
        from findings.checks import run_checks

        found = run_checks(self._graph, only)
        return tuple(replace(one, lines=self._masked(one.lines)) for one in found)

    def test_filter(self, device: str, filter_name: str, packet: Packet) -> Verdict:
        """Tell what a filter does with a packet. Raises NoSuchFilterError, and ValueError for an unreadable packet."""
        from findings.first_match import test_filter

        return test_filter(self._graph, device, filter_name, packet)

    def diff(self, path: str) -> tuple[Change, ...] | None:
        """Return what changed in a configuration since the version before, if one is kept. Raises UnknownPathError."""
        from chat.documents.compare_versions import compare_versions
        from chat.documents.versions import last_version, read_version

        loaded = read_version(path, self._graph)
        if loaded is None:
            raise UnknownPathError(path, list(self.paths()))
        old = last_version(self.name, path, loaded.sha256)
        return compare_versions(old, loaded) if old else None

    def close(self) -> None:
        """Close the graph, and the model where one was opened."""
        with self._lock:
            if self._agent is not None:
                self._agent.close()
        self._graph.close()

    def __enter__(self) -> KnowledgeGraph:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _opened_agent(self) -> Agent:
        with self._lock:
            if self._agent is None:
                from agent.ask import open_agent
                from command_line.running import call_options

                said = self._settings
                options = call_options(said, said.budget_usd, said.budget_tokens)
                self._agent = open_agent(self._graph, options=options, show_secrets=said.show_secrets)
            return self._agent

    def _run(self, query: Query, limit: int, time_limit_s: float) -> Rows:
        from agent.execute import QueryLimits
        from chat.asking.hand_queries import run_by_hand

        limits = QueryLimits(rows=limit, time_s=time_limit_s)
        outcome: Outcome = run_by_hand(query, self._graph, limits, show_secrets=self._settings.show_secrets)
        if outcome.error:
            raise QueryError(outcome.error.strip(), query.statement)
        columns = tuple(outcome.rows[0].values) if outcome.rows else ()
        return Rows(columns, outcome.rows, outcome.cut, outcome.total_rows)

    def _masked(self, lines: tuple[SourceLine, ...]) -> tuple[SourceLine, ...]:
        if self._settings.show_secrets:
            return lines
        from chat.evidence.source_view import mask_blocks

        redactor = SecretMask().redactor
        texts = redactor.lines([line.text for line in mask_blocks(lines, self._graph, redactor)])
        return tuple(replace(line, text=text) for line, text in zip(lines, texts, strict=True))


def open_kg(
    kg: str | Path | None = None,
    *,
    create: bool = False,
    model: str | None = None,
    show_secrets: bool | None = None,
) -> KnowledgeGraph:
    """Open a KG: a folder, or the Bolt URL of a Neo4j server. With `create` it is made where there is none.

    What is not given comes from the environment, as on the command line (WIRELORE_KG, WIRELORE_MODEL, ...).
    Raises the GraphErrors: there is no KG, or it cannot be opened.
    """
    from graph_store.open_graph import open_graph

    said = read_settings(os.environ)
    shown = said.show_secrets if show_secrets is None else show_secrets
    said = replace(said, kg=str(kg or said.kg), model=model or said.model, show_secrets=shown)
    return KnowledgeGraph(open_graph(said.kg, create=create, idle_s=said.idle_s, **said.login), said)


def ingest(*paths: str | Path, kg: str | Path | None = None, model: str | None = None) -> IngestReport:
    """Load files and folders into a KG, which is made where there is none."""
    with open_kg(kg, create=True, model=model) as opened:
        return opened.ingest(*paths)


def ask(
    question: str, *, kg: str | Path | None = None, model: str | None = None, mode: Mode = "combined"
) -> Answer:
    """Answer one question; for several, open the KG once."""
    with open_kg(kg, model=model) as opened:
        return opened.ask(question, mode=mode)


def check(*, kg: str | Path | None = None, only: Sequence[str] = ()) -> tuple[Finding, ...]:
    """Run the checks; the most severe findings come first. Raises ValueError when a kind is unknown."""
    with open_kg(kg) as opened:
        return opened.check(only=only)


def rows(
    statement: str,
    parameters: Mapping[str, Scalar] | None = None,
    *,
    kg: str | Path | None = None,
    limit: int = 50,
) -> Rows:
    """Run one read-only Cypher statement. Raises QueryError."""
    with open_kg(kg) as opened:
        return opened.rows(statement, parameters, limit=limit)
