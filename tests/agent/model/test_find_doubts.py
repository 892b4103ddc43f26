"""What speaks against a statement before it has run."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest

from agent.model.find_doubts import find_doubts, unknown_names
from agent.records import Query
from agent.value_index import ValueIndex, ValueOccurrence
from graph_store.bolt_graph import BoltGraph
from graph_store.graph import ReadableGraph
from graph_store.records import Description, Document, LabelDescription, PropertyDescription

DOOR = LabelDescription("Door", 3, (PropertyDescription("badges", ("integer",), 3, 1, (4,)),))
EVENT = LabelDescription("Event", 3, (PropertyDescription("code", ("string",), 3, 1, ("x",)),))
GRAPH = Description(labels=(DOOR, EVENT), relations=(), devices=())

UNKNOWN = {
    "a label": ("MATCH (d:Gate) RETURN d.key", ["there is no label 'Gate' in the graph"]),
    "a relation": ("MATCH (:Door)-[:LED]->(d) RETURN d.key", ["there is no relation 'LED' in the graph"]),
    "labels and relations of which another one may stand in their place": (
        "MATCH (:Door|Gate)-[:LED|HAS]->(d) RETURN d.key",
        [],
    ),
    "two relations that are none": (
        "MATCH (:Door)-[:LED|LIT]->(d) RETURN d.key",
        ["there is no relation 'LED' in the graph", "there is no relation 'LIT' in the graph"],
    ),
    "what reduce() adds is no label": (
        "MATCH (d:Door) RETURN reduce(s = 0, p IN d.badges | s + p) AS badges",
        [],
    ),
    "a property that only some records have": (
        "MATCH (e:Event) WHERE e.door = 'a' RETURN e.badges AS badges",
        ["nothing in the graph has a property 'door'"],
    ),
    "a label that a node has not": ("MATCH (d:Door) WHERE NOT d:Event RETURN d.key", []),
    "what a list is made of is no relation": ("MATCH (d:Door) RETURN [p IN d.badges | p + 1] AS badges", []),
}


@pytest.mark.parametrize(("statement", "expected"), UNKNOWN.values(), ids=UNKNOWN.keys())
def test_unknown_names(statement: str, expected: list[str]) -> None:
    assert unknown_names(statement, GRAPH) == expected


SAID = {
    "a short name": ("Which links has eth0/1?", {"n": "eth0/1"}, "r1", ("value",)),
    "the number of a short name": ("What is in lo0?", {"n": 0}, "r1", ("value",)),
    "the numbers of a port": ("Which links has eth0/1?", {"n": "0/1"}, "r1", ("value",)),
    "words that a stroke joins": ("What do ssh/admin and eth0/1?", {"n": "eth0/1"}, "r1", ("value",)),
    "another number": ("What is in lo0?", {"n": 1}, "r1", ("values", "value")),
    "a device that the question does not name": ("What is up?", {"n": 1}, "r1", ("value",)),
}


@pytest.mark.parametrize(("question", "given", "device", "kinds"), SAID.values(), ids=SAID)
def test_values_of_the_question(
    question: str, given: dict[str, str | int], device: str, kinds: tuple[str, ...], small_graph: BoltGraph
) -> None:
    query = Query(
        "cypher", f"MATCH (d:Door) WHERE d.badges = $n AND d.device = '{device}' RETURN d.key AS door", given
    )
    doubts = find_doubts(question, query, GRAPH, ValueIndex(small_graph))
    assert tuple(doubt.kind for doubt in doubts) == kinds


def test_a_part_of_a_name_means_the_device() -> None:
    class Named(ValueIndex):
        def devices(self, text: str) -> tuple[str, ...]:
            return ("hq-core1",) if text in ("hq-core1", "hc1") else ()

        def find(self, text: str) -> tuple[ValueOccurrence, ...]:
            return ()

    query = Query("cypher", "MATCH (d:Door {device: 'hq-core1'}) RETURN d.key AS door")
    index = Named(cast("ReadableGraph", None))
    made = Document("hq.cfg", "a", "configuration", 1, device="hq-core1", parser="gateworks@1", unknown="")
    by_make = replace(GRAPH, documents=(made,), devices=("hq-core1",))
    assert find_doubts("Doors of the gateworks", query, by_make, index) == ()
    assert find_doubts("Doors on the core, please", query, GRAPH, index) == ()
    assert find_doubts("Doors on hc1", query, GRAPH, index) == ()
    assert [one.kind for one in find_doubts("Doors on the edge", query, GRAPH, index)] == ["value"]


@pytest.mark.parametrize(
    ("question", "count"), [("Doors on the 3f switch", 0), ("Doors on the 4f switch", 1)]
)
def test_a_part_of_letters_and_digits_names_a_device(
    question: str, count: int, small_graph: BoltGraph
) -> None:
    class Named(ValueIndex):
        def devices(self, text: str) -> tuple[str, ...]:
            return (text,) if text == "hq-asw-3f" else ()

    description = replace(GRAPH, devices=("hq-asw-3f", "hq-asw-2f"))
    query = Query("cypher", "MATCH (d:Door {device: 'hq-asw-3f'}) RETURN d.key AS door")
    doubts = find_doubts(question, query, description, Named(small_graph))
    assert len([one for one in doubts if "does not name" in one.text]) == count


SHORT = {
    "letters and a number without zeros": ("When did the PSU of nx1 die?", 0),
    "the end of its name": ("Doors on nx-01", 0),
    "a place that its name is short for": ("Doors in Hamburg", 0),
    "another number": ("Doors on nx-02", 1),
    "a number alone": ("Doors since 01", 1),
    "a part of a port": ("Doors on nx-01/2", 1),
    "a part of several names": ("Doors on the nx", 1),
}


@pytest.mark.parametrize(("question", "count"), SHORT.values(), ids=SHORT)
def test_a_short_name_means_the_one_device_that_it_fits(
    question: str, count: int, small_graph: BoltGraph
) -> None:
    description = replace(GRAPH, devices=("ham-nx-01", "hq-nx-02"))
    query = Query("cypher", "MATCH (d:Door {device: 'ham-nx-01'}) RETURN d.key AS door")

    class Named(ValueIndex):
        def devices(self, text: str) -> tuple[str, ...]:
            return (text,) if text in description.devices else ()

    stray = [
        doubt
        for doubt in find_doubts(question, query, description, Named(small_graph))
        if "does not name" in doubt.text
    ]
    assert len(stray) == count
