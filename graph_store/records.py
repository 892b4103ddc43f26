"""The records that ingest writes to the graph and agent reads from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

Scalar = str | int | float | bool
Value = Scalar | tuple[Scalar, ...]
"""What a graph property holds."""

Cell = Scalar | None | Sequence["Cell"] | Mapping[str, "Cell"]
"""What one column of a query's row holds: plain JSON; a node arrives as its properties."""


def members_of(cell: Cell) -> Sequence[Cell]:
    """Return the members of a list, as drivers give it; none of what is no list."""
    return cell if isinstance(cell, list | tuple) else ()


def each_of(cell: Cell) -> Sequence[Cell]:
    """Return the members of a list; of what is no list, the cell itself."""
    return cell if isinstance(cell, list | tuple) else (cell,)


@dataclass(frozen=True, slots=True)
class SourceLine:
    """One input line; the unit of every citation.

    `path` is relative to the data root, `number` starts at 1, `text` has no newline. `bytes` is the size of the whole
    line where `text` is only the head of a very long one, else 0.
    """

    path: str
    number: int
    text: str
    bytes: int = 0


@dataclass(frozen=True, slots=True)
class FieldLines:
    """Where one property of an entity was read: line numbers, 1-based, ascending."""

    field: str
    numbers: tuple[int, ...]


class Entity(NamedTuple):
    """Something a parser found, with the lines that say so.

    `type` becomes the graph label, `common` another: what the field calls such a thing, whatever its make calls it.
    `ordinal` is the position among the document's entities (0-based, file order), `parent` the enclosing entity's;
    (document, type, key, ordinal) is the identity. `lines` are the entity's own line numbers (1-based, ascending),
    without its children's; `field_lines` says which of them show which property, all where a field is missing.
    """

    type: str
    key: str
    ordinal: int
    values: Mapping[str, Value]
    lines: tuple[int, ...]
    parent: int | None = None
    field_lines: tuple[FieldLines, ...] = ()
    device: str = ""
    common: str = ""


EVENT = "Event"
"""The further label of every log record."""
ENTITY_PROPERTIES = frozenset({"id", "type", "key", "device", "path", "ordinal", "first_line", "document"})
"""Properties that every entity has."""
LINE_PROPERTIES = frozenset({"number", "text", "search_text"})
"""Further properties of a line, and so of a log record that is one node with its line."""


@dataclass(frozen=True, slots=True)
class Document:
    """One loaded file. `kind` is "configuration" or "log"; `serial` numbers every load ever made, from 1.

    `sha256` is of the file's first `bytes` bytes, all that there were when it was read. `location` is where the file
    was, `source` the name given to what it belongs to. `unknown` are the types and properties whose meaning no format
    that ships says, "*" for any, with blanks between; `!shutdown` is a switch that may be on where nothing is written,
    `@nexus` what devices of the make are called.
    `loaded` is when its content came (UTC, ISO 8601; "" for not known), `author` who made it, where that is known.
    Node ids of its lines are `serial * 2**32 + number`, of its entities `serial * 2**32 + 2**31 + ordinal`; a log
    record that is one node with its line has the line's.
    """

    path: str
    sha256: str
    kind: str
    serial: int
    lines: int = 0
    lines_explained: int = 0
    device: str = ""
    parser: str = ""
    state: str = "ready"
    bytes: int = 0
    location: str = ""
    source: str = ""
    unknown: str = "*"
    loaded: str = ""
    author: str = ""


@dataclass(frozen=True, slots=True)
class PropertyDescription:
    """One property of a label. `kinds`: value types as in its schema; `examples`: its commonest values.

    A list's kinds are "array" and its items', its examples items. `lines`: where each example stands, "" for unknown.
    """

    name: str
    kinds: tuple[str, ...]
    count: int
    distinct: int
    examples: tuple[Scalar, ...] = ()
    words: tuple[str, ...] = ()
    lines: tuple[str, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class LabelDescription:
    """One entity type as it stands in the graph; `parents` are the labels it hangs under by HAS.

    Properties of too many nodes were read from `sampled` of them (0: all): `distinct` is what these show, and counts
    are scaled up. A common label `spans` learned types, each with how many of its entities it is of. `devices` are
    all that have it; none where only some nodes were read.
    """

    name: str
    count: int
    properties: tuple[PropertyDescription, ...]
    parents: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    sampled: int = 0
    spans: tuple[tuple[str, int], ...] = ()
    devices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Description:
    """What is in the graph, for readers and prompts."""

    labels: tuple[LabelDescription, ...]
    relations: tuple[tuple[str, str, str, int], ...] = ()
    devices: tuple[str, ...] = ()
    documents: tuple[Document, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Table:
    """A read statement's result. `cut`: the row limit left rows out; `notes`: what else is missing."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    cut: bool = False
    notes: tuple[str, ...] = ()
