"""Entities that stand alone on a line: the same nodes, whether the statement names their properties or sets a map."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from graph_store.bolt_graph import BoltGraph
from graph_store.java_server import DATABASE
from graph_store.records import Document, Entity, SourceLine, Value
from graph_store.server_file import ROOT_FOLDER
from graph_store.text_search.tokenize_line import search_text
from ingest.load.build_entities import property_name
from ingest.load.graph_rows import NAMED_ROWS, OWN_NAMES, GraphRows, entity_properties
from ingest.records import ParsedBatch
from tests.borrowed_graph import borrowed_graph

MANY, FEW = Document("logs/many.log", "", "log", 1, device="host"), Document("few.log", "", "log", 2)
VALUES: Mapping[str, Value] = {"size": 5, "both": (1, 0.5), "words": ("a", "b"), "@id": "x", "seen": True}
NODES = (
    "MATCH (e:Entity {document: $document})-[:HAS_LINE]->(l:Line) "
    "RETURN properties(e) AS e, labels(e) AS labels, properties(l) AS l ORDER BY e.ordinal"
)


def _rows(document: Document, count: int, values: Mapping[str, Value], keeps: bool = True) -> GraphRows:
    rows = GraphRows(keeps)
    lines = tuple(SourceLine(document.path, number, f"Line {number}:5") for number in range(1, count + 1))
    entities = tuple(
        Entity("Event", "k", line.number - 1, {**values, "n": line.number}, (line.number,)) for line in lines
    )
    rows.add(document, ParsedBatch(lines, entities, frozenset()), {"Event": ("Record",)})
    return rows


@pytest.mark.parametrize("keeps", [True, False])
@pytest.mark.parametrize(("document", "count"), [(MANY, NAMED_ROWS), (FEW, NAMED_ROWS - 1)])
def test_records_are_written_with_all_their_properties(
    graph: BoltGraph, document: Document, count: int, keeps: bool
) -> None:
    rows = _rows(document, count, VALUES, keeps)
    (statement,) = [statement for statement, _ in rows.statements()]
    assert ("SET e" in statement) == (count < NAMED_ROWS)
    for together in rows.transactions():
        graph.write_all(together)
    found = graph.read(NODES, {"document": document.serial}, row_limit=1000).rows
    assert len(found) == count
    for number, (properties, labels, line) in enumerate(found, start=1):
        entity = Entity("Event", "k", number - 1, {**VALUES, "n": number}, (number,))
        wanted = entity_properties(document, entity)
        assert properties == {name: tuple(v) if isinstance(v, list) else v for name, v in wanted.items()}
        assert isinstance(labels, tuple)
        assert set(labels) == {"Entity", "Event", "Record"}
        assert line == {
            "id": document.serial * 2**32 + number,
            "number": number,
            "text": f"Line {number}:5",
            **({"search_text": search_text(f"Line {number}:5")} if keeps else {}),
            "device": document.device,
            "path": document.path,
            "document": document.serial,
        }


@pytest.mark.parametrize("keeps", [True, False])
@pytest.mark.parametrize("count", [NAMED_ROWS, NAMED_ROWS - 1])
def test_a_log_record_is_one_node_with_its_line(graph: BoltGraph, count: int, keeps: bool) -> None:
    lines = tuple(SourceLine(MANY.path, number, f"Line {number}:5") for number in range(1, count + 1))
    entities = tuple(
        Entity("Login", "", line.number - 1, {"n": line.number}, (line.number,)) for line in lines
    )
    rows = GraphRows(keeps)
    rows.add(MANY, ParsedBatch(lines, entities, frozenset()), {"Login": ("Event",)})
    for together in rows.transactions():
        graph.write_all(together)
    found = graph.read(
        "MATCH (n:Entity|Line) RETURN properties(n), labels(n) ORDER BY n.number", row_limit=1000
    ).rows
    assert len(found) == count
    for line, entity, (properties, labels) in zip(lines, entities, found, strict=True):
        assert isinstance(labels, tuple)
        assert set(labels) == {"Line", "Entity", "Event", "Login"}
        assert properties == {
            **entity_properties(MANY, entity),
            "id": MANY.serial * 2**32 + line.number,
            "number": line.number,
            "text": line.text,
            **({"search_text": search_text(line.text)} if keeps else {}),
        }


def test_what_is_more_than_a_record_on_a_line_keeps_a_line_of_its_own(graph: BoltGraph) -> None:
    lines = (
        SourceLine(MANY.path, 1, "parent"),
        SourceLine(MANY.path, 2, "child"),
        SourceLine(MANY.path, 3, "cut" * 1000, bytes=2_000_000),
        SourceLine(MANY.path, 4, "on two"),
        SourceLine(MANY.path, 5, "lines"),
        SourceLine(MANY.path, 6, "alone"),
    )
    entities = (
        Entity("Login", "", 0, {}, (1,)),
        Entity("Login", "", 1, {}, (2,), parent=0),
        Entity("Login", "", 2, {}, (3,)),
        Entity("Login", "", 3, {}, (4, 5)),
        Entity("Login", "", 4, {}, (6,)),
    )
    rows = GraphRows()
    rows.add(MANY, ParsedBatch(lines, entities, frozenset()), {"Login": ("Event",)})
    for together in rows.transactions():
        graph.write_all(together)
    own = graph.read("MATCH (e:Login) WHERE e:Line RETURN e.ordinal").rows
    assert own == ((4,),)
    told = graph.read(
        "MATCH (e:Login)-[:HAS_LINE]->(l:Line) RETURN e.ordinal, l.number ORDER BY l.number"
    ).rows
    assert told == ((0, 1), (1, 2), (2, 3), (3, 4), (3, 5), (4, 6))
    cut = graph.read("MATCH (l:Line) WHERE l.bytes IS NOT NULL RETURN l.number, l.bytes, l.cut_at").rows
    assert cut == ((3, 2_000_000, 3_000),)
    assert graph.read("MATCH (:Login {ordinal: 0})-[:HAS]->(c:Login) RETURN c.ordinal").rows == ((1,),)


def test_a_log_records_property_gives_way_to_its_lines() -> None:
    record, block = {"x-labels": ["Event"]}, {"x-words": ["remark"]}
    assert [property_name(name, record) for name in ("text", "number", "key", "bytes")] == [
        "text_value",
        "number_value",
        "key_value",
        "bytes",
    ]
    assert [property_name(name, block) for name in ("text", "number", "key", "path")] == [
        "text",
        "number",
        "key",
        "path_value",
    ]


@pytest.mark.parametrize(
    "values",
    [
        {"a b": 1},
        {"1st": 1},
        {"x`}) DETACH DELETE e //": 1},
        {"@a": 1, "_a": 2},
        {"document": 3},
        {"a" * 200: 1},
    ],
)
def test_names_that_no_statement_can_hold_are_set(values: Mapping[str, Value]) -> None:
    (found,) = _rows(MANY, NAMED_ROWS, values).statements()
    statement, parameters = found
    assert statement.endswith("SET e = r[7]")
    first = Entity("Event", "k", 0, {**values, "n": 1}, (1,))
    assert parameters["rows"][0][7] == entity_properties(MANY, first)


def test_entities_with_other_properties_have_a_statement_of_their_own() -> None:
    rows = _rows(MANY, NAMED_ROWS, {"a": 1})
    lines = tuple(SourceLine(MANY.path, number, "x") for number in range(1001, 1001 + NAMED_ROWS))
    others = tuple(Entity("Event", "", line.number, {"b": 2}, (line.number,)) for line in lines)
    rows.add(MANY, ParsedBatch(lines, others, frozenset()), {})
    found = list(rows.statements())
    assert [("`a`" in statement, "`b`" in statement) for statement, _ in found] == [
        (True, False),
        (False, True),
    ]
    assert [len(parameters["rows"]) for _, parameters in found] == [NAMED_ROWS, NAMED_ROWS]


def _record_rows(count: int, values: Mapping[str, Value]) -> GraphRows:
    rows = GraphRows(False)
    lines = tuple(SourceLine(MANY.path, number, f"Line {number}") for number in range(1, count + 1))
    entities = tuple(
        Entity("Login", "", line.number - 1, {**values, "n": f"user {line.number}"}, (line.number,))
        for line in lines
    )
    rows.add(MANY, ParsedBatch(lines, entities, frozenset()), {"Login": ("Event",)})
    return rows


def test_texts_that_many_records_have_are_kept_once() -> None:
    values: Mapping[str, Value] = {"shell": "/usr/sbin/nologin", "pid": 7, "groups": ("wheel", "users")}
    found = _record_rows(300, values).repeated_texts()
    names = {*OWN_NAMES, "shell", "pid", "groups", "n"}
    assert set(found[: len(names)]) == names
    assert set(found[len(names) :]) == {"/usr/sbin/nologin", "Login", MANY.path, "host"}
    assert _record_rows(NAMED_ROWS - 1, values).repeated_texts() == []
    assert "x" * 600 not in _record_rows(300, {"tag": "x" * 600}).repeated_texts()


def test_texts_that_are_kept_once_are_read_and_compared_as_all_are(graph: BoltGraph) -> None:
    texts = ["/usr/sbin/nologin", "Entity", "@type", "a `quoted` one", "two words"]
    create = "UNWIND $texts AS t CREATE (e:Shell {name: t, names: [t]})"
    graph.write(create, {"texts": texts})
    graph.keep_once(texts)
    graph.keep_once(texts[:1])
    graph.write(create, {"texts": texts})
    found = graph.read("MATCH (e:Shell) RETURN e.name, e.names[0], count(*) ORDER BY e.name").rows
    assert found == tuple((text, text, 2) for text in sorted(texts))
    assert graph.read("MATCH (e:Shell {name: $t}) RETURN count(e)", {"t": texts[0]}).rows == ((2,),)
    some = "MATCH (e:Shell) WHERE e.name STARTS WITH 'a ' OR e.name CONTAINS 'words' RETURN count(e)"
    assert graph.read(some).rows == ((4,),)
    assert graph.read("MATCH (s:Store) WHERE s.id <> 1 RETURN count(s)").rows == ((0,),)
    graph.write("MATCH (e:Shell) SET e.name = $t", {"t": texts[4]})
    assert graph.read("MATCH (e:Shell) RETURN DISTINCT e.name").rows == ((texts[4],),)


def test_an_embedded_kg_has_them_once_in_its_files(embedded_graph: BoltGraph, embedded_folder: Path) -> None:
    text, pages = "kept once, in the dictionary alone", {"n": 2000}
    embedded_graph.keep_once([text])
    embedded_graph.write(
        "UNWIND range(1, $n) AS i CREATE (e:KeptOnce {name: $text})", {**pages, "text": text}
    )
    embedded_graph.write(
        "UNWIND range(1, $n) AS i CREATE (e:KeptOften {name: $text + i})", {**pages, "text": text}
    )
    files = embedded_folder / ROOT_FOLDER / "databases" / DATABASE
    deadline = time.monotonic() + 20
    while _held(files, "KeptOften*", text) < 1000 and time.monotonic() < deadline:
        time.sleep(0.1)  # the server writes its pages in the background
    assert (_held(files, "KeptOnce*", text), _held(files, "dictionary*", text)) == (0, 1)


def _held(folder: Path, files: str, text: str) -> int:
    return sum(path.read_bytes().count(text.encode()) for path in folder.glob(files))


def test_a_property_called_id_is_kept_once_again_and_again() -> None:
    with borrowed_graph() as graph:
        for _ in range(2):
            graph.keep_once(["id", "port"])
        assert not graph.read("MATCH (s:Store) WHERE s.port IS NOT NULL RETURN s.id").rows
