"""Names that join the short forms of two words."""

from __future__ import annotations

import pytest

from agent.planner.words.abbreviations import extends, joined_name
from agent.reader.english import stem

JOINED = {
    "both whole": (("route", "map"), "routemap", True),
    "a side and a thing": (("destination", "address"), "dstaddr", True),
    "letters left out": (("user", "group"), "usrgrp", True),
    "an ending that is left out": (("trusted", "host"), "trusthost", True),
    "another second word": (("source", "port"), "srcaddr", False),
    "another first word": (("route", "group"), "usrgrp", False),
    "one word only": (("interface", "name"), "interface", False),
}
EXTENDED = {
    "a daemon": ("syslogd", "syslog", True),
    "a short word": ("maps", "map", False),
    "a longer name": ("interfaces-all", "interface", False),
}


@pytest.mark.parametrize(("words", "name", "expected"), JOINED.values(), ids=JOINED)
def test_joined(words: tuple[str, str], name: str, expected: bool) -> None:
    found = joined_name(stem(words[0]), stem(words[1]), (stem(name),))
    assert bool(found) is expected


@pytest.mark.parametrize(("name", "word", "expected"), EXTENDED.values(), ids=EXTENDED)
def test_extended(name: str, word: str, expected: bool) -> None:
    assert extends(name, word) is expected
