"""An opened KG: ask, load, check, search, read lines and rows, compare versions.

`KnowledgeGraph` is what a library's user holds; `Knowledge` is opened on first use, and again after a failure.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from agent.ask import Agent, open_agent
from agent.records import Answer, Mode, Query, Question, Row, Turn
from agent.secrets.mask_secrets import SecretMask
from findings.first_match import Packet, Verdict
from findings.records import Finding
from graph_store.bolt_graph import BoltGraph
from graph_store.errors import GraphError
from graph_store.open_graph import open_graph
from graph_store.records import Cell, Description, Scalar, SourceLine
from language_model.budget import Price, find_price
from language_model.call_options import CallOptions
from language_model.open_calls import BUILTIN
from settings import Settings, read_settings
from workspace.overview import Dataset, KgOverview, read_datasets, read_overview

if TYPE_CHECKING:
    from agent.ask import Agent
    from agent.records import Event, Outcome
    from graph_store.bolt_graph import BoltGraph
    from ingest.records import IngestReport
    from workspace.versions import Change


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
        from graph_store.open_graph import ingest_lock
        from ingest.pipeline import ingest as run_ingest
        from workspace.folders import hash_key, own_rules, parsers_folder
        from workspace.learning import open_learning
        from workspace.open_kg import call_options

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
                rules=own_rules(said.kg),
                open_learner=open_learner,
                key=hash_key(said.kg),
            )

    def remove(self, *paths: str, source: str = "") -> tuple[str, ...]:
        """Remove documents by path, folder of paths or `source`; return the paths of those that were removed.

        Raises NotLoaded for a name by which none is meant.
        """
        from graph_store.open_graph import ingest_lock
        from ingest.load.forget_documents import choose_documents, forget_documents
        from workspace.folders import forget_files, own_rules
        from workspace.versions import forget_versions

        with ingest_lock(self.name, **self._settings.login):
            chosen = choose_documents(paths, source, self._graph)
            removed = forget_documents(chosen, self._graph, own_rules(self.name))
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
        from workspace.hand_queries import search_by_hand

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
        """Run the checks and the KG's own rules, or those in `only`; the most severe findings come first.

        Raises ValueError for an unknown kind, and RulesError for a file of rules that is wrong.
        """
        from findings.checks import run_checks
        from workspace.folders import own_rules

        found = run_checks(self._graph, only, own_rules(self.name))
        return tuple(replace(one, lines=self._masked(one.lines)) for one in found)

    def test_filter(self, device: str, filter_name: str, packet: Packet) -> Verdict:
        """Tell what a filter does with a packet. Raises NoSuchFilterError, and ValueError for an unreadable packet."""
        from findings.first_match import test_filter

        return test_filter(self._graph, device, filter_name, packet)

    def diff(self, path: str) -> tuple[Change, ...] | None:
        """Return what changed in a configuration since the version before, if one is kept. Raises UnknownPathError."""
        from workspace.versions import compare_versions, last_version, read_version

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
                from workspace.open_kg import call_options

                said = self._settings
                options = call_options(said, said.budget_usd, said.budget_tokens)
                self._agent = open_agent(self._graph, options=options, show_secrets=said.show_secrets)
            return self._agent

    def _run(self, query: Query, limit: int, time_limit_s: float) -> Rows:
        from agent.execute import QueryLimits
        from workspace.hand_queries import run_by_hand

        limits = QueryLimits(rows=limit, time_s=time_limit_s)
        outcome: Outcome = run_by_hand(query, self._graph, limits, show_secrets=self._settings.show_secrets)
        if outcome.error:
            raise QueryError(outcome.error.strip(), query.statement)
        columns = tuple(outcome.rows[0].values) if outcome.rows else ()
        return Rows(columns, outcome.rows, outcome.cut, outcome.total_rows)

    def _masked(self, lines: tuple[SourceLine, ...]) -> tuple[SourceLine, ...]:
        if self._settings.show_secrets:
            return lines
        from workspace.mask_lines import mask_blocks

        redactor = SecretMask().redactor
        texts = redactor.lines([line.text for line in mask_blocks(lines, self._graph, redactor)])
        return tuple(replace(line, text=text) for line, text in zip(lines, texts, strict=True))


TRIES = 2
"""Who waits for an answer is told soon that the model is away; `ask` and ingest are more patient."""
PROBE = "MATCH (d:Document) RETURN d.serial"


class Knowledge:
    """One KG. After a failure it is opened again at the next question. Everything here may take seconds."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._lock = threading.Lock()
        self._graph: BoltGraph | None = None
        self._agents: dict[str, Agent] = {}
        self._prices: dict[str, Price | None] = {}
        self._datasets: tuple[tuple[int, ...], tuple[Dataset, ...]] = ((), ())

    def graph(self) -> BoltGraph:
        """Open the graph. Raises GraphError."""
        with self._lock:
            if self._graph is None:
                said = self.settings
                self._graph = open_graph(
                    said.kg,
                    user=said.neo4j_user,
                    password=said.neo4j_password,
                    database=said.neo4j_database,
                    idle_s=said.idle_s,
                )
            return self._graph

    def models(self) -> tuple[str, ...]:
        """Name the models that the chat offers, the one it begins with first; the builtin one is among them."""
        return tuple(dict.fromkeys((self.settings.model or BUILTIN, *self.settings.models, BUILTIN)))

    def agent(self, model: str = "") -> Agent:
        """Return the agent that thinks with a model. Raises GraphError and UnknownModelError."""
        graph, name = self.graph(), model or self.models()[0]
        with self._lock:
            if name not in self._agents:
                said = self.settings
                limits = (said.budget_usd, said.budget_tokens, said.price_usd, said.model_time_limit_s)
                options = CallOptions(name, *limits, tries=TRIES)
                self._agents[name] = open_agent(graph, options=options, show_secrets=said.show_secrets)
            return self._agents[name]

    def answered(self, questions: Iterable[str], most: int) -> tuple[str, ...]:
        """Keep the first questions that have an answer without a model, where the chat begins with none."""
        if self.models()[0] != BUILTIN:
            return tuple(questions)[:most]
        agent = self.agent(BUILTIN)
        read = (one for one in map(Question, questions) if agent.reads(one))
        return tuple(islice((one.text for one in read if agent.ask(one).status == "answered"), most))

    def price(self, model: str) -> Price | None:
        """Find what a model's tokens cost; None where nobody knows. The price that was given is the first one's."""
        if model not in self._prices:
            given = self.settings.price_usd if model == self.models()[0] else ""
            self._prices[model] = None if model == BUILTIN else find_price(model, given)
        return self._prices[model]

    def overview(self) -> KgOverview:
        """Count what is in the graph. Raises GraphError."""
        return read_overview(self.graph())

    def datasets(self, overview: KgOverview) -> tuple[Dataset, ...]:
        """Read what is common in each dataset; again once other documents are loaded. Raises GraphError."""
        serials = tuple(document.serial for document in overview.documents)
        if self._datasets[0] != serials:
            self._datasets = (serials, read_datasets(overview, self.graph()))
        return self._datasets[1]

    def probe(self) -> None:
        """Raise where the graph does not answer, and let go of it: the next use opens it again."""
        try:
            self.graph().read(PROBE, row_limit=1)
        except (GraphError, RuntimeError, OSError):  # the driver's own errors are among them
            self.close()
            raise

    def mend(self) -> None:
        """Let go of a graph that no longer answers; called after a failure."""
        if self._graph is not None:
            with suppress(GraphError, RuntimeError, OSError):
                self.probe()

    def close(self) -> None:
        """Let go of the graph; the next question opens it again."""
        with self._lock:
            graph, agents = self._graph, list(self._agents.values())
            self._graph = None
            self._agents.clear()
        for agent in agents:
            agent.close()
        if graph is not None:
            graph.close()


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
