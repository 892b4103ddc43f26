"""Follows what later lines take out of a list of numbers: `no vlan 12` behind `vlan 10-19`, `remove 20`.

A list stands behind one of a few words, on all makes: `switchport trunk allowed vlan 10,20-29`,
`port trunk allow-pass vlan 10 20 to 29`, `untagged 1-8,A1-A4`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any

LISTED = frozenset(
    {"vlan", "vlans", "batch", "vlan-list", "allowed", "tagged", "untagged", "ethe", "ethernet"}
)
"""Words right before a list."""
ANEW = ("allowed", "vlan")
"""Words before a list that a second one replaces on some makes, and adds to on others."""
ADDING, REMOVING, NONE, ALL_BUT = "add", "remove", "none", ("except", "all")
"""Words between those words and a list: what it does to the one before it; no list; what holds more than it names."""
UNSAID, TAGGING = frozenset({"batch"}), frozenset({"tagged", "untagged"})
"""Words that the line which takes something out may leave out; those of TAGGING stand before or behind a list."""
RANGE = "to"
MOST_NUMBERS = 4_096
_EDITS = frozenset({ADDING, REMOVING, NONE, *ALL_BUT})
_MEMBER = re.compile(r"(?P<head>[A-Za-z]*(?:\d+/)*)(?P<first>\d{1,5})(?:-(?P=head)(?P<last>\d{1,5}))?")

_Number = tuple[str, int]
"""A number behind what stands before it: `1/1/` of the port 1/1/7."""


class _NumberList:
    """A list in a statement: the words before it, what it does, its own words and numbers, and the words behind it."""

    def __init__(self, words: Sequence[str], at: int) -> None:
        self.edit = words[at] if words[at] in _EDITS else ""
        self.before = tuple(words[:at])
        rest = words[at + bool(self.edit) :]
        self.own = tuple(takewhile(lambda word: word == RANGE or _numbers(word), rest))
        self.behind = tuple(rest[len(self.own) :])
        spans = " ".join(self.own).replace(f" {RANGE} ", "-").split()
        self.numbers = dict.fromkeys(one for span in spans for one in _numbers(span))
        self.plain = [word for word in self.before if word not in UNSAID | TAGGING]

    def is_of(self, other: _NumberList) -> bool:
        """Tell whether a line is about another's list: it has the same words around, but for some unsaid ones."""
        own, others = (TAGGING.intersection(one.before + one.behind) for one in (self, other))
        more = [word for word in other.behind if word not in TAGGING.union(self.behind)]
        return self.plain == other.plain and own <= others and (not more or more[0] in LISTED)

    def misses(self, other: _NumberList) -> bool:
        """Tell whether none of its numbers is in another's plain list."""
        return not (other.edit or other.behind) and self.numbers.keys().isdisjoint(other.numbers)

    def without(self, taken: Mapping[_Number, None]) -> list[str]:
        """Return the statement's words without some numbers of its list."""
        runs = list[list[_Number]]()
        for head, number in (one for one in self.numbers if one not in taken):
            if not runs or runs[-1][-1] != (head, number - 1):
                runs.append([])
            runs[-1].append((head, number))
        ends = [dict.fromkeys((run[0], run[-1])) for run in runs]
        is_apart = len(self.own) > 1
        texts = [
            (f" {RANGE} " if is_apart else "-").join(f"{head}{number}" for head, number in one)
            for one in ends
        ]
        kept = (" " if is_apart else ",").join(texts).split()
        return [*self.before, *filter(None, [self.edit]), *kept, *self.behind]


def edit_lists(statement: Any, words: list[str], earlier: Sequence[tuple[list[str], Any]]) -> bool:
    """Take out of the earlier lists of a block what a statement names; tell whether it has.

    `words` are those behind its negation. What cannot be followed is doubtful, and so is the list that it may change.
    """
    own = None if LISTED.isdisjoint(words) else _list_of(tuple(words))
    if own is None or not (statement.negated or own.edit or own.before[-len(ANEW) :] == ANEW):
        return False
    is_removing, has_taken = statement.negated or own.edit == REMOVING, False
    for said, each in earlier:
        other = None if each.inactive or said == words else _list_of(tuple(said))
        if other is None or (is_removing and own.misses(other)) or not own.is_of(other):
            continue
        if other.edit == NONE and not statement.negated:
            each.inactive = each.silent = True
        elif is_removing and other.edit in ("", ADDING) and not other.behind[1:]:
            has_taken |= _take_out(each, said, other, own)
        elif own.edit != ADDING or other.edit not in ("", ADDING):
            each.doubtful = statement.doubtful = True
    if has_taken and not statement.negated:
        statement.inactive = statement.silent = True
    return has_taken


def _take_out(statement: Any, words: list[str], other: _NumberList, own: _NumberList) -> bool:
    """Write a statement without some numbers of its list; it does not hold where none is left."""
    if own.numbers.keys().isdisjoint(other.numbers):
        return False
    if own.numbers.keys() >= other.numbers.keys():
        statement.inactive = True
        return True
    around = statement.tokens[: len(statement.tokens) - len(words)]
    words[:] = other.without(own.numbers)
    statement.tokens[:] = [*around, *words]
    statement.raw = statement.said = " ".join(statement.tokens)
    return True


@lru_cache(maxsize=8192)
def _list_of(words: tuple[str, ...]) -> _NumberList | None:
    """Return the first list of a statement."""
    places = (at for at in range(1, len(words)) if words[at - 1] in LISTED)
    found = next((at for at in places if words[at] in _EDITS or _numbers(words[at])), 0)
    return _NumberList(words, found) if found else None


def _numbers(word: str) -> list[_Number]:
    """Return the numbers that a word names (`10,20-29`, `A1-A4`); none where it is no list, or of too many."""
    found = [_MEMBER.fullmatch(one) for one in word.strip(",").split(",")]
    numbers = list[_Number]()
    for one in found:
        first, last = (int(one["first"]), int(one["last"] or one["first"])) if one else (0, -1)
        if not 0 <= last - first < MOST_NUMBERS:
            return []
        numbers += [(one["head"] if one else "", number) for number in range(first, last + 1)]
    return numbers
