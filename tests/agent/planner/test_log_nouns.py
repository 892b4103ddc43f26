"""What the nouns and numbers of a question mean in a log, and what must not be claimed for them."""

from __future__ import annotations

import pytest

from graph_store.bolt_graph import BoltGraph
from graph_store.records import Cell
from tests.agent.planner.planned import planned

Rows = list[tuple[Cell, ...]]


ANSWERS: dict[str, tuple[str, Rows]] = {
    "a number's unit says that it is a time": ("What was the slowest opening of a gate?", [(870,)]),
    "an average of times, not of codes": ("What is the average response time of till?", [(315.0,)]),
    "records of a state, not what is in it": (
        "How many barrier changed state to up events are there?",
        [(2,)],
    ),
    "devices that did something most often": (
        "Which device refused visitors most often?",
        [("south", 3), ("north", 1)],
    ),
    "all kinds that begin alike, also without a word for one": (
        "How often were visitors refused?",
        [(4,)],
    ),
    "two words that a name joins": (
        "Which source addresses were denied?",
        [("192.0.2.7", 2), ("192.0.2.8", 1)],
    ),
    "a side that a name joins": ("How many different destination ports were denied?", [(2,)]),
    "a number behind the noun of a joined name": ("How many denies to port 23?", [(2,)]),
    "words that only together are a value": ("Which source had failed entries?", [("192.0.2.5", 1)]),
    "words that are a message": ("How many offline printers were there?", [(2,)]),
    "what the records count themselves": ("How many old tickets were dropped from w1?", [(17,)]),
    "one record with the most": ("Which stored plan changed the most lines?", [(40,)]),
    "the sum of what is counted": ("Which user changed the most lines?", [("ole", 50)]),
    "failing said by a code, not by another field": ("How many requests failed with status 500?", [(2,)]),
    "who did it last": ("Who stored the plan last?", [("ole",)]),
    "all but one": ("Which users other than ida stored the plan?", [("ole", 2)]),
    "the last few": ("When were the last two plans stored?", [("08:07:40",), ("08:07:30",)]),
    "an average for each": ("What is the average time per service?", [("till", 315.0), ("scan", 40.0)]),
    "a sum for each": ("How many old tickets were dropped per booth?", [("w2", 30), ("w1", 17)]),
    "an error by its code": ("How many requests were answered with an error status?", [(3,)]),
    "who logged in, where a field says how it ended": ("Which guests logged in?", [("zora", 1)]),
    "words that only lines say, in their order": (
        "When was the lamp moved from dim to bright?",
        [("08:07:50",)],
    ),
    "a short name": ("Which service had the most errors?", [("till", 2), ("scan", 1)]),
}


@pytest.mark.parametrize(("text", "expected"), ANSWERS.values(), ids=ANSWERS)
def test_rows(text: str, expected: Rows, gate_log: BoltGraph) -> None:
    (query,) = planned(text, gate_log)
    assert query.reading is not None
    assert (query.reading.unlinked, query.reading.missing) == ((), ())
    table = gate_log.read(query.statement, query.parameters)
    assert [row[: len(expected[0])] for row in table.rows] == [
        tuple(pytest.approx(cell) if isinstance(cell, float) else cell for cell in row) for row in expected
    ]


NOT_CLAIMED = {
    "a thing of which no field tells, by kinds of messages": "Which turnstile had the most refused visitors?",
    "a thing of no field, by another field": "Which visitors opened plans?",
    "the average of a length that nothing tells": "What is the average duration of refused visitors?",
    "the day of asking": "How many visitors were refused today?",
    "what is so now": "Which gates are currently opened?",
    "one of several, by its place": "What was the second plan stored by ole?",
    "what two have in common": "Which devices did both ida and ole store plans on?",
    "a plain noun of no field": "Which command did ida run?",
    "counts by what no field tells": "How many visitors were refused per application?",
    "an acronym that only says more of a noun": "Which ACME barriers changed state to down?",
}


@pytest.mark.parametrize("text", NOT_CLAIMED.values(), ids=NOT_CLAIMED)
def test_what_no_field_tells_is_left_open(text: str, gate_log: BoltGraph) -> None:
    for query in planned(text, gate_log):
        assert query.reading is not None
        assert query.reading.unlinked
