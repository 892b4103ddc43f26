"""Finds plain words that are names because of the word before them: `operator lena`, `tenant sparrow`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from ingest.induction.logs.split_message import Piece

MANY_NAMES = 3
LEAST_WORDS = 2
"""A message says more than the noun and the name: so many words."""
LONGEST_TAIL = 6
_NO_NAMES = """
from to at by on of for in with via into over through against after before as than per until while during
the a an is are was were be been and or not no has have had this that will can could should it its up
down off open close closed start stop begin end success failure failed error ok okay true false yes
enable disable hit miss full empty lost found new old active inactive idle ready busy online offline
timeout reset due because when where which who all any none unknown high low normal good bad local remote
"""
NO_NAMES = frozenset(_NO_NAMES.split())
"""Words that join others, and words that say what happened or how something is: never names."""

HAPPENED = re.compile(r".{2,}ed|.{2,}ing")
"""Endings of what was done or is going on; `red` and `ring` are as short as to be names."""

_HELPING = frozenset(("will", "can", "could", "should", "may", "might", "must"))
"""Verbs that help another one, which never ends as what was done: persons are called so, too."""

Words = dict[str, set[str]]


def announced_words(messages: Iterable[Sequence[Piece]]) -> Words:
    """Return the words that name something, by the lower-case noun they stand behind.

    A noun announces names where messages that are equal otherwise have at least three words behind it, or where two
    kinds of messages have two of these words in common, or where all are compounds (`late-mail`) or single letters;
    and where `noun=word` says so elsewhere.
    """
    frames: dict[tuple[tuple[str, ...], int], set[str]] = defaultdict(set)
    keyed: Words = defaultdict(set)
    for pieces in {tuple(piece.token for piece in pieces): pieces for pieces in messages}.values():
        tokens = tuple(piece.token for piece in pieces)
        for place in _places(pieces):
            frames[(*tokens[:place], "", *tokens[place + 1 :]), place].add(tokens[place])
    for pieces in messages:
        for piece in pieces:
            if piece.kind == "assigned" and may_be_name(piece.text):
                keyed[piece.name.lower()].add(piece.text)
    by_noun: dict[str, list[set[str]]] = defaultdict(list)
    for (tokens, place), words in frames.items():
        after = tokens[place + 1] if place + 1 < len(tokens) else ""
        named = all(may_be_name(word) or _helps_nothing(word, after) for word in words) or _are_letters(words)
        if len(words) > 1 and named and _says_more(tokens, place):
            by_noun[tokens[place - 1].lower()].append(words)
    found = {noun: set.union(*sets) for noun, sets in by_noun.items() if _are_names(sets)}
    return {noun: found.get(noun, set()) | keyed.get(noun, set()) for noun in {*found, *keyed}}


def mark_announced(pieces: Sequence[Piece], announced: Mapping[str, Collection[str]]) -> tuple[Piece, ...]:
    """Make values of the words that name something."""
    named = [
        place
        for place in _places(pieces)
        if (
            pieces[place].text in (words := announced.get(pieces[place - 1].text.lower(), ()))
            and not _helps(pieces, place)
        )
        or (len(words) >= MANY_NAMES and may_be_name(pieces[place].text) and _ends_there(pieces, place))
    ]
    return tuple(
        replace(piece, kind="word") if place in named else piece for place, piece in enumerate(pieces)
    )


def mark_changes(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Make values of two plain words in `from idle to busy`: the states before and after."""
    marked = list(pieces)
    for place in range(len(pieces) - 3):
        words = [piece.text.lower() for piece in pieces[place : place + 4]]
        plain = [pieces[place + at] for at in (1, 3)]
        joined = (
            words[0] == "from"
            and words[2] == "to"
            and all(piece.space for piece in pieces[place + 1 : place + 4])
        )
        if joined and not any(piece.kind or piece.name or not piece.text[0].isalpha() for piece in plain):
            marked[place + 1] = replace(plain[0], kind="word", name="from_state")
            marked[place + 3] = replace(plain[1], kind="word", name="to_state")
    return tuple(marked)


