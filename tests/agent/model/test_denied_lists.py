"""A denial of several numbers is one of each, a word of two ports is one of each; records of one moment are one."""

from __future__ import annotations

import pytest

from agent.model.answer_writer import AnswerWriter
from agent.model.row_evidence import KnownNames
from agent.model.show_rows import show_rows
from agent.records import Outcome, Query, Row
from graph_store.records import Cell, SourceLine

NAMES = KnownNames(frozenset({"r1", "r2"}), frozenset({"interfac", "permit", "vlan", "portfast", "access"}))


def rows(statement: str, *cells: tuple[str, dict[str, Cell]]) -> Outcome:
    """Make an outcome of lines with their cells; the first is the device's."""
    made = tuple(
        Row(values, (SourceLine(f"{values['device']}.cfg", number, text),), 1)
        for number, (text, values) in enumerate(cells, 1)
    )
    return Outcome(Query("cypher", statement), made, total_rows=len(made))


TRUNKS = rows(
    "MATCH (i:Interface) RETURN i.device AS device, i.key AS interface, i.allowed_vlans AS allowed_vlans",
    (
        "trunk allowed vlan 10,20,30",
        {"device": "r1", "interface": "Trunk3", "allowed_vlans": "10,20,30"},
    ),
    ("trunk allowed vlan 30", {"device": "r2", "interface": "Trunk3", "allowed_vlans": "30"}),
)
PORTS = rows(
    "MATCH (i:Interface) RETURN i.device AS device, i.key AS interface, i.shutdown AS shutdown",
    ("shutdown", {"device": "r1", "interface": "Gi0/1", "shutdown": True}),
    ("no shutdown", {"device": "r2", "interface": "Gi0/2", "shutdown": False}),
)
RECORDS = rows(
    "MATCH (e:Event) RETURN e.device AS device, e.timestamp_text AS time, e.message AS message",
    (
        "Mar 4 05:06:07 r1 peer 10.8.0.2 timed out",
        {"device": "r1", "time": "Mar 4 05:06:07", "message": "peer 10.8.0.2 timed out"},
    ),
    (
        "Mar 4 05:06:07 r1 adjacency of 10.9.9.9 dropped: session lost",
        {"device": "r1", "time": "Mar 4 05:06:07", "message": "adjacency of 10.9.9.9 dropped: session lost"},
    ),
    (
        "Mar 4 07:00:00 r1 adjacency of 10.7.7.7 dropped: session lost",
        {"device": "r1", "time": "Mar 4 07:00:00", "message": "adjacency of 10.7.7.7 dropped: session lost"},
    ),
)
FILTERS = rows(
    "MATCH (f:Filter) RETURN f.device AS device, f.key AS acl",
    ("ip access-list GATE-IN", {"device": "r1", "acl": "GATE-IN"}),
)
CASES = {
    "two of a list": (
        TRUNKS,
        "`r1` allows `10`, `20` and `30`, `r2` allows `30` and not `10` and `20` [1,2]",
        True,
    ),
    "one that is missing": (
        TRUNKS,
        "`r1` allows `10,20,30` and `r2` `30`: `20` is missing on `r2` [1,2]",
        True,
    ),
    "both are missing": (TRUNKS, "`10` and `20` are missing on `r2` [1,2]", True),
    "not a list": (TRUNKS, "`r2` does not allow VLANs `10` and `20` [1,2]", True),
    "lacks a list": (TRUNKS, "`r2` lacks `10` and `20` [1,2]", True),
    "lacks what it has": (TRUNKS, "`r2` lacks `10` and `30` [1,2]", False),
    "not what it has": (TRUNKS, "`r2` allows `30` and not `10` and `30` [1,2]", False),
    "missing where it is": (TRUNKS, "`20` is missing on `r1` [1,2]", False),
    "each port its own": (
        PORTS,
        "`Gi0/1` on `r1` is shut down and `Gi0/2` on `r2` is not shut down [1,2]",
        True,
    ),
    "both ports alike": (PORTS, "`Gi0/1` on `r1` and `Gi0/2` on `r2` are not shut down [1,2]", False),
    "one moment": (
        RECORDS,
        "`session lost`: at `Mar 4 05:06:07` peer `10.8.0.2` timed out, and the adjacency of `10.9.9.9` dropped [1,2]",
        True,
    ),
    "two moments": (
        RECORDS,
        "At `Mar 4 05:06:07` peer `10.8.0.2` timed out and `10.7.7.7` dropped [1,3]",
        False,
    ),
    "a short name": (FILTERS, "The acl `GATE-IN` is on `r1` [1]", True),
}


@pytest.mark.parametrize(("found", "line", "holds"), CASES.values(), ids=CASES)
def test_what_a_line_denies_or_joins(found: Outcome, line: str, holds: bool) -> None:
    question = "what do the ports allow, and which filters or sessions are there?"
    writer = AnswerWriter(show_rows([found], 4000, len), question, lambda _: None, NAMES)
    writer.end(line)
    assert ("in these lines" not in writer.text and writer.answered) is holds


@pytest.mark.parametrize(("numbered", "holds"), [({"stage1name"}, True), ({"stage1"}, False), (set(), False)])
def test_a_numbered_word_of_the_question_that_names_begin_with_is_no_thing(
    numbered: set[str], holds: bool
) -> None:
    found = rows(
        "MATCH (t:Tunnel) RETURN t.device AS device, t.key AS tunnel, t.lifetime AS lifetime",
        ("set lifetime 600", {"device": "r1", "tunnel": "to-west", "lifetime": 600}),
    )
    names = KnownNames(frozenset({"r1"}), frozenset({"lifetim"}), frozenset(numbered))
    question = "what is the stage1 lifetime of to-west?"
    writer = AnswerWriter(show_rows([found], 4000, len), question, lambda _: None, names)
    writer.end("The stage1 lifetime of `to-west` is `600` [1]")
    assert ("in these lines" not in writer.text and writer.answered) is holds
