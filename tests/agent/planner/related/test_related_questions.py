"""Questions that relations answer, and the rows and lines that the answers stand on."""

from __future__ import annotations

import pytest

from agent.ask import ask
from graph_store.bolt_graph import BoltGraph

ANSWERED: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "a name that is used and not defined": (
        "Which route-maps are used but not defined?",
        ("GONE", "north"),
        ("TO-SOUTH", "TO-NORTH"),
    ),
    "the same, as missing": ("Which RMs are referenced and missing?", ("GONE",), ("TO-SOUTH",)),
    "of any kind": ("Are there any dangling references?", ("GONE",), ("OURS",)),
    "a thing that nothing uses": ("Which ACLs are unused?", ("OLD-GUARD",), ("HALL",)),
    "another that nothing uses": ("Which prefix-lists are never used?", ("NOBODY",), ("OURS",)),
    "who uses a list": ("Which interfaces use ACL HALL?", ("TenGig0/3", "north"), ("TenGig0/1", "TenGig0/2")),
    "in which direction": (
        "Where is access list GUARD applied?",
        ("TenGig0/1", "TenGig0/2", "out"),
        ("TenGig0/3",),
    ),
    "who uses a map": ("Which nbrs use route-map TO-SOUTH?", ("10.7.0.2", "10.9.9.8"), ("10.9.9.9",)),
    "what uses a map whose name is made of common words": (
        "Where is PERMIT-ALL used?",
        ("PERMIT-ALL", "ipv4 on north"),
        ("TO-SOUTH",),
    ),
    "what a list affects, over a map": (
        "Which neighbors are affected by prefix-list OURS on south?",
        ("10.7.0.1", "TO-NORTH"),
        ("10.9.9.8",),
    ),
    "the addresses of a device": (
        "What are the IP addresses of south?",
        ("TenGig0/1", "10.7.0.2", "255.255.255.252", "Loopback0", "10.0.0.2"),
        ("10.9.9.8", "10.7.0.1"),
    ),
    "the address of one interface": ("whats the ip of TenGig0/1 on north", ("10.7.0.1",), ("10.8.1",)),
    "who owns an address": ("Which device owns 10.7.0.2?", ("south", "TenGig0/1"), ("10.0.0.2",)),
    "the sessions between two devices": (
        "Which neighbors of north are on south?",
        ("10.7.0.2", "10.7.0.1"),
        ("10.9.9.9", "10.9.9.8"),
    ),
    "what holds an address": ("Which prefix-lists contain 10.8.77.3?", ("OURS", "NOBODY"), ("10.9.0.0/16",)),
    "the smallest subnet": (
        "What is the smallest subnet that contains 10.8.1.200?",
        ("10.8.1.0/24",),
        ("10.8.0.0/16",),
    ),
    "the subnet of an address that nothing owns": (
        "Which subnet contains 10.8.1.77?",
        ("10.8.1.0/24", "TenGig0/2"),
        ("10.8.0.0/16", "TenGig0/1"),
    ),
    "who else is in the subnet of an interface": (
        "Who else is in the same subnet as TenGig0/1 of south?",
        ("north", "10.7.0.1"),
        ("10.7.0.2/30", "TenGig0/2"),
    ),
    "what is in a subnet": (
        "What is in the subnet 10.7.0.0/24?",
        ("north", "south", "TenGig0/1"),
        ("TenGig0/2",),
    ),
    "what an interface uses": (
        "Which ACL is applied to TenGig0/2 of north?",
        ("GUARD", "ip access-group GUARD out"),
        ("HALL",),
    ),
    "what a neighbor uses": (
        "Which route-map does north apply to neighbor 10.9.9.8?",
        ("TO-SOUTH", "out"),
        ("GONE",),
    ),
    "what is used and not defined, of one neighbor": (
        "Which route-map does north apply to neighbor 10.9.9.9?",
        ("GONE",),
        ("TO-SOUTH",),
    ),
    "what is used towards another device": (
        "Which route-maps does north use towards south?",
        ("TO-SOUTH", "10.7.0.2"),
        ("GONE", "10.9.9.8"),
    ),
    "what is used towards an AS, handed on by a group": (
        "Which route-maps does north apply towards AS 65020?",
        ("TO-SOUTH", "10.7.0.2"),
        ("GONE", "10.9.9.8"),
    ),
    "the filters on a link, with what they say": (
        "Summarize the packet filtering that north applies towards south.",
        ("ip access-group GUARD in", "deny ip 10.66.0.0 0.0.255.255 any"),
        ("HALL", "route-map"),
    ),
    "what is used, and what that sets": (
        "Which route-map does north apply towards south, and what metric does it set?",
        ("TO-SOUTH", "20"),
        ("GONE",),
    ),
    "a neighbor with an AS that its device does not have": (
        "Which BGP neighbors have the wrong AS?",
        ("10.0.0.2", "65077", "65020"),
        ("10.7.0.2", "10.9.9.9"),
    ),
    "who has what a group hands on": (
        "Which neighbors of north have the remote AS 65020?",
        ("10.7.0.2", "inherited from PARTNERS"),
        ("10.9.9.9", "10.9.9.8", "10.0.0.2"),
    ),
    "who has it neither itself nor from a group": (
        "Which neighbors of north do not have the remote AS 65020?",
        ("10.9.9.9", "10.9.9.8", "10.0.0.2"),
        ("10.7.0.2", "PARTNERS"),
    ),
    "who has a thing that lacks something": (
        "Which devices have an interface without an access group?",
        ("north", "south"),
        ("TenGig0/1",),
    ),
    "who is connected": ("Who is connected to TenGig0/1 of north?", ("south", "TenGig0/1"), ("TenGig0/2",)),
}


@pytest.mark.parametrize(("question", "shown", "hidden"), ANSWERED.values(), ids=ANSWERED)
def test_related(
    two_sites: BoltGraph, question: str, shown: tuple[str, ...], hidden: tuple[str, ...]
) -> None:
    answer = ask(question, two_sites)
    assert answer.status == "answered", answer.text
    assert answer.citations
    assert [one for one in shown if one not in answer.text] == [], answer.text
    assert [one for one in hidden if one in answer.text] == [], answer.text


CITED = {
    "the line that applies a list": ("Which interfaces use ACL HALL?", "ip access-group HALL in"),
    "the line that refers to nothing": (
        "Which route-maps are used but not defined?",
        "neighbor 10.9.9.9 route-map GONE in",
    ),
    "the address itself": ("Which device owns 10.8.1.1?", "ip address 10.8.1.1 255.255.255.0"),
    "what hands on what is asked for": (
        "Which neighbors of north have the remote AS 65020?",
        "neighbor PARTNERS remote-as 65020",
    ),
    "what is inherited, and from where": (
        "What is the remote AS of neighbor 10.7.0.2 on north?",
        "neighbor PARTNERS remote-as 65020",
    ),
}


@pytest.mark.parametrize(("question", "line"), CITED.values(), ids=CITED)
def test_cited(two_sites: BoltGraph, question: str, line: str) -> None:
    answer = ask(question, two_sites)
    assert line in {one.text.strip() for one in answer.citations}, answer.text


def test_an_inherited_value_says_so(two_sites: BoltGraph) -> None:
    answer = ask("What is the remote AS of neighbor 10.7.0.2 on north?", two_sites)
    assert "65020" in answer.text
    assert "inherited from PARTNERS" in answer.text
