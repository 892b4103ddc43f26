"""The ends of a label with many nodes are found without reading all of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.evidence.companion import derive_companions
from agent.evidence.matched_rows import find_label_ends
from agent.execute import QueryLimits, run_query
from agent.records import Query
from graph_store.bolt_graph import BoltGraph
from tests.agent.counted_reads import CountedReads
from tests.borrowed_graph import borrowed_graph

FIRST_LINE = 2**32
FIRST_ENTITY = 2**32 + 2**31
NODES = 2500
MAKE = """
    UNWIND range(0, $last) AS ordinal
    CREATE (:Entity:Event:Tick {id: $entity + ordinal, type: 'Tick', key: '', message: 'tick', odd: ordinal % 2})
          -[:HAS_LINE]->(:Line {id: $line + ordinal + 1, path: 't.log', number: ordinal + 1, text: 'tick'})
"""
MIDDLE = "MATCH (e:Tick) WHERE e.id > $low AND e.id < $high SET e:Middle"


@pytest.fixture(scope="module")
def ticks() -> Iterator[BoltGraph]:
    """Return a graph of one document with 2,500 records."""
    with borrowed_graph() as graph:
        document = {"path": "t.log", "serial": 1, "entities": NODES, "lines": NODES, "state": "ready"}
        graph.write("CREATE (d:Document) SET d = $document", {"document": document})
        graph.write(MAKE, {"last": NODES - 1, "entity": FIRST_ENTITY, "line": FIRST_LINE})
        graph.write(MIDDLE, {"low": FIRST_ENTITY + 100, "high": FIRST_ENTITY + NODES - 100})
        yield graph


def test_ends(ticks: BoltGraph) -> None:
    found = find_label_ends("Tick", ticks, 10.0)
    assert found is not None
    assert found[0] == NODES
    assert [one - FIRST_ENTITY for one in found[1]] == [0, 1, 2, 3, 4, NODES - 1]


def test_ends_that_are_not_those_of_a_document(ticks: BoltGraph) -> None:
    found = find_label_ends("Middle", ticks, 10.0)
    assert found is not None
    assert [one - FIRST_ENTITY for one in found[1]] == [101, 102, 103, 104, 105, NODES - 101]


def test_a_count_of_all_is_shown_by_its_ends_and_reads_few(ticks: BoltGraph) -> None:
    counted = CountedReads(ticks)
    (row,) = run_query(
        Query("cypher", "MATCH (e:Event) RETURN count(*) AS count"), counted, QueryLimits()
    ).rows
    assert (row.values["count"], row.total_lines) == (NODES, NODES)
    assert [line.number for line in row.lines] == [1, 2, 3, 4, 5, NODES]
    assert not any("collect(" in statement or "max(" in statement for statement in counted.statements)


LABELS = {
    "a whole label": ("MATCH (e:Event) RETURN count(*) AS n", "Event"),
    "a name between backticks": ("MATCH (`e`:`Event`) RETURN count(*)", "Event"),
    "with a condition": ("MATCH (e:Event) WHERE e.odd = 1 RETURN count(*)", ""),
    "with a property": ("MATCH (e:Event {odd: 1}) RETURN count(*)", ""),
    "of two labels": ("MATCH (e:Event:Tick) RETURN count(*)", ""),
    "by a value": ("MATCH (e:Event) RETURN e.odd, count(*)", ""),
    "in parts": ("MATCH (e:Event) WITH e LIMIT 3 RETURN count(*)", ""),
    "devices have no ids": ("MATCH (d:Device) RETURN count(*)", ""),
}


@pytest.mark.parametrize(("statement", "label"), LABELS.values(), ids=LABELS)
def test_label_of_a_companion(statement: str, label: str) -> None:
    assert [one.label for one in derive_companions(statement)] == [label]
