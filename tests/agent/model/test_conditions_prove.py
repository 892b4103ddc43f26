"""What a statement's conditions say of all rows stands in each of them; words of the question are known."""

from __future__ import annotations

import pytest

from agent.model.answer_writer import AnswerWriter
from agent.model.column_meanings import condition_texts, conditions
from agent.model.row_evidence import KnownNames
from agent.model.show_rows import show_rows
from agent.records import Outcome, Query, Row
from graph_store.records import Cell, SourceLine

NAMES = KnownNames(
    frozenset({"fw1"}), frozenset({"polici", "status", "interfac", "vlan", "descript", "user", "count"})
)


def said(
    statement: str, question: str, line: str, *cells: dict[str, Cell], **parameters: object
) -> AnswerWriter:
    rows = tuple(Row(one, (SourceLine("fw1.cfg", at, "x"),), 1) for at, one in enumerate(cells, 1))
    found = Outcome(Query("cypher", statement, parameters), rows, total_rows=len(rows))
    writer = AnswerWriter(show_rows([found], 4000, len), question, lambda _: None, NAMES)
    writer.end(line)
    return writer


COUNT = "MATCH (e:HttpRequest) WHERE e.status = $s RETURN e.device AS device, count(*) AS count"
NO_TEXT = (
    "MATCH (i:Interface {device: 'fw1'}) WHERE i.vlan IS NOT NULL AND (i.description IS NULL OR i.description = '') "
    "RETURN i.device AS device, i.key AS interface, i.vlan AS vlan"
)
POLICY = "MATCH (p:Policy) RETURN p.device AS device, p.key AS policy, p.status AS status"


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("There are `54` requests with status `502` [1]", True),
        ("There are `54` requests with status `503` [1]", False),
    ],
)
def test_a_value_that_all_rows_are_asked_for_is_proved(text: str, holds: bool) -> None:
    answer = said(COUNT, "how many 502s?", text, {"device": "fw1", "count": 54}, s="502")
    assert answer.answered is holds


TOP = "MATCH (e:Refused) WITH e.user AS user, count(e) AS n RETURN max(n) AS most, collect(user) AS users"


@pytest.mark.parametrize(
    ("user", "holds"), [("ida", True), ("olav", False)], ids=["of a cell", "of one of many lines"]
)
def test_lines_of_what_a_row_gathers_prove_none_of_its_values(user: str, holds: bool) -> None:
    line = SourceLine("auth.log", 3, "refused user olav")
    row = Row({"most": 31, "users": ("ida",)}, (line,), 31)
    found = Outcome(Query("cypher", TOP), (row,), total_rows=1)
    writer = AnswerWriter(show_rows([found], 4000, len), "who was refused most?", lambda _: None, NAMES)
    writer.end(f"`{user}` was refused `31` times [1]")
    assert writer.answered is holds


FLOWS = (
    "MATCH (e:Flow) WITH e.srcip AS source, sum(e.sentbyte) AS sent, sum(e.rcvdbyte) AS received, count(e) AS sessions "
    "RETURN source, sent, received, sessions"
)
SERVERS = (
    "MATCH (p:Policy) OPTIONAL MATCH (s:User {policy: p.key}) RETURN p.key AS policy, collect(s.key) AS users"
)


@pytest.mark.parametrize(
    ("line", "holds"),
    [
        ("The source `10.7.0.9` sent `8812` bytes and received `77` bytes in `2` sessions [1]", True),
        ("`10.7.0.9` sent `8812` packets [1]", False),
        ("`10.7.0.9` received `8812` bytes [1]", False),
        ("`10.7.0.9` sent `8812` bytes in `1` session [1]", False),
    ],
)
def test_a_number_is_of_its_column(line: str, holds: bool) -> None:
    cells: dict[str, Cell] = {"source": "10.7.0.9", "sent": 8812, "received": 77, "sessions": 2}
    assert ("in these lines" not in said(FLOWS, "who sent most?", line, cells).text) is holds


@pytest.mark.parametrize(
    ("line", "holds"),
    [
        ("The sum of `sentbyte` for `10.7.0.9` is `8812` [1]", True),
        ("The sum of `rcvdbyte` for `10.7.0.9` is `8812` [1]", False),
        ("The sum of `sentpkt` for `10.7.0.9` is `8812` [1]", False),
        ("The sum of `sentbyte` for `10.7.0.9` is `77` [1]", False),
    ],
)
def test_a_name_joined_of_words_is_the_column_of_these_words(line: str, holds: bool) -> None:
    statement = (
        "MATCH (e:Flow) RETURN e.source AS source, sum(e.bytes_sent) AS sent, sum(e.packets_received) AS got"
    )
    cells: dict[str, Cell] = {"source": "10.7.0.9", "sent": 8812, "got": 77}
    assert ("in these lines" not in said(statement, "sum of sentbyte?", line, cells).text) is holds


@pytest.mark.parametrize(
    ("line", "holds"),
    [
        ("`31` wrong passwords came from `10.7.0.9`: `20` `Wrong` and `11` `WrongGuest` [1,2]", True),
        ("`20` `Wrong` and `11` `WrongGuest` of `10.7.0.9`, `31` in total [1,2]", True),
        ("`31` wrong passwords of `Wrong` came from `10.7.0.9` [1,2]", False),
        ("`31` wrong passwords of `Wrong` came from `10.7.0.9` in total [1,2]", False),
        ("`32` wrong passwords came from `10.7.0.9`: `20` `Wrong` and `11` `WrongGuest` [1,2]", False),
        ("`2` wrong passwords came from `10.7.0.9` in total [1,2]", False),
    ],
)
def test_a_total_is_of_all_rows(line: str, holds: bool) -> None:
    statement = (
        "MATCH (e:Wrong|WrongGuest) RETURN e.source AS source, e.template AS template, count(*) AS count"
    )
    cells: list[dict[str, Cell]] = [
        {"source": "10.7.0.9", "template": "Wrong", "count": 20},
        {"source": "10.7.0.9", "template": "WrongGuest", "count": 11},
    ]
    answer = said(statement, "how many wrong passwords came from 10.7.0.9?", line, *cells)
    assert ("in these lines" not in answer.text and answer.answered) is holds


