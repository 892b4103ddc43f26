"""Ask the graph: one question in, one cited answer out; at once, or step by step for the chat."""

from __future__ import annotations

import re
import threading
import time
from collections import OrderedDict, defaultdict
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from agent.builtin.offline_roles import open_builtin
from agent.execute import QueryLimits
from agent.mask_typed import mask_typed
from agent.modes import WAYS, Mode
from agent.records import Answer, Answered, AnswerPiece, Event, NodeFinished, NodeStarted, Question
from agent.roles import Roles
from agent.tracing import RunTrace, TracedCalls, TracedGraph
from agent.value_index import ValueIndex
from agent.workflow import Parts, build_workflow, run_steps
from graph_store.describe import read_aliases
from graph_store.errors import TimeLimitError
from graph_store.graph import ROW_LIMIT, TIME_LIMIT_S, Parameters, ReadableGraph
from graph_store.records import Cell, Description, Table
from graph_store.unfinished import check_finished
from language_model.calls import MeteredCalls, ModelCalls
from language_model.open_calls import BUILTIN, CallOptions, open_session_calls
from retrieval.records import RetrievalOptions, SearchRequest

if TYPE_CHECKING:
    from retrieval.indexes import Indexes

# A graph that remembers what it was asked: for as long as nothing in it changes.


MOST_CELLS = 500_000
"""How many single values are kept of all results together, those of the latest use: 50 MB or so."""
_TEXT_OF_A_CELL = 64
"""A text counts as one value for each so many characters."""
_OF_NOW = re.compile(
    r"\b(?:rand|randomUUID|timestamp|(?:local)?(?:date)?time|date)\s*\(\s*(?:\)|\{\s*timezone)"
    r"|\b(?:transaction|statement|realtime)\s*\(",
    re.IGNORECASE,
)
_Asked = tuple[str, str]


class RememberedReads:
    """Reads as the graph inside does, each statement once; make a new one when the graph has changed."""

    def __init__(self, inner: ReadableGraph, most_cells: int = MOST_CELLS) -> None:
        self._inner = inner
        self._most_cells = most_cells
        self._tables: OrderedDict[_Asked, tuple[Table, int]] = OrderedDict()
        self._cut: dict[_Asked, tuple[float, TimeLimitError]] = {}
        self._cells = 0
        self._lock = threading.Lock()

    def read(
        self,
        statement: str,
        parameters: Parameters | None = None,
        *,
        row_limit: int = ROW_LIMIT,
        time_limit_s: float = TIME_LIMIT_S,
    ) -> Table:
        """Run a statement, or return what it gave before; what timed out is not tried again. Raises GraphError."""
        asked = (statement, repr(sorted((parameters or {}).items())))
        with self._lock:
            known, _ = self._tables.get(asked, (None, 0))
            if known is not None and (not known.cut or len(known.rows) >= row_limit):
                self._tables.move_to_end(asked)
                fits = len(known.rows) <= row_limit
                return known if fits else replace(known, rows=known.rows[:row_limit], cut=True)
        tried_s, failed = self._cut.get(asked, (0.0, None))
        if failed is not None and tried_s >= time_limit_s:
            raise failed
        try:
            table = self._inner.read(statement, parameters, row_limit=row_limit, time_limit_s=time_limit_s)
        except TimeLimitError as error:
            self._cut[asked] = time_limit_s, error
            raise
        if _OF_NOW.search(statement) is None:
            self._remember(asked, table)
        return table

    def try_again(self) -> None:
        """Forget which statements ran out of time: another question may find the graph less busy."""
        self._cut.clear()

    def describe(self) -> Description:
        """Tell what is in the graph."""
        return self._inner.describe()

    def _remember(self, asked: _Asked, table: Table) -> None:
        size = 1 + sum(_size(cell) for row in table.rows for cell in row)
        if size > self._most_cells:
            return
        with self._lock:
            _, before = self._tables.pop(asked, (table, 0))
            self._tables[asked] = table, size
            self._cells += size - before
            while self._cells > self._most_cells:
                _, (_, oldest) = self._tables.popitem(last=False)
                self._cells -= oldest


def _size(cell: Cell) -> int:
    if isinstance(cell, str):
        return 1 + len(cell) // _TEXT_OF_A_CELL
    if isinstance(cell, Mapping):
        cell = tuple(cell.values())
    return 1 + sum(map(_size, cell)) if isinstance(cell, Sequence) else 1


