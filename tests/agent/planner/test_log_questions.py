"""Questions about a log, and the rows that the statements written for them return."""

from __future__ import annotations

import pytest

from graph_store.bolt_graph import BoltGraph
from graph_store.read_only import check_read_only
from graph_store.records import Cell
from tests.agent.planner.planned import planned

Rows = list[tuple[Cell, ...]]


ANSWERS: dict[str, tuple[str, Rows]] = {
    "the first of many": ("Top 1 source IPs by failed passwords?", [("10.0.0.9", 2)]),
    "records of a kind, not what they name": ("How many failed password events are there?", [(3,)]),
    "the records of a file": ("How many events are in door.log?", [(17,)]),
    "how many different values": ("How many different IPs had at least one failed password?", [(2,)]),
    "all kinds that fail": ("Which user had the most failed logins?", [("root", 2), ("guest", 1)]),
    "who logs in does so successfully": ("Who logged in?", [("ann", 1)]),
    "a span of time": ("On which day were the most lines logged?", [("2026-03-01", 14), ("2026-03-02", 3)]),
    "an hour of the day": (
        "Which hour of the day has the most log lines?",
        [("09:00", 8), ("08:00", 6), ("10:00", 3)],
    ),
    "the first with another field": (
        "first 'Failed password' for guest - when, and from which ip?",
        [("10.0.0.8", "08:02:00")],
    ),
    "words of a message": ("When was the session of user ann closed?", [("08:13:30",)]),
    "how long between two records": (
        "How long did ann's session last?",
        [("s1", "ann", "08:03:00", "08:13:30", 630)],
    ),
    "a length of time written as a clock": ("Which transfer was open the longest?", [("01:00:01",)]),
    "one record with the most": ("Which target had the transfer with the most bytes sent?", [(1000,)]),
    "the sum of each": ("Which target sent the most bytes?", [("files.example", 1700)]),
    "a sum": ("How many bytes were sent to files.example?", [(1700,)]),
    "a number that names a state": ("Which mod_jk error state is the most common?", [(6, 2), (7, 1)]),
    "a level in brackets": ("how many [error] lines are in the log?", [(3,)]),
    "a field by the kind of its values": (
        "Which datanodes were asked to delete blocks?",
        [("10.1.0.1", 1), ("10.1.0.2", 1)],
    ),
    "a file by its kind": ("Which properties file does init.all() read?", [("/etc/door/main.properties", 1)]),
    "all that is said of one value": (
        "What do the logs say about 10.0.0.9?",
        [("Failed password for <*> from <*>", 2)],
    ),
    "all that is said, asked in another way": (
        "Is there anything in the log about files.example?",
        [("<*>:<*> transfer closed, <*> bytes sent, lifetime <*>", 2)],
    ),
    "a host with its port": (
        "List the targets of transfers",
        [("files.example", 2), ("media.example", 1)],
    ),
}


@pytest.mark.parametrize(("text", "expected"), ANSWERS.values(), ids=ANSWERS)
def test_rows(text: str, expected: Rows, door_log: BoltGraph) -> None:
    (query,) = planned(text, door_log)
    assert query.reading is not None
    assert (query.reading.unlinked, query.reading.missing) == ((), ())
    check_read_only(query.statement)
    table = door_log.read(query.statement, query.parameters)
    assert table.columns == query.reading.columns
    assert [row[: len(expected[0])] for row in table.rows] == expected


NOT_ANSWERED = {
    "a name that no line shows": "How many failed logins are there for user zoe?",
    "a level that no record has": "Show me all FATAL lines",
    "a matter that no line shows": "Were there any certificate failures?",
    "a verb that no line shows": "Did any session get hijacked?",
    "a field that such records never have": "Which session did 10.0.0.9 open?",
}


@pytest.mark.parametrize("text", NOT_ANSWERED.values(), ids=NOT_ANSWERED)
def test_what_no_line_shows_is_never_claimed(text: str, door_log: BoltGraph) -> None:
    for query in planned(text, door_log):
        assert query.reading is not None
        assert query.reading.unlinked or query.reading.missing


def test_a_reading_by_kind_is_said(door_log: BoltGraph) -> None:
    (query,) = planned("Which datanodes were asked to delete blocks?", door_log)
    assert query.reading is not None
    assert query.reading.note == "'datanodes' was read as ask."
