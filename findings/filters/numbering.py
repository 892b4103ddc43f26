"""Puts the entries of filters in the order of their numbers, which devices give to those that are written without."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from findings.facts import DeviceFacts
from findings.filters.records import FilterEntry, filter_name
from findings.words import FilterWords, Numbering

OTHERS = Numbering("", 10)
"""How devices number entries that begin with a word that no table has."""
UNNUMBERED = "a number that is not written"


class _Renumbering(NamedTuple):
    """The line that numbers what stands before it anew, from `first` on where it says so, `step` apart."""

    line: int
    first: int | None
    step: int


def order_by_number(
    device: DeviceFacts, name: str, entries: Sequence[FilterEntry], words: FilterWords
) -> list[FilterEntry]:
    """Return the entries of a filter as they are asked; those without a number are open where makes differ."""
    if not any(entry.name.isdigit() and entry.is_line for entry in entries):
        return list(entries)
    makes = _numberings(device, entries[0].lines[0].text.split()[0], words)
    orders = [_numbers(entries, one, _renumberings(device, name, words)) for one in makes]
    earliest = [min(numbers) for numbers in zip(*orders, strict=True)]
    places = sorted(range(len(entries)), key=earliest.__getitem__)
    if any(places != sorted(places, key=order.__getitem__) for order in orders):
        entries = [one if one.name else replace(one, open=(*one.open, UNNUMBERED)) for one in entries]
    return [entries[at] for at in places]


def _numberings(device: DeviceFacts, word: str, words: FilterWords) -> Sequence[Numbering]:
    """Return how a device may number the entries that begin with a word: as the make of its signs, or as any may."""
    found = [one for one in words.numbering if one.word == word]
    texts = [one.line.text for one in device.statements] if len(found) > 1 else []
    signed = [one for one in found if one.signs and any(map(one.signs.search, texts))]
    return signed or found or [OTHERS]


def _renumberings(device: DeviceFacts, name: str, words: FilterWords) -> list[_Renumbering]:
    found = (
        (each, statement.line.number)
        for statement in device.statements
        for pattern in words.renumbered
        if (each := pattern.search(statement.text)) and filter_name(each) == name
    )
    return [
        _Renumbering(line, int(each["first"]) if each["first"] else None, int(each["step"]))
        for each, line in found
    ]


def _numbers(entries: Sequence[FilterEntry], make: Numbering, later: Sequence[_Renumbering]) -> list[int]:
    """Return the numbers of entries, as a device gives them line by line."""
    numbers: dict[int, int] = {}
    step, left = make.step, list(later)
    for at, entry in enumerate(entries):
        while left and left[0].line < entry.lines[0].number:
            anew = left.pop(0)
            step = anew.step if make.word else step
            first = make.first_of(anew.step) if anew.first is None else anew.first
            numbered = sorted(numbers, key=numbers.__getitem__)
            numbers = {each: first + place * anew.step for place, each in enumerate(numbered)}
        highest = max(numbers.values(), default=None)
        if entry.name.isdigit():
            numbers[at] = int(entry.name)
        elif highest is None:
            numbers[at] = make.first_of(step)
        else:
            numbers[at] = (highest // step + 1) * step if make.rounded else highest + step
    return [numbers[at] for at in range(len(entries))]
