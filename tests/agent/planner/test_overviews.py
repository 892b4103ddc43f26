"""Open questions about a log: what recurs, what is logged, what the log is about."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from agent.ask import open_agent
from agent.records import Answer, Question
from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph
from tests.agent.planner.page_log import load_page_log


@pytest.fixture(scope="module")
def page_log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BoltGraph]:
    """Return the loaded log; its server ends with the tests."""
    with open_graph(str(tmp_path_factory.mktemp("page_log")), create=True, idle_s=1.0) as graph:
        load_page_log(graph)
        yield graph


def _ask(graph: BoltGraph, text: str) -> Answer:
    return open_agent(graph).ask(Question(text))


ANSWERS = {
    "requests are grouped by what is the same in them, with the parts of paths opened that vary": (
        "Are there any recurring patterns in the requests?",
        (
            "By method, request path and status: GET /shop/items 200: 12 [page.log:1, 12 lines]; GET /help 200: 6 "
            "[page.log:5, 6 lines]; GET /shop/items/* 200: 6 [page.log:3, 6 lines]; POST /shop/baskets/* 201: 6 "
            "[page.log:4, 6 lines].\n(30 log records with a request path; * stands for a part that varies)"
        ),
    ),
    "a word before the requests narrows them to the paths that hold it": (
        "What patterns are there in the basket requests?",
        "By request path: /shop/baskets/*: 6 [page.log:4 … 34, 6 lines].",
    ),
    "a word that no path holds narrows nothing": (
        "What recurring patterns are there in the server requests?",
        "30 log records",
    ),
    "records without paths are grouped by their kinds": (
        "Are there recurring patterns in the messages?",
        'Kinds of messages, each with an example and how many there are: "GET /shop/items gave 200 in 0 ms": 30 ',
    ),
    "all of a log: its times, the values of few-valued fields, and its kinds": (
        "What is this log about?",
        (
            "Log records: 36 in page.log, 2026-03-01 09:00 to 2026-03-01 09:29 [page.log:1 … 36, 36 lines].\n"
            "By level: info: 30 [page.log:1, 30 lines], warn: 6 [page.log:6, 6 lines].\n"
            "By source: web: 30 [page.log:1, 30 lines], worker: 6 [page.log:6, 6 lines].\n"
            "Kinds of messages"
        ),
    ),
    "many records of a span of time by their kinds": (
        "What happened between 09:00 and 09:20?",
        (
            '"GET /shop/items gave 200 in 0 ms": 20 [page.log:1, 20 lines], "job tidy done": 4 [page.log:6,12,18,24].\n'
            "(24 log records)"
        ),
    ),
    "few records of a span of time one by one": (
        "What happened between 09:00 and 09:02?",
        '09:00:00: "GET /shop/items gave 200 in 0 ms" [page.log:1]; 09:01:00: ',
    ),
    "what is logged: kinds first, then the fields by how many records have them, in the order of a line": (
        "What kind of information is logged by web?",
        (
            "Fields of these records, each with an example: in all 30: timestamp (09:00:00), level (info), "
            "source (web), process (0), took (0), method (GET), request path (/shop/items), status (200), "
            "message (GET /shop/items gave 200 in 0 ms) [page.log:1, 30 lines]."
        ),
    ),
}


@pytest.mark.parametrize(("text", "expected"), ANSWERS.values(), ids=ANSWERS)
def test_answers(text: str, expected: str, page_log: BoltGraph) -> None:
    answer = _ask(page_log, text)
    assert answer.status == "answered"
    assert expected in answer.text


def test_an_overview_cites_the_first_lines_of_what_is_most(page_log: BoltGraph) -> None:
    answer = _ask(page_log, "Are there any recurring patterns in the requests?")
    assert [line.number for line in answer.citations] == [1, 2, 3, 4, 5, 7, 8, 9, 10, 11]


def test_no_mark_counts_more_lines_than_there_are(page_log: BoltGraph) -> None:
    answer = _ask(page_log, "What kind of information is logged by web?")
    assert max(int(one) for one in re.findall(r"(\d+) lines", answer.text)) == 30


def test_a_device_by_what_its_configuration_has(small_graph: BoltGraph) -> None:
    answer = _ask(small_graph, "Give me an overview of r1")
    assert answer.text == (
        "r1 has in its configuration: 2 interfaces [configs/r1.cfg:3,5], 1 neighbor [configs/r1.cfg:10], 1 router bgp "
        "[configs/r1.cfg:9]."
    )


def test_kinds_of_addresses_by_network(door_log: BoltGraph) -> None:
    answer = _ask(door_log, "What kinds of IP addresses are seen in the log?")
    assert answer.text == (
        "Addresses by network: 10.0.0.0/24 (private, 3 addresses such as 10.0.0.7): 4 records [door.log:1,2,3,4], "
        "10.1.0.0/24 (private, 2 addresses such as 10.1.0.1): 2 records [door.log:15,16]."
    )
