"""Rows between commas, with or without names for their columns, behind the headers of relays."""

from __future__ import annotations

import pytest

from ingest.learn.builtin.logs.induce_log import induce_log
from ingest.sandbox import Sandbox

ROWS = [
    f"<14>Mar  1 10:00:{n:02} gw{n % 2} 1,2024/03/01 10:00:{n:02},0078{n % 3},{('FLOW', 'HEALTH')[n % 2]},"
    f'192.0.2.{n},198.51.100.1,"rule {n % 3}",tcp,{n * 9}'
    for n in range(20)
]
NAMED = [
    "Date,Time,Client IP,Action,Bytes sent",
    *(f"2024-03-01,10:00:{n:02},192.0.2.{n},{('BLOCK', 'PASS')[n % 2]},{n * 9}" for n in range(20)),
]
PAIRS = [
    f'Mar  1 10:00:{n:02} gw{n % 2} name="edge {n}" src=192.0.2.{n} dst=198.51.100.1 action=drop'
    for n in range(20)
]
CASES = {
    "columns without names have those of their places": (
        ROWS,
        "Flow",
        {
            "host": "gw0",
            "timestamp_text": "2024/03/01 10:00:04",
            "received_text": "Mar  1 10:00:04",
            "address_5": "192.0.2.4",
            "column_7": "rule 1",
            "column_9": 36,
        },
        4,
    ),
    "the first row names the columns": (
        NAMED,
        "Pass",
        {
            "timestamp_text": "2024-03-01,10:00:03",
            "client_ip": "192.0.2.3",
            "action": "PASS",
            "bytes_sent": 27,
        },
        3,
    ),
    "a sender stands in front of pairs": (
        PAIRS,
        "NameSrc",
        {"host": "gw1", "timestamp_text": "Mar  1 10:00:05", "name": "edge 5", "src": "192.0.2.5"},
        5,
    ),
}


@pytest.mark.parametrize(("lines", "kind", "values", "place"), CASES.values(), ids=CASES)
def test_a_row_is_read(
    lines: list[str], kind: str, values: dict[str, object], place: int, sandbox: Sandbox
) -> None:
    records = sandbox.run_parse(induce_log(lines).parse_source, lines)
    record = records[place]
    assert record.type == kind
    assert {name: record.values.get(name) for name in values} == values
