"""What every graph store does, whichever server is behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from graph_store.bolt_graph import BoltGraph
from graph_store.errors import StatementFailedError, StatementRefusedError, TimeLimitError
from graph_store.graph import IndexedLine
from graph_store.records import Cell, Scalar, Table
from ingest.load.graph_rows import storable_list

LINE = 2**32
ENTITY = 2**32 + 2**31

VALUES: Mapping[str, tuple[str, Cell]] = {
    "a number": ("RETURN 1 AS v", 1),
    "a broken number": ("RETURN 1.5 AS v", 1.5),
    "a text": ("RETURN 'it\\'s \\u00e4' AS v", "it's ä"),
    "on": ("RETURN true AS v", True),
    "nothing": ("RETURN null AS v", None),
    "a list": ("RETURN [1, [2, 'x']] AS v", (1, (2, "x"))),
    "a map": ("RETURN {a: 1, set: [2]} AS v", {"a": 1, "set": (2,)}),
    "a date": ("RETURN date('2024-02-29') AS v", "2024-02-29"),
    "a node": ("MATCH (n:Device) RETURN n AS v", {"name": "r1", "labels": ("Device",)}),
    "a node with two labels": (
        "MATCH (n:Entity) RETURN n AS v",
        {"id": ENTITY, "type": "Interface", "mtu": 9000, "labels": ("Entity", "Interface")},
    ),
    "a relation": (
        "MATCH ()-[r:HAS_LINE]->() RETURN r AS v",
        {"fields": ("mtu",), "relation": "HAS_LINE"},
    ),
    "a path": (
        "MATCH p = (:Device)-[:OWNS]->(:Entity) RETURN p AS v",
        (
            {"name": "r1", "labels": ("Device",)},
            {"relation": "OWNS"},
            {"id": ENTITY, "type": "Interface", "mtu": 9000, "labels": ("Entity", "Interface")},
        ),
    ),
}

WRITES = {
    "a new node": "CREATE (n:Evil)",
    "a changed node": "MATCH (n:Device) SET n.name = 'evil'",
    "a deleted node": "MATCH (n) DETACH DELETE n",
    "a merged node": "MERGE (n:Evil {a: 1})",
    "a new node in a subquery": "CALL { CREATE (n:Evil) RETURN n } RETURN n",
    "a new index": "CREATE INDEX FOR (n:Evil) ON (n.a)",
    "a file": "LOAD CSV FROM 'file:///etc/passwd' AS row RETURN row",
}

LISTS: Mapping[str, list[Scalar]] = {
    "of one type": [1, 2],
    "of whole and broken numbers": [1, 2.5],
    "of names and numbers": ["ssh", 830],
    "of everything": ["a", 1, True, 1.5],
    "of nothing": [],
}


@pytest.fixture
def small(graph: BoltGraph) -> BoltGraph:
    graph.write_all(
        [
            ("CREATE (d:Device {name: $name})", {"name": "r1"}),
            (
                "UNWIND $rows AS r CREATE (n:Entity:`Interface`) SET n = r",
                {"rows": [{"id": ENTITY, "type": "Interface", "mtu": 9000}]},
            ),
            ("CREATE (l:Line {id: $id, text: 'mtu 9000'})", {"id": LINE + 1}),
            (
                "MATCH (e:Entity {id: $e}) MATCH (l:Line {id: $l}) CREATE (e)-[r:HAS_LINE]->(l) SET r = $r",
                {"e": ENTITY, "l": LINE + 1, "r": {"fields": ["mtu"]}},
            ),
            ("MATCH (d:Device) MATCH (e:Entity {id: $e}) CREATE (d)-[:OWNS]->(e)", {"e": ENTITY}),
        ]
    )
    return graph


@pytest.mark.parametrize(("statement", "expected"), VALUES.values(), ids=VALUES)
def test_values_arrive_as_plain_json(small: BoltGraph, statement: str, expected: Cell) -> None:
    assert small.read(statement) == Table(("v",), ((expected,),))


@pytest.mark.parametrize("statement", WRITES.values(), ids=WRITES)
def test_reading_never_writes(small: BoltGraph, statement: str) -> None:
    before = small.read("MATCH (n) RETURN n ORDER BY labels(n)[0]")
    with pytest.raises(StatementRefusedError):
        small.read(statement)
    assert small.read("MATCH (n) RETURN n ORDER BY labels(n)[0]") == before


def test_a_row_limit_is_reported(graph: BoltGraph) -> None:
    statement = "UNWIND range(1, $n) AS x RETURN x"
    assert graph.read(statement, {"n": 3}, row_limit=2) == Table(("x",), ((1,), (2,)), cut=True)
    assert graph.read(statement, {"n": 2}, row_limit=2) == Table(("x",), ((1,), (2,)))
    assert graph.read(statement, {"n": 0}, row_limit=2).rows == ()


def test_a_time_limit_ends_a_statement(graph: BoltGraph) -> None:
    rows = [{"id": number} for number in range(3000)]
    graph.write("UNWIND $rows AS r CREATE (n:Entity) SET n = r", {"rows": rows})
    endless = "MATCH (a:Entity), (b:Entity), (c:Entity) WHERE a.id + b.id + c.id < 0 RETURN count(*)"
    with pytest.raises(TimeLimitError, match=r"no result within 0.2 s"):
        graph.read(endless, time_limit_s=0.2)


def test_a_wrong_statement_says_why(graph: BoltGraph) -> None:
    with pytest.raises(StatementFailedError, match=r"(?i)(syntax|invalid input).*") as failed:
        graph.read("MATCH (n) RETURN n.name +")
    assert failed.value.statement == "MATCH (n) RETURN n.name +"
    assert "Syntax" in failed.value.code
    assert "EXPLAIN" not in str(failed.value)


@pytest.mark.parametrize("values", LISTS.values(), ids=LISTS)
def test_lists_of_any_items_are_kept(graph: BoltGraph, values: list[Scalar]) -> None:
    graph.write("CREATE (n:Entity) SET n = $row", {"row": {"id": 1, "ports": storable_list(values)}})
    (kept,) = graph.read("MATCH (n:Entity {id: 1}) RETURN n.ports").rows[0]
    assert kept == tuple(storable_list(values))


def test_a_document_is_replaced(graph: BoltGraph) -> None:
    _load(graph, 1, ["mtu 1500", "mtu 1600"])
    graph.commit_lines(1)
    _load(graph, 2, ["mtu 9000"])
    graph.commit_lines(2)
    graph.delete_document(1)
    graph.commit_lines(2)
    assert _found(graph, "mtu") == ["mtu 9000"]
    assert graph.read("MATCH (d:Document) RETURN d.serial").rows == ((2,),)


def test_what_was_loaded_is_there_when_it_is_opened_again(
    graph: BoltGraph, again: Callable[[], BoltGraph]
) -> None:
    _load(graph, 3, ["mtu 9000"])
    graph.commit_lines(3)
    for _ in range(2):
        with again() as opened:
            assert opened.generation() == 3
            assert opened.describe() == graph.describe()
            assert _found(opened, "MTU AND 9000") == ["mtu 9000"]


def test_a_transaction_is_all_or_nothing(graph: BoltGraph) -> None:
    with pytest.raises(StatementFailedError):
        graph.write_all([("CREATE (n:Device {name: 'r1'})", {}), ("CREATE (n:Device {name: ", {})])
    assert graph.read("MATCH (n:Device) RETURN count(n)").rows == ((0,),)


class Unspoken(dict[str, int]):
    """A row that nobody may write out as text."""

    def __repr__(self) -> str:
        raise AssertionError("a row was written out")


def test_rows_are_sent_without_being_written_out_for_a_log(graph: BoltGraph) -> None:
    rows = [Unspoken(n=1), Unspoken(n=2)]
    graph.write("UNWIND $rows AS r CREATE (n:Number) SET n = r", {"rows": rows})
    found = graph.read("UNWIND $rows AS r MATCH (n:Number {n: r.n}) RETURN n.n", {"rows": rows})
    assert found.rows == ((1,), (2,))


def test_a_name_is_unique(small: BoltGraph) -> None:
    small.write("CREATE (n:Device {name: 'r9'})")
    with pytest.raises(StatementFailedError):
        small.write("CREATE (n:Device {name: 'r9'})")


def _load(graph: BoltGraph, serial: int, texts: list[str]) -> None:
    rows: list[dict[str, Any]] = [
        {
            "id": serial * LINE + number,
            "number": number,
            "document": serial,
            "text": text,
            "search_text": text,
        }
        for number, text in enumerate(texts, start=1)
    ]
    graph.write_all(
        [
            (
                "CREATE (d:Document {serial: $s, path: $p, lines: $n})",
                {"s": serial, "p": f"f{serial}", "n": len(rows)},
            ),
            ("UNWIND $rows AS r CREATE (l:Line) SET l = r", {"rows": rows}),
            ("CREATE (e:Entity {id: $id, document: $s})", {"id": serial * LINE + 2**31, "s": serial}),
        ]
    )
    graph.add_lines([IndexedLine(row["id"], serial, row["search_text"]) for row in rows])


def _found(graph: BoltGraph, query: str) -> list[Cell]:
    statement = (
        "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node, score RETURN node.text ORDER BY node.id"
    )
    return [row[0] for row in graph.read(statement, {"q": query}).rows]


def test_lines_are_found_by_their_words(graph: BoltGraph) -> None:
    _load(graph, 1, ["interface ge-0/0/1", "mtu 9000"])
    _load(graph, 2, ["interface ge-0/0/2"])
    graph.commit_lines(2)
    assert _found(graph, "interface") == ["interface ge-0/0/1", "interface ge-0/0/2"]
    assert _found(graph, "mtu AND 9000") == ["mtu 9000"]
    assert graph.generation() == 2


def test_a_deleted_document_is_gone_with_all_it_had(graph: BoltGraph) -> None:
    _load(graph, 1, ["interface ge-0/0/1"])
    _load(graph, 2, ["interface ge-0/0/2"])
    graph.commit_lines(2)
    graph.delete_document(1)
    graph.commit_lines(3)
    assert _found(graph, "interface") == ["interface ge-0/0/2"]
    assert graph.read("MATCH (n) WHERE n.document = 1 OR n.serial = 1 RETURN count(n)").rows == ((0,),)
    assert graph.read("MATCH (n) WHERE n.document = 2 OR n.serial = 2 RETURN count(n)").rows == ((3,),)


def test_deleted_lines_are_gone_with_what_stands_on_no_later_one(graph: BoltGraph) -> None:
    _load(graph, 1, ["mtu 1500", "mtu 1600", "mtu 1700"])
    _load(graph, 2, ["mtu 9000"])
    on_lines = {"first": LINE + 2**31 + 1, "both": LINE + 2**31 + 2}
    for entity, numbers in (("first", [1]), ("both", [2, 3])):
        graph.write(
            "CREATE (e:Entity {id: $id}) WITH e UNWIND $ids AS id MATCH (l:Line {id: id}) CREATE (e)-[:HAS_LINE]->(l)",
            {"id": on_lines[entity], "ids": [LINE + number for number in numbers]},
        )
    graph.commit_lines(2)
    graph.delete_lines(LINE + 1, LINE + 2, 3)
    assert _found(graph, "mtu") == ["mtu 1700", "mtu 9000"]
    entities = [row[0] for row in graph.read("MATCH (e:Entity) RETURN e.id ORDER BY e.id").rows]
    assert entities == [LINE + 2**31, on_lines["both"], 2 * LINE + 2**31]
    assert graph.generation() == 3


def test_langchain_reads_the_same_graph(small: BoltGraph) -> None:
    found = small.langchain().query("MATCH (d:Device) RETURN d.name AS name")
    assert found == [{"name": "r1"}]
