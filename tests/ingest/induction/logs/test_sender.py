"""The field that names who wrote a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from ingest.learn.builtin.logs.induce_log import induce_log
from ingest.learn.builtin.logs.sender import find_sender
from ingest.sandbox import Sandbox

TEN = ("gate-a", "gate-b") * 5
CASES: dict[str, tuple[Mapping[str, Sequence[str]], str]] = {
    "a standard name on every line": ({"devname": TEN, "srcip": TEN}, "devname"),
    "the surer of two names": ({"hostname": TEN, "devname": TEN}, "devname"),
    "a site that few lines visit": ({"hostname": TEN[:4]}, ""),
    "as many values as lines": ({"host": tuple(f"site{place}.example" for place in range(10))}, ""),
    "numbers": ({"host": ("1", "2") * 5}, ""),
    "no standard name": ({"gate": TEN}, ""),
}


@pytest.mark.parametrize(("values", "expected"), CASES.values(), ids=CASES)
def test_find_sender(values: Mapping[str, Sequence[str]], expected: str) -> None:
    assert find_sender(values, 10) == expected


@pytest.mark.parametrize(
    ("message", "senders"), [("hostname={}.example opened", 2), ("{}.example:443 opened", 0)]
)
def test_a_message_says_who_sent_it(message: str, senders: int, sandbox: Sandbox) -> None:
    lines = [
        f"2026-03-01 10:{at // 60:02}:{at % 60:02} {message.format(('north', 'south')[at % 2])} lane {at}"
        for at in range(90)
    ]
    records = sandbox.run_parse(induce_log(lines).parse_source, lines)
    assert len({str(each.values["host"]) for each in records if "host" in each.values}) == senders
