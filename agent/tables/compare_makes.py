"""Compares two devices of different makes by what both call the same: lines of two syntaxes have nothing in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent.reader.english import stems_of
from agent.reader.kinds import Kind
from agent.reader.parse_question import ParsedQuestion
from agent.reader.things import Thing, is_switched_off, name_of, read_things, sides_of
from agent.records import AnswerTable
from agent.render.two_sides import table_of_differences
from agent.value_index import ValueIndex
from graph_store.records import Document
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

    Only where some name stands on both: one make calls a VLAN by its number, another by its name.
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
        both = [[one for one in things if one.device == name and one.key] for name in asked.devices[:2]]
        keys = [{name_of(one) for one in side} for side in both]
        if cut or keys[0].isdisjoint(keys[1]):
            continue
        table = table_of_differences(
            label_words(kind.label), sides_of(_in_common(both), asked.devices[:2]), asked.devices
        )
        if table is not None:
            tables.append(table)
    return sorted(tables, key=lambda one: (not one.rows, one.total))


def _in_common(both: Sequence[Sequence[Thing]]) -> list[Thing]:
    """Keep the properties that both sides have, and what switches a thing off; makes call the others otherwise."""
    names = [{name for thing in side for name in thing.values} for side in both]
    shared = names[0] & names[1]
    return [
        replace(
            thing,
            values={
                name: cell
                for name, cell in thing.values.items()
                if name in shared or is_switched_off(name, cell)
            },
        )
        for side in both
        for thing in side
    ]
