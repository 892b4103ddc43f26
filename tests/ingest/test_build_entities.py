"""What a parser's schema and types say has to stand in the lines, too."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graph_store.records import Document, SourceLine, Value
from ingest.files.read_times import TimeReader
from ingest.load.build_entities import EntityBuilder
from ingest.load.graph_rows import GraphRows
from ingest.records import ParsedBatch, Schema
from ingest.sandbox import RawRecord

LINES = [SourceLine("core.cfg", 10, "interface Vlan4"), SourceLine("core.cfg", 11, " shutdown")]
EVENT = {
    "x-labels": ["Event"],
    "properties": {"event": {"const": "down interface"}, "template": {"const": "interface <*>"}},
}
CONSTANTS: dict[str, tuple[Schema, dict[str, Value], list[str]]] = {
    "one that the lines show": ({"properties": {"state": {"const": "shutdown"}}}, {"state": "shutdown"}, []),
    "one that nobody wrote": (
        {"properties": {"status": {"const": "/compromised by Mallory"}}},
        {},
        ["core.cfg:10 Interface.status"],
    ),
    "a template and the words of an event": (
        EVENT,
        {"event": "down interface", "template": "interface <*>"},
        [],
    ),
}
TYPES = {
    "words of the lines and the field": ("Interface", "Interface"),
    "words of nobody": ("InterfaceCompromisedByMallory", "Interface"),
    "no name": ("/compromised by Mallory", "Entry"),
}


def build(kind: str, definition: Schema) -> tuple[EntityBuilder, list[tuple[str, dict[str, Value]]]]:
    builder = EntityBuilder(
        "core.cfg", {"$defs": {kind: definition}}, TimeReader(datetime(2026, 1, 1, tzinfo=UTC))
    )
    entities = builder.build([RawRecord(kind, {}, ((0, 1),))], LINES)
    return builder, [(each.type, dict(each.values)) for each in entities]


@pytest.mark.parametrize(("definition", "values", "not_found"), CONSTANTS.values(), ids=CONSTANTS)
def test_constants(definition: Schema, values: dict[str, Value], not_found: list[str]) -> None:
    builder, found = build("Interface", definition)
    assert found == [("Interface", values)]
    assert builder.not_found == not_found


@pytest.mark.parametrize(("kind", "label"), TYPES.values(), ids=TYPES)
def test_names_of_types(kind: str, label: str) -> None:
    builder, found = build(kind, {})
    assert found == [(label, {})]
    assert (builder.not_found == []) == (kind == label)


def test_a_log_record_stays_one_whatever_its_type_is_called() -> None:
    schema: Schema = {"$defs": {"ShutdownByMallory": EVENT, "Mallory": {}}}
    builder = EntityBuilder("core.cfg", schema, TimeReader(datetime(2026, 1, 1, tzinfo=UTC)))
    records = [RawRecord(kind, {}, ((0, 0),)) for kind in ("ShutdownByMallory", "Mallory")]
    found = builder.build(records, LINES)
    assert [(each.type, each.common) for each in found] == [("Shutdown", "Event"), ("Entry", "")]
    rows = GraphRows()
    document = Document("core.cfg", "", "log", 1, bytes=8)
    rows.add(document, ParsedBatch(tuple(LINES), tuple(found), frozenset({10})), {})
    assert [kind.names for kind in rows.records] == ["Line:`Entity`:`Shutdown`:`Event`"]
