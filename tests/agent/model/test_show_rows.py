"""Which rows a prompt shows, and what it says of the others."""

from __future__ import annotations

import pytest

from agent.model.show_rows import show_rows
from agent.records import Outcome, Query, Row
from graph_store.records import SourceLine

GRAPH, TEXT = Query("cypher", ""), Query("lucene", "")


def event_row(number: int, message: str) -> Row:
    line = SourceLine("a.log", number, f"03:04:{number:02} gate3 {message}")
    return Row({"door": "north", "message": message}, (line,), 1)


def line_row(number: int, message: str) -> Row:
    line = SourceLine("a.log", number, f"03:04:{number:02} gate3 {message}")
    return Row({"path": "a.log", "number": number, "text": line.text}, (line,), 1)


def events(count: int) -> tuple[Row, ...]:
    return tuple(event_row(number, f"badge {number} was refused at the door") for number in range(count))


def lines(count: int, message: str) -> tuple[Row, ...]:
    return tuple(line_row(number, f"{message} {number}") for number in range(count))


def outcome(query: Query, rows: tuple[Row, ...]) -> Outcome:
    return Outcome(query, rows, total_rows=len(rows))


def test_what_one_query_does_not_need_the_other_gets() -> None:
    found = [outcome(GRAPH, events(20)), outcome(TEXT, lines(2, "the lamp of the hall was changed"))]
    shown = show_rows(found, 1_300, len)
    assert len(shown.of_query(0)) > 20 * 650 / 1_300
    assert shown.is_whole(1)
    equal = [outcome(GRAPH, events(20)), outcome(TEXT, lines(20, "the lamp of the hall was changed"))]
    divided = show_rows(equal, 1_300, len)
    assert divided.is_whole(0)
    assert 1 < len(divided.of_query(1)) < 12


def test_long_texts_lose_their_middle_where_rows_would_be_cut() -> None:
    long = tuple(event_row(number, f"begin {'and so on ' * 40}end {number}") for number in range(5))
    whole = show_rows([outcome(GRAPH, long)], 5_000, len)
    short = show_rows([outcome(GRAPH, long)], 1_500, len)
    assert whole.is_whole(0)
    assert short.is_whole(0)
    assert len(short.text) < len(whole.text)
    assert all(f"end {number} (" in short.text for number in range(5))
    assert short.text.count("begin ") == 5


def test_a_line_that_the_graph_tells_is_not_shown_twice() -> None:
    same = tuple(line_row(number, f"badge {number} was refused at the door") for number in range(4))
    other = line_row(9, "the lamp of the hall was changed at last")
    shown = show_rows([outcome(GRAPH, events(3)), outcome(TEXT, (*same, other))], 4_000, len)
    assert [row.row for row in shown.of_query(1)] == [same[3], other]
    assert shown.text.splitlines()[4].endswith("all 2 rows; 3 more are lines of rows above:")
    assert [row.number for row in shown.rows] == [1, 2, 3, 4, 5]


def test_of_many_lines_those_with_most_of_the_rare_words_are_shown() -> None:
    many = (*lines(30, "the door was opened by badge"), line_row(77, "the lamp of the door was changed"))
    ranked = Query("lucene", "RETURN node.text ORDER BY score DESC LIMIT 40", {"q": "door OR lamp"})
    for found in ([outcome(ranked, many)], [outcome(GRAPH, events(2)), outcome(TEXT, many)]):
        shown = show_rows(found, 4_000, len, "Who changed the lamp of the door?")
        assert shown.rows[-1].row == many[-1]
        number = len(shown.of_query(len(found) - 1))
        assert f"the {number} of 31 lines that have most of the words asked for" in shown.text
        assert not shown.is_whole(len(found) - 1)
    own = Query("lucene", "RETURN node.text ORDER BY node.number")
    assert show_rows([outcome(own, many)], 4_000, len).is_whole(0)


def test_a_query_that_tells_nothing_new_is_left_out() -> None:
    same = tuple(line_row(number, f"badge {number} was refused at the door") for number in range(3))
    shown = show_rows([outcome(GRAPH, events(3)), outcome(TEXT, same)], 4_000, len)
    assert "Query 2" not in shown.text
    assert shown.totals == (3, 0)


def test_a_line_of_which_the_graph_tells_a_part_stays() -> None:
    row = Row({"door": "north"}, events(1)[0].lines, 1)
    same = (line_row(0, "badge 0 was refused at the door"),)
    shown = show_rows([outcome(GRAPH, (row,)), outcome(TEXT, same)], 4_000, len)
    assert shown.is_whole(1)
    assert len(shown.of_query(1)) == 1


LIMITED = {
    "a LIMIT that is reached": (
        "MATCH (e) RETURN e.door LIMIT 3",
        {},
        "3 rows, as many as the statement's own LIMIT",
    ),
    "one given as a parameter": (
        "RETURN 1 LIMIT $n;",
        {"n": 3},
        "3 rows, as many as the statement's own LIMIT",
    ),
    "one that is not reached": ("RETURN 1 LIMIT 4", {}, "all 3 rows:"),
    "one inside of the statement": ("MATCH (n) WITH n LIMIT 3 RETURN n.key", {}, "all 3 rows:"),
    "none": ("RETURN 1", {}, "all 3 rows:"),
    "what only looks like one": ("MATCH (e {text: 'LIMIT 3'}) RETURN e.limit", {}, "all 3 rows:"),
}


@pytest.mark.parametrize(("statement", "parameters", "said"), LIMITED.values(), ids=LIMITED)
def test_a_limit_of_the_statement_is_said(statement: str, parameters: dict[str, int], said: str) -> None:
    found = outcome(Query("cypher", statement, parameters), events(3))
    assert said in show_rows([found], 4_000, len).text


def test_the_one_row_that_an_order_puts_first_is_the_only_one() -> None:
    found = outcome(Query("cypher", "MATCH (e) RETURN e.door ORDER BY e.door LIMIT 1"), events(1))
    assert "the only row:" in show_rows([found], 4_000, len).text


def test_what_was_asked_for_is_not_cut_out_of_a_long_cell() -> None:
    text = f"begin {'x ' * 150}srcip=192.0.2.7 action=deny {'y ' * 150}end"
    row = Row({"text": text}, (SourceLine("fw.log", 1, text),), 1)
    statement = "MATCH (e:Event) WHERE e.message CONTAINS $s RETURN e.message AS text"
    found = Outcome(Query("cypher", statement, {"s": "192.0.2.7"}), (row,) * 30, total_rows=30)
    shown = show_rows([found], 3000, len).text
    assert "srcip=192.0.2.7 action=deny" in shown
    assert f"({len(text)} characters)" in shown
