"""Tells what a number of a question is of by the word in front of it: the 20 of "VLAN 20" is no cost."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

from agent.reader.english import aliases, stem, stems_of
from agent.reader.question_terms import Term
from agent.value_index import ValueIndex, ValueOccurrence

_SURE = 0.5
"""What an alias must weigh to be the word itself."""


def says_of(term: Term, name: str) -> bool:
    """Tell whether the word in front of a number is one of a name's: "VLAN 20" and `vlan_access`."""
    known = {word for word, share in aliases(stem(term.before)).items() if share >= _SURE}
    return not known.isdisjoint(stems_of(name))


def is_spelled(term: Term, key: str) -> bool:
    """Tell whether a name is a number with the word in front of it: Vlan20."""
    return bool(term.before) and re.sub(r"[\s_-]", "", key.lower()) == f"{term.before}{term.text}"


def is_of(term: Term, held: ValueOccurrence) -> bool:
    """Tell whether a number stands where the word in front of it says what it is, or has that word with it."""
    of = held.label if held.property == "key" else held.property
    return is_spelled(term, str(held.value)) or says_of(term, of)


def may_stand_in(term: Term, names: Sequence[str]) -> Callable[[str], bool]:
    """Return what tells whether a number may stand in one of the names: in all, where its word says none of them."""
    if not term.before or not any(says_of(term, name) for name in names):
        return lambda name: True
    return partial(says_of, term)


def says_any(term: Term, names: Sequence[str]) -> bool:
    """Tell whether a word says one of the names: the "access" of `vlan_access`."""
    words = {word for name in names for word in stems_of(name)}
    return any(share >= _SURE and word in words for word, share in term.stems.items())


def others_in(name: str, term: Term, terms: Sequence[Term]) -> int:
    """Count the other words of a question that a property's name has: `vlan_access` of "access ports in VLAN 20"."""
    others = (one for one in terms if one.weight >= 1 and one.text.lower() != term.before)
    return sum(says_any(one, [name]) for one in others)


def find_number(look_up: ValueIndex, term: Term) -> Sequence[ValueOccurrence]:
    """Find where a value stands; a number also with the word in front of it."""
    found = look_up.find(term.text)
    if not term.before:
        return found
    spelled = look_up.find(f"{term.before}{term.text}")
    every = (*found, *(one for one in spelled if is_spelled(term, str(one.value))))
    return every if any(is_of(term, one) for one in every) else found


def are_of_things(
    terms: Sequence[Term], occurrences: Mapping[str, Sequence[ValueOccurrence]], records: Collection[str]
) -> bool:
    """Tell whether a number stands in configured things as its word says, and in no record; `records` are labels."""
    numbers = [term for term in terms if term.before]
    held = [one for term in numbers for one in occurrences.get(term.text, ()) if is_of(term, one)]
    return bool(held) and not any(one.label in records for one in held)
