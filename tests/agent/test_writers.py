"""What the writers without a model add to the planner."""

from __future__ import annotations

from agent.builtin.writers import HYBRID, CypherPlanner, LucenePlanner
from agent.execute import Limits, run_query
from agent.reader.value_index import GraphValueIndex
from agent.planner.words.lexicon import Lexicon
from agent.records import Query, Question
from graph_store.bolt_graph import BoltGraph


def test_a_question_of_signs_has_no_queries(small_graph: BoltGraph) -> None:
    lexicon, question = Lexicon(small_graph.describe()), Question("?!* (((")
    assert CypherPlanner(lexicon, GraphValueIndex(small_graph)).write(question) == ()
    assert LucenePlanner(lexicon).write(question) == ()


def test_what_the_hybrid_statement_finds_is_shown_by_the_lines_that_were_found(
    small_graph: BoltGraph,
) -> None:
    rows = run_query(Query("cypher", HYBRID, {"q": "shutdown"}), small_graph, Limits()).rows
    assert [dict(row.values) for row in rows] == [
        {"device": "r1", "kind": "Interface", "name": "Ethernet0/1", "text": " shutdown"}
    ]
    assert [line.number for line in rows[0].lines] == [5, 8]
