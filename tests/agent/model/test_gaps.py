"""What a model says that rows do not show is told, and nothing else that no row is behind."""

from __future__ import annotations

import pytest

from agent.model.answer_writer import WORDED, AnswerWriter
from agent.model.gaps import gap_of
from agent.model.row_evidence import KnownNames
from agent.model.show_rows import show_rows
from agent.records import Outcome, Query, Reading, Row
from graph_store.records import SourceLine

GAPS = {
    "a question's word": (
        "The rows do not show when it dropped or was back.",
        "The rows do not show when it dropped or was back",
    ),
    "two of them": (
        "The rows do not show when it dropped, and when it was back; it was `a`",
        "The rows do not show when it dropped, and when it was back",
    ),
    "in other words": ("However, no row says why", "However, no row says why"),
    "behind a colon": ("Not shown: the time", "Not shown: the time"),
    "at the end": ("When it dropped is not shown in the rows", "When it dropped is not shown in the rows"),
    "not behind a statement": ("`a` broke and its time is not shown", ""),
    "not behind a clause": ("It is down; the rows do not show when", ""),
    "a statement": ("The port is not down", ""),
}


@pytest.mark.parametrize(("line", "gap"), GAPS.values(), ids=GAPS)
def test_only_what_is_not_shown_is_a_gap(line: str, gap: str) -> None:
    assert gap_of(line) == gap


ROWS = tuple(
    Row({"device": f"quay{n}", "mtu": 1500}, (SourceLine(f"quay{n}.cfg", n, "mtu 1500"),), 1)
    for n in (1, 2, 3)
)
LISTED = Outcome(Query("cypher", "", reading=Reading("list", "devices")), ROWS, total_rows=3)
WRITTEN = {
    "a gap": (
        "`quay1` has `1500` [1]\nThe rows do not show a description.",
        "The rows do not show a description\n",
        True,
    ),
    "a gap with a name of the rows": (
        "`quay1` has `1500` [1]\nNo row shows who set up `quay2`",
        "No row shows who set up quay2\n",
        True,
    ),
    "a gap with a name of nothing": ("`quay1` has `1500` [1]\nThe rows do not show `quay7`", "", False),
    "what stands behind a gap is left out": (
        "`quay1` has `1500` [1]\nThe rows do not show why; it is broken",
        "The rows do not show why\n",
        True,
    ),
    "an order": ("`quay1` has `1500` [1]\nThe rows do not show why: you should reload it", "", False),
    "a line that cites a row": (
        "The rows do not show a description of `quay1`, which has `1500` [1]",
        "",
        False,
    ),
}


@pytest.mark.parametrize(("reply", "gap", "is_part"), WRITTEN.values(), ids=WRITTEN)
def test_a_gap_is_told_and_makes_the_answer_a_part(reply: str, gap: str, is_part: bool) -> None:
    writer = AnswerWriter(
        show_rows([LISTED], 1000, len), "Which mtu has quay1?", lambda _: None, KnownNames()
    )
    writer.end(reply)
    _, _, rest = writer.text.partition("[quay1.cfg:1]\n")
    assert rest == f"{gap}(Rests on 1 of the 3 rows that were read.)\n{WORDED}"
    assert (writer.is_part, writer.answered) == (is_part, True)
