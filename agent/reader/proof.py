"""Proves that configurations were read whole, so that a list of what is in them can be claimed."""

from __future__ import annotations

import re
import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, takewhile

from agent.reader.english import aliases, field_words, split_name, stem, word_list
from agent.reader.kinds import PLACES, ROOT
from agent.value_index import ValueIndex
from graph_store.records import Cell, Document, each_of

_STATEMENTS = (
    "MATCH (c:Configuration) WHERE c.document IN $serials MATCH (c)-[:HAS*0..8]->(n:Entity) "
    "RETURN DISTINCT c.document AS document, n.type AS type, properties(n) AS own"
)
_MOST = 20_000
"""Things of one document, at most; configurations of so many lines are read together."""
_SEVERAL = re.compile(
    r"[*\[\]{}]|(?<![\d-])\d++\s*-\s*\d|,|\brange\b|\binactive\b|\bdefaults\b", re.IGNORECASE
)
"""A name that has one of these may stand for several things, or for none."""
_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}|[0-9a-fA-F]*:[0-9a-fA-F]*:")
_HEXADECIMAL = re.compile("[a-f]+")
_OURS = PLACES - {"number"} | {"key", "prefix", "mask", "value"}


@dataclass(frozen=True, slots=True)
class ReadingDoubt:
    """A type of things (`name` is "") or a property whose meaning is unknown, or that alters other things.

    `words` are those of its name, `texts` what it has as values, in lower case.
    """

    kind: str
    name: str
    words: frozenset[str]
    texts: frozenset[str]


@dataclass(frozen=True, slots=True)
class Claimed:
    """What a claim is about: types of things with the properties that matter, of all where `held` is None.

    `words` are stems that name the things and what is said of them, `names` what they and their properties are called.
    """

    types: frozenset[str]
    words: frozenset[str]
    names: frozenset[str]
    held: frozenset[tuple[str, str]] | None = None
    is_plain: bool = False
    """Only which things there are is claimed, and nothing of what they are set to."""

    def is_open(self, doubt: ReadingDoubt) -> bool:
        """Tell whether a doubt may change what is claimed."""
        if doubt.name and doubt.kind in self.types:
            own = self.held is None or (doubt.kind, doubt.name) in self.held
            return own and not (self.is_plain and doubt.words & word_list("sets"))
        if doubt.name and doubt.kind != ROOT:
            return any(map(self._is_named, doubt.texts))
        alters = word_list("alters") - word_list("several") - (word_list("sets") if self.is_plain else set())
        return bool(
            doubt.words & alters
            or any(aliases(stem(said)).get(word, 0.0) >= 0.5 for said in doubt.words for word in self.words)
            or any(map(self._is_named, doubt.texts))
        )

    def _is_named(self, text: str) -> bool:
        return text in self.names or ("/" in text and any(name.endswith(text) for name in self.names))


_Read = tuple[tuple[ReadingDoubt, ...], frozenset[str]]
"""What is in doubt in a document, and the names of its settings at the top."""


