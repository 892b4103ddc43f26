"""Indexes what the entities of one device are called, so that a name is looked up and never searched for."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from ingest.relations.read_names import is_number, read_names
from ingest.relations.records import Device, Node

JOINTS = ".:/"


@dataclass(frozen=True, slots=True)
class NameIndex:
    """The entities of a device by name and type."""

    found: Mapping[str, Mapping[str, tuple[int, ...]]]
    types: frozenset[str]

    def types_of(self, name: str) -> Mapping[str, tuple[int, ...]]:
        """Return what a name stands for: ids by type."""
        return self.found.get(name, {})


def index_names(device: Device) -> NameIndex:
    """Index the keys of a device's entities.

    A number that names a part of something else, as unit 0 of an interface does, is found by the names of both
    (`xe-0/0/0.0`), and alone only where every entity of the type has another.
    """
    numbered = _repeated_numbers(device)
    found: dict[str, dict[str, list[int]]] = defaultdict(dict)
    for node in device.nodes.values():
        for name in _names(node, device.nodes, numbered):
            found[name].setdefault(node.type, []).append(node.id)
    return NameIndex(
        {name: {kind: tuple(ids) for kind, ids in kinds.items()} for name, kinds in found.items()},
        frozenset(node.type for node in device.nodes.values() if node.key),
    )


def _names(node: Node, nodes: Mapping[int, Node], numbered: frozenset[str]) -> list[str]:
    if not node.key:
        return []
    above = nodes.get(node.parent) if node.parent is not None else None
    names = [name for name, _ in read_names(node.key)]
    if above is None or not is_number(node.key):
        return names
    whole = [f"{above.key}{joint}{node.key}" for joint in JOINTS] if above.key else []
    return whole if node.depth > 1 and node.type in numbered else whole + names


def _repeated_numbers(device: Device) -> frozenset[str]:
    keys: dict[str, Counter[str]] = defaultdict(Counter)
    for node in device.nodes.values():
        if node.depth > 1 and is_number(node.key):
            keys[node.type][node.key] += 1
    return frozenset(kind for kind, counts in keys.items() if len(counts) < 2 or max(counts.values()) > 1)
