"""What a graph says about itself."""

from __future__ import annotations

import json
import time
from dataclasses import asdict

from graph_store.bolt_graph import BoltGraph
from graph_store.describe import keep_description
from graph_store.records import Description, Document, LabelDescription, PropertyDescription

SCHEMA = {
    "properties": {
        "ip_address": {"type": "string", "format": "ipv4", "x-words": ["ip", "address"]},
        "vlans": {"type": "array", "items": {"type": "integer"}},
        "mtu": {"type": ["integer", "string"]},
    }
}


def _entities(graph: BoltGraph, label: str, rows: list[dict[str, object]]) -> None:
    graph.write(
        f"UNWIND $rows AS r CREATE (n:Entity:`{label}`) SET n = r, n.type = '{label}'", {"rows": rows}
    )


def test_an_empty_graph(graph: BoltGraph) -> None:
    assert graph.describe() == Description(())


def test_a_small_graph(graph: BoltGraph) -> None:
    document = Document("r1.cfg", "ab", "configuration", 1, 9, 8, "r1", "p")
    graph.write_all(
        [
            ("CREATE (d:Device {name: 'r1'}) CREATE (e:Device {name: 'a1'})", {}),
            ("CREATE (d:Document) SET d = $d", {"d": asdict(document)}),
            (
                "CREATE (t:Type {name: 'Interface', words: ['interface'], schema: $schema})",
                {"schema": json.dumps(SCHEMA)},
            ),
        ]
    )
    _entities(graph, "Configuration", [{"id": 1, "key": "r1", "hostname": "r1"}])
    _entities(
        graph,
        "Interface",
        [
            {"id": 2, "key": "e0", "mtu": 1500, "ip_address": "10.0.0.1", "vlans": [1, 2], "shutdown": False},
            {"id": 3, "key": "e1", "mtu": 1500, "ip_address": "10.0.0.2", "vlans": [2]},
            {"id": 4, "key": "e2", "mtu": 9000},
        ],
    )
    graph.write(
        "MATCH (c:Configuration) WITH c MATCH (i:Interface) CREATE (c)-[:HAS]->(i) CREATE (i)-[:NEAR]->(c)"
    )
    assert graph.describe() == Description(
        labels=(
            LabelDescription(
                "Configuration",
                1,
                (
                    PropertyDescription("hostname", ("string",), 1, 1, ("r1",)),
                    PropertyDescription("key", ("string",), 1, 1, ("r1",)),
                ),
            ),
            LabelDescription(
                "Interface",
                3,
                (
                    PropertyDescription(
                        "ip_address", ("ipv4",), 2, 2, ("10.0.0.1", "10.0.0.2"), ("ip", "address")
                    ),
                    PropertyDescription("key", ("string",), 3, 3, ("e0", "e1", "e2")),
                    PropertyDescription("mtu", ("integer", "string"), 3, 2, (1500, 9000)),
                    PropertyDescription("shutdown", ("boolean",), 1, 1, (False,)),
                    PropertyDescription("vlans", ("array", "integer"), 2, 2, (2, 1)),
                ),
                parents=("Configuration",),
                words=("interface",),
            ),
        ),
        relations=(("Configuration", "HAS", "Interface", 3), ("Interface", "NEAR", "Configuration", 3)),
        devices=("a1", "r1"),
        documents=(document,),
    )


def test_a_large_label_is_sampled_and_says_so(graph: BoltGraph) -> None:
    for start in range(0, 20_000, 2_000):
        rows: list[dict[str, object]] = [
            {"id": 4 * number, "speed": number % 4, "name": f"e{number}"}
            for number in range(start, start + 2_000)
        ]
        _entities(graph, "Port", rows)
    graph.describe()
    started = time.monotonic()
    (label,) = graph.describe().labels
    seconds = time.monotonic() - started
    name, speed = label.properties
    assert (label.name, label.count) == ("Port", 20_000)
    assert 250 < label.sampled <= 500
    assert (speed.kinds, speed.count, speed.distinct, sorted(speed.examples)) == (
        ("integer",),
        20_000,
        4,
        [0, 1, 2, 3],
    )
    assert (name.count, name.distinct) == (20_000, label.sampled)
    assert graph.describe().labels == (label,)
    assert seconds < 5.0


