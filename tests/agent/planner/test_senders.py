"""Devices of a log whose lines name them in a field, beside other fields or in the message."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.agent.planner.asked_files import agent_of, assert_shows

GATES = ("gate-a", "gate-b", "gate-c")


def _pairs(place: int) -> str:
    action = "deny" if place % 3 == 0 else "accept"
    return f'devname="{GATES[place % 3]}" level="notice" srcip=10.0.0.{place % 7} action="{action}" bytes={place}0'


def _message(place: int) -> str:
    return (
        f"hostname={GATES[place % 3]} {'shut' if place % 3 == 0 else 'opened'} lane {place % 7} for a truck"
    )


def _log(written: list[str]) -> str:
    return "".join(f"2026-04-07 08:{place:02}:00 {text}\n" for place, text in enumerate(written))


LOGS = {
    "among other fields": (
        "".join(f"date=2026-04-07 time=08:{place:02}:00 {_pairs(place)}\n" for place in range(60)),
        "Which device had the most denies?",
        "gate-a: 20",
    ),
    "in the message": (
        _log([_message(place) for place in range(60)]),
        "How many lines on gate-a?",
        "20 events",
    ),
}


@pytest.mark.parametrize(("text", "question", "shown"), LOGS.values(), ids=LOGS)
def test_senders(tmp_path: Path, text: str, question: str, shown: str) -> None:
    with agent_of({"gates.log": text}, tmp_path) as agent:
        assert_shows(agent, question, (shown,), ())
        assert_shows(agent, "Which devices are in the log?", GATES, ())
