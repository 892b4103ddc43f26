"""Finds values of several words: where other messages that are equal otherwise have a value of one word."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ingest.induction.logs.announced_words import NO_NAMES
from ingest.induction.logs.is_value import Skeleton
from ingest.induction.logs.split_message import OPTIONAL, SLOT, Piece

MOST_MORE_WORDS = 4
LEAST_CONSTANTS = 4
"""So many plain words have to be the same, one of them behind the value."""
_IN_NAMES = frozenset(("of", "and", "the", "for", "in", "a", "new", "old"))


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of message, and the places of its values that some messages fill with a plain word."""

    skeleton: Skeleton
    named: frozenset[int]


def mark_longer(
    messages: Mapping[str, tuple[Piece, ...]], merged: Mapping[Skeleton, Skeleton]
) -> dict[str, tuple[Piece, ...]]:
    """Return the messages in which several words are one value, with these as one piece.

    `messages` are in their pieces, `merged` gives the skeleton of the kind that each was found to be of. Words
    that begin or end several such values alike are no part of a value: `for invalid user ann`.
    """
    sizes = Counter(merged[_tokens(pieces)] for pieces in messages.values())
    kinds = _kinds_by_start(messages, merged)
    found: dict[str, tuple[_Kind, int, tuple[str, ...]]] = {}
    for message, pieces in messages.items():
        tokens = _tokens(pieces)
        if any(piece.kind in OPTIONAL for piece in pieces) or not tokens:
            continue
        for kind in (*kinds[tokens[0]], *kinds[SLOT]):
            place = _place_of_longer(tokens, kind) if sizes[kind.skeleton] >= sizes[merged[tokens]] else 0
            if place:
                end = place + len(tokens) - len(kind.skeleton) + 1
                found[message] = kind, place, tuple(piece.text for piece in pieces[place:end])
                break
    values: dict[tuple[_Kind, int, int, str], set[tuple[str, ...]]] = defaultdict(set)
    for kind, place, words in found.values():
        values[kind, place, 0, words[0]].add(words)
        values[kind, place, -1, words[-1]].add(words)
    return {
        message: _joined(message, messages[message], kind, place)
        for message, (kind, place, words) in found.items()
        if all(len(values[kind, place, end, words[end]]) == 1 for end in (0, -1))
    }


def _tokens(pieces: Sequence[Piece]) -> Skeleton:
    return tuple(piece.token for piece in pieces if piece.kind not in OPTIONAL)


def _kinds_by_start(
    messages: Mapping[str, tuple[Piece, ...]], merged: Mapping[Skeleton, Skeleton]
) -> dict[str, list[_Kind]]:
    named: dict[Skeleton, set[int]] = defaultdict(set)
    for pieces in messages.values():
        kind = merged[_tokens(pieces)]
        if len(pieces) == len(kind):
            named[kind].update(
                place
                for place, (token, piece) in enumerate(zip(kind, pieces, strict=True))
                if token == SLOT and piece.kind in ("", "word") and piece.text[:1].isalpha()
            )
    by_start: dict[str, list[_Kind]] = defaultdict(list)
    for kind in sorted(named):
        if named[kind] and sum(map(str.isalpha, kind)) >= LEAST_CONSTANTS:
            by_start[kind[0]].append(_Kind(kind, frozenset(named[kind])))
    return by_start


def _place_of_longer(tokens: Skeleton, kind: _Kind) -> int:
    """Return the place of the kind's value that takes more than one word of the message; 0 where none does.

    A value of several words begins with no small letter: `for invalid user` goes on otherwise than `for`.
    """
    more = len(tokens) - len(kind.skeleton)
    if not 0 < more <= MOST_MORE_WORDS:
        return 0
    for place in sorted(kind.named - {0}):
        after = kind.skeleton[place + 1 :]
        if (
            after[:1] not in ((), (SLOT,))
            and any(map(str.isalpha, after))
            and not tokens[place].islower()
            and all(map(_may_be_part, tokens[place : place + more + 1]))
            and all(_fits(tokens[at], kind, at) for at in range(place))
            and all(_fits(tokens[at + more], kind, at) for at in range(place + 1, len(kind.skeleton)))
        ):
            return place
    return 0


def _fits(token: str, kind: _Kind, place: int) -> bool:
    return token == kind.skeleton[place] or (place in kind.named and token[0].isalnum())


def _may_be_part(token: str) -> bool:
    """A word of a name: what says what happened or how something is, is none."""
    lower = token.lower()
    return token == SLOT or (
        token[0].isalnum()
        and (lower in _IN_NAMES or lower not in NO_NAMES)
        and not lower.endswith(("ed", "ing"))
    )


def _joined(message: str, pieces: Sequence[Piece], kind: _Kind, place: int) -> tuple[Piece, ...]:
    more = len(pieces) - len(kind.skeleton)
    first, last = pieces[place], pieces[place + more]
    value = replace(first, text=message[first.start : last.end], kind="quoted", end=last.end)
    whole = [*pieces[:place], value, *pieces[place + more + 1 :]]
    return tuple(
        replace(piece, kind="word") if at in kind.named and not piece.kind else piece
        for at, piece in enumerate(whole)
    )
