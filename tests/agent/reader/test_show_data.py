"""Which tables are shown for a question, and what stands in them."""

from __future__ import annotations

from collections import Counter

import pytest

from agent.reader.candidate_lines import CandidateLines
from agent.reader.events import EventScope, read_fields
from agent.reader.kinds import Kind, Property, RankedKind
from agent.reader.question_terms import Term
from agent.reader.show_data import DataReader
from agent.records import AnswerTable
from agent.render.record_tables import table_of_fields
from agent.value_index import ValueIndex
from graph_store.bolt_graph import BoltGraph


@pytest.fixture(scope="module")
def reader(small_graph: BoltGraph) -> DataReader:
    look_up, description = ValueIndex(small_graph), small_graph.describe()
    return DataReader(small_graph, description, look_up, CandidateLines(small_graph, description, look_up))


FIRST_ROWS = {
    "things on a device": ("which interfaces does r1 have", {"Loopback0", "Ethernet0/1"}),
    "a word in another form": ("neighbours of r2", {"65002 / 10.1.1.1"}),
    "a thing by its value": ("which interface has 10.1.1.2", {"Ethernet0/1"}),
    "a switch that is on": ("interfaces that are shutdown", {"Ethernet0/1"}),
    "a setting of a device": ("what ntp server does r1 use", {"ntp server"}),
    "log records with their number": ("how many requests with status 404", {10}),
}


@pytest.mark.parametrize(("text", "names"), FIRST_ROWS.values(), ids=FIRST_ROWS)
def test_first_table(reader: DataReader, text: str, names: set[object]) -> None:
    first = reader.show(text).tables[0]
    assert {row[0] for row in first.rows} == names


def _table(reader: DataReader, text: str, word: str) -> AnswerTable:
    return next(one for one in reader.show(text).tables if word in one.title)


def test_a_row_cites_where_its_thing_begins(reader: DataReader) -> None:
    (cited,) = reader.show("which interface has 10.1.1.2").tables[0].citations
    assert [(line.path, line.number, line.text) for line in cited] == [
        ("configs/r2.cfg", 2, "interface Ethernet0/1")
    ]


def test_what_lacks_something_has_two_sides_with_counts(reader: DataReader) -> None:
    table = _table(reader, "which interfaces have no description", "no description")
    assert [row[:2] for row in table.rows] == [("without", 2), ("with", 1)]


def test_two_devices_are_compared_by_values_too(reader: DataReader) -> None:
    table = _table(reader, "difference of the interfaces on r1 and r2", "only on r1")
    assert ("Loopback0", "", "yes", "no") in table.rows
    assert ("Ethernet0/1", "ip address", "10.1.1.1/24", "10.1.1.2") in table.rows


def test_a_time_shows_the_records_in_it(reader: DataReader) -> None:
    in_order, table, *_ = reader.show("what happened between 10:10 and 10:15?").tables
    assert (table.rows[0][0], str(table.rows[0][2])[11:16]) == (5, "10:10")
    assert [(row[0], row[4]) for row in in_order.rows] == [("2026-01-05 10:10:00", 5)]


NOWHERE = {
    "an address": ("which interface has 203.0.113.9", ("203.0.113.9",)),
    "a day and a time": ("what happened on the 5th at 10:12?", ()),
    "a day of another month": ("which requests were there on the 24th?", ()),
    "a date with points": ("which requests were there on 24.11.2026?", ()),
    "days with a month": ("what happened on January 5th and the 6th?", ()),
    "a number of things": ("which device has the 99th interface", ("99th",)),
}


@pytest.mark.parametrize(("text", "nowhere"), NOWHERE.values(), ids=NOWHERE)
def test_what_stands_nowhere_is_named(reader: DataReader, text: str, nowhere: tuple[str, ...]) -> None:
    assert reader.show(text).nowhere == nowhere


BARE = "; times of api.log are as written, without a zone; others are in UTC"
DAYS = {
    "a day of any month": (
        "what happened on the 5th?",
        [f"40 records{BARE}", "40 log records of 1 kind, day 05"],
    ),
    "a date with points": (
        "what happened on 5.1.2026?",
        [f"40 records{BARE}", "40 log records of 1 kind, 2026-01-05"],
    ),
    "a day without records": ("what happened on the 6th?", []),
}


@pytest.mark.parametrize(("text", "titles"), DAYS.values(), ids=DAYS)
def test_days(reader: DataReader, text: str, titles: list[str]) -> None:
    assert [one.title for one in reader.show(text).tables] == titles


def test_fields_that_vary_come_before_constant_ones() -> None:
    held = {"logdesc": Counter({"login": 3}), "user": Counter({"ada": 2, "ben": 1})}
    table = table_of_fields(held, 3, 3)
    assert table is not None
    assert table.rows == (("user", 2, "ada \u00d72, ben \u00d71"), ("logdesc", 1, "login \u00d73"))


def test_constant_fields_take_no_place_of_those_that_vary(small_graph: BoltGraph) -> None:
    words = frozenset[str]()
    constant = [Property(f"field{number}", words, words, 40, 1) for number in range(9)]
    kind = Kind("Request", 40, (), (*constant, Property("status", words, words, 39, 2)), (), (), True)
    scope = EventScope("", "", {})
    values, _, _, read = read_fields(ValueIndex(small_graph), [RankedKind(kind, 1.0, (), {}, {})], scope)
    assert (values["status"], read) == (Counter({"200": 30, "404": 10}), 40)


def test_a_word_between_hyphens_stands_in_the_data(small_graph: BoltGraph) -> None:
    candidates = CandidateLines(small_graph, small_graph.describe(), ValueIndex(small_graph))
    term = Term("as", {"as": 1.0})
    assert dict(candidates.corrected(term).stems) == {"remote-as": 1.0}
    assert candidates.find([term]).corrected == ()


def test_a_word_inside_of_a_longer_one_stands_in_the_data(reader: DataReader) -> None:
    shown = reader.show("which device has thernet0")
    assert (shown.nowhere, {line.text for line in shown.within}) == ((), {"interface Ethernet0/1"})


@pytest.mark.parametrize("asked", ["what is the difference between r1 and r2?", "diff r1 r2"])
def test_two_configurations_are_compared_line_by_line_where_nothing_else_is_named(
    reader: DataReader, asked: str
) -> None:
    (table,) = reader.show(asked).tables
    assert table.title.endswith("differences between the configurations of r1 and r2")
    assert any("ntp server 192.0.2.1" in str(one) and not other for _, one, other in table.rows)
    assert {line.path for cited in table.citations for line in cited} == {"configs/r1.cfg", "configs/r2.cfg"}
    things = reader.show("compare the interfaces of r1 and r2").tables[0]
    assert "only on r1" in things.title


def test_a_field_that_is_asked_for_comes_first_though_it_has_one_value() -> None:
    values = {"user": Counter(anna=3), "port": Counter({"1": 2, "2": 1})}
    in_order = [table_of_fields(values, 3, 3, named) for named in ((), ("user",))]
    assert [[row[0] for row in one.rows] for one in in_order if one] == [["port", "user"], ["user", "port"]]