class ReadingProof:
    """Knows which documents of one graph were read whole; make a new one when the graph has changed."""

    def __init__(self, look_up: ValueIndex, documents: Sequence[Document]) -> None:
        self._look_up = look_up
        self._configurations = tuple(one for one in documents if one.kind == "configuration")
        self._read: dict[int, _Read | None] = {}
        self._lock = threading.RLock()

    def scope(self, devices: Sequence[str]) -> tuple[Document, ...]:
        """Return the configurations of some devices, or all."""
        return tuple(one for one in self._configurations if not devices or one.device in devices)

    def is_read(self, documents: Iterable[Document], claimed: Claimed) -> bool:
        """Tell whether each document was read whole, and nothing in it whose meaning is unknown may touch a claim.

        Of a file that no format which ships reads, any such statement at the top or inside of what is claimed may.
        """
        found = list(documents)
        whole = bool(found) and all(map(is_whole, found))
        return whole and all(_is_known(*one, claimed) for one in self._in_turn(found))

    def read_whole(self, documents: Iterable[Document], claimed: Claimed) -> set[int]:
        """Return the serials of those documents that were so read."""
        found = list(filter(is_whole, documents))
        return {one.serial for one, read in self._in_turn(found) if _is_known(one, read, claimed)}

    def settings(self, document: Document) -> frozenset[str]:
        """Return the names of the settings at the top of a document."""
        _, read = next(self._in_turn([document]))
        return read[1] if read else frozenset()

    def lists_elsewhere(self, documents: Iterable[Document], names: Iterable[Sequence[str]]) -> bool:
        """Tell whether a setting of the whole file may name several things of a kind: `vlan 1,10-19`."""
        said = {"_".join(words) for words in names}
        said |= {f"{one}s" for one in said}
        return any(said & self.settings(one) for one in documents)

    def is_written(self, documents: Iterable[Document], switch: str) -> bool:
        """Tell whether a switch that is not written is off, on all makes of the documents."""
        return not any(f"!{switch}" in one.unknown.split() for one in documents)

    def _in_turn(self, documents: Sequence[Document]) -> Iterator[tuple[Document, _Read | None]]:
        """Yield documents with what was read of them; those that are together not too long are read at once."""
        for start, document in enumerate(documents):
            if document.serial not in self._read:
                ends = accumulate(one.lines for one in documents[start:])
                some = sum(1 for _ in takewhile(_MOST.__gt__, ends))
                self._read_some(documents[start : start + max(some, 1)])
            yield document, self._read[document.serial]

    def _read_some(self, documents: Sequence[Document]) -> None:
        """Read what is in doubt in some documents: together, or each alone where there are too many things."""
        with self._lock:
            left = {one.serial: one for one in documents if one.serial not in self._read}
            rows = self._look_up.rows(_STATEMENTS, {"serials": list(left)}, _MOST)
            by_document: dict[int, list[tuple[Cell, ...]]] = {serial: [] for serial in left}
            for serial, *row in rows:
                by_document[int(str(serial))].append(tuple(row))
            if len(rows) < _MOST:
                self._read |= {serial: _read_of(one, by_document[serial]) for serial, one in left.items()}
            elif len(left) == 1:
                self._read |= dict.fromkeys(left)
            else:
                for one in left.values():
                    self._read_some([one])


def _is_known(document: Document, read: _Read | None, claimed: Claimed) -> bool:
    ships = "*" not in document.unknown.split()
    return read is not None and all(ships and not claimed.is_open(one) for one in read[0])


def _read_of(document: Document, rows: Sequence[tuple[Cell, ...]]) -> _Read | None:
    """Find what no format which ships knows, or what alters other things; None without any row.

    Of a file that no such format reads, those are known that are made of words of the field.
    """
    if not rows:
        return None
    said: dict[tuple[str, str], set[str]] = defaultdict(set)
    for kind, own in rows:
        for name, cell in own.items() if isinstance(own, Mapping) else ():
            said[str(kind), name] |= _texts(cell)
            said[str(kind), ""] |= {name} if name in _OURS else {name, *_texts(cell)}
    unknown = set(document.unknown.split())
    ships = "*" not in unknown
    found = []
    for (kind, name), texts in said.items():
        words = set() if name in _OURS else _words(kind, name)
        meant = ships and (f"{kind}.{name}" if name else kind) not in unknown
        alters = words & word_list("alters") - (word_list("several") if meant else set())
        alters -= word_list("sets") if meant and words & word_list("guards") else set()
        if (alters and (name or not meant)) or not (meant or words <= field_words()):
            found.append(ReadingDoubt(kind, name, frozenset(words), frozenset(texts)))
    return tuple(found), frozenset(name for kind, name in said if kind == ROOT)


def is_whole(document: Document) -> bool:
    """Tell whether each line of a document is explained."""
    return document.state == "ready" and document.lines_explained >= document.lines > 0


def _words(kind: str, name: str) -> set[str]:
    words = {word for word in split_name(name or kind) if not word.isdigit()}
    if "certificate" in split_name(kind):  # its lines look like statements
        words = {word for word in words if not _HEXADECIMAL.fullmatch(word)}
    return words


def _texts(cell: Cell) -> set[str]:
    return {part for one in each_of(cell) for part in str(one).lower().split() if not isinstance(one, bool)}


def stands_for_one(names: Iterable[str]) -> bool:
    """Tell whether each name is that of one thing: no pattern, no range, no list."""
    return not any(_SEVERAL.search(name) for name in names)


def are_names(names: Sequence[str]) -> bool:
    """Tell whether each is the name of one thing of one sort: not neighbors, and groups of them, under one label."""
    addresses = sum(_ADDRESS.match(name) is not None for name in names)
    return bool(names) and all(names) and stands_for_one(names) and addresses in (0, len(names))


def are_alike(documents: Iterable[Document]) -> bool:
    """Tell whether all documents were read by one parser: another make may say the same otherwise."""
    return len({one.parser for one in documents}) == 1
