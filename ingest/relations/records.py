"""The records that the steps of relation inference pass on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

KEY = "key"
UNDEFINED = "Undefined"


class TypeProperty(NamedTuple):
    """A property of a type, or its key."""

    type: str
    property: str


@dataclass(frozen=True, slots=True)
class ConfigNode:
    """A configuration's entity. `values` are the texts of each property, its key among them; `common` is its label."""

    id: int
    type: str
    key: str
    first_line: int
    parent: int | None
    depth: int
    values: Mapping[str, tuple[str, ...]]
    flags: frozenset[str] = frozenset()
    common: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """A ready document, with the mark of the relations that were written for it.

    `mentioned` is the number of its `lines` in whose records mentions were looked for: a log that grew has more.
    """

    serial: int
    path: str
    kind: str
    device: str
    mark: str = ""
    entities: int = 0
    mentioned: int = 0
    lines: int = 0


@dataclass(frozen=True, slots=True)
class Device:
    """The configurations of one device (or one that names no device), and their entities by id."""

    name: str
    sources: tuple[Source, ...]
    nodes: Mapping[int, ConfigNode]


@dataclass(frozen=True, slots=True)
class Reference:
    """What a property names: keys of the entities of `targets`, the likeliest first.

    `share` of its distinct values are such keys, `support` in number; `affinity` says how alike the names of property
    and target are, from 0 to 1. With `telling` a value found nowhere counts as undefined.
    """

    place: TypeProperty
    relation: str
    targets: tuple[str, ...]
    share: float
    affinity: float
    support: int
    numbers: bool
    telling: bool

    @property
    def score(self) -> float:
        """Return how sure the reference is, from 0 to 1."""
        return round(self.share * (0.5 + 0.5 * self.affinity), 3)


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation to write. `target` is an entity's id, a subnet's prefix or a device's name.

    `target_property` is what the lines to cite of the target must show. `vrf` is blank for the default one.
    """

    source: int
    name: str
    target: int | str
    property: str
    inferred: str
    value: str = ""
    target_line: int = 0
    target_property: str = KEY
    target_type: str = ""
    score: float = 1.0
    vrf: str = ""


class RelationKind(NamedTuple):
    """What relations are counted by: how they were inferred, their name, and what they lead from and to."""

    inferred: str
    name: str
    source: str
    property: str
    target: str


@dataclass(frozen=True, slots=True)
class Missing:
    """A name that is referred to and defined nowhere on its device."""

    serial: int
    name: str
    expected: tuple[str, ...]
    users: tuple[tuple[int, Reference], ...]
