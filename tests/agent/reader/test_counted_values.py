"""How many values a field has is the same in each table about the same records."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.ask import Agent
from agent.records import Question
from tests.agent.ask_files import agent_on

SAID = {100: "door opened", 101: "door closed", 205: "alarm raised", 300: "battery low"}
CODES = (100, 101, 100, 205, 300, 205, 101, 100)
USERS = ("ida", "ida", "bob", "bob", "eve", "bob", "eve", "ida")
EVERY = ("floor", "wing", "room", "badge", "zone", "shift")
"""Fields that vary in each kind of records, so that a code, which does not, is not among the first of a kind."""


def _record(at: int, code: int, user: str) -> str:
    beside = {name: f"{name}{at % 3}" for name in EVERY} if code in (100, 205) else {}
    head = {"time": f"2025-11-03T10:00:{at:02}Z", "host": "gate1", "msg": SAID[code]}
    return json.dumps({**head, "code": code, "user": user, **beside})


LOG = "\n".join(map(_record, range(len(CODES)), CODES, USERS))
TRUE = {"code": 4, "user": 3}


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_on(tmp_path_factory.mktemp("counted"), {"gate.json": LOG + "\n"}) as opened:
        yield opened


@pytest.mark.parametrize(
    "text",
    [
        "which codes does gate1 log",
        "codes and users of gate1",
        "what does gate1 log per room",
        "users of gate1",
    ],
)
def test_all_values_of_all_kinds_of_records_are_counted(agent: Agent, text: str) -> None:
    tables = agent.ask(Question(text)).tables
    varying = [row for table in tables if table.title == "what varies" for row in table.rows]
    assert varying
    assert {str(name): count for name, count, _ in varying if name in TRUE}.items() <= TRUE.items()


def test_what_is_counted_of_some_records_is_said_to_be(agent: Agent) -> None:
    for table in agent.ask(Question("users of door events of gate1")).tables:
        assert table.title != "what varies" or all(row[1] <= TRUE.get(str(row[0]), 3) for row in table.rows)


def _dropped(at: int) -> str:
    switch, said, packets = (("sw4", "list PUMPS denied tcp", 1), ("sw5", "list YARD denied udp", 2))[at % 2]
    return (
        f"Nov  7 08:{at:02}:10 {switch} {at}: Nov  7 08:{at:02}:10.000 UTC: %SEC-6-IPACCESSLOGP: {said} "
        f"10.9.1.{at % 3 + 2}(4{at:03}) -> 10.9.2.{at % 4}({443 + at % 3}), {packets} packet"
    )


DROPPED = "\n".join(map(_dropped, range(24)))


def test_what_varies_comes_before_what_does_not(tmp_path: Path) -> None:
    with agent_on(tmp_path, {"access.log": DROPPED + "\n"}) as agent:
        (table,) = (
            one for one in agent.ask(Question("hosts denied by PUMPS")).tables if one.title == "what varies"
        )
    told = [(row[0], row[1]) for row in table.rows]
    assert ("source address", 3) in told
    assert all(name != "host" for name, _ in told)
