"""Finds where the values of a question stand in the graph, with one query for those values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from graph_store.errors import StatementFailedError
from graph_store.graph import Parameters, ReadableGraph
from graph_store.records import Cell, Scalar
from graph_store.schema import quote_name
from graph_store.text_search.tokenize_line import search_tokens

Match = Literal["whole", "member", "short", "beginning", "inside"]
"""How a value fits: equal but for a prefix length, an item of a list, short, by its beginning, or inside."""

SAMPLE = 300
UNCOUNTED = 10**9
"""Stands for a count that the graph gave up on: there is more than enough."""

_MOST_SPELLINGS = 4
_SHORTEST_PART = 3
_SHORT_NAME = re.compile(r"([A-Za-z-]+) ?(\d[\d/.:]*)")
_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}|(?=[0-9a-f]*+:)[0-9a-f:]++", re.IGNORECASE)
_SPECIAL = re.compile(r'([+\-&|!(){}\[\]^"~*?:\\/])')
_WIDER = re.compile(r"[^\W\d]{3}")
_NOT_VALUES = frozenset(
    {"id", "type", "device", "path", "ordinal", "number", "document", "message", "template", "timestamp"}
)


@dataclass(frozen=True, slots=True)
class ValueOccurrence:
    """One property of one label that holds a value; `value` is as stored, `count` how often it was met."""

    label: str
    property: str
    value: Scalar
    match: Match = "whole"
    count: int = 1


class ValueIndex(Protocol):
    """Where values stand."""

    def devices(self, text: str) -> tuple[str, ...]:
        """Return the device of this name in any case, or the only one whose name has it as a part."""
        ...

    def find(self, text: str, cut: bool = False) -> tuple[ValueOccurrence, ...]:
        """Return the properties that hold a value, the best fits only; with `cut` the text is its beginning."""
        ...

    def holds(self, label: str, name: str, text: str) -> tuple[Scalar, ...]:
        """Return the stored values of one property that a text stands for."""
        ...

    def count(self, statement: str, parameters: Parameters) -> int:
        """Return the single number that a read statement returns."""
        ...

    def rows(self, statement: str, parameters: Parameters) -> tuple[tuple[Cell, ...], ...]:
        """Return the first rows of a read statement; none when the graph refuses it."""
        ...


class GraphValueIndex:
    """Asks the graph, once for each value; make a new one when the graph has changed."""

    def __init__(self, graph: ReadableGraph) -> None:
        self._graph = graph
        self._found: dict[tuple[str, bool], tuple[ValueOccurrence, ...]] = {}
        self._held: dict[tuple[str, str, str], tuple[Scalar, ...]] = {}
        self._names: dict[str, str] | None = None
        self._files: Mapping[str, str] | None = None

    def devices(self, text: str) -> tuple[str, ...]:
        """Return the device of this name in any case, or the only one whose name has it as a part."""
        if self._names is None:
            rows = self._graph.read("MATCH (d:Device) RETURN d.name, d.aliases", row_limit=100_000).rows
            self._names = {
                str(alias).lower(): str(name) for name, others in rows for alias in (name, *_items(others))
            }
        exact = self._names.get(text.lower()) or self._paths().get(text.lower())
        if exact:
            return (exact,)
        for begins in (_is_host_of, _is_part_of):
            short = {name for alias, name in self._names.items() if begins(text.lower(), alias)}
            if short:
                return tuple(short) if len(short) == 1 else ()
        return ()

    def _paths(self) -> Mapping[str, str]:
        """Return the device of each configuration by its path, and by its file's name where only one has it.

        A name without its ending counts where it is no plain word: "pe-north".
        """
        if self._files is None:
            statement = "MATCH (f:Document) WHERE f.kind = 'configuration' RETURN f.path, f.device"
            rows = self._graph.read(statement, row_limit=100_000).rows
            owners = {str(path).lower(): str(device) for path, device in rows if device}
            named = [(name, device) for path, device in owners.items() for name in _file_names(path)]
            names = Counter(name for name, _ in named)
            short = dict(named)
            self._files = owners | {name: device for name, device in short.items() if names[name] == 1}
        return self._files

    def find(self, text: str, cut: bool = False) -> tuple[ValueOccurrence, ...]:
        """Return the properties that hold a value, the best fits only; with `cut` the text is its beginning."""
        if (text, cut) not in self._found:
            self._found[text, cut] = self._search(text, cut)
        return self._found[text, cut]

    def holds(self, label: str, name: str, text: str) -> tuple[Scalar, ...]:
        """Return the stored values of one property that a text stands for."""
        asked = (label, name, text)
        if asked not in self._held:
            statement = (
                f"MATCH (n:{quote_name(label)}) WHERE n.{quote_name(name)} IS NOT NULL "
                f"UNWIND ([] + n.{quote_name(name)}) AS value WITH DISTINCT value "
                "WHERE toLower(toString(value)) = $text RETURN value"
            )
            rows = self.rows(statement, {"text": text.lower()})[:_MOST_SPELLINGS]
            self._held[asked] = tuple(row[0] for row in rows if isinstance(row[0], str | int | float))
        return self._held[asked]

    def count(self, statement: str, parameters: Parameters) -> int:
        """Return the single number that a read statement returns."""
        rows = self.rows(statement, parameters)
        return int(str(rows[0][0])) if rows else UNCOUNTED

    def rows(self, statement: str, parameters: Parameters) -> tuple[tuple[Cell, ...], ...]:
        """Return the first rows of a read statement; none when the graph refuses it."""
        try:
            return self._graph.read(statement, parameters, row_limit=SAMPLE).rows
        except StatementFailedError:
            return ()

    def _search(self, text: str, cut: bool) -> tuple[ValueOccurrence, ...]:
        found = self._fitting(text, cut, _queries(text, cut))
        if not found and not cut and _WIDER.search(text):
            found = self._fitting(text, True, _queries(text, True))
        return found

    def _fitting(self, text: str, cut: bool, queries: Sequence[str]) -> tuple[ValueOccurrence, ...]:
        entities = [entity for query in queries for entity in self._entities(query)]
        counted: Counter[tuple[Match, str, str, Scalar]] = Counter()
        for label, values in entities:
            for name, value in values.items():
                for match, stored in _matches(text, cut, name, value):
                    counted[match, label, name, stored] += 1
        return _best(counted)

    def _entities(self, query: str) -> list[tuple[str, Mapping[str, Cell]]]:
        statement = (
            "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node WITH node LIMIT 300 "
            "MATCH (e:Entity)-[:HAS_LINE]->(node) RETURN e.type AS type, properties(e) AS properties"
        )
        try:
            rows = self._graph.read(statement, {"q": query}, row_limit=3 * SAMPLE).rows
        except StatementFailedError:
            return []
        return [(str(label), values) for label, values in rows if isinstance(values, Mapping)]


def _file_names(path: str) -> set[str]:
    name = path.rpartition("/")[2]
    stemmed = name.rpartition(".")[0]
    return {name} if stemmed.isalpha() or not stemmed else {name, stemmed}


def _is_host_of(text: str, name: str) -> bool:
    return name.split(".")[0] == text


def _is_part_of(text: str, name: str) -> bool:
    """Tell whether a text is a name's beginning, or a whole part of it between signs."""
    long_enough = len(text) >= _SHORTEST_PART or re.fullmatch(r"[a-z]\d", text)
    return bool(long_enough) and text in re.split(r"[._\s-]+", name)


