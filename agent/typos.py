"""Tells whether a word of a question is another one with a typo or two. Pure."""

from __future__ import annotations

from itertools import takewhile

from agent.reader.english import stem

LEAST_FOR_TWO, LEAST_OF_STEMS = 8, 5
"""Letters of a word that may have two typos, and of what is left of words without their endings: trip is no trap."""


def is_typo(word: str, other: str) -> bool:
    """Tell whether two words, or what their forms share, are a typo apart; long ones may be two."""
    most = 1 if len(word) < LEAST_FOR_TWO else 2
    if word[0] != other[0]:
        return False
    stems = stem(word), stem(other)
    return _is_near(word, other, most) or (min(map(len, stems)) >= LEAST_OF_STEMS and _is_near(*stems, most))


def _is_near(word: str, other: str, most: int) -> bool:
    """Tell whether so many letters more, less or other, or pairs that are swapped, make one word of the other."""
    if abs(len(word) - len(other)) > most:
        return False
    start = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(word, other, strict=False))))
    rest, left = word[start:], other[start:]
    if not (rest or left) or not most:
        return not (rest or left)
    ways = [(rest[1:], left[1:]), (rest[1:], left), (rest, left[1:])]
    ways += [(rest[2:], left[2:])] * (rest[:2] == left[1::-1])
    return any(_is_near(*way, most - 1) for way in ways)
