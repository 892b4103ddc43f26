"""The workflow: what comes after what. Made once; what answers one question comes with that question.

LangGraph runs it, two writers side by side and each step told; without a model `run_at_once` takes the same
steps in turn, and LangGraph is not even loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Protocol

from agent.execute import Limits, execute
from agent.find_closest import find_closest
from agent.records import Question
from agent.repair_query import repair_query
from agent.retrieve import FindsPassages, retrieve
from agent.roles import Roles, Say
from agent.routes import END, after_execute, after_repair, after_synthesize, after_understand
from agent.secrets.mask_secrets import SecretMask
from agent.state import State
from agent.synthesize import synthesize
from agent.tracing.spans import RunTrace
from agent.understand import understand
from agent.write_cypher import write_cypher
from agent.write_lucene import write_lucene
from graph_store.graph import ReadableGraph

if TYPE_CHECKING:
    from langgraph.graph.state import CompiledStateGraph
    from langgraph.runtime import Runtime

    Workflow = CompiledStateGraph[State, "Parts", State, State]


@dataclass(frozen=True, slots=True)
class Parts:
    """What the nodes work with, for one question."""

    roles: Roles
    graph: ReadableGraph
    limits: Limits
    mask: SecretMask
    trace: RunTrace
    passages: FindsPassages


_Work = Callable[[State, Parts, Say], State]


class _Node(Protocol):
    """What LangGraph calls: it finds the parts in what it names `runtime`."""

    def __call__(self, state: State, *, runtime: Runtime[Parts]) -> State: ...


@cache
def build_workflow() -> Workflow:
    """Wire the nodes; the one backward edge is from the repair to the execution. To run it, give it its `Parts`."""
    from langgraph.graph import START, StateGraph

    nodes = StateGraph(State, Parts)
    for name, work in _WORK.items():
        nodes.add_node(name, _traced(name, work))
    nodes.add_edge(START, _FIRST)
    nodes.add_edge(list(_WRITERS), "execute")
    for name, follow in _MAY_FOLLOW.items():
        nodes.add_conditional_edges(name, _ROUTES[name], list(follow))
    nodes.add_edge("retrieve", "synthesize")
    nodes.add_edge("find_closest", END)
    return nodes.compile()


def run_at_once(question: Question, parts: Parts, say: Say = lambda _: None) -> State:
    """Take the steps in turn. A model's writers would wait for each other here."""
    state = State(question=question, queries=[], outcomes=[])
    names: tuple[str, ...] = (_FIRST,)
    while names:
        for name in names:
            with parts.trace.node(name):
                added = _WORK[name](state, parts, say)
            queries = [*state["queries"], *added.get("queries", ())]
            outcomes = [*state["outcomes"], *added.get("outcomes", ())]
            state = {**state, **added, "queries": queries, "outcomes": outcomes}
        names = _after(names, state)
    return state


def _after(names: tuple[str, ...], state: State) -> tuple[str, ...]:
    if names == _WRITERS:
        return ("execute",)
    route = _ROUTES.get(names[0])
    found = route(state) if route is not None else END
    return tuple(one for one in ([found] if isinstance(found, str) else found) if one != END)


_FIRST = "understand"
_WRITERS = ("write_cypher", "write_lucene")
_ROUTES: dict[str, Callable[[State], str | list[str]]] = {
    "understand": after_understand,
    "retrieve": lambda _: "synthesize",
    "execute": after_execute,
    "repair_query": after_repair,
    "synthesize": after_synthesize,
}
_MAY_FOLLOW = {
    "understand": (*_WRITERS, "retrieve", END),
    "execute": ("repair_query", "synthesize"),
    "repair_query": ("execute", "synthesize"),
    "synthesize": ("find_closest", END),
}
_WORK: dict[str, _Work] = {
    "understand": lambda state, parts, _: understand(state, reader=parts.roles.reader, graph=parts.graph),
    "write_cypher": lambda state, parts, _: write_cypher(state, author=parts.roles.cypher),
    "write_lucene": lambda state, parts, _: write_lucene(state, author=parts.roles.lucene),
    "retrieve": lambda state, parts, _: retrieve(state, passages=parts.passages, mask=parts.mask),
    "execute": lambda state, parts, _: execute(
        state, graph=parts.graph, limits=parts.limits, mask=parts.mask
    ),
    "repair_query": lambda state, parts, _: repair_query(state, repairer=parts.roles.repairer),
    "synthesize": lambda state, parts, say: synthesize(state, synthesizer=parts.roles.synthesizer, say=say),
    "find_closest": lambda state, parts, say: find_closest(
        state, lines=parts.roles.closest, mask=parts.mask, say=say
    ),
}


def _traced(name: str, work: _Work) -> _Node:
    def run(state: State, *, runtime: Runtime[Parts]) -> State:
        with runtime.context.trace.node(name):
            return work(state, runtime.context, runtime.stream_writer)

    return run
