"""Compares the things of two devices by names that are alike; lines of two makes have nothing in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from agent.reader.english import stems_of
from agent.reader.kinds import Kind
from agent.reader.parse_question import ParsedQuestion
from agent.reader.things import Thing, is_switched_off, join_properties, name_of, places_of, read_things
from agent.records import AnswerTable
from agent.render.two_sides import Side, table_of_differences
from agent.value_index import ValueIndex
from graph_store.records import Cell, Document, SourceLine
from reading.spoken_names import label_words

_MOST_TABLES = 12
_NAMED_BY_MAKE = frozenset({"interfac", "unit"})
"""Stems of kinds whose things each make names otherwise."""


def are_of_different_makes(documents: Sequence[Document], devices: Sequence[str]) -> bool:
    """Tell whether the configurations of two devices are of different formats."""
    makes = [
        {
            one.parser.partition("@")[0]
            for one in documents
            if one.kind == "configuration" and one.device == name
        }
        for name in devices
    ]
    return len(makes) == 2 and all(makes) and makes[0].isdisjoint(makes[1])


def tables_of_makes(
    look_up: ValueIndex, kinds: Sequence[Kind], documents: Sequence[Document], asked: ParsedQuestion
) -> list[AnswerTable]:
    """Show by common label what only one of two devices has, and how the properties differ that both have.

    Only where something names things of both: one make calls a VLAN by its number, another by its name.
    Nothing for devices of one make.
    """
    if not are_of_different_makes(documents, asked.devices):
        return []
    spanned = {name for kind in kinds for name in kind.spans if name != kind.label}
    tables: list[AnswerTable] = []
    for kind in kinds:
        of_ports = any(word in _NAMED_BY_MAKE for word in stems_of(kind.label))
        if kind.is_record or kind.label in spanned or of_ports or len(tables) >= _MOST_TABLES:
            continue
        things, cut = read_things(look_up, kind, asked)
        named = join_properties([one for one in things if one.key], kind.label)
        both = named_alike(named, asked.devices)
        keys = [{name_of(one) for one in side} for side in both]
        if cut or keys[0].isdisjoint(keys[1]):
            continue
        table = table_of_differences(label_words(kind.label), sides_of(_in_common(both)), asked.devices)
        if table is not None:
            tables.append(table)
    return sorted(tables, key=lambda one: (not one.rows, one.total))


def _in_common(both: Sequence[Sequence[Thing]]) -> list[list[Thing]]:
    """Keep the properties that both sides have, and what switches a thing off; makes call the others otherwise."""
    names = [{name for thing in side for name in thing.values} for side in both]
    shared = names[0] & names[1]

    def kept(thing: Thing) -> Thing:
        cells = thing.values.items()
        values = {name: cell for name, cell in cells if name in shared or is_switched_off(name, cell)}
        return replace(thing, values=values)

    return [[*map(kept, side)] for side in both]


def sides_of(both: Sequence[Sequence[Thing]]) -> list[Side]:
    """Return the things of each side by name, the first of each name."""
    sides: list[Side] = []
    for side in both:
        named: dict[str, tuple[Mapping[str, Cell], tuple[SourceLine, ...]]] = {}
        for thing in side:
            named.setdefault(name_of(thing), (thing.values, places_of(thing)))
        sides.append(named)
    return sides


def named_alike(things: Sequence[Thing], devices: Sequence[str]) -> tuple[list[Thing], list[Thing]]:
    """Return the things of two devices, one side by the values of a property where far more names are then in both.

    So VLAN SERVERS with the id 20 is VLAN 20 beside those that another make names by number. Its own name is then its
    property `name`.
    """
    left, right = ([one for one in things if one.device == name] for name in devices)
    shared, best = 2 * _count_shared(left, right), (left, right)
    by_property = [(called, right) for called in _called_by_properties(left)]
    by_property += [(left, called) for called in _called_by_properties(right)]
    for pair in sorted(
        by_property, key=lambda pair: sum(not one.key.isdecimal() for side in pair for one in side)
    ):
        if (both := _count_shared(*pair)) > shared:
            shared, best = both, pair
    return best


def _count_shared(left: Sequence[Thing], right: Sequence[Thing]) -> int:
    return len({name_of(one) for one in left} & {name_of(one) for one in right})


def _called_by_properties(things: Sequence[Thing]) -> Iterator[list[Thing]]:
    """Yield the things by the values of each property, where these are different."""
    for name in sorted({name for one in things for name in one.values}):
        having = [one for one in things if name in one.values]
        if len({str(one.values[name]) for one in having}) == len(having):
            yield [_called_by(name, one) if name in one.values else one for one in things]


def _called_by(name: str, thing: Thing) -> Thing:
    others = {other: cell for other, cell in thing.values.items() if other != name}
    return replace(thing, key=str(thing.values[name]), values={"name": thing.key, **others})
