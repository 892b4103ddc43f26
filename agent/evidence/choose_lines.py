"""Which lines of the matched nodes show what a statement names: as few as prove the row. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from agent.evidence.companion import Handle
from agent.evidence.node_patterns import PLACES
from graph_store.records import SourceLine

NodeId = int | str
ROOT_TYPE = "Configuration"
DERIVED_ENDINGS = ("_prefix", "_text", "_utc")


@dataclass(frozen=True, slots=True)
class MatchedNode:
    """A matched node: each of its lines with the properties that it shows, None for all of them."""

    type: str
    key: str
    lines: dict[SourceLine, frozenset[str] | None] = field(default_factory=dict)
    device: str = ""

    @property
    def name(self) -> str:
        """Return what it is called: a whole configuration by its device."""
        return self.device if self.type == ROOT_TYPE else self.key


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a row and its statement say, in lower case: `values` are compared with, `cells` are shown.

    `lines` are those that the row was matched on themselves.
    """

    values: Sequence[str] = ()
    cells: frozenset[str] | None = None
    lines: frozenset[SourceLine] = frozenset()

    def names(self, key: str) -> bool:
        """Tell whether a name is spoken of; it is where the cells are not known."""
        name = key.lower()
        return self.cells is None or name in self.cells or any(one in name for one in self.values)


def choose_lines(
    matched: Sequence[tuple[MatchedNode, Handle]],
    values: Sequence[str],
    cells: frozenset[str] | None = None,
) -> list[SourceLine]:
    """Choose the lines of one row: those of the named properties, and of each node the one that names it.

    `values` are the texts that the statement compares with: they choose where a property's name is computed.
    `cells` are the texts of the row's cells: a name that is asked for, but that neither they nor the values say,
    needs no line.
    """
    owners = Counter(line for node, _ in matched for line in node.lines)
    given = frozenset(line for node, handle in matched if handle.kind == "line" for line in node.lines)
    spoken = Spoken(values, cells, given)
    chosen: set[SourceLine] = set()
    for node, handle in _met_twice(matched):
        chosen |= _lines_of(node, handle, owners, spoken)
    return sorted(chosen, key=_place)


def _met_twice(matched: Sequence[tuple[MatchedNode, Handle]]) -> list[tuple[MatchedNode, Handle]]:
    """Keep, of a node that a row has twice, the properties that both need: the others only lead from one to the other.

    A neighbor that has its own description names no group that hands it on.
    """
    narrowed = []
    for node, handle in matched:
        needed = handle.properties
        for other, second in matched:
            if other is node and second is not handle and needed and second.properties:
                common = needed & second.properties
                needed = common | (needed & {"key"}) if common - {"key"} - PLACES else needed
        narrowed.append((node, replace(handle, properties=needed) if needed != handle.properties else handle))
    return narrowed


def _place(line: SourceLine) -> tuple[str, int]:
    return line.path, line.number


def _lines_of(
    node: MatchedNode, handle: Handle, owners: Counter[SourceLine], spoken: Spoken
) -> set[SourceLine]:
    if handle.dynamic:
        said = {line for line in node.lines if any(value in line.text.lower() for value in spoken.values)}
        return said or set(node.lines)
    if handle.kind == "device":
        return set(sorted(_names(node.key, set(node.lines)) or node.lines, key=_place)[:1])
    if handle.properties is None or handle.kind != "entity":
        return set(node.lines)
    named = _sources(handle.properties)
    showing = {line for line, fields in node.lines.items() if fields is None or fields & (named - {"key"})}
    if showing and (handle.unnamed or node.type == ROOT_TYPE or _names(node.key, showing)):
        return showing  # they name the node themselves, or their path does, or nothing says its name
    if showing and "key" in handle.properties and not spoken.names(node.key):
        return showing  # its name was asked for, and another was said in its place
    named_by = _names(node.key, set(node.lines) & spoken.lines)
    return showing | (named_by or _heading(node, owners))


def _sources(properties: frozenset[str]) -> frozenset[str]:
    """Return the properties whose lines count; what was derived from another stands on that one's line."""
    sources = {
        name.removesuffix(ending)
        for name in properties
        for ending in DERIVED_ENDINGS
        if name.endswith(ending)
    }
    return frozenset((properties - PLACES) | sources)


def _names(key: str, lines: set[SourceLine]) -> set[SourceLine]:
    """Return the lines that show a key as a word of its own."""
    if not key:
        return set()
    word = re.compile(rf"(?<![\w./:-]){re.escape(key)}(?![\w./:-])", re.IGNORECASE)
    return {line for line in lines if word.search(line.text)}


def _heading(node: MatchedNode, owners: Counter[SourceLine]) -> set[SourceLine]:
    """Return the lines that name a node: its first one where it has no name, or no line is known to tell it.

    Where several do, those that another node of the row has, too: the entries that the row is about.
    """
    keyed = {line for line, fields in node.lines.items() if fields is None or "key" in fields}
    if not node.key or not keyed or node.type == ROOT_TYPE:
        return set(sorted(_names(node.name, set(node.lines)) or node.lines, key=_place)[:1])
    shared = {line for line in keyed if owners[line] > 1}
    return shared or _names(node.key, keyed) or keyed