def _queries(text: str, cut: bool) -> list[str]:
    if cut:
        return [f"{escape_term(text.lower())}*"]
    queries = [quoted_phrase(text)] if search_tokens(text) else []
    short = _SHORT_NAME.fullmatch(text)
    if _ADDRESS.fullmatch(text):
        queries.append(f"{escape_term(text)}\\/*")
    if short:
        queries.append(f"{escape_term(short[1].lower())}*{escape_term(short[2])}")
    return queries


def _matches(text: str, cut: bool, name: str, value: Cell) -> list[tuple[Match, Scalar]]:
    if name in _NOT_VALUES or value is None or isinstance(value, bool | Mapping):
        return []
    if isinstance(value, tuple | list):
        return [
            ("member" if match == "whole" else match, stored)
            for item in value
            for match, stored in _matches(text, cut, name, item)
        ]
    match = _fit(text.lower(), str(value).lower(), cut)
    return [(match, value)] if match and isinstance(value, str | int | float) else []


def _fit(text: str, value: str, cut: bool) -> Match | None:
    if text == value:
        return "whole"
    if cut:
        return "beginning" if value.startswith(text) else None
    short, full = _SHORT_NAME.fullmatch(text), _SHORT_NAME.fullmatch(value)
    if short and full and short[2] == full[2] and full[1].startswith(short[1]):
        return "short"
    if value.startswith(f"{text}/") and re.fullmatch(r"\d+", value[len(text) + 1 :]):
        return "whole"
    return "inside" if len(text) > 3 and text in re.split(r"[\s,;=\"'()\[\]]+", value) else None


def _best(counted: Mapping[tuple[Match, str, str, Scalar], int]) -> tuple[ValueOccurrence, ...]:
    """Keep the exact fits; without one, the looser fits in turn."""
    found = [
        ValueOccurrence(label, name, value, match, count)
        for (match, label, name, value), count in counted.items()
    ]
    for kinds in (("whole", "member"), ("short",), ("beginning",), ("inside",)):
        fitting = [occurrence for occurrence in found if occurrence.match in kinds]
        if fitting:
            return tuple(
                sorted(fitting, key=lambda one: (-one.count, one.label, one.property, str(one.value)))
            )
    return ()


def quoted_phrase(text: str) -> str:
    """Write a text as one phrase of a search."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def escape_term(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def _items(value: Cell) -> Sequence[Cell]:
    return value if isinstance(value, tuple | list) else ()
