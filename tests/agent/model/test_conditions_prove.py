"""What a statement's conditions say of all rows proves a line; words of the question alone are said to be so."""

from __future__ import annotations

import pytest

from agent.model.answer_writer import UNPROVED, AnswerWriter
from agent.model.column_meanings import condition_texts, conditions
from agent.model.row_evidence import KnownNames
from agent.model.show_rows import show_rows
from agent.records import Outcome, Query, Row
from graph_store.records import Cell, SourceLine

NAMES = KnownNames(
    frozenset({"fw1"}), frozenset({"polici", "status", "interfac", "vlan", "descript", "user", "count"})
)


def said(statement: str, question: str, line: str, *cells: dict[str, Cell], **parameters: object) -> str:
    rows = tuple(Row(one, (SourceLine("fw1.cfg", at, "x"),), 1) for at, one in enumerate(cells, 1))
    found = Outcome(Query("cypher", statement, parameters), rows, total_rows=len(rows))
    writer = AnswerWriter(show_rows([found], 4000, len), question, lambda _: None, NAMES)
    writer.end(line)
    return writer.text


COUNT = "MATCH (e:HttpRequest) WHERE e.status = $s RETURN e.device AS device, count(*) AS count"
NO_TEXT = (
    "MATCH (i:Interface {device: 'fw1'}) WHERE i.vlan IS NOT NULL AND (i.description IS NULL OR i.description = '') "
    "RETURN i.device AS device, i.key AS interface, i.vlan AS vlan"
)
POLICY = "MATCH (p:Policy) RETURN p.device AS device, p.key AS policy, p.status AS status"
SERVERS = "MATCH (s:NtpServer) RETURN s.device AS device, s.key AS ntp_server, s.server AS server, s.prefer AS prefer"


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("There are `54` requests with status `502` [1]", True),
        ("There are `54` requests with status `503` [1]", False),
    ],
)
def test_a_value_that_all_rows_are_asked_for_is_proved(text: str, holds: bool) -> None:
    answer = said(COUNT, "how many 502s?", text, {"device": "fw1", "count": 54}, s="502")
    assert answer.startswith("There are 54") is holds


@pytest.mark.parametrize(("word", "holds"), [("no", True), ("a", False)])
def test_an_empty_text_is_none(word: str, holds: bool) -> None:
    cells: dict[str, Cell] = {"device": "fw1", "interface": "port9", "vlan": 110}
    line = f"The interface `port9` of `fw1` has vlan `110` but {word} description [1]"
    assert said(NO_TEXT, "which has no description?", line, cells).startswith("The interface port9") is holds


def test_what_only_the_question_says_is_said_to_be_so() -> None:
    cells: dict[str, Cell] = {"device": "fw1", "policy": "10", "status": "disable"}
    answer = said(
        POLICY,
        "which leftover policy is off?",
        "The leftover policy `10` of `fw1` has status `disable` [1]",
        cells,
    )
    assert answer == (
        "The leftover policy 10 of fw1 has status disable [fw1.cfg:1] "
        "(not in these lines, but in the question: 'leftover')"
    )


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("Is the leftover policy there?", "The leftover policy `10` of `fw1` has status `disable` [1]"),
        ("Which policy is down?", "The policy `10` of `fw1` is down [1]"),
        ("Which policy is permitted?", "The policy `10` of `fw1` is permitted [1]"),
        ("Which user has it?", "The policy `10` of `fw1` has the user `disable` [1]"),
    ],
)
def test_no_state_and_no_word_of_the_graph_is_borrowed(question: str, line: str) -> None:
    cells: dict[str, Cell] = {"device": "fw1", "policy": "10", "status": "disable"}
    answer = said(POLICY, question, line, cells)
    assert UNPROVED in answer or not answer or "user" in line


def test_a_bracket_is_of_the_value_before_it() -> None:
    cells: tuple[dict[str, Cell], ...] = (
        {"device": "fw1", "ntp_server": "10.0.0.1", "server": None, "prefer": True},
        {"device": "fw1", "ntp_server": "10.0.0.2", "server": None, "prefer": None},
    )
    right = "`fw1` uses the NTP servers `10.0.0.1` (prefer `true`) and `10.0.0.2` [1,2]"
    wrong = "`fw1` uses the NTP servers `10.0.0.1` and `10.0.0.2` (prefer `true`) [1,2]"
    assert said(SERVERS, "Which NTP servers?", right, *cells).startswith("fw1 uses")
    assert not said(SERVERS, "Which NTP servers?", wrong, *cells).startswith("fw1 uses")


@pytest.mark.parametrize(
    ("statement", "texts"),
    [
        ("MATCH (e:E) WHERE e.a = 'x' AND toLower(e.b) CONTAINS $s RETURN e", ["x", "502"]),
        ("MATCH (e:E) WHERE e.a = 'x' OR e.b = $s RETURN e", []),
        ("MATCH (e:E) WHERE NOT e.a = 'x' RETURN e", []),
        ("MATCH (e:E) OPTIONAL MATCH (f:F) WHERE f.a = 'x' RETURN e, f", []),
        ("MATCH (e:E) WHERE EXISTS { MATCH (f) WHERE f.a = 'x' } RETURN e", []),
        ("MATCH (e:E) WHERE e.a = 'x' RETURN e.k AS k UNION MATCH (f:F) RETURN f.k AS k", []),
    ],
)
def test_conditions_of_all_rows(statement: str, texts: list[str]) -> None:
    query = Query("cypher", statement, {"s": "502"})
    assert [*condition_texts(query)] == texts
    assert bool([*conditions(query)]) is bool(texts) or "NOT" in statement or "EXISTS" in statement
