"""Lucene's regular expressions, checked against Python's on whole words."""

import random
import re

import pytest

from graph_store.text_search.errors import LuceneSyntaxError
from graph_store.text_search.lucene_regex import decimal_interval, rust_regex

TRANSLATED = {
    "letters are lowered": ("Gig[A-Z]+", "gig[A-Za-z]+"),
    "a class keeps its signs": (r"[&~^\]-]", r"[\&\~\^\]\-]"),
    "a class without some": ("[^A-C0]", "[^A-Ca-c0]"),
    "digits, words and blanks": (r"\d\W\s", r"[0-9][^A-Za-z0-9_][ \t\n\r]"),
    "an escaped slash": (r"0\/1", "0/1"),
    "an escaped dot": (r"10\.1", r"10\.1"),
    "anchors say what holds anyway": ("^(a|b)$", "(a|b)"),
    "anchors in every branch": ("^a$|^b$", "a|b"),
    "punctuation that no word carries goes": ("%LINK-[0-9]:", r"link\-[0-9]"),
    "any string": ("a@", "a.*"),
    "a quoted string": ('"1.2"+', r"(1\.2)+"),
    "an interval": ("vlan<1-12>", "vlan(0*([1-9]|1[0-2]))"),
    "repeats of repeats": ("a*?", "(a*)?"),
    "counted repeats": ("[0-9]{1,3}a{2}b{3,}", "[0-9]{1,3}a{2}b{3,}"),
}

REFUSED = {
    "an open class": ("a[b", 1, "a '['", "a ']'"),
    "an empty class": ("[]", 2, "empty class", "at least one"),
    "an open group": ("(a", 2, "never closed", "closing one"),
    "a group that was never opened": ("a)", 1, "')'", "the end"),
    "flags": ("(?i)a", 0, "'(?'", "case is ignored"),
    "nothing to repeat": ("*a", 0, "nothing to repeat", r"\*"),
    "an intersection": ("a&b", 1, "intersection", r"\&"),
    "a complement": ("~(a)", 0, "complement", r"\~"),
    "a word boundary": (r"\ba", 1, r"'\b'", "whole token"),
    "a backward range": ("[z-a]", 4, "'z-a'", "smaller"),
    "a backward count": ("a{3,1}", 6, "{3,1}", "smaller"),
    "an empty branch": ("a|", 2, "nothing to match", "a character"),
    "an empty expression": ("", 0, "nothing to match", "a character"),
    "an open string": ('"a', 0, "never closed", '\\"'),
    "a broken interval": ("<1-", 0, "unfinished interval", r"\<"),
    "punctuation around anything": ("%.*", 1, "outer punctuation", "letters"),
}


@pytest.mark.parametrize(("source", "translated"), TRANSLATED.values(), ids=TRANSLATED)
def test_rust_regex(source: str, translated: str) -> None:
    assert rust_regex(source, f"/{source}/", 1) == translated


@pytest.mark.parametrize(("source", "position", "found", "expected"), REFUSED.values(), ids=REFUSED)
def test_refused(source: str, position: int, found: str, expected: str) -> None:
    with pytest.raises(LuceneSyntaxError) as refusal:
        rust_regex(source, f"/{source}/", 1)
    assert refusal.value.position == position + 1
    assert found in refusal.value.found
    assert expected in refusal.value.expected


def test_an_interval_holds_its_numbers_and_no_others() -> None:
    chance = random.Random(1)
    for _ in range(300):
        low, high = sorted((chance.randrange(1200), chance.randrange(1200)))
        numbers = re.compile(decimal_interval(str(low), str(high)))
        for number in {max(low - 1, 0), low, (low + high) // 2, high, high + 1}:
            assert bool(numbers.fullmatch(str(number))) == (low <= number <= high), (low, high, number)


def test_ends_of_one_length_fix_the_number_of_digits() -> None:
    assert re.fullmatch(decimal_interval("01", "12"), "07")
    assert not re.fullmatch(decimal_interval("01", "12"), "7")
    assert re.fullmatch(decimal_interval("1", "12"), "007")
