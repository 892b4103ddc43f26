"""Which properties refer to which types, on syntaxes that do not exist."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from ingest.relations.choose_references import (
    InclusionCounts,
    Resolved,
    choose_references,
    resolve_references,
)
from ingest.relations.index_mentions import index_names
from ingest.relations.name_words import NameWords
from ingest.relations.records import ConfigNode, Device, Source, TypeProperty

Entity = tuple[str, str, Mapping[str, str], int]
"""Type, key, values, and the parent's place in the list; -1 is the root."""


def device(serial: int, *entities: Entity) -> Device:
    base = serial << 32
    nodes = {base: ConfigNode(base, "Configuration", "", 1, None, 0, {})}
    for number, (kind, key, values, parent) in enumerate(entities, 1):
        above = nodes[base + parent + 1]
        texts = {name: (value,) for name, value in values.items() if value != "yes"}
        flags = frozenset(name for name, value in values.items() if value == "yes")
        if key:
            texts["key"] = (key,)
        node = ConfigNode(base + number, kind, key, number + 1, above.id, above.depth + 1, texts, flags)
        nodes[node.id] = node
    return Device(f"d{serial}", (Source(serial, f"d{serial}.cfg", "configuration", f"d{serial}"),), nodes)


def references_of(*devices: Device) -> dict[TypeProperty, tuple[str, ...]]:
    return {place: reference.targets for place, reference in _decided(*devices).items()}


def _decided(*devices: Device):  # type: ignore[no-untyped-def]
    counts = InclusionCounts()
    for one in devices:
        counts.add(one, index_names(one))
    return {found.place: found for found in choose_references(counts, NameWords({}))}


def resolved(*devices: Device) -> list[Resolved]:
    references = _decided(*devices)
    return [resolve_references(one, index_names(one), references, frozenset({"any"})) for one in devices]


SIEVES = [("Sieve", name, {"grain": "3"}, -1) for name in ("fine-1", "coarse-2", "MUD")]

CASES: dict[str, tuple[list[Device], dict[TypeProperty, tuple[str, ...]]]] = {
    "names that are keys of one type refer to it, whatever the property is called": (
        [
            device(
                1, *SIEVES, ("Pipe", "p1", {"through": "fine-1"}, -1), ("Pipe", "p2", {"through": "MUD"}, -1)
            )
        ],
        {TypeProperty("Pipe", "through"): ("Sieve",)},
    ),
    "a number refers where the property says the type's word": (
        [
            device(
                1,
                ("Lane", "10", {"colour": "red"}, -1),
                ("Lane", "20", {"colour": "blue"}, -1),
                ("Pipe", "p1", {"access_lane": "10"}, -1),
                ("Pipe", "p2", {"access_lane": "20"}, -1),
            )
        ],
        {TypeProperty("Pipe", "access_lane"): ("Lane",)},
    ),
    "a small number that is also a key somewhere refers to nothing": (
        [
            device(
                1,
                ("Lane", "10", {"colour": "red"}, -1),
                ("Lane", "20", {"colour": "blue"}, -1),
                ("Pipe", "p1", {"cost": "10"}, -1),
                ("Pipe", "p2", {"cost": "20"}, -1),
                ("Pump", "p3", {"weight": "10"}, -1),
            )
        ],
        {},
    ),
    "of two types with the same names the one that the property speaks of is meant": (
        [
            device(
                1,
                *SIEVES,
                *[("Valve", name, {"turns": "4"}, -1) for name in ("fine-1", "coarse-2", "MUD")],
                ("Pipe", "p1", {"inner_valve": "MUD"}, -1),
                ("Pipe", "p2", {"inner_valve": "fine-1"}, -1),
            )
        ],
        {TypeProperty("Pipe", "inner_valve"): ("Valve",)},
    ),
    "a part that has only a name refers to what has that name": (
        [
            device(
                1,
                *SIEVES,
                ("Pipe", "p1", {"width": "4"}, -1),
                ("Through", "fine-1", {"in": "yes"}, 3),
                ("Through", "MUD", {"out": "yes"}, 3),
            )
        ],
        {TypeProperty("Through", "key"): ("Sieve",)},
    ),
    "entities of one type refer to each other where what is referred to is marked by the same word": (
        [
            device(
                1,
                ("Pump", "north", {"gang": "yes"}, -1),
                ("Pump", "p-1", {"gang": "north"}, -1),
                ("Pump", "p-2", {"gang": "north"}, -1),
            )
        ],
        {TypeProperty("Pump", "gang"): ("Pump",)},
    ),
    "a part is found by its whole name": (
        [
            device(
                1,
                ("Pipe", "x-1", {"width": "4"}, -1),
                ("Bore", "0", {"depth": "8"}, 0),
                ("Pipe", "x-2", {"width": "4"}, -1),
                ("Bore", "0", {"depth": "8"}, 2),
                ("Zone", "a", {"reach": "x-1.0"}, -1),
                ("Zone", "b", {"reach": "x-2.0"}, -1),
            )
        ],
        {TypeProperty("Zone", "reach"): ("Bore",)},
    ),
    "addresses that are keys elsewhere refer to nothing by name": (
        [
            device(
                1,
                ("Clock", "10.0.0.1", {"prefer": "2"}, -1),
                ("Clock", "10.0.0.2", {"prefer": "1"}, -1),
                ("Log", "a", {"host": "10.0.0.1"}, -1),
                ("Log", "b", {"host": "10.0.0.2"}, -1),
            )
        ],
        {},
    ),
}