def tail_of(pieces: Sequence[Piece]) -> tuple[int, int] | None:
    """Return where the plain words begin and end that a message ends with, in brackets or behind a colon."""
    end = len(pieces) - (bool(pieces) and pieces[-1].text == ")")
    start = end
    while start and not pieces[start - 1].kind and pieces[start - 1].text[0].isalpha():
        start -= 1
    sign = "(" if end < len(pieces) else ":"
    opened = (
        start > 0
        and pieces[start - 1].text == sign
        and (sign == "(" or (end > start and pieces[start].space))
    )
    return (start, end) if opened and 0 < end - start <= LONGEST_TAIL else None


def common_tails(messages: Iterable[Sequence[Piece]]) -> set[tuple[str, ...]]:
    """Return what stands before tails (its words) where at least three differ: they are reasons, not other events."""
    tails: dict[tuple[str, ...], set[tuple[str, ...]]] = defaultdict(set)
    for pieces in messages:
        place = tail_of(pieces)
        if place:
            before = tuple(piece.token for piece in pieces[: place[0]])
            tails[before].add(tuple(piece.text for piece in pieces[place[0] : place[1]]))
    return {
        before
        for before, found in tails.items()
        if len(found) >= MANY_NAMES and sum(token.isalpha() for token in before) > LEAST_WORDS
    }


def mark_tail(message: str, pieces: Sequence[Piece], tails: Collection[tuple[str, ...]]) -> tuple[Piece, ...]:
    """Make one value, a reason, of the words that a message ends with."""
    place = tail_of(pieces)
    if place is None or tuple(piece.token for piece in pieces[: place[0]]) not in tails:
        return tuple(pieces)
    first, last = pieces[place[0]], pieces[place[1] - 1]
    text = message[first.start : last.end]
    return (
        *pieces[: place[0]],
        replace(first, text=text, kind="quoted", name="reason", end=last.end),
        *pieces[place[1] :],
    )


def may_be_name(word: str) -> bool:
    """Tell by its looks whether a plain word may be a name: it joins nothing and says nothing of what happened."""
    lower = word.lower()
    plain = re.fullmatch(r"[A-Za-z]+(?:[-_][A-Za-z]+)*", word)
    return bool(plain) and len(word) > 1 and lower not in NO_NAMES and not HAPPENED.fullmatch(lower)


def _helps_nothing(word: str, after: str) -> bool:
    """Tell whether a helping verb is a name after all: `holder will admitted`, `released by operator will`."""
    return word.lower() in _HELPING and (
        not after or (after.endswith("ed") and HAPPENED.fullmatch(after) is not None)
    )


def _helps(pieces: Sequence[Piece], place: int) -> bool:
    """Tell whether a word helps the verb behind it, though it is a name elsewhere."""
    word, after = pieces[place].text, pieces[place + 1].token if place + 1 < len(pieces) else ""
    return word.lower() in _HELPING and not _helps_nothing(word, after)


def _places(pieces: Sequence[Piece]) -> list[int]:
    """Return the places of plain words behind a noun, with white space before them."""
    return [
        place
        for place in range(1, len(pieces))
        if not pieces[place].kind
        and not pieces[place].name
        and pieces[place].space
        and pieces[place].text[:1].isalpha()
        and not pieces[place - 1].kind
        and may_be_name(pieces[place - 1].text)
    ]


def _says_more(tokens: Sequence[str], place: int) -> bool:
    words = [token for at, token in enumerate(tokens) if token.isalpha() and at not in (place - 1, place)]
    return len(words) >= LEAST_WORDS


def _are_letters(words: Collection[str]) -> bool:
    """Tell whether every word is one letter: parts that are counted by letters (power supply A and B)."""
    return all(len(word) == 1 for word in words)


def _are_names(sets: Sequence[set[str]]) -> bool:
    if any(map(_are_letters, sets)):
        return True
    if any(len(words) >= MANY_NAMES or all(re.search("[-_]", word) for word in words) for words in sets):
        return True
    return any(len(one & two) > 1 for at, one in enumerate(sets) for two in sets[at + 1 :])


def _ends_there(pieces: Sequence[Piece], place: int) -> bool:
    """True where the phrase ends behind the word: with the message, a sign, or a word that joins or happens."""
    if place + 1 == len(pieces):
        return True
    after = pieces[place + 1]
    return bool(after.kind) or not after.text[:1].isalnum() or not may_be_name(after.text)
