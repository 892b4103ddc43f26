"""Chooses as few lines of the matched nodes as prove a row, and marks cells the data does not show. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from agent.evidence.column_flow import Flow, column_flows
from agent.evidence.companion import Handle
from agent.evidence.node_patterns import PLACES
from agent.records import Query, Row
from graph_store.records import Cell, SourceLine, Value

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


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a row says, in lower case: `values` are compared with, `cells` shown, `lines` matched themselves."""

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
    for node, handle in matched:
        chosen |= _lines_of(node, handle, _needed(node, handle, matched), owners, spoken)
    in_order = (line for line in owners if line in chosen)  # versions of one second keep their order
    return sorted(in_order, key=_place)


def _needed(
    node: MatchedNode, handle: Handle, matched: Sequence[tuple[MatchedNode, Handle]]
) -> frozenset[str] | None:
    """Keep, of a node that a row has twice, what both need: the other properties only lead from one to the other."""
    needed = handle.properties
    for other, second in matched:
        if other is node and second is not handle and needed and second.properties:
            common = needed & second.properties
            needed = common | (needed & {"key"}) if common - {"key"} - PLACES else needed
    return needed


def _place(line: SourceLine) -> tuple[str, int]:
    return line.path, line.number


def _lines_of(
    node: MatchedNode,
    handle: Handle,
    properties: frozenset[str] | None,
    owners: Counter[SourceLine],
    spoken: Spoken,
) -> set[SourceLine]:
    lines = set(node.lines)
    if handle.dynamic:
        said = {line for line in lines if any(value in line.text.lower() for value in spoken.values)}
        return said or lines
    if handle.kind == "device":
        return _first(_names(node.key, lines) or lines)
    if properties is None or handle.kind != "entity":
        return lines
    derived = {(name, ending) for name in properties for ending in DERIVED_ENDINGS if name.endswith(ending)}
    # What was derived from another property stands on that one's line.
    named = (properties - PLACES) | {name.removesuffix(ending) for name, ending in derived}
    showing = {line for line, fields in node.lines.items() if fields is None or fields & (named - {"key"})}
    if showing and (handle.unnamed or node.type == ROOT_TYPE or _names(node.key, showing)):
        return showing  # they name the node themselves, or their path does, or nothing says its name
    if showing and "key" in properties and not spoken.names(node.key):
        return showing  # its name was asked for, and another was said in its place
    return showing | (_names(node.key, lines & spoken.lines) or _heading(node, owners))


def _first(lines: set[SourceLine]) -> set[SourceLine]:
    return set(sorted(lines, key=_place)[:1])


def _names(key: str, lines: set[SourceLine]) -> set[SourceLine]:
    """Return the lines that show a key as a word of its own."""
    if not key:
        return set()
    word = re.compile(rf"(?<![\w./:-]){re.escape(key)}(?![\w./:-])", re.IGNORECASE)
    return {line for line in lines if word.search(line.text)}


def _heading(node: MatchedNode, owners: Counter[SourceLine]) -> set[SourceLine]:
    """Return the lines that name a node, rather those of another node, too; its first one if none does."""
    keyed = {line for line, fields in node.lines.items() if fields is None or "key" in fields}
    if not node.key or not keyed or node.type == ROOT_TYPE:
        # A whole configuration is called by its device.
        name = node.device if node.type == ROOT_TYPE else node.key
        return _first(_names(name, set(node.lines)) or set(node.lines))
    shared = {line for line in keyed if owners[line] > 1}
    return shared or _names(node.key, keyed) or keyed


# Tells what the data says in a row from what its statement says itself: the latter proves nothing. Pure.


LEFT_OUT = "…"
WORD = re.compile(r"[^\W_]+(?:[^\w\s|,;()\[\]{}]+[^\W_]+)*")
PART = re.compile(r"[^\W_]+")
NAME = re.compile(r"[\w.]{1,60}")
HELPERS = frozenset({"is", "are", "was", "were", "has", "have"})
CLAIMS = HELPERS | {"not", "no"}
TRUTHS = frozenset({"true", "false", "yes", "no", "none"})
SHORTEST = 2
"""Letters and digits of a text of the statement that is looked for inside a longer word."""