def test_a_very_large_label_is_sampled_by_lines_of_its_documents(graph: BoltGraph) -> None:
    count = 21_000
    graph.write(f"CREATE (d:Document {{serial: 3, lines: {count}, state: 'ready'}})")
    for start in range(0, count, 3_000):
        rows: list[dict[str, object]] = [
            {"id": 3 * 2**32 + 1 + number, "half": 2 * number // count, "even": number % 2 == 0}
            for number in range(start, start + 3_000)
        ]
        graph.write(
            "UNWIND $rows AS r CREATE (n:Line:Entity:Record) SET n = r, n.type = 'Record'", {"rows": rows}
        )
    (label,) = graph.describe().labels
    even, half = label.properties
    assert (label.name, label.count, label.sampled) == ("Record", count, 500)
    assert (half.kinds, half.count, sorted(half.examples)) == (("integer",), count, [0, 1])
    assert (even.kinds, even.distinct) == (("boolean",), 2)
    assert graph.describe().labels == (label,)


def test_a_large_label_of_a_document_that_was_never_finished_is_described(graph: BoltGraph) -> None:
    count = 20_001
    graph.write("CREATE (d:Document {serial: 3, state: 'loading'})")
    graph.write(f"UNWIND range(1, {count}) AS i CREATE (n:Entity:Record {{id: i, type: 'Record'}})")
    assert [(label.name, label.count) for label in graph.describe().labels] == [("Record", count)]


def test_a_store_without_a_generation_has_the_first_one(graph: BoltGraph) -> None:
    graph.write("MERGE (s:Store {id: 1}) SET s.generation = null, s.checked = ''")
    assert graph.generation() == 0
    graph.commit_lines(0)


def test_what_was_kept_is_told_until_the_contents_change(graph: BoltGraph) -> None:
    graph.write("CREATE (d:Document {serial: 1, lines: 2, state: 'ready'})")
    _entities(graph, "Port", [{"id": 1, "key": "e0", "vlans": [1, 2]}, {"id": 2, "key": "e1"}])
    graph.write("MATCH (a:Port {id: 1}) WITH a MATCH (b:Port {id: 2}) CREATE (a)-[:HAS]->(b)")
    before = graph.describe()
    keep_description(graph)
    assert graph.describe() == before
    _entities(graph, "Port", [{"id": 3, "key": "e2"}])
    assert graph.describe() == before
    graph.write("CREATE (d:Document {serial: 2, lines: 1, state: 'ready'})")
    assert [label.count for label in graph.describe().labels] == [3]


def test_relations_that_ingest_counted_are_not_counted_again(graph: BoltGraph) -> None:
    kinds = [
        ["reference", "GROUP", "Port", "group", "Group", 7],
        ["reference", "GROUP", "Port", "g", "Group", 2],
    ]
    graph.write("MERGE (s:Store {id: 1}) SET s.inferred = $text", {"text": json.dumps(kinds)})
    _entities(graph, "Port", [{"id": 1, "key": "e0"}])
    _entities(graph, "Group", [{"id": 2, "key": "g"}])
    graph.write("MATCH (a:Port) WITH a MATCH (b:Group) CREATE (a)-[:GROUP]->(b) CREATE (b)-[:HAS]->(a)")
    assert graph.describe().relations == (("Group", "HAS", "Port", 1), ("Port", "GROUP", "Group", 9))


def _grow(graph: BoltGraph, label: str, first: int, count: int, **values: object) -> None:
    _entities(graph, label, [{"id": first + number, **values} for number in range(count)])
    graph.write("MATCH (d:Document {serial: 1}) SET d.lines = d.lines + $count", {"count": count})
    keep_description(graph)


def _told(graph: BoltGraph) -> dict[str, tuple[int, dict[str, int]]]:
    return {
        label.name: (label.count, {one.name: one.count for one in label.properties})
        for label in graph.describe().labels
    }


def _examples(graph: BoltGraph, name: str) -> tuple[object, ...]:
    (label,) = (one for one in graph.describe().labels if one.name == name)
    return next(one.examples for one in label.properties if one.name == "word")


def test_of_a_log_that_grew_labels_are_described_anew_once_a_tenth_is_new(graph: BoltGraph) -> None:
    graph.write("CREATE (d:Document {serial: 1, lines: 0, state: 'ready'})")
    _grow(graph, "Group", 10_000, 3, key="g")
    _grow(graph, "Tick", 1, 600, word="a")
    graph.write("MATCH (g:Group {id: 10000}) WITH g MATCH (t:Tick) CREATE (g)-[:HAS]->(t)")
    graph.write("MATCH (s:Store {id: 1}) SET s.described = ''")
    keep_description(graph)
    assert _told(graph) == {"Group": (3, {"key": 3}), "Tick": (600, {"word": 600})}
    _grow(graph, "Tick", 1001, 50, word="a", level=1)
    assert _told(graph) == {"Group": (3, {"key": 3}), "Tick": (650, {"word": 650})}
    assert graph.describe().relations == (("Group", "HAS", "Tick", 600),)
    assert {label.name: label.parents for label in graph.describe().labels} == {
        "Group": (),
        "Tick": ("Group",),
    }
    _grow(graph, "Group", 20_000, 1, key="h", size=7)
    assert _told(graph)["Group"] == (4, {"key": 4, "size": 1})
    graph.write("MATCH (t:Tick) SET t.word = 'b'")
    _grow(graph, "Tick", 2001, 5, word="b")
    assert _examples(graph, "Tick") == ("a",)
    _grow(graph, "Tick", 3001, 50, word="b")
    assert _examples(graph, "Tick") == ("b",)
    assert _told(graph)["Tick"][0] == 705


def test_a_document_that_was_replaced_is_described_anew(graph: BoltGraph) -> None:
    graph.write("CREATE (d:Document {serial: 1, lines: 600, state: 'ready'})")
    _grow(graph, "Tick", 1, 600, word="a")
    graph.write("MATCH (t:Tick) SET t.word = 'b'")
    graph.write("MATCH (d:Document) SET d.serial = 2")
    keep_description(graph)
    (label,) = graph.describe().labels
    assert [one.examples for one in label.properties] == [("b",)]


def test_a_common_label_says_which_learned_types_it_spans(graph: BoltGraph) -> None:
    rows: dict[str, list[dict[str, object]]] = {
        "Interface:InterfaceEthernet": [{"id": 1, "key": "1/1", "type": "InterfaceEthernet", "mtu": 1500}],
        "Interface:InterfaceVe": [{"id": 2, "key": "20", "type": "InterfaceVe"}],
        "Interface": [{"id": 3, "key": "lo0", "type": "Interface"}],
        "Vlan": [{"id": 4, "key": "20", "type": "Vlan"}],
    }
    for labels, nodes in rows.items():
        graph.write(f"UNWIND $rows AS r CREATE (n:Entity:{labels}) SET n = r", {"rows": nodes})
    schema = json.dumps({"properties": {"mtu": {"type": "integer", "x-words": ["mtu"]}}})
    graph.write("CREATE (t:Type {name: 'InterfaceEthernet', words: ['ethernet'], schema: $s})", {"s": schema})
    graph.write("MATCH (i:InterfaceVe) WITH i MATCH (v:Vlan) CREATE (v)-[:HAS]->(i)")
    labels = {label.name: label for label in graph.describe().labels}
    assert labels["Interface"] == LabelDescription(
        "Interface",
        3,
        (
            PropertyDescription("key", ("string",), 3, 3, ("1/1", "20", "lo0")),
            PropertyDescription("mtu", ("integer",), 1, 1, (1500,), ("mtu",)),
        ),
        parents=("Vlan",),
        words=("ethernet",),
        spans=(("Interface", 1), ("InterfaceEthernet", 1), ("InterfaceVe", 1)),
    )
    assert labels["InterfaceVe"].spans == labels["Vlan"].spans == ()
    keep_description(graph)
    assert {label.name: label for label in graph.describe().labels} == labels
