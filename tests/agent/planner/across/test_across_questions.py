"""Questions about what is the same, another or not there on two devices or in two files."""

from __future__ import annotations

import pytest

from agent.ask import ask
from graph_store.bolt_graph import BoltGraph

ANSWERED: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "a property that is not the same": (
        "Is the MTU of Ethernet1 the same on gate-east and gate-west?",
        ("9000", "1500", "not the same"),
        ("Yes",),
    ),
    "a property of the whole device that is the same": (
        "Do gate-east and gate-west have the same timezone?",
        ("UTC", "devices: the same"),
        ("not the same",),
    ),
    "another property of the whole device": (
        "Do gate-east and gate-west log to the same host?",
        ("10.5.0.9", "10.5.0.8", "not the same"),
        ("Yes",),
    ),
    "a whole thing, by the lines that differ": (
        "How does the access list VISITORS differ between gate-east and gate-west?",
        ("host 10.5.2.9", "host 10.5.2.8", "not the same"),
        ("deny ip any any",),
    ),
    "a whole thing that is the same": (
        "Is GUARDS identical on gate-east and gate-west?",
        ("GUARDS", "the same"),
        ("not the same",),
    ),
    "a property that two files say": (
        "Which host has another room in survey.json than in stock.csv?",
        ("cam-02", "E1-07", "E1-05"),
        ("cam-01", "cam-04"),
    ),
    "the same, by the kinds of the files": (
        "Which hosts have a different room in the JSON than in the CSV?",
        ("cam-02",),
        ("cam-01", "cam-04"),
    ),
    "what one file has and the other not": (
        "Which hosts are in stock.csv but not in survey.json?",
        ("cam-03",),
        ("cam-01", "cam-02", "cam-04"),
    ),
    "of one to another": ("Which hook of north-tower goes to south-tower?", ("h2",), ("h1",)),
    "what leads to a device with a file of its own": (
        "Which towers have a ladder to gate-east?",
        ("north-tower",),
        ("south-tower",),
    ),
    "the far side of a thing's own": (
        "What is the far hook of the ladder of south-tower?",
        ("far hook h2",),
        ("h1", "g7"),
    ),
    "what both devices have": (
        "Which access lists are on both gate-east and gate-west?",
        ("GUARDS", "VISITORS"),
        ("CLEANERS",),
    ),
    "what one device has and the other not": (
        "Which access lists of gate-west are missing on gate-east?",
        ("CLEANERS",),
        ("GUARDS", "VISITORS"),
    ),
    "the device behind a neighbor": (
        "Which device is the neighbor 10.5.1.2 of gate-east?",
        ("gate-west", "10.5.1.2/30"),
        (),
    ),
    "the first rule that holds both ends": (
        "Which rule of manor is the first to match 10.6.2.7 to 10.6.9.3?",
        ("no-vault", "deny"),
        ("old-bells", "lobby-tills", "rest", "asks for more"),
    ),
    "the rules that may, where a service is asked for": (
        "Which rule on manor lets 10.6.1.4 reach 10.6.9.3?",
        ("lobby-tills", "no-vault", "ask for more"),
        ("old-bells", "rest"),
    ),
    "a rule for everything": ("Which rule on manor decides for 192.0.2.1?", ("rest",), ("no-vault",)),
    "words that are not read are named": (
        "Which rule of manor is the first to match a rusty robot at 10.6.2.7 to 10.6.9.3?",
        ("no-vault", "not read: 'rusty', 'robot'"),
        (),
    ),
    "a member that is defined nowhere": (
        "Which member of a group on manor is not defined as an object?",
        ("garden", "guests"),
        ("cellar", "downstairs"),
    ),
    "a property of what a thing names": (
        "What TCP ports does the rule lobby-tills open on manor?",
        ("tills", "7001-7004"),
        ("7010",),
    ),
    "the same, of another side": (
        "What prefix has the destination of rule no-vault?",
        ("vault", "10.6.9.0/28"),
        ("10.6.1.0", "10.6.2.0"),
    ),
    "the same, in other words": ("Who is peer 10.5.1.1 of gate-west?", ("gate-east",), ()),
}


@pytest.mark.parametrize(("question", "shown", "hidden"), ANSWERED.values(), ids=ANSWERED)
def test_answered(
    two_halls: BoltGraph, question: str, shown: tuple[str, ...], hidden: tuple[str, ...]
) -> None:
    answer = ask(question, two_halls)
    assert answer.status == "answered", answer.text
    assert all(one in answer.text for one in shown), answer.text
    assert not any(one in answer.text for one in hidden), answer.text
    assert answer.citations


DECLINED = {
    "a property that nothing has": "Is the color of Ethernet1 the same on gate-east and gate-west?",
    "a kind that nothing is of": "Which doors of gate-west are missing on gate-east?",
    "what a thing names is not in the files": "What TCP ports does the rule no-vault allow on manor?",
    "a word that is not understood": "Which polished access lists of gate-west are missing on gate-east?",
}


@pytest.mark.parametrize("question", DECLINED.values(), ids=DECLINED)
def test_declined(two_halls: BoltGraph, question: str) -> None:
    assert ask(question, two_halls).status == "not_parsed"
