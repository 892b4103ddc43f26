"""Finds where the values of a question stand in the graph, with one query for those values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from agent.spellings import is_same, spelling_query
from graph_store.describe import read_names
from graph_store.errors import StatementFailedError
from graph_store.graph import Parameters, ReadableGraph
from graph_store.records import Cell, Scalar
from graph_store.schema import quote_name
from graph_store.text_search.tokenize_line import search_tokens

Match = Literal["whole", "member", "short", "beginning", "inside"]
"""How a value fits: equal but for a prefix length, an item of a list, short, by its beginning, or inside."""

SAMPLE = 300

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


class ValueIndex:
    """Asks the graph, once for each value; make a new one when the graph has changed."""

    def __init__(self, graph: ReadableGraph) -> None:
        self._graph = graph
        self._found: dict[str, tuple[ValueOccurrence, ...]] = {}
        self._holders: dict[str, Counter[str]] = {}
        self._held: dict[tuple[str, str, str], tuple[Scalar, ...]] = {}
        self._names: dict[str, str] | None = None
        self._files: Mapping[str, str] | None = None

    def devices(self, text: str) -> tuple[str, ...]:
        """Return the device of this name in any case, or the only one whose name has it as a part."""
        if self._names is None:
            self._names = {name.lower(): device for name, device in read_names(self._graph).items()}
        folded = text.lower()
        exact = self._names.get(folded) or self._paths().get(folded)
        if exact:
            return (exact,)
        hosts = {name for alias, name in self._names.items() if alias.split(".")[0] == folded}
        long_enough = len(folded) >= _SHORTEST_PART or re.fullmatch(r"[a-z]\d", folded)
        if not hosts and long_enough:  # a name's beginning, or a whole part of it between signs
            split = ((re.split(r"[._\s-]+", alias), name) for alias, name in self._names.items())
            hosts = {name for parts, name in split if folded in parts}
        return tuple(hosts) if len(hosts) == 1 else ()

    def _paths(self) -> Mapping[str, str]:
        """Return devices by their configurations' paths and unique file names: "pe-north.cfg", and "pe-north"."""
        if self._files is None:
            statement = "MATCH (f:Document) WHERE f.kind = 'configuration' RETURN f.path, f.device"
            rows = self._graph.read(statement, row_limit=100_000).rows
            owners = {str(path).lower(): str(device) for path, device in rows if device}
            named: dict[str, list[str]] = {}
            for path, device in owners.items():
                name = path.rpartition("/")[2]
                stemmed = name.rpartition(".")[0]
                for each in {name} if stemmed.isalpha() or not stemmed else {name, stemmed}:
                    named.setdefault(each, []).append(device)
            self._files = owners | {name: found[0] for name, found in named.items() if len(found) == 1}
        return self._files

    def find(self, text: str) -> tuple[ValueOccurrence, ...]:
        """Return the properties that hold a value, the best fits only; without any, those that begin like it."""
        if text not in self._found:
            found = self._fitting(text, False)
            wider = not found and _WIDER.search(text)
            self._found[text] = self._fitting(text, True) if wider else found
        return self._found[text]

    def holders(self, text: str) -> Mapping[str, int]:
        """Return the labels of what has lines with a value, or with what begins like it: how many were met of each."""
        self.find(text)
        return self._holders[text]

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

    def rows(
        self, statement: str, parameters: Parameters, row_limit: int = SAMPLE
    ) -> tuple[tuple[Cell, ...], ...]:
        """Return the first rows of a read statement; none when the graph refuses it."""
        try:
            return self._graph.read(statement, parameters, row_limit=row_limit).rows
        except StatementFailedError:
            return ()

    def _fitting(self, text: str, cut: bool) -> tuple[ValueOccurrence, ...]:
        """Search for a value; with `cut` the text is its beginning."""
        statement = (
            "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node WITH node LIMIT 300 "
            "MATCH (e:Entity)-[:HAS_LINE]->(node) RETURN e.type AS type, properties(e) AS properties"
        )
        counted: Counter[tuple[Match, str, str, Scalar]] = Counter()
        holders = self._holders.setdefault(text, Counter())
        for query in _queries(text, cut):
            for label, values in self.rows(statement, {"q": query}, 3 * SAMPLE):
                holders[str(label)] += 1
                for name, value in values.items() if isinstance(values, Mapping) else ():
                    found = _matches(text.lower(), cut, name, value)
                    counted.update((match, str(label), name, stored) for match, stored in found)
        return _best(counted)


def _queries(text: str, cut: bool) -> list[str]:
    if cut:
        return [f"{escape_term(text.lower())}*"]
    if spelled := spelling_query(text):
        return [spelled]
    queries = [quoted_phrase(text)] if search_tokens(text) else []
    if _ADDRESS.fullmatch(text):
        queries.append(f"{escape_term(text)}\\/*")
    if short := _SHORT_NAME.fullmatch(text):
        queries.append(f"{escape_term(short[1].lower())}*{escape_term(short[2])}")
    return queries


def _matches(text: str, cut: bool, name: str, value: Cell) -> Iterator[tuple[Match, Scalar]]:
    if name in _NOT_VALUES or isinstance(value, bool):
        return
    if isinstance(value, tuple | list):
        for item in value:
            for match, stored in _matches(text, cut, name, item):
                yield ("member" if match == "whole" else match), stored
    elif isinstance(value, str | int | float) and (fit := _fit(text, str(value).lower(), cut)):
        yield fit, value


def _fit(text: str, value: str, cut: bool) -> Match | None:
    if is_same(text, value):
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
    for kinds in (("whole", "member"), ("short",), ("beginning",), ("inside",)):
        fitting = [
            ValueOccurrence(label, name, value, match, count)
            for (match, label, name, value), count in counted.items()
            if match in kinds
        ]
        if fitting:
            fitting.sort(key=lambda one: (-one.count, one.label, one.property, str(one.value)))
            return tuple(fitting)
    return ()


def quoted_phrase(text: str) -> str:
    """Write a text as one phrase of a search."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def escape_term(text: str) -> str:
    """Write a text as one term of a search."""
    return _SPECIAL.sub(r"\\\1", text)


def shape(value: str) -> str:
    """Reduce a value to how it is built: "Ethernet0/1" is "a0", "10.0.0.1" is "0.0.0.0"."""
    shape = re.sub(r"(.)\1+", r"\1", re.sub(r"[A-Za-z]", "a", re.sub(r"\d", "0", value)))
    return re.sub(r"(/0)+", "", shape)
