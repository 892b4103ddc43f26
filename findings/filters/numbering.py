"""Puts the entries of filters in the order of their numbers, which devices give to those that are written without.

Of two with one number, the later stands for both where the make replaces or edits what has the number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from findings.facts import DeviceFacts
from findings.filters.records import FilterEntry, filter_name
from findings.words import FilterWords, Numbering

OTHERS = Numbering("", 10)
"""How devices number entries that begin with a word that no table has."""
UNNUMBERED = "a number that is not written"
WRITTEN_AGAIN = "another entry has its number"
EDITED = "what its number stood for before"


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
    orders, agains = zip(
        *(_numbers(entries, one, _renumberings(device, name, words)) for one in makes), strict=True
    )
    earliest = [min(numbers) for numbers in zip(*orders, strict=True)]
    places = sorted(range(len(entries)), key=earliest.__getitem__)
    if any(places != sorted(places, key=order.__getitem__) for order in orders):
        entries = [one if one.name else replace(one, open=(*one.open, UNNUMBERED)) for one in entries]
    entries = list(entries)
    gone = {at for again in agains for at in _join_written_again(entries, again, words)}
    return [entries[at] for at in places if at not in gone]


def _join_written_again(
    entries: list[FilterEntry], again: Mapping[int, int], words: FilterWords
) -> Iterator[int]:
    """Leave open what two entries of one number ask for where the make does not tell; yield those that are gone.

    Where an entry is edited, what the later line does not name stays as it was, or is gone: that differs.
    """
    for later, earlier in again.items():
        before, entry = entries[earlier], entries[later]
        if replace(before, lines=entry.lines) == entry:
            yield later
        elif before.name and any(pattern.search(entry.head) for pattern in words.replaced):
            yield earlier
        elif before.name and any(pattern.search(entry.head) for pattern in words.edited):
            is_whole = before.sides.keys() <= entry.sides.keys() and set(before.open) <= set(entry.open)
            entries[later] = entry if is_whole else replace(entry, open=(*entry.open, EDITED))
            yield earlier
        else:
            for at in (earlier, later):
                entries[at] = replace(entries[at], open=(*entries[at].open, WRITTEN_AGAIN))


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


def _numbers(
    entries: Sequence[FilterEntry], make: Numbering, later: Sequence[_Renumbering]
) -> tuple[list[int], dict[int, int]]:
    """Return the numbers of entries, as a device gives them line by line; of two with one, the later → the earlier."""
    numbers: dict[int, int] = {}
    holders: dict[int, int] = {}
    again: dict[int, int] = {}
    step, left = make.step, list(later)
    for at, entry in enumerate(entries):
        while left and left[0].line < entry.lines[0].number:
            anew = left.pop(0)
            step = anew.step if make.word else step
            first = make.first_of(anew.step) if anew.first is None else anew.first
            holders = {first + place * anew.step: holders[each] for place, each in enumerate(sorted(holders))}
            numbers |= {each: number for number, each in holders.items()}
        highest = max(holders, default=None)
        if entry.name.isdigit():
            number = int(entry.name)
        elif highest is None:
            number = make.first_of(step)
        else:
            number = (highest // step + 1) * step if make.rounded else highest + step
        if number in holders:
            again[at] = holders[number]
        numbers[at], holders[number] = number, at
    return [numbers[at] for at in range(len(entries))], again
