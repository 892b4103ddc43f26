"""Questions about which entry of a list decides."""

from __future__ import annotations

import pytest

from agent.ask import ask
from graph_store.bolt_graph import BoltGraph

CASES: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "an early entry denies": (
        "Would 10.66.3.4 be permitted by ACL GUARD on north?",
        ("deny ip 10.66.0.0 0.0.255.255 any", "so it is denied"),
        ("permit",),
    ),
    "an entry that asks for more comes first": (
        "Does access list GUARD on north permit 10.1.2.3?",
        ("permit tcp 10.0.0.0 0.255.255.255 host 10.8.1.9 eq 443", "permit ip any any", "asks for more"),
        ("deny ip 10.66",),
    ),
    "source and destination": (
        "Does access list GUARD on north permit traffic from 172.16.0.1 to 10.8.1.9?",
        ("permit ip any any", "so it is permitted"),
        ("eq 443",),
    ),
    "no entry": ("Does ACL HALL permit 10.9.0.1?", ("no entry holds 10.9.0.1",), ("so it is",)),
    "a route that a longer entry denies": (
        "Would prefix-list OURS on north permit 10.8.9.0/24?",
        ("deny 10.8.9.0/24", "so it is denied"),
        ("permit",),
    ),
    "a route of an allowed length": (
        "Would prefix-list OURS on north permit 10.8.4.0/24?",
        ("permit 10.8.0.0/16 le 24", "so it is permitted"),
        ("10.8.9.0",),
    ),
    "a route that is too long": (
        "Would prefix-list OURS on north permit 10.8.4.0/25?",
        ("no entry holds",),
        ("so it is",),
    ),
    "a protocol and a port": (
        "Which entry of access list GUARD on north matches tcp from 10.1.2.3 to 10.8.1.9 port 443 first?",
        ("permit tcp 10.0.0.0 0.255.255.255 host 10.8.1.9 eq 443", "so it is permitted"),
        ("permit ip any any",),
    ),
    "another port goes on to the next entry": (
        "What does access list GUARD on north do with tcp from 10.1.2.3 to 10.8.1.9 port 22?",
        ("permit ip any any", "so it is permitted"),
        ("eq 443",),
    ),
    "a route map by the list that a clause refers to": (
        "What does route-map TO-SOUTH do with prefix 10.8.4.0/24?",
        (
            "route-map TO-SOUTH permit 10",
            "set metric 20",
            "permit 10.8.0.0/16 le 24",
            "so it is permitted, by clause 10",
        ),
        ("deny 20",),
    ),
    "a route that the list denies goes on to the next clause": (
        "Which clause of route-map TO-SOUTH on north matches 10.8.9.0/24 first?",
        ("route-map TO-SOUTH deny 20", "so it is denied, by clause 20"),
        ("set metric",),
    ),
    "a clause without conditions": (
        "Does route-map PERMIT-ALL permit 192.0.2.0/24?",
        ("route-map PERMIT-ALL permit 10", "so it is permitted"),
        (),
    ),
    "no clause": (
        "Would route-map TO-NORTH permit 10.1.0.0/16?",
        ("no clause holds 10.1.0.0/16",),
        ("so it is",),
    ),
    "each device by itself": (
        "Which entry of access-list GUARD matches 10.66.0.9 first?",
        ("deny ip 10.66.0.0 0.0.255.255 any", "permit ip any any", "north", "south"),
        ("so it is",),
    ),
}


@pytest.mark.parametrize(("question", "shown", "hidden"), CASES.values(), ids=CASES)
def test_first_match(
    two_sites: BoltGraph, question: str, shown: tuple[str, ...], hidden: tuple[str, ...]
) -> None:
    answer = ask(question, two_sites)
    assert answer.status == "answered", answer.text
    assert answer.citations
    said = (
        answer.text.replace(question, "").replace("permitted", "PASSED")
        if "permit" in hidden
        else answer.text
    )
    assert [one for one in shown if one not in answer.text] == [], answer.text
    assert [one for one in hidden if one in said] == [], answer.text


SAME = {
    "different on each": (
        "Is access-list GUARD the same on all devices?",
        "GUARD is not the same on 2 devices",
    ),
    "all that differ": ("Which prefix-lists have different contents on different devices?", "OURS"),
}


@pytest.mark.parametrize(("question", "shown"), SAME.values(), ids=SAME)
def test_same_names(two_sites: BoltGraph, question: str, shown: str) -> None:
    answer = ask(question, two_sites)
    assert answer.status == "answered", answer.text
    assert shown in answer.text
