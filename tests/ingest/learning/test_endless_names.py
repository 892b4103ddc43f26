"""A long document whose names are values is refused after its beginning; a long configuration is learned."""

from __future__ import annotations

import json
import random
import re
import string
import time
from collections.abc import Callable
from contextlib import suppress

import pytest

from ingest.errors import NothingLearned
from ingest.learn.builtin.builtin_learner import BuiltinLearner
from ingest.records import Sample

LINES = 60_000
MOST_S = 10.0
"""Of processor time."""


def _word(chance: random.Random) -> str:
    return "".join(chance.choices(string.ascii_lowercase, k=10))


def _of_keys(chance: random.Random) -> str:
    return json.dumps({"level": "info", **{_word(chance): 1 for _ in range(5)}})


def _of_signs(chance: random.Random) -> str:
    return "".join(chance.choices("abc []=:;,.-/<>019|", k=chance.randrange(1, 90)))


def _of_words(chance: random.Random) -> str:
    words = ("".join(chance.choices("abcdefgh0123.-/:", k=chance.randrange(2, 12))) for _ in range(3))
    return " " * chance.randrange(6) + " ".join(words)


ENDLESS: dict[str, tuple[Callable[[random.Random], str], int]] = {
    "words that occur once": (_word, LINES),
    "JSON with 20,000 keys": (_of_keys, 4_000),
    "signs": (_of_signs, LINES),
    "indented words": (_of_words, LINES),
}


@pytest.mark.parametrize(("make", "count"), ENDLESS.values(), ids=ENDLESS)
def test_names_without_end_are_refused_soon(make: Callable[[random.Random], str], count: int) -> None:
    chance = random.Random(1)
    sample = Sample("odd.txt", "configuration", tuple(make(chance) for _ in range(count)))
    began = time.process_time()
    with pytest.raises(
        NothingLearned, match=re.escape("where at most 1,000 can be read; its lines are loaded as")
    ):
        BuiltinLearner().learn("odd", [sample])
    assert time.process_time() - began < MOST_S


def test_words_with_numbers_are_told_apart_soon() -> None:
    lines = tuple(f"item{number} goes{number} with{number}" for number in range(12_000))
    began = time.process_time()
    with suppress(NothingLearned):
        BuiltinLearner().learn("odd", [Sample("odd.cfg", "configuration", lines)])
    assert time.process_time() - began < 2 * MOST_S


def test_a_long_configuration_is_learned() -> None:
    lines = ["hostname r1"]
    for number in range(3_000):
        lines += [f"interface Ethernet{number}", f" description to s{number}", " mtu 9000", "!"]
    parser = BuiltinLearner().learn("long", [Sample("r1.cfg", "configuration", tuple(lines))])
    assert "Interface" in parser.schema["$defs"]