CONTENTS = (
    "MATCH (d:Document) WITH count(d) AS documents, max(d.serial) AS serial, sum(d.lines) AS lines, "
    "sum(CASE WHEN d.state <> 'ready' THEN 1 ELSE 0 END) AS unfinished OPTIONAL MATCH (s:Store {id: 1}) "
    "RETURN documents, serial, lines, s.generation, s.relations, s.described, unfinished"
)
"""What changes with every ingest; and how many documents are not whole."""


@dataclass(frozen=True, slots=True)
class _Opened:
    """What was read of the graph, and the contents that it was read for."""

    contents: Table
    reads: RememberedReads
    description: Description
    look_up: ValueIndex
    builtin: Roles
    indexes: Callable[[], Indexes]
    aliases: Mapping[str, str]


def _make_indexes(graph: ReadableGraph, description: Description) -> Indexes:
    """Make what modes of retrieval share; only when one first asks, as their code takes a while to load."""
    from retrieval.indexes import Indexes

    return Indexes(graph, description)


@dataclass(frozen=True, slots=True)
class _Run:
    """What answers one question."""

    parts: Parts
    meter: MeteredCalls | None
    started: float
    aliases: Mapping[str, str]


class Agent:
    """Answers questions about one graph; may be shared by threads and tasks.

    Thinks with the `calls` of a model, or without one. Secrets in questions are masked before anything sees them.
    """

    def __init__(
        self,
        graph: ReadableGraph,
        calls: ModelCalls | None = None,
        name: str = BUILTIN,
        limits: QueryLimits | None = None,
        closing: ExitStack | None = None,
        retrieval: RetrievalOptions | None = None,
    ) -> None:
        self._graph = graph
        self._calls = calls
        self._name = name
        self._limits = limits or QueryLimits()
        self._opened: _Opened | None = None
        self._lock = threading.Lock()
        self._closing = closing or ExitStack()
        self._retrieval = retrieval or RetrievalOptions()

    def look(self) -> None:
        """Read what is in the graph now, before a question is asked. Raises GraphError."""
        self._open()

    def prepare(self, mode: Mode) -> None:
        """Make what a mode needs before its first question, which asks no model. Raises GraphError."""
        opened = self._open()
        if WAYS[mode].retrieves:
            from retrieval.search import SEARCHES

            SEARCHES[mode](opened.indexes(), SearchRequest("interface", None, self._retrieval))

    def can_claim_offline(self, question: Question) -> bool:
        """Tell whether a table may answer a question without a model; it may still find nothing. Raises GraphError."""
        return bool(self._open().builtin.cypher.write(question))

    def description(self) -> Description:
        """Return what is in the graph now. Raises GraphError."""
        return self._open().description

    def ask(self, question: Question) -> Answer:
        """Answer a question. Raises GraphError, and ModelCallError when the model does not answer."""
        run, question = self._begin(question, time.monotonic())
        try:
            if run.meter is None:  # importing LangGraph takes longer than the answer
                return self._complete(run_steps(question, run.parts), run)
            return self._complete(build_workflow().invoke({"question": question}, context=run.parts), run)
        finally:
            run.parts.trace.end({})

    async def stream(self, question: Question, limits: QueryLimits | None = None) -> AsyncIterator[Event]:
        """Answer within `limits`, and tell what is going on; the answer comes last. Raises what `ask` raises."""
        import asyncio

        run, question = await asyncio.to_thread(self._begin, question, time.monotonic(), limits)
        state: Mapping[str, Any] = {}
        begun: dict[str, float] = {}
        parts = build_workflow().astream(
            {"question": question}, context=run.parts, stream_mode=["tasks", "custom", "values"], version="v2"
        )
        try:
            async for part in parts:
                data: Any = part["data"]
                if part["type"] == "values":
                    state = data
                elif part["type"] == "custom":
                    yield AnswerPiece(str(data))
                elif "result" in data:
                    yield _finished(data, time.monotonic() - begun.pop(data["id"], run.started))
                else:
                    begun[data["id"]] = time.monotonic()
                    yield NodeStarted(data["name"])
            yield Answered(self._complete(state, run))
        finally:
            run.parts.trace.end({})

    def close(self) -> None:
        """Close the model's calls, where this agent opened them."""
        self._closing.close()

    def __enter__(self) -> Agent:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _begin(
        self, question: Question, started: float, limits: QueryLimits | None = None
    ) -> tuple[_Run, Question]:
        """Gather what answers one question, whose secrets are masked; its calls are counted apart."""
        opened, limits = self._open(), limits or self._limits
        opened.reads.try_again()
        meter, roles = None, opened.builtin
        if self._calls is not None:
            from agent.model.model_roles import open_with_model

            meter = MeteredCalls(TracedCalls(self._calls))
            roles = open_with_model(meter, opened.description, opened.look_up, roles, limits.rows)
        trace = RunTrace({"wirelore.mode": question.mode, "wirelore.model": self._name})
        graph = TracedGraph(opened.reads)
        parts = Parts(roles, graph, limits, trace, opened.indexes, self._retrieval)
        return _Run(parts, meter, started, opened.aliases), mask_typed(question, opened.look_up)

    def _open(self) -> _Opened:
        """Read what is in the graph, or take what was read for the same contents."""
        with self._lock:
            contents = self._graph.read(CONTENTS, row_limit=1)
            if any(row[-1] for row in contents.rows):
                check_finished(self._graph)
            if self._opened is None or self._opened.contents != contents:
                reads = RememberedReads(self._graph)
                description, look_up = self._graph.describe(), ValueIndex(reads)
                builtin = open_builtin(reads, description, look_up)
                indexes = cache(partial(_make_indexes, self._graph, description))
                aliases = read_aliases(reads)
                self._opened = _Opened(contents, reads, description, look_up, builtin, indexes, aliases)
            return self._opened

    def _complete(self, state: Mapping[str, Any], run: _Run) -> Answer:
        answer = say_other_names(state["answer"], run.aliases)
        meter = run.meter
        if meter is not None:
            answer = replace(
                answer,
                calls=meter.calls,
                tokens=meter.prompt_tokens + meter.completion_tokens,
                prompt_tokens=meter.prompt_tokens,
                completion_tokens=meter.completion_tokens,
                waited_s=meter.waited_s,
            )
        run.parts.trace.end({"wirelore.status": answer.status, "wirelore.tokens": answer.tokens})
        return replace(
            answer,
            outcomes=tuple(state["outcomes"]),
            model=self._name,
            seconds=time.monotonic() - run.started,
        )


