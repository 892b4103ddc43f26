"""Plans a question over a loaded graph."""

from __future__ import annotations

from agent.planner.plan_cypher import plan_cypher
from agent.reader.value_index import GraphValueIndex
from agent.planner.words.lexicon import Lexicon
from agent.records import Query, Question
from graph_store.bolt_graph import BoltGraph


def planned(text: str, graph: BoltGraph) -> tuple[Query, ...]:
    """Return the statements that are written for a question."""
    return plan_cypher(Question(text), Lexicon(graph.describe()), GraphValueIndex(graph))
