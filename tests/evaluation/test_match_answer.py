"""The matching rules, one sentence each."""

from __future__ import annotations

import pytest

from evaluation.records import Gold, NumberRange
from evaluation.score_answer import check_words, expand_ranges, in_range, normalize, shows

NORMALIZED = {
    "case is not compared": ("Loopback7", "loopback7"),
    "backticks are removed": ("the map `OUT`", "the map out"),
    "asterisks are removed": ("**bold** answer", "bold answer"),
    "commas inside numbers are removed": ("1,234 of 12,345,678 lines", "1234 of 12345678 lines"),
    "commas between addresses stay": ("10.0.0.1,10.0.0.2", "10.0.0.1,10.0.0.2"),
    "commas between words stay": ("a, b,c", "a, b,c"),
    "a comma before two digits is no thousands": ("7,12", "7,12"),
    "number words become digits": ("Seven routers and twenty hosts", "7 routers and 20 hosts"),
    "zero is a number word": ("zero errors", "0 errors"),
    "a number word inside a word stays": ("someone often heightens", "someone often heightens"),
    "number words past twenty stay": ("twenty-two and thirty-one", "twenty-two and thirty-one"),
    "a number word before another word is a digit": ("three-way and two.", "3-way and 2."),
    "short interface names are written out": (
        "Gi0/1, Eth2, Lo0 and Po10",
        "gigabitethernet0/1, ethernet2, loopback0 and port-channel10",
    ),
    "long interface names stay": ("GigabitEthernet0/1", "gigabitethernet0/1"),
    "short names without a number stay": ("Lo and behold, log Po", "lo and behold, log po"),
    "a short name inside a word stays": ("logi2 nepo3", "logi2 nepo3"),
}


@pytest.mark.parametrize(("text", "expected"), NORMALIZED.values(), ids=NORMALIZED)
def test_normalize(text: str, expected: str) -> None:
    assert normalize(text) == expected


SHOWN = {
    "a bare number stands alone": ("there are 13 devices", "13", True),
    "a bare number may end a sentence": ("it is 13.", "13", True),
    "letters may touch a bare number": ("AS65010 peers", "65010", True),
    "a digit may not touch a bare number": ("there are 130", "13", False),
    "a digit before a bare number": ("there are 213", "13", False),
    "a point with a digit after a bare number": ("13.5 seconds", "13", False),
    "a point with a digit before a bare number": ("10.13 is something else", "13", False),
    "part of an address is no bare number": ("the address 10.13.0.1", "13", False),
    "a decimal is a bare number": ("took 19.37s", "19.37", True),
    "a longer decimal is another number": ("took 19.371s", "19.37", False),
    "a number word is the number": ("there are thirteen devices", "13", True),
    "an item ends at a dash": ("pre-alpha-post", "alpha", True),
    "an item may not touch a letter": ("alphabet", "alpha", False),
    "an item may not touch a digit": ("alpha7", "alpha", False),
    "an item may touch an underscore": ("alpha_7", "alpha", True),
    "a longer address is another address": ("10.0.0.11", "10.0.0.1", False),
    "an address may have a mask": ("10.0.0.1/24", "10.0.0.1", True),
    "a community is found": ("set community 7:1 additive", "7:1", True),
    "another community is not": ("set community 17:1", "7:1", False),
    "Ethernet is not GigabitEthernet": ("GigabitEthernet0/0", "Ethernet0/0", False),
    "short names match long ones": ("on Gi0/0", "GigabitEthernet0/0", True),
    "long names match short ones": ("on Port-channel3", "Po3", True),
    "a trailing asterisk allows any ending": ("terminating now", "terminat*", True),
    "a trailing asterisk does not allow a beginning": ("determinating", "terminat*", False),
    "several words match as they stand": ("it is IN USE here", "in use", True),
    "special characters are themselves": ("10x0y0z1", "10.0.0.1", False),
    "letters of any language bound an item": ("naïveté", "naïve", False),
}


@pytest.mark.parametrize(("text", "item", "expected"), SHOWN.values(), ids=SHOWN)
def test_shows(text: str, item: str, expected: bool) -> None:
    assert shows(normalize(text), item) is expected


RANGES = {
    "a number in the range": ("about 0.25 s", True),
    "a number without a unit": ("about 0.25", True),
    "the ends are included": ("0.2", True),
    "a number outside": ("about 2.5 s", False),
    "another unit is converted": ("about 250 ms", True),
    "a unit may touch": ("260ms", True),
    "words of the unit": ("0.26 seconds", True),
    "another unit that does not fit": ("0.25 ms", False),
    "a word that is no unit": ("0.25 on average", True),
    "the fraction of a time of day is no number": ("at 00:00:00.25", False),
    "part of an address is no number": ("10.0.25.1 and 0.25.0.0", False),
    "one of several numbers": ("mean 0.9, median 0.21 s", True),
    "no number": ("fast", False),
}


@pytest.mark.parametrize(("text", "expected"), RANGES.values(), ids=RANGES)
def test_in_range(text: str, expected: bool) -> None:
    assert in_range(normalize(text), NumberRange(0.2, 0.3, "s")) is expected


GOLD = Gold(
    id="x",
    dataset="d",
    question="q",
    kind="lookup",
    items=("7",),
    must_contain=("r1", "7"),
    any_of=(("in", "inbound"),),
    numeric=(NumberRange(1, 2, "s"),),
    must_not_contain=("r9",),
)

CHECKED = {
    "everything holds": ("r1 has 7 inbound, 1.5 s", ()),
    "an item is missing": ("r2 has 7 inbound, 1.5 s", ("does not show 'r1'",)),
    "no alternative is shown": ("r1 has 7, 1.5 s", ("shows none of 'in', 'inbound'",)),
    "no number is in range": ("r1 has 7 inbound", ("has no number from 1 to 2 s",)),
    "something forbidden is shown": ("r1 and r9 have 7 inbound, 1.5 s", ("shows 'r9'",)),
    "all that is wrong is said": (
        "r9",
        (
            "does not show 'r1'",
            "does not show '7'",
            "shows none of 'in', 'inbound'",
            "has no number from 1 to 2 s",
            "shows 'r9'",
        ),
    ),
}


@pytest.mark.parametrize(("text", "expected"), CHECKED.values(), ids=CHECKED)
def test_check_words(text: str, expected: tuple[str, ...]) -> None:
    assert check_words(GOLD, text) == expected


EXPANDED = {
    "a range of addresses names all between": (
        "10.0.0.8 to 10.0.0.10",
        "10.0.0.8 to 10.0.0.10 10.0.0.8 10.0.0.9 10.0.0.10",
    ),
    "a dash is a range": ("10.0.0.1-10.0.0.2", "10.0.0.1-10.0.0.2 10.0.0.1 10.0.0.2"),
    "two networks are no range": ("10.0.0.1 to 10.0.1.2", "10.0.0.1 to 10.0.1.2"),
    "a list is no range": ("10.0.0.1, 10.0.0.5", "10.0.0.1, 10.0.0.5"),
}


@pytest.mark.parametrize(("text", "expected"), EXPANDED.values(), ids=EXPANDED)
def test_expand_ranges(text: str, expected: str) -> None:
    assert expand_ranges(text) == expected
