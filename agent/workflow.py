"""The LangGraph workflow: what comes after what. Made once; what answers one question comes with that question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime

from agent.execute import Limits, execute
from agent.find_closest import find_closest
from agent.mask_secrets import SecretMask
from agent.repair_query import repair_query
from agent.retrieve import FindsPassages, retrieve
from agent.roles import Roles
from agent.routes import after_execute, after_repair, after_synthesize, after_understand
from agent.state import State
from agent.synthesize import synthesize
from agent.tracing.spans import RunTrace
from agent.understand import understand
from agent.write_cypher import write_cypher
from agent.write_lucene import write_lucene
from graph_store.graph import ReadableGraph


@dataclass(frozen=True, slots=True)
class Parts:
    """What the nodes work with, for one question."""

    roles: Roles
    graph: ReadableGraph
    limits: Limits
    mask: SecretMask
    trace: RunTrace
    passages: FindsPassages


Workflow = CompiledStateGraph[State, Parts, State, State]
_Work = Callable[[State, Parts], State]


class _Node(Protocol):
    """What LangGraph calls: it finds the parts in what it names `runtime`."""

    def __call__(self, state: State, *, runtime: Runtime[Parts]) -> State: ...


@cache
def build_workflow() -> Workflow:
    """Wire the nodes; the one backward edge is from the repair to the execution. To run it, give it its `Parts`."""
    nodes = StateGraph(State, Parts)
    for name, work in _WORK.items():
        nodes.add_node(name, _traced(name, work))
    nodes.add_edge(START, "understand")
    nodes.add_conditional_edges(
        "understand", after_understand, ["write_cypher", "write_lucene", "retrieve", END]
    )
    nodes.add_edge(["write_cypher", "write_lucene"], "execute")
    nodes.add_edge("retrieve", "synthesize")
    nodes.add_conditional_edges("execute", after_execute)
    nodes.add_conditional_edges("repair_query", after_repair)
    nodes.add_conditional_edges("synthesize", after_synthesize, ["find_closest", END])
    nodes.add_edge("find_closest", END)
    return nodes.compile()


_WORK: dict[str, _Work] = {
    "understand": lambda state, parts: understand(state, reader=parts.roles.reader),
    "write_cypher": lambda state, parts: write_cypher(state, author=parts.roles.cypher),
    "write_lucene": lambda state, parts: write_lucene(state, author=parts.roles.lucene),
    "retrieve": lambda state, parts: retrieve(state, passages=parts.passages, mask=parts.mask),
    "execute": lambda state, parts: execute(state, graph=parts.graph, limits=parts.limits, mask=parts.mask),
    "repair_query": lambda state, parts: repair_query(state, repairer=parts.roles.repairer),
    "synthesize": lambda state, parts: synthesize(state, synthesizer=parts.roles.synthesizer),
    "find_closest": lambda state, parts: find_closest(state, lines=parts.roles.closest, mask=parts.mask),
}


def _traced(name: str, work: _Work) -> _Node:
    def run(state: State, *, runtime: Runtime[Parts]) -> State:
        with runtime.context.trace.node(name):
            return work(state, runtime.context)

    return run
