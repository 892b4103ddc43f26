"""Records in columns: what a worker sends of them, and that nothing in a reply is trusted."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ingest.sandbox import RawRecord
from ingest.sandbox.check_output import read_records
from ingest.sandbox.errors import Attempt, BadOutputError
from ingest.sandbox.limits import SandboxLimits
from ingest.sandbox.worker.plain_output import encode_records

LINES = [f"line {number}" for number in range(6)]
LIMITS = SandboxLimits()


def record(kind: str, line: int, **values: object) -> dict[str, Any]:
    return {"type": kind, "values": values, "lines": [[line, line]]}


MIXED = [
    record("login", 0, user="ann", port=22, ok=True),
    record("login", 1, user="ann", port=22.5, ok=False),
    {"type": "trace", "values": {"user": "x"}, "lines": [[2, 3]]},
    record("login", 4, user="bob", port=1, ok=True),
    record("list", 5, users=["ann", "bob"]),
    record("list", 5, users=["ann"]),
    record("nothing", 5),
    record("nothing", 5),
    record("last", 3, text="é\t"),
    record("last", 2, text="é\t"),
]


def checked(payload: bytes, lines: int = len(LINES)) -> list[RawRecord]:
    return list(read_records(payload, Attempt("demo", "parse", LINES[:lines]), 60, LIMITS))


def test_records_in_columns_arrive_as_they_are_and_in_their_order() -> None:
    payload = encode_records(MIXED)
    assert [table[:4] for table in json.loads(payload)[0]] == [
        ["login", ["user", "port", "ok"], [0, 1, 3], [0, 1, 4]],
        ["last", ["text"], [8, 9], [3, 2]],
    ]
    expected = [
        RawRecord(
            each["type"],
            {name: tuple(value) if type(value) is list else value for name, value in each["values"].items()},
            tuple((first, last) for first, last in each["lines"]),
        )
        for each in MIXED
    ]
    assert checked(payload) == expected


def test_where_a_record_holds_others_none_is_in_columns() -> None:
    alike = [record("a", 0, x=1), record("a", 1, x=2)]
    payload = encode_records([*alike, {"type": "p", "values": {}, "lines": [], "children": alike}])
    assert json.loads(payload)[0] == []
    assert [each.type for each in checked(payload)] == ["a", "a", "p"]


GOOD: list[Any] = ["a", ["x"], [0, 1], [], [["u", "v"]]]
ONCE = {"texts": ["u"], "at": []}


def table(place: int, value: object) -> list[Any]:
    return [[value if at == place else each for at, each in enumerate(GOOD)]]


REFUSED: dict[str, tuple[Any, Any, str]] = {
    "no table": ([3], [], "result"),
    "a table of four": ([GOOD[:4]], [], "result"),
    "a type that is no text": (table(0, 7), [], "result[0]"),
    "an empty type": (table(0, ""), [], "result[0].type"),
    "no names": ([["a", [], [0, 1], [], []]], [], "result"),
    "a name twice": ([["a", ["x", "x"], [0], [], [["u"], ["v"]]]], [], "result[0].values"),
    "a name that is no text": (table(1, [3]), [], "result[0].values"),
    "a name that cannot be printed": (table(1, ["\n"]), [], "result[0].values"),
    "a column too few": (table(4, []), [], "result"),
    "a value too few": (table(4, [["u"]]), [], "result[0].values.x"),
    "a value that is none": (table(4, [["u", None]]), [], "result[1].values.x"),
    "a list for a value": (table(4, [["u", ["v"]]]), [], "result[1].values.x"),
    "a number over 64 bits": (table(4, [[1, 2**63]]), [], "result[1].values.x"),
    "NUL": (table(4, [["u", "a\0"]]), [], "result[1].values.x"),
    "half a character that recurs": (table(4, [{"texts": ["\ud800"], "at": []}]), [], "result[0].values.x"),
    "an unknown key": (table(4, [{**ONCE, "more": 1}]), [], "result[0].values.x"),
    "no texts": (table(4, [{"texts": [], "at": []}]), [], "result[0].values.x"),
    "two texts without numbers": (table(4, [{"texts": ["u", "v"], "at": []}]), [], "result[0].values.x"),
    "a text that is a number": (table(4, [{"texts": [5], "at": []}]), [], "result[0].values.x"),
    "a number of no text": (table(4, [{"texts": ["u"], "at": [0, 1]}]), [], "result[0].values.x"),
    "a negative number of a text": (table(4, [{"texts": ["u"], "at": [0, -1]}]), [], "result[0].values.x"),
    "a truth as the number of a text": (
        table(4, [{"texts": ["u"], "at": [0, False]}]),
        [],
        "result[0].values.x",
    ),
    "a place twice": (table(2, [0, 0]), [], "result"),
    "places backwards": (table(2, [1, 0]), [], "result"),
    "a place of none": (table(2, [0, 2]), [], "result"),
    "a negative place": (table(2, [-1, 0]), [], "result"),
    "a truth as a place": (table(2, [False, 1]), [], "result"),
    "the places of another table": ([GOOD, GOOD], [], "result"),
    "a line past the end": (table(3, [0, 6]), [], "result[0].lines"),
    "a negative line": (table(3, [-1, 0]), [], "result[0].lines"),
    "a truth as a line": (table(3, [True, 1]), [], "result[0].lines"),
    "a line too few": (table(3, [1]), [], "result"),
    "others that are no list": ([GOOD], 3, "result"),
    "another that is wrong, by its own place": ([GOOD], [7], "result[2]"),
}


@pytest.mark.parametrize(("tables", "others", "place"), REFUSED.values(), ids=REFUSED)
def test_a_table_that_breaks_the_contract_is_refused(tables: Any, others: Any, place: str) -> None:
    assert checked(json.dumps([[GOOD], []]).encode()) == [
        RawRecord("a", {"x": "u"}, ((0, 0),)),
        RawRecord("a", {"x": "v"}, ((1, 1),)),
    ]
    with pytest.raises(BadOutputError) as caught:
        checked(json.dumps([tables, others]).encode())
    assert caught.value.place == place


def test_what_is_sent_once_counts_as_often_as_it_stands_there() -> None:
    places, text = list(range(1000)), "u" * 10_000
    wide: list[Any] = ["a", [f"x{number}" for number in range(500)], places, [0] * 1000, [ONCE] * 500]
    long: list[Any] = ["a", ["x"], places, [0] * 1000, [{"texts": [text], "at": []}]]
    for each, found in ((wide, "too many values in tables"), (long, "texts that recur too often")):
        with pytest.raises(BadOutputError) as caught:
            checked(json.dumps([[each], []]).encode())
        assert caught.value.found == found
    many: list[Any] = ["a", ["x"], list(range(1049)), [0] * 1049, [ONCE]]
    with pytest.raises(BadOutputError, match="more than 1048 records"):
        checked(json.dumps([[many], []]).encode())