def open_agent(
    graph: ReadableGraph,
    model: str = BUILTIN,
    limits: QueryLimits | None = None,
    *,
    calls: ModelCalls | None = None,
    options: CallOptions | None = None,
    retrieval: RetrievalOptions | None = None,
) -> Agent:
    """Make an agent that uses `calls`, or opens those of `options` or this model. Raises LanguageModelError."""
    closing = ExitStack()
    if calls is None:
        chosen = options or CallOptions(model)
        calls, model = closing.enter_context(open_session_calls(chosen)), chosen.model
    return Agent(graph, calls, model or BUILTIN, limits, closing, retrieval)


def ask(
    question: Question | str,
    graph: ReadableGraph,
    model: str = BUILTIN,
    limits: QueryLimits | None = None,
    *,
    options: CallOptions | None = None,
    retrieval: RetrievalOptions | None = None,
) -> Answer:
    """Answer one question; several are cheaper with `open_agent`. Raises what `Agent.ask` raises."""
    with open_agent(graph, model, limits, options=options, retrieval=retrieval) as agent:
        return agent.ask(Question(question) if isinstance(question, str) else question)


def _finished(task: Mapping[str, Any], seconds: float) -> NodeFinished:
    added = task["result"] or {}
    standalone = added.get("standalone")
    return NodeFinished(
        task["name"],
        tuple(added.get("queries", ())),
        tuple(added.get("outcomes", ())),
        standalone.text if standalone is not None else "",
        seconds,
    )


MOST_NAMES = 5
_BETWEEN = re.compile(r"[\s,;=\"'()\[\]<>|]+")


def say_other_names(answer: Answer, names: Mapping[str, str]) -> Answer:
    """Add to an answer which devices its lines call by other names: `read_aliases` has these."""
    words = {word for text in _texts(answer) for word in _BETWEEN.split(text)} if names else set()
    shown: dict[str, list[str]] = defaultdict(list)
    for name in sorted(words & names.keys()):
        shown[names[name]].append(name)
    said = [
        f"{device} also logs as {', '.join(some[:MOST_NAMES])}{', ...' if len(some) > MOST_NAMES else ''}."
        for device, some in sorted(shown.items())[:MOST_NAMES]
    ]
    return replace(answer, text="\n\n".join(filter(None, (answer.text, " ".join(said))))) if said else answer


def _texts(answer: Answer) -> Iterator[str]:
    yield from (line.text for line in answer.citations)
    yield from (line.text for table in answer.tables for lines in table.citations for line in lines)
