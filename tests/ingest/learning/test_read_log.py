"""The reader of logs: headers, templates with places, what no template fits."""

from __future__ import annotations

import pytest

from reading import read_log

HEADER = r"(?P<timestamp_text>\d\S+) (?P<level>[A-Z]+) (?:\[(?P<request_id>\S+)\] )?"
EVENTS = [
    ("LoginFailed", "Failed login of <user> from <source_address> port <port:int>"),
    ("Took", "Took <seconds:float> s to <what:text>"),
    ("Request", '<client:text> "<method=GET|PUT> <request:text>" status: <status>'),
    ("Moved", "moved from <node> to <node>"),
    ("Screen", "screen on: <on>"),
]
CASES = {
    "words, whole numbers and ids": (
        "10:00 INFO Failed login of ann from 10.0.0.1 port 22",
        ("LoginFailed", "Failed login of <*> from <*> port <*>"),
        {"user": "ann", "source_address": "10.0.0.1", "port": 22},
    ),
    "decimals, any text, and a header's optional part": (
        "10:00 INFO [req-1] Took 1.50 s to start the thing",
        ("Took", "Took <*> s to <*>"),
        {"seconds": 1.5, "what": "start the thing", "request_id": "req-1"},
    ),
    "a word of a few stays in the template": (
        '10:00 INFO a,b "PUT /x HTTP/1.1" status: 200',
        ("Request", '<*> "PUT <*>" status: <*>'),
        {"client": "a,b", "method": "PUT", "request": "/x HTTP/1.1", "status": "200"},
    ),
    "true and false tell two states apart": (
        "10:00 INFO screen on: true",
        ("Screen", "screen on: true"),
        {"on": "true"},
    ),
    "a name that stands twice": (
        "10:00 INFO moved from n1 to n2",
        ("Moved", "moved from <*> to <*>"),
        {"node": ["n1", "n2"]},
    ),
    "more white space than in the template": (
        "10:00 INFO moved   from n1  to n2",
        ("Moved", "moved from <*> to <*>"),
        {"node": ["n1", "n2"]},
    ),
    "a message that no template fits": (
        "10:00 INFO started unit 7 of host-9",
        ("OtherEvent", "started unit <*> of <*>"),
        {},
    ),
}


@pytest.mark.parametrize(("line", "event", "named"), CASES.values(), ids=CASES)
def test_an_event(line: str, event: tuple[str, str], named: dict[str, object]) -> None:
    (record,) = read_log([line], HEADER, EVENTS, templates=True)
    values = record["values"]
    assert (record["type"], values["template"]) == event
    message = line.split("] ")[-1].removeprefix("10:00 INFO ")
    assert values == {
        "timestamp_text": "10:00",
        "level": "INFO",
        "message": message,
        "template": event[1],
        **named,
    }


def test_lines_without_a_header_continue_the_record_before() -> None:
    lines = ["  lost", "10:00 INFO moved from a to b", "  at one", "  at two", "10:01 INFO moved from b to a"]
    assert [record["lines"] for record in read_log(lines, HEADER, EVENTS)] == [[[0, 0]], [[1, 3]], [[4, 4]]]
