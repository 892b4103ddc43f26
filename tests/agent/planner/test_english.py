"""Words of English: stems, short names, names of any writing."""

from __future__ import annotations

import pytest

from agent.reader.english import aliases, split_name, stem

SAME_STEM = {
    "plural and singular": ("neighbors", "neighbor"),
    "a plural in -ies": ("policies", "policy"),
    "a plural in -sses": ("addresses", "address"),
    "a verb and its noun": ("terminating", "termination"),
    "a verb and its long noun": ("redistribute", "redistribution"),
    "a doubled letter": ("stopped", "stop"),
    "a past in -ied": ("denied", "deny"),
}


@pytest.mark.parametrize(("first", "second"), SAME_STEM.values(), ids=SAME_STEM)
def test_forms_of_a_word_have_one_stem(first: str, second: str) -> None:
    assert stem(first) == stem(second)


OTHER_STEM = {
    "a word in -us is no plural": ("status", "statu"),
    "a word in -ss is no plural": ("access", "acces"),
}


@pytest.mark.parametrize(("word", "wrong"), OTHER_STEM.values(), ids=OTHER_STEM)
def test_endings_that_only_look_like_one(word: str, wrong: str) -> None:
    assert stem(word) != wrong


NAMES = {
    "camel case": ("RouteMapEntry", ("route", "map", "entry")),
    "hyphens and underscores": ("prefix-list_name", ("prefix", "list", "name")),
    "capitals before a word": ("VMStarted", ("vm", "started")),
    "letters and digits": ("Ethernet1", ("ethernet", "1")),
}


@pytest.mark.parametrize(("name", "words"), NAMES.values(), ids=NAMES)
def test_split_name(name: str, words: tuple[str, ...]) -> None:
    assert split_name(name) == words


def test_a_word_may_stand_for_others_but_first_for_itself() -> None:
    assert aliases(stem("nbr"))[stem("neighbor")] == 1.0
    assert aliases(stem("length"))[stem("length")] == 1.0
    assert aliases(stem("length"))[stem("len")] == 1.0
