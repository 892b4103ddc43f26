"""Reads a worker's JSON as records or sections, and trusts none of it."""

from __future__ import annotations

import contextlib
import gc
import json
import re
import reprlib
from collections.abc import Iterator, Sequence
from typing import NoReturn

from graph_store.records import Scalar, Value
from ingest.sandbox.errors import Attempt, BadOutputError
from ingest.sandbox.limits import SandboxLimits
from ingest.sandbox.parsed_records import ParsedRecords, RawRecord, RecordTable

_NOTHING: list[object] = []
_SURROGATE = re.compile("[\ud800-\udfff]")
_KINDS = {
    list: "a list",
    dict: "an object",
    str: "text",
    type(None): "None",
    int: "a number",
    float: "a number",
}
_KEYS = {"type", "values", "lines", "children"}
_TEXT, _WHOLE = {str}, {int}
_LOWEST, _HIGHEST = -(1 << 63), (1 << 63) - 1


def read_sections(payload: bytes, attempt: Attempt, size_bytes: int, limits: SandboxLimits) -> list[str]:
    """Check what `split` returned: one text for each line. Raises BadOutputError."""
    sections = _decode(payload, attempt, limits.values(size_bytes, len(attempt.lines)))
    if type(sections) is not list:
        raise BadOutputError(attempt, "result", _kind(sections), "a list with one text for each line")
    if len(sections) != len(attempt.lines):
        expected = f"{len(attempt.lines)}, one for each line"
        raise BadOutputError(attempt, "result", f"{len(sections)} sections", expected)
    checker = _Checker(payload, attempt, limits)
    return [checker.text(each, "result", index, limits.name_chars) for index, each in enumerate(sections)]


def read_records(payload: bytes, attempt: Attempt, size_bytes: int, limits: SandboxLimits) -> ParsedRecords:
    """Check what `parse` returned. Raises BadOutputError."""
    with _without_garbage_collection():
        found = _decode(payload, attempt, limits.values(size_bytes, len(attempt.lines)))
        return _Checker(payload, attempt, limits, size_bytes).all_records(found)


