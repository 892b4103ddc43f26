"""Finds plain words that are values because one message holds them in two places, in turn: `inside:.. to dmz:..`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations

from ingest.induction.logs.announced_words import HAPPENED
from ingest.induction.logs.is_value import Skeleton
from ingest.induction.logs.split_message import Piece

LEAST_SHARED = 2
"""So many words have to stand in both places, and none of these say what happened."""
LEAST_PAIRS = 3
MOST_WORDS = 24
"""Longer messages are not looked through pair by pair."""

Place = tuple[str, str, str]
"""A word, and the words or signs before and behind it."""


def exchanged_words(messages: Iterable[Sequence[Piece]]) -> set[Place]:
    """Return the words that messages, equal otherwise, have in either of two places, with what stands around each."""
    pairs: dict[tuple[Skeleton, int, int], set[tuple[str, str]]] = defaultdict(set)
    for tokens, places in {_tokens(pieces): _places(pieces) for pieces in messages}.items():
        for first, second in combinations(places[:MOST_WORDS], 2):
            rest = (*tokens[:first], "", *tokens[first + 1 : second], "", *tokens[second + 1 :])
            pairs[rest, first, second].add((tokens[first], tokens[second]))
    found: set[Place] = set()
    for (rest, first, second), words in pairs.items():
        ones, others = {one for one, _ in words}, {other for _, other in words}
        shared = [word for word in ones & others if not HAPPENED.fullmatch(word.lower())]
        if len(words) >= LEAST_PAIRS and len(shared) >= LEAST_SHARED:
            found.update((word, *_around(rest, place)) for place in (first, second) for word in ones | others)
    return found


def mark_exchanged(pieces: Sequence[Piece], found: set[Place]) -> tuple[Piece, ...]:
    """Make values of the words that were found, wherever the same words or signs stand around them."""
    tokens = tuple(piece.token for piece in pieces)
    places = {place for place in _places(pieces) if (tokens[place], *_around(tokens, place)) in found}
    return tuple(
        replace(piece, kind="word") if place in places else piece for place, piece in enumerate(pieces)
    )


def _tokens(pieces: Sequence[Piece]) -> Skeleton:
    return tuple(piece.token for piece in pieces)


def _places(pieces: Sequence[Piece]) -> list[int]:
    """Return the places of plain words but the first: that says what happened."""
    plain = [
        place
        for place, piece in enumerate(pieces)
        if not piece.kind and not piece.name and piece.text[:1].isalpha()
    ]
    return [place for place in plain if place]


def _around(tokens: Sequence[str], place: int) -> tuple[str, str]:
    return tokens[place - 1], tokens[place + 1] if place + 1 < len(tokens) else ""
