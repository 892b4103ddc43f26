"""What speaks against a statement before it has run."""

from __future__ import annotations

import pytest

from agent.model.find_doubts import find_doubts, unknown_names
from agent.records import Query
from agent.value_index import ValueIndex
from graph_store.bolt_graph import BoltGraph
from graph_store.records import Description, LabelDescription, PropertyDescription

DOOR = LabelDescription("Door", 3, (PropertyDescription("badges", ("integer",), 3, 1, (4,)),))
GRAPH = Description(labels=(DOOR,), relations=(), devices=())

UNKNOWN = {
    "a label": ("MATCH (d:Gate) RETURN d.key", ["there is no label 'Gate' in the graph"]),
    "the second of two labels": (
        "MATCH (d:Door|Gate) RETURN d.key",
        ["there is no label 'Gate' in the graph"],
    ),
    "a relation": ("MATCH (:Door)-[:LED|HAS]->(d) RETURN d.key", ["there is no relation 'LED' in the graph"]),
    "what reduce() adds is no label": (
        "MATCH (d:Door) RETURN reduce(s = 0, p IN d.badges | s + p) AS badges",
        [],
    ),
    "what a list is made of is no relation": ("MATCH (d:Door) RETURN [p IN d.badges | p + 1] AS badges", []),
}


@pytest.mark.parametrize(("statement", "expected"), UNKNOWN.values(), ids=UNKNOWN.keys())
def test_unknown_names(statement: str, expected: list[str]) -> None:
    assert unknown_names(statement, GRAPH) == expected


HOW_MANY = {
    "things that are listed": ("How many doors are there?", "MATCH (d:Door) RETURN d.key AS door", True),
    "things that are counted": ("How many doors are there?", "MATCH (d:Door) RETURN count(d) AS n", False),
    "an amount that a property holds": (
        "How many badges does the north door know?",
        "MATCH (d:Door {key: 'north'}) RETURN d.badges AS badges",
        False,
    ),
    "a span of time": (
        "How many seconds did it take?",
        "MATCH (d:Door) RETURN duration.inSeconds(datetime(d.first), datetime(d.last)).seconds AS took",
        False,
    ),
}


@pytest.mark.parametrize(("question", "statement", "doubted"), HOW_MANY.values(), ids=HOW_MANY.keys())
def test_how_many(question: str, statement: str, doubted: bool, small_graph: BoltGraph) -> None:
    doubts = find_doubts(question, Query("cypher", statement), GRAPH, ValueIndex(small_graph))
    assert any("how many" in doubt.text for doubt in doubts) is doubted