@contextlib.contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Collect nothing while many small objects are made, none of them garbage: a third of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _decode(payload: bytes, attempt: Attempt, most_values: int) -> object:
    """Decode JSON that the worker's encoder can have written: ASCII, no NaN, not too many values."""
    count = payload.count(b",") + payload.count(b"[") + payload.count(b"{")
    if count > most_values:
        expected = f"at most {most_values} for this input"
        raise BadOutputError(attempt, "result", f"about {count} values", expected)
    try:
        return json.loads(payload.decode("ascii"), parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        what = f"no plain JSON ({type(error).__name__})"
        raise BadOutputError(attempt, "result", what, "lists, names, texts, numbers") from None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


class _Checker:
    """Checks one output; counts its records."""

    def __init__(self, payload: bytes, attempt: Attempt, limits: SandboxLimits, size_bytes: int = 0) -> None:
        self._attempt, self._line_count, self._limits = attempt, len(attempt.lines), limits
        self._names, self._value_names = set[str](), set[str]()
        self._short = len(payload) <= limits.text_chars  # then no text in it is longer either
        self._left = limits.records(self._line_count)
        self._escaped = b"\\u" in payload  # otherwise no text holds NUL, a surrogate or a control character
        self._plain = self._short and not self._escaped
        self._values_left = limits.values(size_bytes, self._line_count)
        self._characters_left = limits.output_bytes(size_bytes, self._line_count)

    def all_records(self, found: object) -> ParsedRecords:
        """Check tables and other records; each has its own place in their order."""
        if type(found) is not list or len(found) != 2 or type(found[0]) is not list:
            raise self._bad("result", _kind(found), "tables and records")
        tables = tuple([self._table(each) for each in found[0]])
        taken = [place for table in tables for place in table.places]
        others = found[1]
        count = len(taken) + (len(others) if type(others) is list else 0)
        self._left -= len(taken)
        if tables:
            free = set(range(count)).difference(taken)
            if len(free) + len(taken) != count:
                raise self._bad("result", "places of records twice, or none", f"each below {count} once")
            places: Sequence[int] = sorted(free)
        else:
            places = range(count)
        records = self.records(others, "result", 1, places)
        return ParsedRecords(tables, dict(zip(places, records, strict=True)))

    def _table(self, found: object) -> RecordTable:
        """Check a table. What it names once for many records counts as often as it stands there."""
        if type(found) is not list or len(found) != 5 or any(type(each) is not list for each in found[1:]):
            raise self._bad("result", _kind(found), "a table of records")
        kind, names, places, lines, columns = found
        lines, count = lines or places, len(places)
        self._values_left -= count * (1 + len(columns))
        if self._values_left < 0:
            raise self._bad("result", "too many values in tables", "as many as any records may have")
        if not count or len(lines) != count or not names or len(columns) != len(names):
            raise self._bad("result", "a table of uneven columns", "a value for each record and name")
        if not _WHOLE.issuperset(map(type, places)) or places[0] < 0 or places != sorted(places):
            raise self._bad("result", reprlib.repr(places), "the places of records, from 0 on, ascending")
        first = places[0]
        if not _WHOLE.issuperset(map(type, lines)) or min(lines) < 0 or max(lines) >= self._line_count:
            raise self._no_range(reprlib.repr(lines), "result", first)
        if type(kind) is not str or kind not in self._names:
            self._check_type(kind, "result", first)
        if not _TEXT.issuperset(map(type, names)) or len(set(names)) != len(names):
            raise self._bad(f"result[{first}].values", reprlib.repr(names), "a text for each name, once")
        if not self._value_names.issuperset(names):
            for name in names:
                self._check_name(name, "result", first)
        checked = [self._column(column, places, name) for name, column in zip(names, columns, strict=True)]
        return RecordTable(kind, tuple(names), places, lines, checked)

    def _column(self, column: object, places: Sequence[int], name: str) -> Sequence[Scalar]:
        if type(column) is dict:
            return self._recurring(column, places, name)
        if type(column) is not list or len(column) != len(places):
            raise self._bad(_at("result", places[0], name), _kind(column), f"{len(places)} values")
        kinds = set(map(type, column))
        if (kinds == _TEXT and self._plain) or (
            kinds == _WHOLE and min(column) >= _LOWEST and max(column) <= _HIGHEST
        ):
            return column
        return [
            self._scalar(value, "result", place, name) for place, value in zip(places, column, strict=True)
        ]

    def _recurring(self, column: dict[str, object], places: Sequence[int], name: str) -> Sequence[Scalar]:
        """Check texts that stand once in the reply, and the number of that of each record; none for a single text."""
        texts, at, first = column.get("texts"), column.get("at"), places[0]
        if type(texts) is not list or not texts or type(at) is not list or len(column) != 2:
            raise self._bad(_at("result", first, name), "an object", "texts and their numbers")
        if not _TEXT.issuperset(map(type, texts)) or not self._plain:
            for text in texts:
                self.text(text, "result", first, self._limits.text_chars, name)
        if not at and len(texts) == 1:
            values = texts * len(places)
        elif len(at) != len(places) or not _WHOLE.issuperset(map(type, at)):
            raise self._bad(_at("result", first, name), reprlib.repr(at), f"{len(places)} numbers of texts")
        elif min(at) < 0 or max(at) >= len(texts):
            raise self._bad(_at("result", first, name), reprlib.repr(at), f"numbers below {len(texts)}")
        else:
            values = [texts[number] for number in at]
        self._characters_left -= sum(map(len, values))
        if self._characters_left < 0:
            raise self._bad(_at("result", first, name), "texts that recur too often", "less output")
        return values

    def records(
        self, found: object, place: str, depth: int, places: Sequence[int] = ()
    ) -> Iterator[RawRecord]:
        """Check records, by whose `places` errors name them: their own in the list where there are none."""
        if type(found) is not list:
            raise self._bad(place, _kind(found), "a list of records")
        if depth > self._limits.record_depth and found:
            raise self._bad(place, f"children nested over {self._limits.record_depth} deep", "fewer levels")
        self._left -= len(found)
        if self._left < 0:
            most = self._limits.records(self._line_count)
            expected = f"at most that from {self._line_count} lines"
            raise self._bad(place, f"more than {most} records", expected)
        for index, record in zip(places or range(len(found)), found, strict=True):
            yield self._record(record, place, index, depth)

    def _record(self, record: object, place: str, index: int, depth: int) -> RawRecord:
        if type(record) is not dict:
            raise self._bad(f"{place}[{index}]", _kind(record), "a record")
        if not record.keys() <= _KEYS or "type" not in record or "lines" not in record:
            names = ", ".join(sorted(key[:40] for key in record)) or "none"
            raise self._bad(f"{place}[{index}]", f"the keys {names}", "type, values, lines, children")
        kind = record["type"]
        if type(kind) is not str or kind not in self._names:
            self._check_type(kind, place, index)
        children: tuple[RawRecord, ...] = ()
        if (found := record.get("children", _NOTHING)) != _NOTHING:
            children = tuple(self.records(found, f"{place}[{index}].children", depth + 1))
        lines = self._ranges(record["lines"], place, index)
        if not lines and not children:
            what = "no lines and no children"
            raise self._bad(f"{place}[{index}].lines", what, "the lines it was read from")
        return RawRecord(kind, self._values(record.get("values", {}), place, index), lines, children)

    def _check_type(self, kind: object, place: str, index: int) -> None:
        name = self.text(kind, place, index, self._limits.name_chars)
        if not name or not name.isprintable():
            found = f"the name {name[:40]!a}" if name else "no characters"
            raise self._bad(f"{place}[{index}].type", found, "a name of printable characters")
        self._names.add(name)

    def _values(self, values: object, place: str, index: int) -> dict[str, Value]:
        """Check values where they stand (the dict is the decoder's); names recur, and are checked once."""
        if type(values) is not dict:
            raise self._bad(f"{place}[{index}].values", _kind(values), "names with values")
        if not self._value_names.issuperset(values):
            for name in values:
                self._check_name(name, place, index)
        plain = self._plain
        for name, value in values.items():
            kind = type(value)
            if (kind is str and plain) or (kind is int and _LOWEST <= value <= _HIGHEST):
                continue
            if kind is list:
                values[name] = tuple(self._scalar(each, place, index, name) for each in value)
            else:
                self._scalar(value, place, index, name)
        return values

    def _check_name(self, name: str, place: str, index: int) -> None:
        if not name or not name.isprintable():
            raise self._bad(f"{place}[{index}].values", f"the name {name[:40]!a}", "printable characters")
        self._value_names.add(self.text(name, place, index, self._limits.name_chars))

    def _scalar(self, value: object, place: str, index: int, name: str) -> Scalar:
        kind = type(value)
        if kind is str:
            return self.text(value, place, index, self._limits.text_chars, name)
        if isinstance(value, int):  # bool included
            if _LOWEST <= value <= _HIGHEST:
                return value
            raise self._bad(_at(place, index, name), "a number over 64 bits", "text, or a smaller number")
        if isinstance(value, float) and value - value == 0.0:
            return value
        expected = "text, a finite number, true, false, a list of these"
        raise self._bad(_at(place, index, name), _kind(value), expected)

    def text(self, value: object, place: str, index: int, most_chars: int, name: str = "") -> str:
        if not isinstance(value, str):
            raise self._bad(_at(place, index, name), _kind(value), "text")
        if len(value) > most_chars:
            raise self._bad(_at(place, index, name), f"{len(value)} characters", f"at most {most_chars}")
        if self._escaped and ("\0" in value or (not value.isascii() and _SURROGATE.search(value))):
            what = f"NUL or half a character in {value[:40]!a}"
            raise self._bad(_at(place, index, name), what, "proper text")
        return value

    def _ranges(self, ranges: object, place: str, index: int) -> tuple[tuple[int, int], ...]:
        if type(ranges) is not list or len(ranges) > self._line_count:
            raise self._no_range(_kind(ranges), place, index)
        checked = []
        for each in ranges:
            first, last = each if type(each) is list and len(each) == 2 else (None, None)
            if type(first) is not int or type(last) is not int or not 0 <= first <= last < self._line_count:
                raise self._no_range(reprlib.repr(each), place, index)
            checked.append((first, last))
        return tuple(checked)

    def _no_range(self, found: str, place: str, index: int) -> BadOutputError:
        expected = f"[[first, last], ...] with 0 <= first <= last < {self._line_count}"
        return self._bad(f"{place}[{index}].lines", found, expected)

    def _bad(self, place: str, found: str, expected: str) -> BadOutputError:
        return BadOutputError(self._attempt, place, found, expected)


def _at(place: str, index: int, name: str) -> str:
    return f"{place}[{index}]" + (f".values.{name[:40]}" if name else "")


def _kind(value: object) -> str:
    return _KINDS.get(type(value), type(value).__name__) + (
        f" ({value})" if isinstance(value, float | bool) else ""
    )
