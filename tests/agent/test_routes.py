"""Where the workflow goes after it executed or repaired."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.records import DoubtKind, Outcome, Query, Question, Reading, Row, StatementDoubt
from agent.routes import ATTEMPTS, State, after_execute, after_repair
from graph_store.records import SourceLine

ASKED = Query("cypher", "MATCH (d:Device {name: $name}) RETURN d.name", {"name": "r1"})
OPEN = Query("cypher", "MATCH (d:Device) RETURN d.name")
FOUND = Outcome(ASKED, (Row({"d.name": "r1"}, (SourceLine("r1.cfg", 1, "hostname r1"),), 1),))
FAILED_ONCE = Outcome(ASKED, error="Syntax error")
FAILED_LAST = Outcome(Query("cypher", "MATCH", attempt=ATTEMPTS), error="Syntax error")
EMPTY = Outcome(OPEN)
EMPTY_FOR_A_VALUE = Outcome(ASKED)
ZERO_FOR_A_VALUE = Outcome(ASKED, (Row({"count": 0}, (), 0),))
NO_LINES = Outcome(Query("lucene", "CALL ...", {"q": "x"}))
MENDED = Outcome(Query("cypher", "MATCH (d) RETURN d", attempt=2), FOUND.rows)

PLAIN = Question("Which devices are there?")

CASES = {
    "a failure with attempts left is repaired": ([FAILED_ONCE, EMPTY], "repair_query"),
    "a failure at the last attempt is not": ([FAILED_LAST], "synthesize"),
    "no rows is an answer, not a failure": ([EMPTY], "synthesize"),
    "no rows for a value that was named is looked into": ([EMPTY_FOR_A_VALUE], "repair_query"),
    "counting to zero is like no rows": ([ZERO_FOR_A_VALUE], "repair_query"),
    "a text search that finds nothing is an answer": ([NO_LINES], "synthesize"),
    "rows are an answer": ([FOUND], "synthesize"),
    "what a repair has mended is not repaired again": ([FAILED_ONCE, MENDED], "synthesize"),
    "without any query there is nothing to repair": ([], "synthesize"),
}


@pytest.mark.parametrize(("outcomes", "expected"), CASES.values(), ids=CASES)
def test_after_execute(outcomes: list[Outcome], expected: str) -> None:
    assert after_execute({"outcomes": outcomes, "standalone": PLAIN}) == expected


def test_a_repair_that_wrote_a_query_is_executed() -> None:
    assert after_repair({"queries": [ASKED, ASKED], "outcomes": [FAILED_ONCE]}) == "execute"


def test_a_repair_that_wrote_nothing_ends_the_search() -> None:
    state: State = {"queries": [ASKED], "outcomes": [FAILED_ONCE], "standalone": PLAIN}
    assert after_repair(state) == "synthesize"


BY_MODEL = replace(FOUND, query=replace(ASKED, reading=Reading("list", by_model=True)))
DOUBTED = {
    "rows that may be claimed": ("value", FOUND.rows, 1, "synthesize"),
    "rows of which nothing may be claimed": ("values", FOUND.rows, 1, "repair_query"),
    "a name that is none": ("name", FOUND.rows, 1, "repair_query"),
    "nothing that was found": ("value", (), 1, "repair_query"),
    "nothing that was found again": ("value", (), 2, "synthesize"),
}


@pytest.mark.parametrize(("kind", "rows", "attempt", "expected"), DOUBTED.values(), ids=DOUBTED)
def test_which_doubts_ask_again(kind: DoubtKind, rows: tuple[Row, ...], attempt: int, expected: str) -> None:
    reading = Reading(
        "list", by_model=True, doubts=(StatementDoubt(kind, "It says nothing of r9.", ("r9",)),)
    )
    outcome = Outcome(replace(ASKED, reading=reading, attempt=attempt), rows)
    assert after_execute({"outcomes": [outcome], "standalone": PLAIN}) == expected


NOTHING = replace(BY_MODEL, rows=())
SIDE = replace(BY_MODEL, query=replace(BY_MODEL.query, parameters={"a": "r1", "b": "r2"}))
FURTHER = {
    "a why of which nothing was found": ("Why is it down?", NOTHING, False, "look_further"),
    "a why of which rows were found": ("Why is it down?", BY_MODEL, False, "synthesize"),
    "a comparison of which one side was found": ("Compare r1 with r2.", BY_MODEL, False, "look_further"),
    "a number of different things": ("How many different ports has r1?", BY_MODEL, False, "synthesize"),
    "what is different": ("What is different on r1 and r2?", BY_MODEL, False, "look_further"),
    "a comparison whose sides were both asked for": ("Compare r1 with r2.", SIDE, False, "synthesize"),
    "one step": ("Which ports has r1?", NOTHING, False, "synthesize"),
    "asked once already": ("Why is it down?", NOTHING, True, "synthesize"),
}


@pytest.mark.parametrize(("text", "outcome", "looked", "expected"), FURTHER.values(), ids=FURTHER)
def test_who_looks_further(text: str, outcome: Outcome, looked: bool, expected: str) -> None:
    last = replace(outcome, query=replace(outcome.query, attempt=2))
    state: State = {"outcomes": [last], "standalone": Question(text), "looked_further": looked}
    assert after_execute(state) == expected


def test_a_mode_of_one_round_looks_no_further() -> None:
    last = replace(NOTHING, query=replace(NOTHING.query, attempt=2))
    state: State = {"outcomes": [last], "standalone": Question("Why is it down?", mode="graph")}
    assert after_execute(state) == "synthesize"


def test_a_comparison_of_two_files_that_were_found_is_one_step() -> None:
    rows = tuple(Row({"d.name": name}, (SourceLine(f"{name}.cfg", 1, name),), 1) for name in ("r1", "r2"))
    state: State = {"outcomes": [replace(BY_MODEL, rows=rows)], "standalone": Question("Compare r1 with r2.")}
    assert after_execute(state) == "synthesize"
