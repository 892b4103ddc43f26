"""What was read once is not read again, as long as nothing changed."""

from __future__ import annotations

import pytest

from agent.ask import Agent, RememberedReads
from agent.records import Question
from graph_store.bolt_graph import BoltGraph
from graph_store.errors import TimeLimitError
from graph_store.graph import Parameters
from graph_store.records import Table
from tests.agent.counted_reads import CountedReads, GivenTables

TEN = Table(("n",), tuple((number,) for number in range(10)))
STATEMENT = "MATCH (n) RETURN n.x AS n"

LIMITS: dict[str, tuple[int, int, int, tuple[int, bool]]] = {
    "a whole table serves any limit": (50, 20, 1, (10, False)),
    "a whole table serves a smaller limit by its first rows": (50, 3, 1, (3, True)),
    "a cut table serves a smaller limit": (5, 3, 1, (3, True)),
    "a cut table serves its own limit": (5, 5, 1, (5, True)),
    "a cut table does not serve a larger limit": (3, 5, 2, (5, True)),
}


@pytest.mark.parametrize(("first", "second", "reads", "expected"), LIMITS.values(), ids=LIMITS)
def test_limits(first: int, second: int, reads: int, expected: tuple[int, bool]) -> None:
    inner = CountedReads(GivenTables({STATEMENT: TEN}))
    graph = RememberedReads(inner)
    graph.read(STATEMENT, row_limit=first)
    table = graph.read(STATEMENT, row_limit=second)
    assert (len(table.rows), table.cut) == expected
    assert len(inner.statements) == reads


SAME: dict[str, tuple[str, dict[str, object], dict[str, object], int]] = {
    "the same parameters": (STATEMENT, {"a": 1, "b": "x"}, {"b": "x", "a": 1}, 1),
    "other parameters": (STATEMENT, {"a": 1}, {"a": 2}, 2),
    "a number and its text": (STATEMENT, {"a": 1}, {"a": "1"}, 2),
    "a whole number and a fraction": (STATEMENT, {"a": 1}, {"a": 1.0}, 2),
    "what depends on the time": ("RETURN datetime() AS n", {}, {}, 2),
    "what depends on the time of a place": ("RETURN date({timezone: 'UTC'}) AS n", {}, {}, 2),
    "what depends on chance": ("MATCH (n) RETURN n.x AS n ORDER BY rand ( )", {}, {}, 2),
    "a time that is given": ("RETURN datetime('2026-01-01') AS n", {}, {}, 1),
}


@pytest.mark.parametrize(("statement", "first", "second", "reads"), SAME.values(), ids=SAME)
def test_same(statement: str, first: dict[str, object], second: dict[str, object], reads: int) -> None:
    inner = CountedReads(GivenTables({statement: TEN}))
    graph = RememberedReads(inner)
    for parameters in (first, second):
        assert graph.read(statement, parameters).rows == TEN.rows
    assert len(inner.statements) == reads


class _Slow(GivenTables):
    """Runs out of time, always."""

    def read(
        self,
        statement: str,
        parameters: Parameters | None = None,
        *,
        row_limit: int = 50,
        time_limit_s: float = 10.0,
    ) -> Table:
        raise TimeLimitError(statement, "no result")


def test_what_ran_out_of_time_is_not_tried_again_in_one_question() -> None:
    inner = CountedReads(_Slow({}))
    graph = RememberedReads(inner)
    tries = ((5.0, 1), (5.0, 1), (2.0, 1), (9.0, 2))
    for time_limit_s, reads in tries:
        with pytest.raises(TimeLimitError):
            graph.read(STATEMENT, time_limit_s=time_limit_s)
        assert len(inner.statements) == reads
    graph.try_again()
    with pytest.raises(TimeLimitError):
        graph.read(STATEMENT, time_limit_s=5.0)
    assert len(inner.statements) == 3


def test_what_was_used_last_is_kept() -> None:
    inner = CountedReads(GivenTables(dict.fromkeys("abc", TEN)))
    graph = RememberedReads(inner, most_cells=25)
    for name in "abacaba":
        graph.read(name)
    assert "".join(inner.statements) == "abcb"


def test_a_question_reads_again_only_what_may_have_changed(small_graph: BoltGraph) -> None:
    counted = CountedReads(small_graph)
    agent = Agent(counted)
    first = agent.ask(Question("How many GET requests are there?"))
    counted.statements.clear()
    assert agent.ask(Question("How many GET requests are there?")).text == first.text
    assert len(counted.statements) == 1


def test_an_answer_follows_the_graph(small_graph: BoltGraph) -> None:
    agent, question = Agent(small_graph), Question("What is the description of Ethernet0/1 on r1?")
    assert "to r2" in agent.ask(question).text
    change = "MATCH (i:Interface {device: 'r1', key: 'Ethernet0/1'}) SET i.description = $text"
    mark = "MERGE (s:Store {id: 1}) SET s.relations = $mark"
    try:
        small_graph.write_all([(change, {"text": "to r3"}), (mark, {"mark": "another"})])
        assert "to r3" in agent.ask(question).text
    finally:
        small_graph.write_all([(change, {"text": "to r2"}), (mark, {"mark": None})])
