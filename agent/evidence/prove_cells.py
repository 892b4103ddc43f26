"""Tells what the data says in a row from what its statement says itself: the latter proves nothing. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from agent.evidence.column_flow import Flow, column_flows
from agent.records import Query, Row
from graph_store.records import Cell, Scalar

LEFT_OUT = "…"
WORD = re.compile(r"[^\W_]+(?:[^\w\s|,;()\[\]{}]+[^\W_]+)*")
PART = re.compile(r"[^\W_]+")
NAME = re.compile(r"[\w.]{1,60}")
CLAIMS = frozenset({"is", "are", "was", "were", "has", "have", "not", "no"})
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
        return Row(_plainly_named(row.values), row.lines, row.total_lines)
    told = [text for line in row.lines for text in (line.text, line.path)]
    told += [text for name, cell in row.values.items() if not _says(flows[name]) for text in _texts(cell)]
    told += [name for flow in flows.values() for name in flow.names]
    known = frozenset(word for text in told for word in _words(text))
    values = {
        name: _Prover(flows[name], query.parameters, known).cell(cell)
        for name, cell in row.values.items()
        if flows[name].data and not flows[name].altered
    }
    return Row(_plainly_named(values), row.lines if values else (), row.total_lines if values else 0)


def _plainly_named(values: Mapping[str, Cell]) -> dict[str, Cell]:
    """Name columns by their place where the name would be a sentence: the model's words, not the data's."""
    return {
        name if NAME.fullmatch(name) and not CLAIMS & set(name.lower().split("_")) else f"value_{place}": cell
        for place, (name, cell) in enumerate(values.items(), start=1)
    }


def is_line(query: Query, columns: Sequence[str]) -> bool:
    """Say whether the columns path, number and text are those of one node, unchanged: a line, not a made-up one."""
    flows = dict(zip(columns, column_flows(query.statement, tuple(columns)), strict=True))
    found = {name.rpartition(".")[2]: flow.whole for name, flow in flows.items()}
    places = [found.get(name) for name in ("path", "number", "text")]
    nodes = {place[0] for place in places if place is not None}
    return len(nodes) == 1 and [place and place[1] for place in places] == ["path", "number", "text"]


def _says(flow: Flow) -> bool:
    return bool(flow.texts or flow.numbers or flow.parameters or flow.altered)


class _Prover:
    """Leaves out of a column's cells what stems from the statement and is not `known`."""

    def __init__(
        self, flow: Flow, parameters: Mapping[str, Scalar | tuple[Scalar, ...]], known: frozenset[str]
    ) -> None:
        given = [one for name in sorted(flow.parameters) for one in _scalars(parameters.get(name, ()))]
        texts = [*flow.texts, *(one for one in given if isinstance(one, str))]
        self._pieces = [piece for text in texts if len(piece := _fold(text)) >= SHORTEST]
        joined = "".join(map(_fold, texts))
        self._said = (joined, joined[::-1])
        numbers = (one for one in given if isinstance(one, int | float))
        self._numbers = flow.numbers | {float(one) for one in numbers}
        self._known = known.union(*(_words(text) for text in texts if _fold(text) in known))  # "shut down"

    def cell(self, cell: Cell) -> Cell:
        """Return a cell without what only the statement says."""
        if isinstance(cell, str):
            return self._text(cell)
        if isinstance(cell, Mapping):
            return {name: self.cell(one) for name, one in cell.items()}
        if isinstance(cell, Sequence):
            return tuple(self.cell(one) for one in cell)
        if isinstance(cell, int | float) and not isinstance(cell, bool):
            own = float(cell) in self._numbers and _fold(str(cell)) not in self._known
            return None if own else cell
        return cell

    def _text(self, text: str) -> str | None:
        left = WORD.sub(lambda match: LEFT_OUT if self._is_own(match[0]) else match[0], text)
        return left if left == text or re.search(r"\w", left) else None

    def _is_own(self, word: str) -> bool:
        folded = _fold(word)
        if (
            not folded
            or folded in TRUTHS
            or not self._known.isdisjoint({folded, f"{folded}s", folded.removesuffix("s")})
        ):
            return False
        return any(folded in said for said in self._said) or any(piece in folded for piece in self._pieces)


def _scalars(value: Scalar | tuple[Scalar, ...]) -> Sequence[Scalar]:
    return value if isinstance(value, tuple) else (value,)


def _texts(cell: Cell) -> list[str]:
    if isinstance(cell, Mapping):
        return [text for one in cell.values() for text in _texts(one)]
    if isinstance(cell, Sequence) and not isinstance(cell, str):
        return [text for one in cell for text in _texts(one)]
    return [] if cell is None else [str(cell)]


def _words(text: str) -> Iterator[str]:
    """Yield the words of a text, and the parts of those that signs divide: a word inside another does not count."""
    for match in WORD.finditer(text):
        yield _fold(match[0])
        yield from (_fold(part) for part in PART.findall(match[0]))


def _fold(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum())
