"""Questions that hold in any syntax: default routes, addresses, what is not defined, and what is not described."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from agent.planner.related.as_mentions import numbers_in
from agent.planner.words.match_words import match_words
from agent.planner.words.question_words import Word, read_tokens
from agent.records import Question
from graph_store.open_graph import open_graph
from ingest.pipeline import ingest
from tests.agent.planner.hill_site import write_hill_site


@pytest.fixture(scope="module")
def hill(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    """Answer from configurations of made-up makes."""
    folder = tmp_path_factory.mktemp("hill")
    with open_graph(str(folder / "kg"), create=True, idle_s=1.0) as graph:
        ingest([write_hill_site(folder)], graph, folder / "parsers", allow_weak_sandbox=True)
        yield Agent(graph)


ANSWERED = {
    "a default route of address and mask, in a block": (
        "What is the gateway of the default route on hill-gate?",
        ["set gateway 198.51.100.1"],
        ["10.91.0.254"],
    ),
    "a default route of address and mask, in one line": (
        "What is the default route on hill-ring1?",
        ["203.0.113.77"],
        ["10.91.0.1"],
    ),
    "a default route that is called so": (
        "What is the next hop of the default route of hill-mast?",
        ["10.95.1.6"],
        ["10.95.1.14"],
    ),
    "all default routes, and no filter of all prefixes": (
        "Which devices have a default route?",
        ["hill-gate", "hill-ring1", "hill-mast"],
        ["hill-sieve", "hill-ring2"],
    ),
    "how many have one": ("How many devices have a default route?", ["3 devices"], []),
    "an address that its property does not call so": (
        "What address does in2 have on hill-gate?",
        ["10.91.0.1", "255.255.255.0"],
        ["198.51.100.6"],
    ),
    "the same, without the device": ("Which IP address does out1 have?", ["198.51.100.6"], ["10.91.0.1"]),
    "what is used, and not who uses it, is not defined": (
        "Which interfaces use an ACL that does not exist?",
        ["3077", "Slot0/2/3"],
        ["3050", "Slot0/2/0"],
    ),
    "a description that several properties hold": (
        "Which interfaces of hill-ring1 have no description?",
        ["Slot0/2/2"],
        ["Slot0/2/0", "Slot0/2/1"],
    ),
    "AS numbers that communities begin with": (
        "Which AS numbers are mentioned in the communities of hill-sieve?",
        ["65020:77", "65021:5", "64999:1:7"],
        ["65535"],
    ),
    "AS numbers of a device, in names too": (
        "Which autonomous systems appear on hill-sieve?",
        ["64990", "65020", "65021", "64999"],
        ["65535"],
    ),
    "ids, and not names": ("Which lane ids are on hill-sieve?", ["310", "320"], []),
    "whom a device peers with, and not its own AS": (
        "Which AS does hill-ring2 peer with?",
        ["65533"],
        ["route-static"],
    ),
    "what goes to a device is not what is on it": (
        "Which interface of hill-ring1 goes to hill-ring2?",
        ["Slot0/2/0"],
        ["Slot0/2/3", "Slot0/2/2"],
    ),
    "a name by the address that its records say": (
        "Which visitors did guest.hill.example send?",
        ["heron", "192.0.2.9"],
        ["stork"],
    ),
    "a short name that a label has": ("Which ACLs are there on hill-ring1?", ["3050"], ["3051"]),
    "what a list does": ("What does ACL 3051 do?", ["deny", "permit"], []),
}


@pytest.mark.parametrize(("question", "shown", "not_shown"), ANSWERED.values(), ids=ANSWERED)
def test_the_same_in_every_form(hill: Agent, question: str, shown: list[str], not_shown: list[str]) -> None:
    answer = hill.ask(Question(question))
    assert answer.status == "answered", answer.text
    assert [one for one in shown if one not in answer.text] == [], answer.text
    assert [one for one in not_shown if one in answer.text] == [], answer.text


DECLINED = {
    "who has no default route: one may be learned": "Which devices have no default route?",
    "what is used is of no known kind": "Which gate rules use a timetable that is not defined?",
    "to log is what the rules do": "Which rules log all traffic?",
    "a number behind a noun that no field is called by": "Which clocks answered with status 14?",
    "what is on a device, but was not read as that": "Which lanes are there on hill-gate?",
    "who did something most often that no field says": "Which clockd was steered most often?",
    "an address of what configurations name is not looked for in logs": "What colour does in3 have?",
}


@pytest.mark.parametrize("question", DECLINED.values(), ids=DECLINED)
def test_what_is_not_understood_is_not_answered(hill: Agent, question: str) -> None:
    answer = hill.ask(Question(question))
    assert answer.status == "not_parsed", answer.text


@pytest.mark.parametrize(
    ("text", "is_number", "numbers"),
    [
        ("65001", True, [65001]),
        ("65001", False, []),
        ("65001 65001 65002", True, [65001, 65001, 65002]),
        ("target:65020:77", False, [65020]),
        ("64999:1:7", False, [64999]),
        ("65535:65281", False, []),
        ("from_as7_to_AS12", False, [7, 12]),
        ("was12", False, []),
        ("2001:db8::1", False, []),
        ("10:20:30:40", False, []),
    ],
)
def test_the_as_numbers_in_a_value(text: str, is_number: bool, numbers: list[int]) -> None:
    assert [number for number, _ in numbers_in(text, is_number)] == numbers


def test_a_long_name_fits_the_short_one() -> None:
    words = [one for one in read_tokens("which access list", frozenset()) if isinstance(one, Word)]
    assert match_words(("acl", "number"), words).positions == {1: 1.0, 2: 1.0}
    assert match_words(("acl",), words[:2]).positions == {}
