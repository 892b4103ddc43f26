"""Where values stand."""

from __future__ import annotations

import pytest

from agent.reader.value_index import GraphValueIndex, Occurrence
from graph_store.bolt_graph import BoltGraph

FOUND = {
    "a key": ("RM-OUT", False, {("RouteMap", "key", "RM-OUT", "whole")}),
    "in any case": ("rm-out", False, {("RouteMap", "key", "RM-OUT", "whole")}),
    "a short interface name": ("Gi0/2", False, {("Interface", "key", "GigabitEthernet0/2", "short")}),
    "the beginning of a name": ("RM-O", True, {("RouteMap", "key", "RM-OUT", "beginning")}),
    "nothing": ("RM-IN", False, set()),
}


@pytest.mark.parametrize(("text", "cut", "expected"), FOUND.values(), ids=FOUND)
def test_find(text: str, cut: bool, expected: set[tuple[str, str, str, str]], two_makes: BoltGraph) -> None:
    found = GraphValueIndex(two_makes).find(text, cut)
    assert {(one.label, one.property, one.value, one.match) for one in found} == expected


def test_find_prefers_the_exact_value(two_makes: BoltGraph) -> None:
    found = GraphValueIndex(two_makes).find("10.1.1.2")
    assert Occurrence("Interface", "ip_address", "10.1.1.2") in found
    assert all(one.match == "whole" for one in found)


def test_devices_in_any_case_and_no_others(two_makes: BoltGraph) -> None:
    index = GraphValueIndex(two_makes)
    assert index.devices("R1") == ("r1",)
    assert index.devices("r") == ()


def test_holds_numbers_as_they_are_stored(two_makes: BoltGraph) -> None:
    index = GraphValueIndex(two_makes)
    assert index.holds("RouterOspf", "area", "0") == (0,)
    assert index.holds("RouterOspf", "area", "7") == ()


def test_refers_only_on_the_same_device(two_makes: BoltGraph) -> None:
    index = GraphValueIndex(two_makes)
    assert index.refers("RouteMapEntry", "match_prefix_list", "PrefixList")
    assert not index.refers("RouteMapEntry", "match_prefix_list", "RouteMap")


def test_mentions_words_in_their_forms_and_phrases(two_makes: BoltGraph) -> None:
    index = GraphValueIndex(two_makes)
    assert index.mentions("clos") == 3
    assert index.mentions("closed for user") == 3
    assert index.mentions("closed by user") == 0


LACKED = {
    "a word that no line has": ("zebra", True),
    "a word in any case": ("CLOSED", False),
    "a part of a word": ("osed", False),
    "what is more than letters may be cut in the index": ("no-such-name", False),
    "two letters": ("zz", False),
}


@pytest.mark.parametrize(("text", "expected"), LACKED.values(), ids=LACKED)
def test_lacks(text: str, expected: bool, two_makes: BoltGraph) -> None:
    assert GraphValueIndex(two_makes).lacks(text) == expected
