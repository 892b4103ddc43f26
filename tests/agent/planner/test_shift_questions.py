"""What is asked of a log at the change of shifts, in words that the log itself does not use."""

from __future__ import annotations

import pytest

from agent.ask import Agent, open_agent
from agent.records import Question
from graph_store.bolt_graph import BoltGraph


@pytest.fixture(scope="module")
def agent(shift_log: BoltGraph) -> Agent:
    return open_agent(shift_log)


ANSWERS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "a deed is a value of its family": ("How many refused entries were there?", ("3",), ()),
    "another word of the family": ("Which keeper had the most refusals?", ("bea: 2",), ()),
    "a deed in the passive": ("Which keepers were refused?", ("bea", "cid"), ("ada",)),
    "why is a field": ("Why was bea refused?", ("badge expired",), ("unknown keeper",)),
    "why is told by the only field for it": ("why did push 41 fail?", ("bad checksum",), ()),
    "who is told by a field": ("Who pushed the most versions?", ("eli: 2",), ()),
    "a number behind its kind of record": ("Who made push 42?", ("eli",), ("dov",)),
    "what never was": ("Which keepers were never admitted?", ("cid",), ("ada", "bea")),
    "what did not do it": ("which keepers did not get a refusal?", ("ada",), ("bea", "cid")),
    "what had none": ("Which pumps had no stop?", ("p9",), ("p7", "p8")),
    "devices that are called by a noun": (
        "Which gks never reported a barge?",
        ("gk-east",),
        ("gk-mid", "gk-west", "ctl-1"),
    ),
    "devices that are counted by what they are called": (
        "Which gk had the most refusals?",
        ("gk-east: 2",),
        (),
    ),
    "the weakest is the least": ("Which barge had the weakest signal?", ("-88", "18"), ("-71",)),
    "the strongest is the greatest": ("Which barge had the strongest signal?", ("-60", "19"), ("-88",)),
    "the greatest of a field": ("What was the highest draught of a barge?", ("240",), ("120",)),
    "a field of the record when something was": (
        "What was the draught when barge 18 passed?",
        ("240",),
        ("180",),
    ),
    "a cause when it was": ("What was the cause when pump p8 stopped?", ("no current",), ("overload",)),
    "who did it when it failed": ("Who was it when push 41 failed?", ("eli",), ("dov",)),
    "out of service is down": ("How long was pump p7 out of service?", ("750",), ("p8",)),
    "the end is told in words of its own": ("For how long was reservoir north-4 exhausted?", ("1200",), ()),
    "a state without an end": ("Is pump p8 still down?", ("p8", "07:20:00"), ("p7",)),
    "what has not come back": ("Which pump stopped and has not come back?", ("p8",), ("p7",)),
    "a state within a value": ("How long was tunnel t3 down?", ("120",), ("t4",)),
    "what went down and never came back, within values": (
        "Which tunnels went down and never came back?",
        ("t4",),
        ("t3",),
    ),
    "how long it took to come back": ("How long did pump p7 take to recover?", ("750",), ()),
}


@pytest.mark.parametrize(("text", "shown", "absent"), ANSWERS.values(), ids=ANSWERS)
def test_answers(text: str, shown: tuple[str, ...], absent: tuple[str, ...], agent: Agent) -> None:
    answer = agent.ask(Question(text))
    assert answer.status == "answered", answer.text
    assert [one for one in shown if one not in answer.text] == [], answer.text
    told = answer.text.split("(read as")[0]
    assert [one for one in absent if one in told] == [], answer.text


OPEN = (
    "Which keepers never sang?",
    "Which pumps did not leak?",
    "Which keepers were never admitted to the tower?",
)


@pytest.mark.parametrize("text", OPEN)
def test_what_no_record_says_is_not_claimed(text: str, agent: Agent) -> None:
    assert agent.ask(Question(text)).status == "not_parsed"
