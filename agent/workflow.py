"""The LangGraph workflow: what comes after what."""

from __future__ import annotations

from functools import partial
from typing import Any

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from agent.execute import Limits, execute
from agent.mask_secrets import SecretMask
from agent.repair_query import repair_query
from agent.roles import Roles
from agent.routes import after_execute, after_repair, after_understand
from agent.state import State
from agent.synthesize import synthesize
from agent.tracing.spans import RunTrace
from agent.understand import understand
from agent.write_cypher import write_cypher
from agent.write_lucene import write_lucene
from graph_store.graph import ReadableGraph

Workflow = CompiledStateGraph[State, Any, State, State]


def build_workflow(
    roles: Roles, graph: ReadableGraph, limits: Limits, mask: SecretMask, trace: RunTrace | None = None
) -> Workflow:
    """Wire the nodes; the one backward edge is from the repair to the execution."""
    nodes = StateGraph(State)
    nodes.add_node("understand", _traced("understand", partial(understand, reader=roles.reader), trace))
    nodes.add_node("write_cypher", _traced("write_cypher", partial(write_cypher, author=roles.cypher), trace))
    nodes.add_node("write_lucene", _traced("write_lucene", partial(write_lucene, author=roles.lucene), trace))
    nodes.add_node(
        "execute", _traced("execute", partial(execute, graph=graph, limits=limits, mask=mask), trace)
    )
    nodes.add_node(
        "repair_query", _traced("repair_query", partial(repair_query, repairer=roles.repairer), trace)
    )
    nodes.add_node(
        "synthesize", _traced("synthesize", partial(synthesize, synthesizer=roles.synthesizer), trace)
    )
    nodes.add_edge(START, "understand")
    nodes.add_conditional_edges("understand", after_understand, ["write_cypher", "write_lucene", END])
    nodes.add_edge(["write_cypher", "write_lucene"], "execute")
    nodes.add_conditional_edges("execute", after_execute)
    nodes.add_conditional_edges("repair_query", after_repair)
    nodes.add_edge("synthesize", END)
    return nodes.compile()


def _traced(name: str, work: partial[State], trace: RunTrace | None) -> partial[State]:
    """Trace a node where there is a trace."""
    return work if trace is None else partial(_trace, name=name, work=work, trace=trace)


def _trace(state: State, *, name: str, work: partial[State], trace: RunTrace) -> State:
    with trace.node(name):
        return work(state)
