"""Records in columns become the same entities, rows and counts as single ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from graph_store.records import Document, SourceLine, Value
from ingest.files.read_times import TimeReader
from ingest.learn.judge_records import owned_lines
from ingest.load.apply_parsers import build_batch
from ingest.load.build_entities import EntityBuilder
from ingest.load.graph_rows import GraphRows
from ingest.records import DocumentCounts, ParsedBatch
from ingest.sandbox import ParsedRecords, RawRecord
from ingest.sandbox.check_output import read_records
from ingest.sandbox.errors import Attempt
from ingest.sandbox.limits import SandboxLimits
from ingest.sandbox.worker.plain_output import encode_records

EVENT: dict[str, Any] = {"x-labels": ["Event"]}
SCHEMA = {
    "$defs": {
        "Login": {
            **EVENT,
            "properties": {"event": {"const": "user logged in"}, "made": {"const": "nowhere"}},
        },
        "Other": EVENT,
        "Plain": {},
    }
}
Record = tuple[str, int, Mapping[str, Value]]
TEXTS = [
    "Dec 31 23:59:58 r1 user ann logged in at port 22, true",
    "Dec 31 23:59:59 r1 user bob logged in at port 23, true",
    "Jan  1 00:00:01 r2 user ann logged in at port 24, true",
    "garbage r2 user eve logged in at port 25, true",
    "----",
    "2020-02-03 04:05:06 r3 user ann logged in at port 1.50, +02:00",
    "2020-02-03 04:05:07 r3 user ann logged in at port 1.50, +02:00",
]


def login(line: int, **values: Value) -> Record:
    user, port = TEXTS[line].split("user ")[1].split()[0], int(TEXTS[line].split("port ")[1][:2].strip("."))
    found = {"timestamp_text": TEXTS[line][:15], "host": TEXTS[line].split(" user")[0].split()[-1]}
    return "Login", line, {**found, "user": user, "port": port, **values}


CASES: dict[str, list[Record]] = {
    "all alike, over the end of a year": [login(0), login(1), login(2)],
    "one without a time": [login(0), login(3), login(1)],
    "backwards, so that times are read in the parser's order": [login(2), login(1), login(0)],
    "a value that no line shows": [login(0), login(1, user="mallory"), login(2)],
    "a text in no line of its own, but in that of another": [login(0, user="bob"), login(1, user="ann")],
    "a switch with its word, and one without": [
        ("Other", 0, {"logged": True}), ("Other", 1, {"logged": True}), ("Other", 2, {"failed": True}),
        ("Other", 3, {"failed": True}),
    ],
    "numbers written in another way": [("Other", 5, {"port": 1.5}), ("Other", 6, {"port": 1.5})],
    "numbers and texts in one column": [("Other", 0, {"port": 22}), ("Other", 1, {"port": "23"})],
    "a zone beside the time": [
        ("Other", line, {"timestamp_text": TEXTS[line][:19], "tz": "+02:00"}) for line in (5, 6)
    ],
    "a key, and names that entities have themselves": [
        ("Other", line, {"key": 22 + line, "type": "user", "text": "port"}) for line in (0, 1, 2)
    ],
    "two names that become one": [
        ("Other", line, {"text": "user", "text_value": "port"}) for line in (0, 1)
    ],
    "a time of its own": [("Other", line, {"timestamp_text": TEXTS[line][:15], "timestamp": "r1"}) for line in (0, 1)],
    "two on one line": [login(0), login(1), ("Other", 1, {"user": "bob"})],
    "two tables on one line": [login(0), login(1), ("Other", 1, {"user": "bob"}), ("Other", 2, {"user": "ann"})],
    "a line of signs alone": [("Other", 3, {"host": "r2"}), ("Other", 4, {"host": "--"})],
    "a type of no events": [("Plain", 0, {"user": "ann"}), ("Plain", 1, {"user": "bob"})],
    "only the whole line": [("Other", line, {"message": TEXTS[line]}) for line in (0, 1)],
    "a list beside columns": [login(0), ("Other", 1, {"users": ("bob", "r1")}), login(2)],
}  # fmt: skip


def as_sent(records: Sequence[Record]) -> ParsedRecords:
    sent = [{"type": kind, "values": dict(values), "lines": [[at, at]]} for kind, at, values in records]
    return read_records(encode_records(sent), Attempt("demo", "parse", TEXTS), 1000, SandboxLimits())


def built(records: Sequence[RawRecord], cut: bool, named: bool) -> tuple[ParsedBatch, tuple[object, ...]]:
    """Build a batch; gives what is written of it, sorted, and what is counted."""
    lines = tuple(
        SourceLine("f", number, text, 9999 if cut and number == 2 else 0)
        for number, text in enumerate(TEXTS, start=1)
    )
    builder = EntityBuilder("f", SCHEMA, TimeReader(datetime(2021, 1, 2, tzinfo=UTC)), 5, named=named)
    batch = build_batch(lines, records, builder, 0, "log")
    rows, counts = GraphRows(True, lambda name: f"device of {name}"), DocumentCounts()
    rows.add(Document("f", "", "log", 3, device="own"), batch, {"Login": ("Event",), "Other": ("Event",)})
    counts.add(batch)
    written = sorted(
        (statement, repr(row), repr(sorted((name, value) for name, value in given.items() if name != "rows")))
        for statement, given in rows.statements()
        for row in given["rows"]
    )
    told = (
        batch.not_found,
        batch.owned,
        batch.tokens,
        batch.fields,
        builder.ordinal,
        rows.indexed,
        rows.count,
    )
    return batch, (list(batch.all_entities()), written, told, counts, counts.to_json())


@pytest.mark.parametrize("cut", [False, True])
@pytest.mark.parametrize("named", [False, True])
@pytest.mark.parametrize("records", CASES.values(), ids=CASES)
def test_tables_become_what_their_records_would(records: Sequence[Record], cut: bool, named: bool) -> None:
    sent = as_sent(records)
    assert sent.tables
    assert built(sent, cut, named)[1] == built(list(sent), cut, named)[1]


def test_records_in_columns_stay_there_where_every_value_is_proven() -> None:
    batch, _ = built(as_sent(CASES["all alike, over the end of a year"]), cut=False, named=True)
    assert batch.entities == ()
    (table,) = batch.tables
    assert (table.type, table.places, table.numbers, table.ordinals) == (
        "Login",
        [0, 1, 2],
        [1, 2, 3],
        [5, 6, 7],
    )
    assert table.column("timestamp") == [
        "2020-12-31T23:59:58.000000Z", "2020-12-31T23:59:59.000000Z", "2021-01-01T00:00:01.000000Z",
    ]  # fmt: skip
    batch, _ = built(as_sent(CASES["a value that no line shows"]), cut=False, named=True)
    assert [entity.ordinal for entity in batch.entities] == [6]
    assert batch.not_found == ("f:1 Login.made", "f:2 Login.user")
    assert owned_lines(
        as_sent(CASES["only the whole line"]), [SourceLine("f", 1, text) for text in TEXTS]
    ) == {1}
