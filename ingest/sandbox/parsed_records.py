"""What a parser found, once it has been checked: records, those that are alike in columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, overload

from graph_store.records import Scalar, Value


class RawRecord(NamedTuple):
    """One record of a parser; `lines` are inclusive ranges of 0-based indices into the list it was given."""

    type: str
    values: Mapping[str, Value]
    lines: tuple[tuple[int, int], ...]
    children: tuple[RawRecord, ...] = ()


class RecordTable(NamedTuple):
    """Records of one type with the same names, each on one line, of which `lines` has the index.

    `places` are those among all records of the batch, ascending; `columns` has the values of each name.
    """

    type: str
    names: tuple[str, ...]
    places: Sequence[int]
    lines: Sequence[int]
    columns: Sequence[Sequence[Scalar]]

    def records(self) -> Iterator[RawRecord]:
        """Make the records."""
        for line, row in zip(self.lines, zip(*self.columns, strict=True), strict=True):
            yield RawRecord(self.type, dict(zip(self.names, row, strict=True)), ((line, line),))

    def column(self, name: str) -> Sequence[Scalar]:
        """Return the values of a name; none where it is not there."""
        return self.columns[self.names.index(name)] if name in self.names else ()

    def only(self, rows: Sequence[int]) -> RecordTable:
        """Return a table of some rows."""
        places, lines = ([numbers[row] for row in rows] for numbers in (self.places, self.lines))
        columns = [[column[row] for row in rows] for column in self.columns]
        return RecordTable(self.type, self.names, places, lines, columns)


@dataclass(frozen=True, slots=True, eq=False)
class ParsedRecords(Sequence[RawRecord]):
    """The records of one batch in the order of the parser: some in `tables`, none of which holds others.

    `others` are the rest, by their places. Whoever asks for a record has it made.
    """

    tables: tuple[RecordTable, ...]
    others: Mapping[int, RawRecord]

    def __len__(self) -> int:
        return sum(len(table.places) for table in self.tables) + len(self.others)

    @overload
    def __getitem__(self, index: int) -> RawRecord: ...
    @overload
    def __getitem__(self, index: slice) -> list[RawRecord]: ...
    def __getitem__(self, index: int | slice) -> RawRecord | list[RawRecord]:
        return list(self)[index]

    def __iter__(self) -> Iterator[RawRecord]:
        made = dict(self.others)
        for table in self.tables:
            made.update(zip(table.places, table.records(), strict=True))
        return (made[place] for place in sorted(made))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)
