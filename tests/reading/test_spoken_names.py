"""Names of kinds and records are read as people say them."""

from __future__ import annotations

import pytest

from reading.spoken_names import label_words, name_some, record_words

LABELS = {
    "words are split": ("RouteMap", "route map"),
    "abbreviations are as people write them": ("BgpNeighborStateChanged", "BGP neighbor state changed"),
    "capitals in front of a word are one": ("VLANInterface", "VLAN interface"),
    "underscores and hyphens split": ("route_map-entry", "route map entry"),
    "the program in front of a learned name goes": (
        "RpdBgpNeighborStateChanged",
        "BGP neighbor state changed",
    ),
    "a program that stands for a protocol is that protocol": ("BfddTrapStateDown", "BFD trap state down"),
    "a program stays where little is behind it": ("RpdStart", "RPD start"),
    "a program inside of a name stays": ("RestartOfRpdFailed", "restart of RPD failed"),
    "digits stay where they are": ("Ipv6Address", "IPv6 address"),
}
RECORDS = {
    "the name in front is in words": (
        "RPD_BGP_NEIGHBOR_STATE_CHANGED: BGP peer 10.0.0.1 changed state from Established to Idle",
        "BGP neighbor state changed: BGP peer 10.0.0.1 changed state from Established to Idle",
    ),
    "what varies is left open": ("Interface <*>, changed state to up", "Interface …, changed state to up"),
    "names inside of a text stay": ("job NIGHTLY_COPY: done", "job NIGHTLY_COPY: done"),
    "a text without a name stays": ("neighbor 10.0.0.1 Up", "neighbor 10.0.0.1 Up"),
}


@pytest.mark.parametrize(("label", "expected"), LABELS.values(), ids=LABELS)
def test_label_words(label: str, expected: str) -> None:
    assert label_words(label) == expected


@pytest.mark.parametrize(("message", "expected"), RECORDS.values(), ids=RECORDS)
def test_record_words(message: str, expected: str) -> None:
    assert record_words(message) == expected


def test_names_beyond_those_that_are_written_are_counted() -> None:
    assert name_some(["r1", "r2"], 5) == "r1, r2 and 3 more"
    assert name_some(["r1", "r2"], 2) == "r1, r2"
