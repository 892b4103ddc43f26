"""What is said of rows, for each intent."""

from __future__ import annotations

import pytest

from agent.records import Intent, Outcome, Query, Reading, Row
from agent.render.draft import MOST_CHARACTERS, write_draft
from agent.render.statements import draft_rows
from graph_store.records import Cell, SourceLine


def row(number: int, path: str = "r1.cfg", total: int = 1, **values: Cell) -> Row:
    return Row(values, (SourceLine(path, number, "text"),), total)


def outcome(intent: Intent, subject: str, *rows: Row, cut: bool = False, total: int | None = None) -> Outcome:
    return Outcome(
        Query("cypher", "MATCH ...", reading=Reading(intent, subject)), rows, cut=cut, total_rows=total
    )


CASES = {
    "a list on one device": (
        outcome(
            "list", "Interface", row(3, device="r1", interface="Lo0"), row(5, device="r1", interface="Eth1")
        ),
        "2 interfaces on r1: Lo0 [r1.cfg:3], Eth1 [r1.cfg:5].",
    ),
    "a list on several devices, by device": (
        outcome(
            "list",
            "Interface",
            row(3, device="r1", interface="Lo0"),
            row(5, device="r1", interface="Eth1"),
            row(3, "r2.cfg", device="r2", interface="Eth1"),
        ),
        "3 interfaces: r1: Lo0 [r1.cfg:3], Eth1 [r1.cfg:5]; r2: Eth1 [r2.cfg:3].",
    ),
    "one name on several devices is said once": (
        outcome("list", "RouteMap", row(3, device="r1", key="out"), row(4, "r2.cfg", device="r2", key="out")),
        "Route maps: out on r1, r2 [r1.cfg:3; r2.cfg:4].",
    ),
    "a list of devices": (
        outcome("list", "Device", row(3, device="r1", area=1), row(4, "r2.cfg", device="r2", area=1)),
        "2 devices (area 1): r1 [r1.cfg:3], r2 [r2.cfg:4].",
    ),
    "a property that was looked up": (
        outcome("lookup", "Interface", row(4, device="r1", interface="Lo0", ip_address="10.0.0.1")),
        "Lo0 on r1: ip address 10.0.0.1 [r1.cfg:4].",
    ),
    "the same fact of two devices": (
        outcome(
            "lookup",
            "RouteMap",
            row(4, device="r1", key="out", metric=5),
            row(9, device="r2", key="out", metric=5),
        ),
        "out on r1, r2: metric 5 [r1.cfg:4,9].",
    ),
    "a value without a device": (
        outcome("lookup", "Request", row(4, "a.log", status=404)),
        "Status: 404 [a.log:4].",
    ),
    "an on/off property": (
        outcome("lookup", "Interface", row(4, device="r1", interface="Lo0", shutdown=True)),
        "Lo0 on r1: shutdown yes [r1.cfg:4].",
    ),
    "a time is said as it was written": (
        outcome(
            "last",
            "Request",
            row(4, "a.log", timestamp="2026-01-05T10:00:00Z", timestamp_text="Jan 5 10:00", status=200),
        ),
        "status 200 (Jan 5 10:00) [a.log:4].",
    ),
    "a count, with its total": (
        outcome(
            "count", "Interface", Row({"count": 13}, (SourceLine("a", 1, ""), SourceLine("b", 2, "")), 26)
        ),
        "13 interfaces [a:1 … b:2, 26 lines].",
    ),
    "a count of one": (outcome("count", "PolicyMap", row(1, count=1)), "1 policy map [r1.cfg:1]."),
    "counts by group": (
        outcome("count", "Interface", row(1, device="r1", count=2), row(1, "r2.cfg", device="r2", count=1)),
        "By device: r1: 2 [r1.cfg:1], r2: 1 [r2.cfg:1].",
    ),
    "the most common": (
        outcome(
            "most_common",
            "Request",
            row(1, "a.log", method="GET", count=9),
            row(2, "a.log", method="POST", count=4),
        ),
        "Most common method, with the number of times: GET: 9 [a.log:1], POST: 4 [a.log:2].",
    ),
    "the least common": (
        outcome(
            "most_common",
            "Request",
            row(2, "a.log", method="PUT", count=1),
            row(1, "a.log", method="GET", count=9),
        ),
        "Least common method, with the number of times: PUT: 1 [a.log:2], GET: 9 [a.log:1].",
    ),
    "all level": (
        outcome(
            "most_common",
            "Port",
            row(1, "a.csv", student="ann", count=1),
            row(2, "a.csv", student="bob", count=1),
        ),
        "No student comes first: all 2 are level: ann: 1 [a.csv:1], bob: 1 [a.csv:2].",
    ),
    "more level ones than are shown": (
        outcome(
            "most_common",
            "Port",
            *(row(number, "a.csv", student=f"s{number}", count=2) for number in range(1, 7)),
            row(9, "a.csv", student="zoe", count=1),
        ),
        (
            "Most common student, with the number of times (6 are level): s1: 2 [a.csv:1]; s2: 2 [a.csv:2]; "
            "s3: 2 [a.csv:3]; s4: 2 [a.csv:4]; s5: 2 [a.csv:5]."
        ),
    ),
    "one thing in several rows is counted once": (
        outcome(
            "list",
            "Interface",
            row(3, device="r1", interface="E1", list="IN"),
            row(4, device="r1", interface="E1", list="OUT"),
        ),
        "Interfaces on r1: E1 (list IN) [r1.cfg:3], E1 (list OUT) [r1.cfg:4].",
    ),
    "an average": (
        outcome("average", "Request", row(1, "a.log", 40, average=0.234567, count=40)),
        "Request: average 0.2346, count 40 [a.log:1, 40 lines].",
    ),
    "something that exists": (
        outcome("exists", "Interface", row(3, device="r1", interface="Lo0")),
        "Yes: 1 interface on r1: Lo0 [r1.cfg:3].",
    ),
    "more than was shown": (
        outcome(
            "list",
            "Interface",
            row(3, device="r1", interface="Lo0"),
            row(5, device="r1", interface="E1"),
            cut=True,
            total=698,
        ),
        "698 interfaces on r1: Lo0 [r1.cfg:3], E1 [r1.cfg:5] (showing 2 of 698).",
    ),
    "a row without evidence is not said": (
        outcome(
            "list",
            "Interface",
            row(3, device="r1", interface="Lo0"),
            Row({"device": "r1", "interface": "E9"}, (), 0),
        ),
        "Interface: Lo0 on r1 [r1.cfg:3].",
    ),
}


@pytest.mark.parametrize(("given", "expected"), CASES.values(), ids=CASES)
def test_text(given: Outcome, expected: str) -> None:
    assert write_draft(draft_rows(given)).text == expected


def test_a_long_list_keeps_all_names_before_it_keeps_all_marks() -> None:
    rows = [
        row(number, f"configs/site-{number}/router.cfg", device=f"router-{number}") for number in range(40)
    ]
    written = write_draft(draft_rows(outcome("list", "Device", *rows)))
    assert len(written.text) <= MOST_CHARACTERS
    assert all(f"router-{number}" in written.text for number in range(40))
    assert len(written.lines) == 40


def test_a_list_that_cannot_be_shown_says_how_much_is_shown() -> None:
    rows = [row(number, device="r1", interface=f"TenGigabitEthernet1/0/{number}") for number in range(200)]
    written = write_draft(draft_rows(outcome("list", "Interface", *rows)))
    assert len(written.text) <= MOST_CHARACTERS
    assert f"(showing {len(written.lines)} of 200)" in written.text