def prove_row(query: Query, row: Row) -> Row:
    """Leave a row what the data says.

    A column made of nothing but the statement's own texts, numbers and parameters goes, and so do such words in a
    column that has data, too, unless the row's lines or its other columns have them. So does a number that the
    statement has added to, and a name of a column that says something. A row with no column of data has no lines.
    What a person wrote keeps its cells.
    """
    flows = dict(zip(row.values, column_flows(query.statement, tuple(row.values)), strict=True))
    if not any(flow.data for flow in flows.values()):
        return Row({} if query.by_model else row.values, (), 0)
    if not query.by_model:
        return row
    if all(flow.data and not _says(flow) for flow in flows.values()):
        return Row(_plainly_named(row.values, flows), row.lines, row.total_lines)
    told = [text for line in row.lines for text in (line.text, line.path)]
    told += [text for name, cell in row.values.items() if not _says(flows[name]) for text in cell_texts(cell)]
    told += [name for flow in flows.values() for name in flow.names]
    known = frozenset(word for text in told for word in _words(text))
    values = {
        name: _Prover(flows[name], query.parameters, known).cell(cell)
        for name, cell in row.values.items()
        if flows[name].data and not flows[name].altered
    }
    return Row(_plainly_named(values, flows), row.lines if values else (), row.total_lines if values else 0)


def _plainly_named(values: Mapping[str, Cell], flows: Mapping[str, Flow]) -> dict[str, Cell]:
    """Name columns by their place where the name would be a sentence: the model's words, not the data's."""
    return {
        name if _is_plain(name, flows[name]) else f"value_{place}": cell
        for place, (name, cell) in enumerate(values.items(), start=1)
    }


def _is_plain(name: str, flow: Flow) -> bool:
    """Say whether a name claims nothing, or no more than the names of its properties: has_password, of a password."""
    words = set(name.lower().split("_"))
    own = {word for one in flow.names for word in one.lower().split("_")}
    return NAME.fullmatch(name) is not None and (not CLAIMS & words or words - HELPERS <= own)


def is_line(query: Query, columns: Sequence[str]) -> bool:
    """Say whether the columns path, number and text are those of one node, unchanged: a line, not a made-up one."""
    flows = dict(zip(columns, column_flows(query.statement, tuple(columns)), strict=True))
    found = {name.rpartition(".")[2]: flow.whole for name, flow in flows.items()}
    places = [found.get(name) for name in ("path", "number", "text")]
    nodes = {place[0] for place in places if place is not None}
    return len(nodes) == 1 and [place and place[1] for place in places] == ["path", "number", "text"]


def _says(flow: Flow) -> bool:
    return bool(flow.texts or flow.numbers or flow.parameters or flow.altered or flow.mixed)


class _Prover:
    """Leaves out of a column's cells what stems from the statement and is not `known`."""

    def __init__(self, flow: Flow, parameters: Mapping[str, Value], known: frozenset[str]) -> None:
        values = [parameters.get(name, ()) for name in sorted(flow.parameters)]
        given = [one for value in values for one in (value if isinstance(value, tuple) else (value,))]
        texts = [*flow.texts, *(one for one in given if isinstance(one, str))]
        self._pieces = [piece for text in texts if len(piece := _fold(text)) >= SHORTEST]
        joined = "".join(map(_fold, texts))
        self._said = (joined, joined[::-1])
        self._numbers = flow.numbers | {float(one) for one in given if isinstance(one, int | float)}
        self._mixed = flow.mixed
        self._known = known.union(*(_words(text) for text in texts if _fold(text) in known))  # "shut down"

    def cell(self, cell: Cell) -> Cell:
        """Return a cell without what only the statement says."""
        if self._mixed and isinstance(cell, bool):
            return None
        if isinstance(cell, str):
            left = WORD.sub(lambda match: LEFT_OUT if self._is_own(match[0]) else match[0], cell)
            return left if left == cell or re.search(r"\w", left) else None
        if isinstance(cell, Mapping):
            return {name: self.cell(one) for name, one in cell.items()}
        if isinstance(cell, Sequence):
            return tuple(self.cell(one) for one in cell)
        if isinstance(cell, int | float) and not isinstance(cell, bool):
            own = float(cell) in self._numbers and _fold(str(cell)) not in self._known
            return None if own else cell
        return cell

    def _is_own(self, word: str) -> bool:
        folded = _fold(word)
        forms = {folded, f"{folded}s", folded.removesuffix("s")}
        if not folded or folded in TRUTHS or not self._known.isdisjoint(forms):
            return False
        return any(folded in said for said in self._said) or any(piece in folded for piece in self._pieces)


def cell_texts(cell: Cell) -> list[str]:
    """Return the texts and numbers of a cell, and of what is in it."""
    if isinstance(cell, Mapping):
        return [text for one in cell.values() for text in cell_texts(one)]
    if isinstance(cell, Sequence) and not isinstance(cell, str):
        return [text for one in cell for text in cell_texts(one)]
    return [] if cell is None else [str(cell)]


def _words(text: str) -> Iterator[str]:
    """Yield the words of a text, and the parts of those that signs divide: a word inside another does not count."""
    for match in WORD.finditer(text):
        yield _fold(match[0])
        yield from (_fold(part) for part in PART.findall(match[0]))


def _fold(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum())
