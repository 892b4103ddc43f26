"""Questions about devices that a table lists, beside configurations: by kind, by column, by date and by name."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from tests.agent.planner.asked_files import agent_of, assert_not_answered, assert_shows

FILES = {
    "assets.csv": """\
device,depot,kind,maker_no,address,bought,warranty_until,keeper
lamp-gate1,Quay,relay-switch,LX77001,10.55.0.1,2018-03-01,2021-03-01,imrie
lamp-gate2,Quay,relay-switch,LX77002,10.55.0.2,2020-06-12,2023-06-12,osei
lamp-hub1,Hill,hub-switch,LX90001,10.55.1.1,2021-01-30,2026-01-30,imrie
bellow-1,Hill,air-pump,BP11,10.55.1.7,2019-09-09,2024-09-09,
bellow-2,Quay,air-pump,BP12,10.55.0.7,2017-11-20,2020-11-20,osei
bellow-3,Quay,air-pump,BP13,10.55.0.8,2017-11-20,2022-05-20,tveit
""",
    "lamp-gate1.conf": """\
unit lamp-gate1
clock source 10.55.9.1
lane L1
  frame 1500
  label to lamp-hub1
lane L2
  frame 9100
  label spare
lane L3
  frame 9100
  label spare
""",
    "lamp-gate2.conf": """\
unit lamp-gate2
clock source 10.55.9.2
lane L1
  frame 1500
  label to lamp-hub1
lane L2
  frame 1400
  label spare
""",
}


@pytest.fixture(scope="module")
def depots(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    """Answer from a table of devices and two configurations."""
    with agent_of(FILES, tmp_path_factory.mktemp("depots")) as agent:
        yield agent


ANSWERED = {
    "devices of a column's value, not the file": (
        "Which devices are in depot Quay?",
        ["lamp-gate1", "lamp-gate2", "bellow-2", "bellow-3"],
        ["bellow-1", "lamp-hub1"],
    ),
    "a kind of device by the noun at its end": (
        "Which switches are in depot Hill?",
        ["lamp-hub1"],
        ["bellow-1", "lamp-gate1"],
    ),
    "a kind of device in full": ("How many relay switches are there?", ["2 "], ["3 "]),
    "a kind that is called no device": ("How many air pumps do we have at Quay?", ["2 "], ["3 "]),
    "a noun that names begin with": (
        "Which bellows are in depot Quay?",
        ["bellow-2", "bellow-3"],
        ["bellow-1", "lamp-gate1"],
    ),
    "a column of a device that has a configuration, too": (
        "What is the maker number of lamp-gate2?",
        ["LX77002"],
        ["LX77001"],
    ),
    "a year as a bound": (
        "Which devices had a warranty until before 2022?",
        ["lamp-gate1", "bellow-2"],
        ["bellow-3", "lamp-gate2"],
    ),
    "a day as a bound": (
        "Which switches were bought after 2020-06-12?",
        ["lamp-hub1"],
        ["lamp-gate2", "bellow"],
    ),
    "the oldest, of which there are two": (
        "Whats the oldest device, by the date it was bought?",
        ["bellow-2", "bellow-3", "2017-11-20"],
        ["lamp-gate1", "2018"],
    ),
    "what lacks a value": ("Is there any device without a keeper?", ["bellow-1"], ["bellow-2", "lamp-hub1"]),
    "the same, without a question word": ("devices without a keeper", ["bellow-1"], ["bellow-2"]),
    "the depot with the fewest": ("Which depot has the fewest switches?", ["Hill"], []),
    "the name of the file narrows": ("How many devices are in assets.csv?", ["6 "], ["8 "]),
    "all that share the greatest value": (
        "Which lane has the largest frame?",
        ["L2", "L3", "9100"],
        ["1500"],
    ),
    "devices that do not have a value": (
        "Which switches dont use 10.55.9.1 as clock source?",
        ["lamp-gate2"],
        ["lamp-gate1", "assets"],
    ),
}


@pytest.mark.parametrize(("question", "shown", "hidden"), ANSWERED.values(), ids=ANSWERED)
def test_inventories(depots: Agent, question: str, shown: list[str], hidden: list[str]) -> None:
    assert_shows(depots, question, shown, hidden)


DECLINED = {
    "a kind of device that no column says": "Which routers are in depot Quay?",
    "an age that two columns could say": "Which is the newest switch?",
    "a date that no property holds": "Which lanes were changed before 2021-01-01?",
}


@pytest.mark.parametrize("question", DECLINED.values(), ids=DECLINED)
def test_declined(depots: Agent, question: str) -> None:
    assert_not_answered(depots, question)
