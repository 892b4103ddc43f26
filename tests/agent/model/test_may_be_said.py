"""Addresses of pages have to stand in the rows, and nobody is told what to do."""

from __future__ import annotations

import pytest

from agent.model.check_line import LineCheck
from agent.model.read_reply import Said
from agent.model.row_evidence import KnownNames
from agent.model.show_rows import show_rows
from agent.records import Outcome, Query, Row
from graph_store.records import SourceLine

LINE = SourceLine("r1.cfg", 4, "banner motd Contact the NOC, see https://noc.example/help")
SAID = {
    "a page of the rows": ("The banner names https://noc.example/help", True),
    "a page that nobody named": ("The banner of r1 names https://evil.example/help", False),
    "an order": ("Contact the NOC about `r1`", False),
    "an order not to": ("Never use `r1`; it is down", False),
    "an order to switch off": ("Shut down `r1`", False),
    "advice": ("The banner of r1 should be turned off", False),
    "an order of the data, quoted": ('The banner says "Contact the NOC"', True),
}


@pytest.mark.parametrize(("text", "holds"), SAID.values(), ids=SAID)
def test_what_may_be_said(text: str, holds: bool) -> None:
    row = Row({"banner": LINE.text, "device": "r1"}, (LINE,), 1)
    shown = show_rows([Outcome(Query("cypher", "RETURN 1"), (row,))], 1000, len)
    check = LineCheck(shown, "What does the banner of r1 say?", KnownNames())
    assert (check.check(Said(text, (1,))) is not None) == holds


ALIASES = {
    "a name": ("Dallas", "The router stands in Dallas", False),
    "a name with a number": ("gi9_9", "The interface is `gi9_9`", False),
    "what the column is": ("remote_as", "`r1` has a `remote_as`", True),
}


@pytest.mark.parametrize(("column", "text", "holds"), ALIASES.values(), ids=ALIASES)
def test_the_name_of_a_column_proves_no_name(column: str, text: str, holds: bool) -> None:
    row = Row({column: "r1"}, (SourceLine("x.cfg", 4, "hostname r1"),), 1)
    statement = f"MATCH (n:Router) RETURN n.remote_as AS {column}"
    shown = show_rows([Outcome(Query("cypher", statement), (row,))], 1000, len)
    checked = LineCheck(shown, "Where?", KnownNames()).check(Said(text, (1,)))
    assert checked is not None
    assert checked.answers == holds
