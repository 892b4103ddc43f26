"""Values to the names in them, and which names look given."""

from __future__ import annotations

import pytest

from ingest.relations.index_mentions import is_particular, read_names
from ingest.relations.name_words import NameWords, relation_name, split_words
from ingest.relations.records import KEY, TypeProperty

VALUES = {
    "a name is itself": ("BRANCH-IN", [("BRANCH-IN", True)]),
    "quotes are no part of a name": ('"BRANCH-IN"', [("BRANCH-IN", True)]),
    "a list has its items": ("10,20,alpha", [("10", True), ("20", True), ("alpha", True)]),
    "a range has numbers that nobody wrote": ("3-5", [("3", False), ("4", False), ("5", False)]),
    "ranges stand in lists": ("1,3-4", [("1", True), ("3", False), ("4", False)]),
    "a backward range is a name": ("9-2", [("9-2", True)]),
    "a sentence names nothing": ("link to the core of Oslo", []),
    "a few words may be a name": ("north shed", [("north shed", False)]),
    "what something is not is named": ("!lan", [("lan", True)]),
    "an empty value names nothing": ("", []),
    "a community is one name": ("64496:10", [("64496:10", True)]),
}

GIVEN = {
    "an interface": ("Gi0/1", True),
    "a name with a hyphen": ("DC-IN", True),
    "a name with a digit": ("vlan110", True),
    "a plain word": ("default", False),
    "a number": ("110", False),
    "two letters": ("a1", False),
    "a hyphen at the end only": ("down-", False),
}

RELATIONS = {
    "a property's words in capitals": (TypeProperty("Port", "ip_access_group"), "IP_ACCESS_GROUP"),
    "camel case is split": (TypeProperty("Port", "accessGroup"), "ACCESS_GROUP"),
    "a key refers by its type's words": (TypeProperty("NeighborRouteMap", KEY), "NEIGHBOR_ROUTE_MAP"),
    "a name of the graph's own is lengthened": (TypeProperty("Port", "mentions"), "MENTIONS_NAME"),
    "a digit does not come first": (TypeProperty("Port", "2nd_filter"), "N2_ND_FILTER"),
}


@pytest.mark.parametrize(("value", "expected"), VALUES.values(), ids=VALUES)
def test_read_names(value: str, expected: list[tuple[str, bool]]) -> None:
    assert list(read_names(value)) == expected


@pytest.mark.parametrize(("name", "expected"), GIVEN.values(), ids=GIVEN)
def test_is_particular(name: str, expected: bool) -> None:
    assert is_particular(name) is expected


@pytest.mark.parametrize(("place", "expected"), RELATIONS.values(), ids=RELATIONS)
def test_relation_name(place: TypeProperty, expected: str) -> None:
    assert relation_name(place) == expected


def test_words_are_split_and_singular() -> None:
    assert split_words("RoutePolicies") == ("route", "policy")
    assert split_words("access_class") == ("access", "class")


def test_affinity_is_whole_where_the_property_says_all_words_of_the_type() -> None:
    words = NameWords({"RouteMap": ("route", "map"), "PrefixList": ("prefix", "list"), "Port": ("port",)})
    assert words.affinity(TypeProperty("Port", "route_map_in"), "RouteMap") == 1.0
    assert words.affinity(TypeProperty("Port", "match_prefix_list"), "PrefixList") == 1.0
    assert words.affinity(TypeProperty("Port", "route_map"), "PrefixList") == 0.0
    assert words.affinity(TypeProperty("PortRouteMap", KEY), "RouteMap") == 1.0
