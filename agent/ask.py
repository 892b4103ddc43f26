"""Ask the graph: one question in, one cited answer out; at once, or step by step for the chat."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from langchain_core.callbacks import UsageMetadataCallbackHandler
from langchain_core.language_models import BaseChatModel

from agent.builtin.open_builtin import open_builtin
from agent.events import Answered, Event, NodeFinished, NodeStarted, Token
from agent.execute import Limits
from agent.planner.value_index import GraphValueIndex
from agent.records import Answer, Question
from agent.roles import Roles
from agent.state import State
from agent.workflow import Workflow, build_workflow
from graph_store.graph import ReadableGraph
from graph_store.records import Description, Table
from graph_store.unfinished import check_finished
from language_model.open_model import BUILTIN, open_model

CONTENTS = "MATCH (d:Document) RETURN count(d), max(d.serial), sum(d.lines)"
"""What changes with every ingest."""


@dataclass(frozen=True, slots=True)
class _Opened:
    """A workflow, and the state of the graph that it was built for."""

    contents: Table
    roles: Roles
    workflow: Workflow


class Agent:
    """Answers questions about one graph; may be shared by threads and tasks."""

    def __init__(
        self, graph: ReadableGraph, model: BaseChatModel | None, name: str, limits: Limits | None = None
    ) -> None:
        self._graph = graph
        self._model = model
        self._name = name
        self._limits = limits or Limits()
        self._opened: _Opened | None = None
        self._lock = threading.Lock()

    def ask(self, question: Question) -> Answer:
        """Answer a question.

        Raises GraphError when the graph is gone, and the provider's error when its model does not answer.
        """
        started = time.monotonic()
        opened, usage = self._open(), UsageMetadataCallbackHandler()
        state = opened.workflow.invoke({"question": question}, {"callbacks": [usage]})
        return _complete(state, opened.roles, started, usage)

    async def stream(self, question: Question) -> AsyncIterator[Event]:
        """Answer a question, and tell what is going on; the last event is the answer. Raises what `ask` raises."""
        started = time.monotonic()
        opened, usage = await asyncio.to_thread(self._open), UsageMetadataCallbackHandler()
        state: State = {"question": question, "queries": [], "outcomes": []}
        begun: dict[str, float] = {}
        parts = opened.workflow.astream(
            {"question": question}, {"callbacks": [usage]}, stream_mode=["tasks", "custom"], version="v2"
        )
        async for part in parts:
            told: Any = part["data"]
            if part["type"] == "custom":
                yield Token(str(told))
            elif "result" in told:
                _add(state, told["result"])
                yield _finished(told, time.monotonic() - begun.pop(told["id"], started))
            else:
                begun[told["id"]] = time.monotonic()
                yield NodeStarted(told["name"])
        yield Answered(_complete(state, opened.roles, started, usage))

    def _open(self) -> _Opened:
        """Build the workflow, or take the one that was built for the same contents of the graph."""
        with self._lock:
            check_finished(self._graph)
            contents = self._graph.read(CONTENTS, row_limit=1)
            if self._opened is None or self._opened.contents != contents:
                roles = self._roles(self._graph.describe())
                self._opened = _Opened(contents, roles, build_workflow(roles, self._graph, self._limits))
            return self._opened

    def _roles(self, description: Description) -> Roles:
        look_up = GraphValueIndex(self._graph)
        if self._model is None:
            return open_builtin(description, look_up)
        from agent.model.open_with_model import open_with_model

        return open_with_model(self._name, self._model, description, look_up)


def open_agent(graph: ReadableGraph, model: str = BUILTIN, limits: Limits | None = None) -> Agent:
    """Make an agent that thinks with the model of this name, or with none.

    Raises UnknownModelError.
    """
    return Agent(graph, open_model(model), model or BUILTIN, limits)


def ask(
    question: Question | str, graph: ReadableGraph, model: str = BUILTIN, limits: Limits | None = None
) -> Answer:
    """Answer one question; several are cheaper with `open_agent`. Raises what `Agent.ask` raises."""
    return open_agent(graph, model, limits).ask(Question(question) if isinstance(question, str) else question)


def _add(state: State, added: Mapping[str, Any]) -> None:
    state["queries"] += added.get("queries", [])
    state["outcomes"] += added.get("outcomes", [])
    if "answer" in added:
        state["answer"] = added["answer"]


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


def _complete(
    state: Mapping[str, Any] | State, roles: Roles, started: float, usage: UsageMetadataCallbackHandler
) -> Answer:
    answer: Answer = state["answer"]
    return replace(
        answer,
        outcomes=tuple(state.get("outcomes", ())),
        model=roles.name,
        tokens=sum(one["total_tokens"] for one in usage.usage_metadata.values()),
        seconds=time.monotonic() - started,
    )
