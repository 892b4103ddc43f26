"""Encodes what a parser returned as JSON, or names the part that is not plain data."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

_encode = json.JSONEncoder(allow_nan=False, check_circular=False, separators=(",", ":")).encode
"""What is nested in itself ends in a RecursionError, without a mark for every record."""
_PLAIN = (str, int, float, bool, type(None))
_DEEPEST = 40


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
