"""A KG with everything that belongs to it, for every face: ask, load, check, search, read lines, compare versions."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from agent.ask import Agent, open_agent
from agent.execute import QueryLimits
from agent.records import Answer, Event, Mode, Outcome, Query, Question, Turn
from conversations.records import fingerprint
from findings.candidate import compare_candidates, read_candidate
from findings.checks import find_incidents, run_checks
from findings.facts import Network, read_network
from findings.filters.first_match import Verdict, test_filter
from findings.filters.records import Packet
from findings.incidents import Incident
from findings.kept import read_incidents
from findings.records import ComparedFindings, Finding, Severity
from findings.rule_file import Rule
from graph_store.bolt_graph import BoltGraph
from graph_store.describe import read_aliases
from graph_store.errors import GraphError
from graph_store.graph import ROW_LIMIT, TIME_LIMIT_S
from graph_store.open_graph import ingest_lock, open_graph
from graph_store.records import Description, Scalar, SourceLine
from language_model.budget import Price, find_price
from language_model.open_calls import BUILTIN
from settings import Settings
from timeline.build_timeline import MOST_ROWS, build_timeline
from timeline.compare_lines import Change
from timeline.records import Timeline
from workspace.device_page import DevicePage, read_device_page
from workspace.errors import NoDeviceError, QueryError, UnknownPathError
from workspace.folders import forget_files, hash_key, own_rules, redact_lines, rules_file
from workspace.history import DocumentDiff, Load, read_changes, read_diffs, read_history
from workspace.network_map import DevicePath, NetworkMap, draw_map, find_way, owner_of, read_captured
from workspace.open_kg import call_options
from workspace.overview import Dataset, KgOverview, read_datasets, read_devices, read_overview, read_paths
from workspace.queries import Rows, cypher_by_hand, read_lines, run_by_hand, search_by_hand
from workspace.versions import Version, forget_versions, named_version

if TYPE_CHECKING:
    from ingest.records import IngestReport
    from workspace.git_history import GitHistory

FOUND_LINES = 20
"""Lines that a search returns unless it is given another limit."""
MOST_LINES = 2000
"""Lines that one call of `lines` returns at most."""
ALL_ROWS = 1_000_000
"""Rows that a statement without a limit returns at most."""
SOON = 2
"""How often a model is tried while somebody waits for the answer; ingest is more patient."""
PROBE = "MATCH (d:Document) RETURN d.serial"


@dataclass(frozen=True, slots=True)
class KeptRule:
    """A rule that was kept, as its file has it, and what it finds now."""

    text: str
    found: tuple[Finding, ...]


class Workspace:
    """One KG. Threads may share it. Any call may take seconds; `GraphError` means that the graph is away.

    The graph is opened at the first use, and again after `mend` found it away; with `create` it is made where there
    is none. `tries` is how often a model is called when it is away; None leaves that to `language_model`.
    Lines and values hold stand-ins in the place of secrets.
    """

    def __init__(self, settings: Settings, *, create: bool = False, tries: int | None = None) -> None:
        self.settings = settings
        self._create, self._tries = create, tries
        self._lock = threading.Lock()
        self._graph: BoltGraph | None = None
        self._agents: dict[str, Agent] = {}
        self._prices: dict[str, Price | None] = {}
        self._datasets: tuple[tuple[int, ...], tuple[Dataset, ...]] = ((), ())
        self._starters: tuple[object, tuple[str, ...]] = ((), ())
        self._choosing = threading.Lock()

    @property
    def name(self) -> str:
        """The KG's folder, or its URL."""
        return self.settings.kg

    def graph(self) -> BoltGraph:
        """Return the graph, opened. Raises GraphError."""
        with self._lock:
            if self._graph is None:
                settings = self.settings
                self._graph = open_graph(
                    settings.kg, create=self._create, idle_s=settings.idle_s, **settings.login
                )
            return self._graph

    def probe(self) -> None:
        """Raise if the graph does not answer, and drop it: the next use opens it again."""
        try:
            self.graph().read(PROBE, row_limit=1)
        except (GraphError, RuntimeError, OSError):  # the driver's own errors are among them
            self.close()
            raise

    def mend(self) -> None:
        """Drop a graph that no longer answers. Call it after a failure."""
        if self._graph is not None:
            with suppress(GraphError, RuntimeError, OSError):
                self.probe()

    def close(self) -> None:
        """Close the graph and the models; the next use opens them again."""
        with self._lock:
            graph, agents = self._graph, list(self._agents.values())
            self._graph = None
            self._agents.clear()
        for agent in agents:
            agent.close()
        if graph is not None:
            graph.close()

    def __enter__(self) -> Workspace:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Questions.

    def models(self) -> tuple[str, ...]:
        """Name the models to choose from, the default first; the builtin one is always among them."""
        return tuple(dict.fromkeys((self.settings.model or BUILTIN, *self.settings.models, BUILTIN)))

    def agent(self, model: str = "") -> Agent:
        """Return the agent of a model, the default one's for "". Raises GraphError and UnknownModelError."""
        graph, name = self.graph(), model or self.models()[0]
        with self._lock:
            if name not in self._agents:
                options = call_options(replace(self.settings, model=name), tries=self._tries)
                self._agents[name] = open_agent(graph, options=options)
            return self._agents[name]

    def price(self, model: str) -> Price | None:
        """Find the price of a model's tokens, None if unknown. The price in the settings is the default model's."""
        if model not in self._prices:
            given = self.settings.price_usd if model == self.models()[0] else ""
            self._prices[model] = None if model == BUILTIN else find_price(model, given)
        return self._prices[model]

    def ask(self, question: str, *, mode: Mode = "combined", history: Sequence[Turn] = ()) -> Answer:
        """Answer one question; `answer.status` says whether the data says so, `answer.citations` where.

        Raises GraphError when the graph is gone, and LanguageModelError when the model does not answer.
        """
        return self.agent().ask(Question(question, tuple(history), mode))

    async def stream(
        self, question: str, *, mode: Mode = "combined", history: Sequence[Turn] = ()
    ) -> AsyncIterator[Event]:
        """Answer one question and yield each step; the last event holds the answer. Raises what `ask` raises."""
        agent = await asyncio.to_thread(self.agent)
        async for event in agent.stream(Question(question, tuple(history), mode)):
            yield event

    def answered(self, questions: Iterable[str], most: int, *, shown: bool = False) -> tuple[str, ...]:
        """Keep the first questions that have an answer without a model, if the default is to use none.

        `shown`: also those about which findings or a table with rows are shown first; of these the last choice is known
        until other documents are loaded.
        """
        questions = tuple(questions)
        if self.models()[0] != BUILTIN:
            return questions[:most]
        if not shown:
            return self._choose(questions, most, shown)
        with self._choosing:
            key = (questions, most, fingerprint(self.graph()))
            if self._starters[0] != key:
                self._starters = (key, self._choose(questions, most, shown))
            return self._starters[1]

    def _choose(self, questions: Iterable[str], most: int, shown: bool) -> tuple[str, ...]:
        agent = self.agent(BUILTIN)

        def is_worth_asking(question: Question) -> bool:
            if not (shown or agent.can_claim_offline(question)):
                return False
            answer = agent.ask(question)
            return answer.status == "answered" or (shown and any(one.rows for one in answer.tables[:1]))

        return tuple(islice((one.text for one in map(Question, questions) if is_worth_asking(one)), most))

    # Documents come and go.

    def ingest(
        self, *paths: str | Path, source: str = "", prune: bool = False, retain: str = ""
    ) -> IngestReport:
        """Load files, folders, .zip and .tar.gz; what has not changed since the last time costs nothing.

        `source` is put in front of all paths; `prune` removes documents whose files were deleted; `retain` ("30d")
        drops lines of logs that are older. The report's `not_loaded` has the files that could not be loaded.
        Parsers are learned with the model of the settings, or without one.
        Raises the errors of `ingest` (a missing path, a KG that another ingest holds, a full disk).
        """
        from workspace.learning import open_ingest

        found = [Path(path) for path in paths]
        with open_ingest(self.settings, call_options(self.settings), self.graph) as (_, load):
            return load(found, source=source, prune=prune, retain=retain)

    def ingest_git(
        self, repository: str | Path, *, since: datetime | None = None, follow_links: bool = False
    ) -> tuple[IngestReport, GitHistory]:
        """Load the head of a git repository, and its history: versions, and changes with author and time.

        What its history has already is read once. `since` limits how far back; `follow_links` reads a repository
        that leads out of its folder, as a worktree does. Raises what `ingest` raises, and UnreadableInput where there
        is no repository.
        """
        from ingest.files.git_repository import open_repository
        from ingest.load.load_graph import keep_nothing
        from workspace.git_history import load_history
        from workspace.learning import open_ingest

        with (
            open_repository(Path(repository), follow_links) as (opened, found),
            open_ingest(self.settings, call_options(self.settings), self.graph) as (graph, load),
        ):
            report = load(found, keep=keep_nothing)  # what is replaced is in the repository
            history = load_history(self.name, graph, opened, Path(repository), since, hash_key(self.name))
        return report, history

    def remove(self, *paths: str, source: str = "") -> tuple[str, ...]:
        """Remove documents by path, folder of paths or `source`; return the paths of those that were removed.

        Raises NotLoaded for a name that no loaded document has.
        """
        from ingest.load.forget_documents import choose_documents, forget_documents

        with ingest_lock(self.name, **self.settings.login):
            chosen = choose_documents(paths, source, self.graph())
            removed = forget_documents(chosen, self.graph(), own_rules(self.name))
        self.forget(removed)
        return removed

    def forget(self, paths: Sequence[str]) -> None:
        """Delete the kept files and versions of removed documents. Raises OSError."""
        forget_files(self.name, paths)
        for path in paths:
            forget_versions(self.name, path)

    # Queries and lines.

    def run(self, query: Query, limits: QueryLimits) -> Outcome:
        """Run a query that a person wrote; a refusal is an outcome with `error`. Raises GraphServerError."""
        return run_by_hand(query, self.graph(), limits)

    def rows(
        self,
        statement: str,
        parameters: Mapping[str, Scalar] | None = None,
        *,
        limit: int | None = ROW_LIMIT,
        time_limit_s: float = TIME_LIMIT_S,
    ) -> Rows:
        """Run a read-only Cypher statement. Raises QueryError when it is refused or fails.

        `limit` None returns all rows, up to a million; what a limit leaves out is in `cut` and `total`.
        """
        most = ALL_ROWS if limit is None else limit
        return self._rows(cypher_by_hand(statement, parameters), QueryLimits(most, time_limit_s))

    def search(self, text: str, *, limit: int = FOUND_LINES) -> Rows:
        """Find lines by a search in Lucene's syntax, best first: columns path, number, text, score."""
        return self._rows(search_by_hand(text), QueryLimits(limit))

    def _rows(self, query: Query, limits: QueryLimits) -> Rows:
        outcome = self.run(query, limits)
        if outcome.error:
            raise QueryError(outcome.error.strip(), query.statement)
        columns = tuple(outcome.rows[0].values) if outcome.rows else ()
        return Rows(columns, outcome.rows, outcome.cut, outcome.total_rows)

    def lines(self, path: str, first: int = 1, last: int | None = None) -> tuple[SourceLine, ...]:
        """Return lines `first` to `last` (from 1, both included) of a loaded document, or of a version that is kept.

        A version's path is as in citations: "r1.cfg@2026-11-24T100000Z". Returns 2,000 lines at most. Raises
        UnknownPathError, and ValueError when `first` < 1 or `last` < `first`.
        """
        if first < 1 or (last is not None and last < first):
            raise ValueError(f"lines {first} to {last}: expected 1 <= first <= last")
        known = self._loaded_or_kept(path)
        count = len(known.lines) if isinstance(known, Version) else known
        end = min(first + MOST_LINES - 1, count if last is None else last)
        if isinstance(known, Version):
            return tuple(
                SourceLine(path, first + at, text) for at, text in enumerate(known.lines[first - 1 : end])
            )
        return read_lines(path, first, end, self.graph())

    def line_count(self, path: str) -> int:
        """Return how many lines a loaded document has, or a version that is kept. Raises UnknownPathError."""
        known = self._loaded_or_kept(path)
        return len(known.lines) if isinstance(known, Version) else known

    def _loaded_or_kept(self, path: str) -> int | Version:
        """Return how many lines a loaded document has, or else the version of that name. Raises UnknownPathError."""
        paths = self.paths()
        if path in paths:
            return paths[path]
        version = named_version(self.name, path)
        if version is None:
            raise UnknownPathError(path, list(paths))
        return version

    def diff(self, path: str) -> tuple[Change, ...] | None:
        """Return what changed in a configuration since the version before, if one is kept. Raises UnknownPathError."""
        paths = self.paths()
        if path not in paths:
            raise UnknownPathError(path, list(paths))
        return read_changes(self.name, self.graph(), path)

    def history(self, device: str = "") -> tuple[Load, ...]:
        """Return when configurations and captures were loaded, newest first: all, a device's, or those of a path.

        Raises NoDeviceError.
        """
        return read_history(self.name, self.graph(), self.device_called(device))

    def unified_diff(self, device: str, since: datetime | None = None) -> tuple[DocumentDiff, ...]:
        """Compare the lines of a device's configurations, or of a path, with the version before, or at a time.

        Raises NoDeviceError, and OneVersionError where nothing was loaded twice.
        """
        return read_diffs(self.name, self.graph(), self.device_called(device), since)

    def timeline(
        self,
        devices: Sequence[str] = (),
        *,
        since: datetime | None = None,
        until: datetime | None = None,
        limit: int = MOST_ROWS,
    ) -> Timeline:
        """Return changes, log records, findings and captures in order: of devices, or of all, within a time.

        Records that follow each other closely are one row; the `limit` most telling rows are shown, the others are
        counted. Raises NoDeviceError.
        """
        known = {name.lower(): name for name in self.devices()}
        devices = [self.device_called(name) for name in devices]
        unknown = [name for name in devices if name.lower() not in known]
        if unknown:
            raise NoDeviceError(unknown[0], sorted(known.values()), ())
        first, last = (
            time.astimezone(UTC).isoformat(timespec="seconds") if time else "" for time in (since, until)
        )
        named = [known[name.lower()] for name in devices]
        return build_timeline(self.graph(), named, first, last, limit)

    # What is there, and what is wrong.

    def paths(self) -> dict[str, int]:
        """Return the loaded documents: path → number of lines."""
        return read_paths(self.graph())

    def devices(self) -> dict[str, int]:
        """Return the devices: name → number of things and log records that were read of it."""
        return read_devices(self.graph())

    def device_called(self, name: str) -> str:
        """Return the device that logs call by another name; the name itself where they call none so."""
        aliases = {alias.lower(): device for alias, device in read_aliases(self.graph()).items()}
        return aliases.get(name.strip().lower(), name)

    def describe(self) -> Description:
        """Return the labels, properties and relations of the graph, without examples of values."""
        found = self.graph().describe()
        labels = [
            replace(label, properties=tuple(replace(one, examples=()) for one in label.properties))
            for label in found.labels
        ]
        return replace(found, labels=tuple(labels))

    def overview(self) -> KgOverview:
        """Count what is in the graph."""
        return read_overview(self.graph())

    def datasets(self, overview: KgOverview) -> tuple[Dataset, ...]:
        """Read what is common in each dataset; again once other documents are loaded."""
        serials = tuple(document.serial for document in overview.documents)
        if self._datasets[0] != serials:
            self._datasets = (serials, read_datasets(overview, self.graph()))
        return self._datasets[1]

    def check(self, *, only: Sequence[str] = ()) -> tuple[Finding, ...]:
        """Run the checks and the KG's own rules, or those in `only`; the most severe findings come first.

        Raises ValueError for an unknown kind, and RulesError for a file of rules that is wrong.
        """
        return run_checks(self.graph(), only, own_rules(self.name))

    def keep_rule(
        self, name: str, question: str, statements: Sequence[str] = (), *, severity: Severity = "medium"
    ) -> KeptRule:
        """Keep a question as a rule of the KG, which is checked now and at every load.

        The first of the statements whose rows all show lines is the rule; without statements, the table which shows
        what is missing when the question is asked without a model. Raises NoRuleError where neither is there, and
        RulesError.
        """
        from findings.keep import keep_findings
        from findings.kept import read_findings
        from workspace.keep_rule import asked_why, choose_demand, write_rule

        graph = self.graph()
        tables = () if statements else self.agent(BUILTIN).ask(Question(question)).tables
        demand = choose_demand(question, statements, tables, graph)
        named = {"name": name, "severity": severity, "why": asked_why(question)}
        with ingest_lock(self.name, **self.settings.login):
            text = write_rule(rules_file(self.name), named, demand)
            keep_findings(graph, own_rules(self.name))
        return KeptRule(text, tuple(one for one in read_findings(graph) if one.kind == name))

    def incidents(self, *, only: Sequence[str] = ()) -> tuple[Incident, ...]:
        """Run what `check` runs, and join the findings that share a cause. Raises what `check` raises."""
        return find_incidents(self.graph(), only, own_rules(self.name))

    def check_candidates(
        self, *paths: str | Path, device: str = "", rules: Sequence[Rule] | None = None
    ) -> ComparedFindings:
        """Compare what the checks find now, and with these configurations in the place of their devices'.

        Nothing is loaded. Each file is for the device that it names, or for `device`. `rules` are the KG's own where
        they are left out. Raises CandidateError and OSError.
        """
        network = read_network(self.graph())
        key = hash_key(self.name)
        candidates = [
            read_candidate(str(path), redact_lines(Path(path), key), network, device) for path in paths
        ]
        return compare_candidates(network, candidates, own_rules(self.name) if rules is None else rules)

    def network_map(self, layer: str = "") -> NetworkMap:
        """Draw the map of all devices and links, or of one layer, with what the last ingest found wrong.

        Layers are `physical`, `l3`, `ospf`, `bgp` and `vlan NUMBER`. Raises ValueError for another one.
        """
        return self._map()[1].layer(layer)

    def _map(self) -> tuple[Network, NetworkMap, tuple[Incident, ...]]:
        graph = self.graph()
        network, incidents = read_network(graph), read_incidents(graph)
        return network, draw_map(network, read_captured(network, graph), incidents), incidents

    def device_page(self, name: str) -> DevicePage:
        """Collect what is known of a device. Raises NoSuchDeviceError."""
        network, drawn, incidents = self._map()
        named = self.device_called(name)
        return read_device_page(named, tuple(self.devices()), network, drawn, incidents, self.graph())

    def path_between(self, one: str, other: str) -> tuple[DevicePath, NetworkMap]:
        """Find the links between two devices, given by name or address, and the map. Raises ValueError."""
        network, drawn, _ = self._map()
        ends = owner_of(network, one), owner_of(network, other)
        asked = (one if ends[0] != one else "", other if ends[1] != other else "")
        return replace(find_way(drawn, *ends), asked=asked), drawn

    def test_filter(self, device: str, filter_name: str, packet: Packet) -> Verdict:
        """Find the entry that decides about a packet. Raises NoSuchFilterError, and ValueError for a bad packet."""
        return test_filter(self.graph(), self.device_called(device), filter_name, packet)