@pytest.mark.parametrize(
    ("line", "holds"),
    [
        ("The rows do not show how many in all: 2 of 6 are shown [1,2]", True),
        ("The rows do not show how many in all: 3 of 6 are shown [1,2]", False),
        ("The rows do not show how many in all: 2 of 7 are shown [1,2]", False),
        ("The rows do not show all users: 6 in total [1,2]", False),
    ],
)
def test_of_rows_that_are_left_out_their_number_is_known(line: str, holds: bool) -> None:
    rows = tuple(
        Row({"user": user, "count": 1}, (SourceLine("auth.log", at, f"refused {user}"),), 1)
        for at, user in enumerate(("ida", "olav"), 1)
    )
    statement = "MATCH (e:Refused) RETURN e.user AS user, count(*) AS count"
    found = Outcome(Query("cypher", statement), rows, total_rows=6, cut=True)
    writer = AnswerWriter(show_rows([found], 4000, len), "who was refused most?", lambda _: None, NAMES)
    writer.end(line)
    assert ("in these lines" not in writer.text) is holds


@pytest.mark.parametrize(
    ("line", "holds"),
    [
        ("The policy `1` has no users, policy `2` has `ida` and `olav` [1,2]", True),
        ("All policies have users [1,2]", False),
        ("The policy `2` has no users [2]", False),
        ("The policy `1` has `ida` [1,2]", False),
        ("`ida` is a user of policy `2`, `olav` of policy `1` [1,2]", False),
    ],
)
def test_an_empty_list_has_nothing(line: str, holds: bool) -> None:
    cells: list[dict[str, Cell]] = [
        {"policy": "1", "users": ()},
        {"policy": "2", "users": ("ida", "olav")},
    ]
    assert ("in these lines" not in said(SERVERS, "who uses which?", line, *cells).text) is holds


@pytest.mark.parametrize(("time", "holds"), [("Mar 4 08:13:14", True), ("Mar 4 09:13:14", False)])
def test_times_of_the_question_are_those_around_the_rows(time: str, holds: bool) -> None:
    cells: dict[str, Cell] = {"device": "fw1", "time": time, "message": "fan 2 stopped"}
    statement = "MATCH (e:Event) RETURN e.device AS device, e.timestamp_text AS time, e.message AS message"
    line = f"Between 08:00 and 09:00 `fw1` logged `fan 2 stopped` at `{time}` [1]"
    answer = said(statement, "what did fw1 log between 08:00 and 09:00?", line, cells)
    assert ("in these lines" not in answer.text) is holds


def test_an_empty_text_is_none() -> None:
    cells: dict[str, Cell] = {"device": "fw1", "interface": "port9", "vlan": 110}
    line = "The interface `port9` of `fw1` has vlan `110` but no description [1]"
    assert "in these lines" not in said(NO_TEXT, "which is it?", line, cells).text


@pytest.mark.parametrize(
    ("question", "line", "marked"),
    [
        (
            "which leftover policy is off?",
            "The leftover policy `10` of `fw1` has status `disable` [1]",
            False,
        ),
        ("which policy did they try?", "They tried policy `10` of `fw1`: status `disable` [1]", False),
        ("which policy is off?", "The leftover policy `10` of `fw1` has status `disable` [1]", True),
        ("is policy 10 of fw1 safe?", "The policy `10` of `fw1` is safe [1]", True),
    ],
)
def test_a_word_of_the_question_is_known_beside_a_value(question: str, line: str, marked: bool) -> None:
    cells: dict[str, Cell] = {"device": "fw1", "policy": "10", "status": "disable"}
    assert ("(not in these lines" in said(POLICY, question, line, cells).text) is marked


@pytest.mark.parametrize(
    ("statement", "texts"),
    [
        ("MATCH (e:E) WHERE e.a = 'x' AND toLower(e.b) CONTAINS $s RETURN e", ["x", "502"]),
        ("MATCH (e:E) WHERE e.a = 'x' OR e.b = $s RETURN e", []),
        ("MATCH (e:E) WHERE NOT e.a = 'x' RETURN e", []),
        ("MATCH (e:E {a: 'x', b: $s}) RETURN count(e) AS n", ["x", "502"]),
        ("MATCH (e:E) OPTIONAL MATCH (f:F {a: 'x'}) RETURN e, f", []),
        ("MATCH (e:E) OPTIONAL MATCH (f:F) WHERE f.a = 'x' RETURN e, f", []),
        ("MATCH (e:E) WHERE EXISTS { MATCH (f) WHERE f.a = 'x' } RETURN e", []),
        ("MATCH (e:E) WHERE e.a = 'x' RETURN e.k AS k UNION MATCH (f:F) RETURN f.k AS k", []),
    ],
)
def test_conditions_of_all_rows(statement: str, texts: list[str]) -> None:
    query = Query("cypher", statement, {"s": "502"})
    assert [*condition_texts(query)] == texts
    assert bool([*conditions(query)]) is ("WHERE" in statement) or not texts
