"""Learns the schema and the parser of a log from a sample of its lines, without a model."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import replace

from ingest.induction.logs.header import ANYTHING, Header, induce_header
from ingest.induction.logs.keyed import MESSAGE_KEYS, Keyed, NamedColumns, Row, find_named_columns, learn_keys
from ingest.induction.logs.names import snake_name
from ingest.induction.logs.parser_parts.read_bodies import (
    begins_body,
    is_row,
    read_body,
    read_entries,
    read_pairs,
)
from ingest.induction.logs.templates import mine_templates
from ingest.induction.logs.values import kind_of_values
from ingest.induction.logs.write_parser import Times, write_parser
from ingest.induction.records import InducedParser
from ingest.read_times import TimeMatch, find_time
from ingest.time_formats import BY_NAME

# Finds fields beside a log's header and messages: `[id name="value"]` parameters, and the lines behind a record.


PARAMETERS = "structured_data"
DETAILS = "details"
"""The lines of a record behind its first that are not indented: what was thrown, and its cause."""
_PARAMETER = re.compile(r'(?<![\w.@-])([\w.@-]++)[=:]"((?:[^"\\]|\\.)*+)"')


def with_loose_fields(header: Header, sample: Sequence[str]) -> Header:
    """Add to the header's fields the parameters of its structured data, and the details of records of several lines."""
    compiled = [re.compile(pattern) for pattern in header.patterns]
    parameters: dict[str, list[str]] = {}
    begun = details = False
    for line in sample:
        found = next((match for each in compiled if (match := each.match(line))), None)
        details = details or (begun and found is None and line[:1].strip() != "")
        begun = begun or found is not None
        for key, value in _PARAMETER.findall((found.groupdict().get(PARAMETERS) if found else None) or ""):
            parameters.setdefault(snake_name(key), []).append(value)
    taken = {name for name, _ in header.kinds}
    kinds = [
        (name, kind_of_values(tuple(values))) for name, values in parameters.items() if name not in taken
    ]
    more = [(DETAILS, "string")] if details and DETAILS not in taken else []
    return replace(header, kinds=(*header.kinds, *kinds, *more))


MOST_LINES = 6_000
BODY_CHARACTERS = 400
BEGINNING = 160
MOST_FORMATS = 4


def induce_log(lines: Sequence[str], seed: int = 0, devices: Container[str] = ()) -> InducedParser:
    """Induce a parser for the log that the lines were taken from, in the order of the file.

    Of a sample longer than MOST_LINES every n-th line is used; `seed` shifts which. Without any line the
    parser reads every line as an event of its own. `devices` are known already (see `Sample`).
    """
    step = -(-len(lines) // MOST_LINES) or 1
    sample = list(lines[seed % step :: step])
    columns = find_named_columns([line for line in sample if line.strip()])
    if columns is not None:
        header = Header((ANYTHING,))
    else:
        header = with_loose_fields(
            induce_header([line for line in sample if not begins_body(line)], devices), sample
        )
    found, left = _records(sample, header)
    own_times = _times([line[:BEGINNING] for line in left], full=False)
    anything = re.compile(ANYTHING)
    begins = re.compile(own_times) if own_times else None
    for line in left:
        dated = begins is not None and begins.search(line, 0, BEGINNING) is not None
        if (dated or begins_body(line)) and (match := anything.match(line)):
            found.append(match)
    plain: list[str] = []
    rows: list[Row] = []
    styles = _styles(
        [match["message"].rstrip() for match in found],
        sum(bool(match.groupdict().get("timestamp_text")) for match in found) >= 0.5 * len(found),
    )
    for match in found:
        row = _read(match["message"].rstrip(), columns, styles)
        if row:
            rows.append(row)
        elif columns is None:
            plain.append(match["message"])
    keyed = learn_keys(rows, [name for name, _ in header.kinds], columns, devices) if rows else Keyed()
    templates = mine_templates([*plain, *keyed.messages])
    values: dict[str, list[str]] = {}
    for name, text in (item for match in found for item in match.groupdict().items()):
        if text:
            values.setdefault(name, []).append(text)
    for key, text in (item for row in rows for item in row.items()):
        if text and key in keyed.names:
            values.setdefault(keyed.names[key], []).append(text)
    times = _times([match["message"][:BODY_CHARACTERS] for match in found], full=True)
    return write_parser(
        header, templates, replace(keyed, styles=styles), Times(_either(times, own_times), own_times), values
    )


def _records(sample: Sequence[str], header: Header) -> tuple[list[re.Match[str]], list[str]]:
    """Match the lines that are not indented with the headers; returns the others beside them."""
    compiled = [re.compile(pattern) for pattern in header.patterns]
    found: list[re.Match[str]] = []
    left: list[str] = []
    for line in sample:
        if line.strip() and not line[0].isspace():
            match = next((m for each in compiled if (m := each.match(line))), None)
            if match is None:
                left.append(line)
            else:
                found.append(match)
    return found, left


def _read(message: str, columns: NamedColumns | None, styles: str) -> dict[str, str]:
    """Read the keys of a message, all values as text."""
    separator = (columns.separator or None) if columns else None
    pairs = read_body(message, columns.names if columns else (), separator, styles)
    return {key: _text(value) for key, value in pairs}


def _styles(messages: Sequence[str], timed: bool) -> str:
    """Tell which lists of keys and values are read by their keys: `pairs`, `entries`, both or none.

    Pairs in few of the messages, or behind a header with a time always in a few orders, are messages like any
    others, unless one of them holds the message.
    """
    found = [row for row in map(read_pairs, messages) if row]
    forms = {tuple(key for key, _ in row) for row in found}
    said = sum(
        any(key.lower() in MESSAGE_KEYS and len(value.split()) >= 3 for key, value in row) for row in found
    )
    often = len(found) >= 0.5 * len(messages)
    pairs = often and (not timed or len(forms) > min(30, 0.2 * len(found)) or said >= 0.5 * len(found))
    entries = sum(bool(read_entries(message)) for message in messages) >= 0.5 * len(messages)
    rows = sum(map(is_row, messages)) >= 0.3 * len(messages)
    return " ".join(["pairs"] * pairs + ["rows"] * rows + ["entries"] * entries)


def _text(value: object) -> str:
    if isinstance(value, list):
        return _text(value[0]) if value else ""
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _times(texts: Sequence[str], full: bool) -> str:
    """Give the expression for the times with a date in the texts, `full` with a year; blank where few have one."""
    formats: Counter[str] = Counter()
    for text in texts:
        stamp = _dated_time(text, full)
        if stamp is not None:
            formats[stamp.format] += 1
    return _either(*(_expression(name) for name, _ in formats.most_common(MOST_FORMATS)))


def _expression(name: str) -> str:
    return BY_NAME[name].before + BY_NAME[name].plain + BY_NAME[name].after


def _either(*expressions: str) -> str:
    return "|".join(dict.fromkeys(filter(None, expressions)))


def _dated_time(text: str, full: bool) -> TimeMatch | None:
    """Find the first time that names its date, and its year too where that is wanted."""
    at, stamp = 0, find_time(text)
    while stamp is not None and not (
        BY_NAME[stamp.format].has_date and (BY_NAME[stamp.format].has_year or not full)
    ):
        at = stamp.end
        stamp = find_time(text, at)
    return stamp if stamp is not None and BY_NAME[stamp.format].anywhere else None
