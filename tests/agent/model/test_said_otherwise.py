"""What rows say in other words or of something else: a right line stays unmarked, one that turns it round is marked."""

from __future__ import annotations

import pytest

from agent.model.answer_writer import AnswerWriter
from agent.model.row_evidence import KnownNames
from agent.model.show_rows import show_rows
from agent.records import Outcome, Query, Row
from graph_store.records import Cell, SourceLine

NAMES = KnownNames(frozenset({"quay1", "quay2"}), frozenset({"mtu", "interfac", "rule", "host"}))
LINKS = [
    {"device": "quay1", "time": "Jun  2 04:10:07", "message": "Interface Eth7, changed state to down"},
    {"device": "quay1", "time": "Jun  2 04:31:55", "message": "Interface Eth7, changed state to up"},
]
FLOW = [
    {"device": "quay1", "srcintf": "wan2", "dstintf": "lan4", "message": "srcip=10.9.8.7 dstip=172.31.5.4"}
]
ERRORS = [{"device": "quay1", "status": 503, "count": 41, "users": ("ida", "olav")}]
SWITCHES = [
    {"device": "quay1", "finding": "quay1 can be managed by telnet.", "telnet_server": None},
    {"device": "quay2", "finding": None, "telnet_server": True},
]
ENDS = [
    {"device": "quay1", "interface": "Eth2", "description": None, "mtu": None, "layer3_mtu": 9150},
    {"device": "quay2", "interface": "Eth9", "description": "quay1 Eth2", "mtu": 9170, "layer3_mtu": None},
]
TIME_SERVERS = [{"device": "quay1", "servers": ("10.9.0.1",)}, {"device": "quay2", "servers": ("10.9.0.2",)}]
REFUSED = [{"device": "quay1", "message": "not-applicable,west,deny,10.9.8.7", "count": 33}]
UNUSED = [{"device": "quay1", "message": "quay1 defines the access list DOCK-OLD and never uses it."}]
CASES = {
    "each time has its own state": (
        LINKS,
        "`Eth7` went down at `Jun 2 04:10:07` and was up again at `Jun 2 04:31:55` [1,2]",
        "`Eth7` went down at `Jun 2 04:31:55` and was up again at `Jun 2 04:10:07` [1,2]",
    ),
    "a way has two ends": (FLOW, "From `wan2` to `lan4` [1]", "From `lan4` to `wan2` [1]"),
    "a key of a text says the end": (
        FLOW,
        "From host `10.9.8.7` to `172.31.5.4` [1]",
        "From host `172.31.5.4` to `10.9.8.7` [1]",
    ),
    "a number is what stands beside it": (
        ERRORS,
        "`41` with status `503` [1]",
        "`503` with status `41` [1]",
    ),
    "so many of so many are counted": (ERRORS, "`41` with status `503` [1]", "`41` of `503` failed [1]"),
    "all are all of a list": (ERRORS, "All for `ida` and `olav` [1]", "All for `ida` [1]"),
    "a list has so many things": (ERRORS, "`ida` and `olav`: `2` users [1]", "`41` users: `ida`, `olav` [1]"),
    "an empty cell denies nothing that another says": (
        SWITCHES,
        "`quay1` and `quay2` can be managed by telnet [1,2]",
        "`quay2` cannot be managed by telnet [2]",
    ),
    "a property's name may hold a digit": (
        ENDS,
        "`quay1` `Eth2` has the layer3_mtu `9150`, `quay2` `Eth9` has the mtu `9170` [1,2]",
        "`quay1` `Eth2` has the layer3_mtu `9170`, `quay2` `Eth9` has the mtu `9150` [1,2]",
    ),
    "what others have is denied of one": (
        TIME_SERVERS,
        "`quay1` does not have `10.9.0.2`; it has `10.9.0.1` [1,2]",
        "`quay2` does not have `10.9.0.2`; it has `10.9.0.1` [1,2]",
    ),
    "what is asked about proves no opposite": (
        REFUSED,
        "`10.9.8.7` was denied `33` times [1]",
        "`10.9.8.7` was allowed `33` times [1]",
    ),
    "what is never used is not used": (
        UNUSED,
        "`quay1` never uses `DOCK-OLD` [1]",
        "`quay1` uses `DOCK-OLD` [1]",
    ),
    "rows that do not show something say nothing of it": (
        UNUSED,
        "`DOCK-OLD` on `quay1`; the rows do not show why nobody removed it [1]",
        "`DOCK-OLD` on `quay1`; nobody removed it because of a fault [1]",
    ),
    "a class of codes is the question's": (ERRORS, "`41` 5xx errors [1]", "`41` 4xx errors [1]"),
}


@pytest.mark.parametrize(("cells", "right", "lie"), CASES.values(), ids=CASES)
def test_the_right_line_is_not_marked_and_the_other_one_is(
    cells: list[dict[str, Cell]], right: str, lie: str
) -> None:
    rows = tuple(
        Row(one, (SourceLine("quay.log", at, " ".join(map(str, one.values()))),), 1)
        for at, one in enumerate(cells, 1)
    )
    columns = ", ".join(f"n.{name} AS {name}" for name in cells[0])
    found = Outcome(Query("cypher", f"MATCH (n:Dock) RETURN {columns}"), rows, total_rows=len(rows))
    marked = []
    for line in (right, lie):
        writer = AnswerWriter(
            show_rows([found], 4000, len), "which 5xx errors were denied?", lambda _: None, NAMES
        )
        writer.end(line)
        marked.append("in these lines" in writer.text)
    assert marked == [False, True]


@pytest.mark.parametrize(
    "condition", ["$k IN ([] + n.rule)", "(n.rule = $k OR n.name = $k)"], ids=["among a list", "either way"]
)
def test_what_all_rows_are_asked_for_is_known(condition: str) -> None:
    row = Row({"source": "10.9.8.7", "count": 31}, (SourceLine("quay.log", 1, "x"),), 1)
    statement = f"MATCH (n:Refused) WHERE {condition} RETURN n.source AS source, count(*) AS count"
    found = Outcome(Query("cypher", statement, {"k": "Dock-Drop"}), (row,), total_rows=1)
    for line, is_marked in (
        ("`31` hit `Dock-Drop` from `10.9.8.7` [1]", False),
        ("`31` hit `Pier-Drop` from `10.9.8.7` [1]", True),
    ):
        writer = AnswerWriter(show_rows([found], 4000, len), "how many hit it?", lambda _: None, NAMES)
        writer.end(line)
        assert ("in these lines" in writer.text) is is_marked


@pytest.mark.parametrize(
    ("line", "is_marked"), [("`41` times `503` on `/dock`", False), ("`503` times `41` on `/dock`", True)]
)
def test_the_word_between_two_numbers_is_of_the_first(line: str, is_marked: bool) -> None:
    row = Row({"path": "/dock", "status": 503, "count": 41}, (SourceLine("web.log", 1, "/dock 503"),), 41)
    statement = "MATCH (n:Request) RETURN n.path AS path, n.status AS status, count(*) AS count"
    found = Outcome(Query("cypher", statement), (row,), total_rows=1)
    writer = AnswerWriter(show_rows([found], 4000, len), "which errors?", lambda _: None, NAMES)
    writer.end(f"{line} [1]")
    assert ("in these lines" in writer.text) is is_marked
