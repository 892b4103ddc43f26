"""The LangGraph workflow: what comes after what."""

from __future__ import annotations

from functools import partial
from typing import Any

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from agent.execute import Limits, execute
from agent.repair_query import repair_query
from agent.roles import Roles
from agent.routes import after_execute, after_repair
from agent.state import State
from agent.synthesize import synthesize
from agent.understand import understand
from agent.write_cypher import write_cypher
from agent.write_lucene import write_lucene
from graph_store.graph import ReadableGraph

Workflow = CompiledStateGraph[State, Any, State, State]


def build_workflow(roles: Roles, graph: ReadableGraph, limits: Limits) -> Workflow:
    """Wire the nodes; the one backward edge is from the repair to the execution."""
    nodes = StateGraph(State)
    nodes.add_node("understand", partial(understand, reader=roles.reader))
    nodes.add_node("write_cypher", partial(write_cypher, author=roles.cypher))
    nodes.add_node("write_lucene", partial(write_lucene, author=roles.lucene))
    nodes.add_node("execute", partial(execute, graph=graph, limits=limits))
    nodes.add_node("repair_query", partial(repair_query, repairer=roles.repairer))
    nodes.add_node("synthesize", partial(synthesize, synthesizer=roles.synthesizer))
    nodes.add_edge(START, "understand")
    nodes.add_edge("understand", "write_cypher")
    nodes.add_edge("understand", "write_lucene")
    nodes.add_edge(["write_cypher", "write_lucene"], "execute")
    nodes.add_conditional_edges("execute", after_execute)
    nodes.add_conditional_edges("repair_query", after_repair)
    nodes.add_edge("synthesize", END)
    return nodes.compile()
