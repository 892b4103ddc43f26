"""Encodes what a parser returned as JSON, like records in columns, or names the part that is not plain data."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

_encode = json.JSONEncoder(allow_nan=False, check_circular=False, separators=(",", ":")).encode
"""What is nested in itself ends in a RecursionError, without a mark for every record."""
_PLAIN = (str, int, float, bool, type(None))
_DEEPEST = 40
_TEXT = {str}
_SCALARS = frozenset(_PLAIN[:-1])
_OF_A_LINE = {"type", "values", "lines"}


class OutputError(Exception):
    """What was returned cannot be passed on."""


def encode_output(output: object) -> bytes:
    """Encode a list, or an iterator read to its end; raise OutputError with the place of the fault."""
    if isinstance(output, Iterator):
        output = list(output)
    try:
        _check_names(output, "result", 0)
        return _encode(output).encode("ascii")
    except (TypeError, ValueError, RecursionError, AttributeError) as error:
        fault = next(_faults(output, "result", 0), f"{type(error).__name__}: {str(error)[:200]}")
        raise OutputError(fault) from None


def encode_records(output: object) -> bytes:
    """Encode records as [tables, the others in their order]; raise OutputError with the place of the fault."""
    if isinstance(output, Iterator):
        output = list(output)
    if type(output) is list and (tables := _tables(output)):
        in_tables = {place for table in tables for place in table[2]}
        others = [record for place, record in enumerate(output) if place not in in_tables]
        try:
            _check_names(others, "result", 0)
            return _encode((tables, others)).encode("ascii")
        except (TypeError, ValueError, RecursionError, AttributeError, OutputError):
            pass  # as plain records it is told which of them is at fault
    return b"[[]," + encode_output(output) + b"]"


_Table = tuple[str, Sequence[str], Sequence[int], Sequence[int], Sequence[object]]
"""Type, names, places among all records, lines (none where they are as the places), a column for each name."""


def _tables(records: Sequence[object]) -> list[_Table]:
    """Put records in columns that are each on one line, by type and names; none where some record holds others."""
    rows: dict[tuple[str, ...], list[tuple[object, ...]]] = {}
    for place, record in enumerate(records):
        if type(record) is not dict:
            continue
        if record.keys() != _OF_A_LINE:
            if record.get("children"):
                return []
            continue
        kind, values, lines = record["type"], record["values"], record["lines"]
        if type(kind) is str and type(values) is dict and type(lines) is list and len(lines) == 1:
            (span,) = lines
            if type(span) is list and len(span) == 2 and span[0] == span[1] and type(span[0]) is int:
                rows.setdefault((kind, *values), []).append((place, span[0], *values.values()))
    return [table for key, some in rows.items() if len(some) > 1 and (table := _table(*key, rows=some))]


def _table(kind: str, *names: str, rows: Sequence[tuple[object, ...]]) -> _Table | None:
    """Make a table of some records; nothing where a name is no text, or a value no scalar."""
    places, lines, *values = zip(*rows, strict=True)
    columns = [_column(each) for each in values]
    if not names or set(map(type, names)) != _TEXT or None in columns:
        return None
    return kind, names, places, () if lines == places else lines, columns


def _column(values: tuple[object, ...]) -> object:
    """Return the values; as {"texts", "at"} where texts recur, each once, `at` blank for a single one."""
    types = set(map(type, values))
    if types == _TEXT:
        texts = dict.fromkeys(values)
        if len(texts) == 1:
            return {"texts": values[:1], "at": ()}
        if 2 * len(texts) <= len(values):
            number = dict(zip(texts, range(len(texts)), strict=True))
            return {"texts": tuple(texts), "at": [number[text] for text in values]}
        return values
    return values if types <= _SCALARS else None


def _check_names(records: object, place: str, depth: int) -> None:
    """Refuse names that are not text: JSON would silently make text of numbers and None."""
    if not isinstance(records, list | tuple) or depth > _DEEPEST:
        return
    for index, record in enumerate(records):
        if isinstance(record, dict):
            values = record.get("values")
            _check_keys(record, place, index)
            if isinstance(values, dict):
                _check_keys(values, place, index)
            if children := record.get("children"):
                _check_names(children, f"{place}[{index}].children", depth + 1)


def _check_keys(names: Iterable[object], place: str, index: int) -> None:
    for name in names:
        if type(name) is not str:
            raise OutputError(f"{place}[{index}]: the name {repr(name)[:80]} is no text")


def _faults(value: object, place: str, depth: int) -> Iterator[str]:
    """Yield what cannot be encoded, in order; only called once encoding has failed."""
    if depth > _DEEPEST:
        yield f"{place[:80]}...: nested more than {_DEEPEST} deep, or in itself"
    elif isinstance(value, dict):
        for name, item in value.items():
            if not isinstance(name, str):
                yield f"{place}: the name {repr(name)[:80]} is no text"
            yield from _faults(item, f"{place}.{str(name)[:40]}", depth + 1)
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            yield from _faults(item, f"{place}[{index}]", depth + 1)
    elif not isinstance(value, _PLAIN):
        possible = "text, numbers, True, False and lists of these"
        yield f"{place}: {type(value).__name__} is not possible; possible: {possible}"
    elif isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        yield f"{place}: {value} is not possible in a number"