@pytest.mark.parametrize(("devices", "expected"), CASES.values(), ids=CASES)
def test_choose_references(devices: list[Device], expected: dict[TypeProperty, tuple[str, ...]]) -> None:
    assert references_of(*devices) == expected


def test_numbered_and_named_things_of_one_kind_are_found_together() -> None:
    found = references_of(
        device(
            1,
            ("Sieve", "120", {"grain": "3"}, -1),
            ("SieveNamed", "fine-1", {"grain": "3"}, -1),
            ("SieveNamed", "coarse-2", {"grain": "3"}, -1),
            ("Pipe", "p1", {"sieve": "fine-1"}, -1),
            ("Pipe", "p2", {"sieve": "coarse-2"}, -1),
            ("Pipe", "p3", {"sieve": "120"}, -1),
        )
    )
    assert set(found[TypeProperty("Pipe", "sieve")]) == {"Sieve", "SieveNamed"}


def test_a_name_that_is_defined_nowhere_is_kept_and_the_words_of_the_syntax_are_not() -> None:
    one = device(
        1,
        *SIEVES,
        ("Pipe", "p1", {"sieve": "fine-1"}, -1),
        ("Pipe", "p2", {"sieve": "LOST-9"}, -1),
        ("Pipe", "p3", {"sieve": "any"}, -1),
        ("Pipe", "p4", {"sieve": "MUD"}, -1),
        ("Pipe", "p5", {"sieve": "all"}, -1),
    )
    (found,) = resolved(one)
    assert [(missing.name, missing.expected) for missing in found.missing] == [("LOST-9", ("Sieve",))]
    assert [(relation.name, relation.value, relation.score) for relation in found.relations] == [
        ("SIEVE", "fine-1", found.relations[0].score),
        ("SIEVE", "MUD", found.relations[0].score),
    ]


def test_a_name_of_several_words_and_one_behind_an_exclamation_mark_are_named() -> None:
    one = device(
        1,
        *SIEVES,
        ("Sieve", "north shed", {"grain": "2"}, -1),
        ("Pipe", "p1", {"sieve": "fine-1"}, -1),
        ("Pipe", "p2", {"sieve": "north shed"}, -1),
        ("Pipe", "p3", {"sieve": "!fine-1"}, -1),
        ("Pipe", "p4", {"sieve": "south shed"}, -1),
        ("Pipe", "p5", {"sieve": "Any"}, -1),
    )
    (found,) = resolved(one)
    assert [relation.value for relation in found.relations] == ["fine-1", "north shed", "fine-1"]
    assert found.missing == ()


def test_the_number_of_an_entry_names_no_other_list() -> None:
    lists = [("Sieve", "7", {}, -1), ("SieveEntry", "5", {"grain": "1"}, 0), ("Sieve", "dune", {}, -1)]
    one = device(1, *lists, ("SieveEntry", "7", {"grain": "2"}, 2), ("SieveEntry", "9", {"grain": "3"}, 2))
    assert TypeProperty("SieveEntry", "key") not in references_of(one)
    assert resolved(one)[0].missing == ()


def test_a_name_is_looked_for_on_its_own_device_only() -> None:
    with_it = device(1, *SIEVES, ("Pipe", "p1", {"sieve": "fine-1"}, -1))
    without = device(2, ("Sieve", "other-7", {"grain": "1"}, -1), ("Pipe", "p1", {"sieve": "fine-1"}, -1))
    first, second = resolved(with_it, without)
    assert [relation.target >> 32 for relation in first.relations if isinstance(relation.target, int)] == [1]
    assert [missing.name for missing in second.missing] == ["fine-1"]
