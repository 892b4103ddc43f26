"""Proves that configurations were read whole, so that a list of what is in them can be claimed."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Container, Iterable, Sequence

from agent.reader.english import field_words, split_name, word_list
from agent.reader.kinds import PLACES, ROOT
from agent.value_index import ValueIndex
from graph_store.records import Document

_STATEMENTS = (
    "MATCH (c:Configuration) WHERE c.document = $serial MATCH (c)-[:HAS*0..8]->(n:Entity) "
    "RETURN DISTINCT n.type AS type, keys(n) AS names"
)
_SETTINGS = "MATCH (c:Configuration) WHERE c.document = $serial RETURN keys(c) AS names"
_MOST = 20_000
_SEVERAL = re.compile(r"[*\[\]{}]|\d\s*-\s*\d|,|\brange\b|\binactive\b", re.IGNORECASE)
"""A name that has one of these may stand for several things, or for none."""
_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}|[0-9a-fA-F]*:[0-9a-fA-F]*:")
_HEXADECIMAL = re.compile("[a-f]+")
_OURS = PLACES - {"number"} | {"key", "prefix", "mask", "value"}


class Proof:
    """Knows which documents of one graph were read whole; make a new one when the graph has changed."""

    def __init__(self, look_up: ValueIndex, documents: Sequence[Document]) -> None:
        self._look_up = look_up
        self._configurations = tuple(one for one in documents if one.kind == "configuration")
        self._doubts: dict[int, frozenset[tuple[str, str]] | None] = {}
        self._lock = threading.Lock()

    def scope(self, devices: Sequence[str]) -> tuple[Document, ...]:
        """Return the configurations of some devices, or all."""
        return tuple(one for one in self._configurations if not devices or one.device in devices)

    def is_read(self, documents: Iterable[Document], types: Iterable[str]) -> bool:
        """Tell whether each document was read whole, and what it says of some types of things has a known meaning.

        Of a file that a format reads which ships, a statement inside of another thing does not matter.
        """
        own = {ROOT, *types}
        found = list(documents)
        return bool(found) and all(self._is_known(one, lambda kind, _: kind in own) for one in found)

    def is_block_read(self, document: Document, held: Container[tuple[str, str]]) -> bool:
        """Tell whether a document was read whole, and its top and what a block holds are known: (type, property)."""
        return self._is_known(document, lambda kind, name: kind == ROOT or (kind, name) in held)

    def lists_elsewhere(self, documents: Iterable[Document], names: Iterable[Sequence[str]]) -> bool:
        """Tell whether a setting of the whole file may name several things of a kind: `vlan 1,10-19`."""
        said = {"_".join(words) for words in names}
        said |= {f"{one}s" for one in said}
        for document in documents:
            for (properties,) in self._look_up.rows(_SETTINGS, {"serial": document.serial}, _MOST):
                if isinstance(properties, tuple | list) and said.intersection(map(str, properties)):
                    return True
        return False

    def is_written(self, documents: Iterable[Document], switch: str) -> bool:
        """Tell whether a switch that is not written is off, on all makes of the documents."""
        return not any(f"!{switch}" in one.unknown.split() for one in documents)

    def _is_known(self, document: Document, matters: Callable[[str, str], bool]) -> bool:
        if not (document.state == "ready" and document.lines_explained >= document.lines > 0):
            return False
        with self._lock:
            if document.serial not in self._doubts:
                self._doubts[document.serial] = self._doubts_of(document)
            doubts = self._doubts[document.serial]
        if doubts is None:
            return False
        ships = "*" not in document.unknown.split()
        return not any(not ships or not name or matters(kind, name) for kind, name in doubts)

    def _doubts_of(self, document: Document) -> frozenset[tuple[str, str]] | None:
        """Return types ("" for the name) and properties that no format which ships knows, or that alter other things.

        Of a file that no such format reads, those are known that are made of words of the field; None where there are
        too many to tell.
        """
        rows = self._look_up.rows(_STATEMENTS, {"serial": document.serial}, _MOST)
        if not 0 < len(rows) < _MOST:
            return None
        said = {(str(kind), "") for kind, _ in rows} | {
            (str(kind), str(name))
            for kind, names in rows
            if isinstance(names, tuple | list)
            for name in names
        }
        unknown = set(document.unknown.split())
        ships = "*" not in unknown
        found = set()
        for kind, name in said:
            words = set() if name in _OURS else _words(kind, name)
            meant = ships and (f"{kind}.{name}" if name else kind) not in unknown
            alters = words & word_list("alters") - (word_list("several") if meant else set())
            if (alters and (name or not meant)) or not (meant or words <= field_words()):
                found.add((kind, name))
        return frozenset(found)


def _words(kind: str, name: str) -> set[str]:
    words = {word for word in split_name(name or kind) if not word.isdigit()}
    if "certificate" in split_name(kind):  # its lines look like statements
        words = {word for word in words if not _HEXADECIMAL.fullmatch(word)}
    return words


def stands_for_one(names: Iterable[str]) -> bool:
    """Tell whether each name is that of one thing: no pattern, no range, no list."""
    return not any(_SEVERAL.search(name) for name in names)


def is_mixed(names: Sequence[str]) -> bool:
    """Tell whether some are addresses and others are not: neighbors, and groups of neighbors, under one label."""
    return 0 < sum(_ADDRESS.match(name) is not None for name in names) < len(names)


def are_alike(documents: Iterable[Document]) -> bool:
    """Tell whether all documents were read by one parser: another make may say the same otherwise."""
    return len({one.parser for one in documents}) == 1
