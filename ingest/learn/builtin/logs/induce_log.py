"""Learns the schema and the parser of a log from a sample of its lines, without a model."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import replace
from itertools import chain

from ingest.files.read_times import TimeMatch, find_time
from ingest.learn.builtin.logs.header import ANYTHING, Header, induce_header, matcher
from ingest.learn.builtin.logs.keyed import (
    MESSAGE_KEYS,
    Keyed,
    KeyedRow,
    NamedColumns,
    find_named_columns,
    learn_keys,
)
from ingest.learn.builtin.logs.names import snake_name
from ingest.learn.builtin.logs.templates import mine_templates
from ingest.learn.builtin.logs.values import kind_of_values
from ingest.learn.builtin.logs.write_parser import write_parser
from ingest.records import InducedParser
from reading.header_patterns import TIMES_JOINT, either_time
from reading.read_bodies import (
    begins_body,
    is_row,
    read_body,
    read_entries,
    read_pairs,
)
from reading.time_formats import BY_NAME

PARAMETERS = "structured_data"
"""The field of `[id name="value"]` parameters beside a log's header and messages."""
DETAILS = "details"
"""The lines of a record behind its first that are not indented: what was thrown, and its cause."""
_PARAMETER = re.compile(r'(?<![\w.@-])([\w.@-]++)[=:]"((?:[^"\\]|\\.)*+)"')
_OPENINGS = (r"\s*(?P<message>\{.*)", r"\s*(?P<message>[\w.@-]+=.*)")
"""How records of keys and values begin where no header stands before them."""
MOST_LINES = 6_000
BODY_CHARACTERS = 400
BEGINNING = 160
MOST_FORMATS = 4


def induce_log(lines: Sequence[str], devices: Container[str] = ()) -> InducedParser:
    """Induce a parser for the log that the lines were taken from, in the order of the file.

    Of a sample longer than MOST_LINES every n-th line is used. Without any line the parser reads every line as an
    event of its own. `devices` are known already (see `Sample`).
    """
    sample = lines[:: -(-len(lines) // MOST_LINES) or 1]
    shown = [line for line in sample if line.strip()]
    columns = find_named_columns(shown)
    if columns is not None:
        header = Header((ANYTHING,))
    else:
        headed = [line for line in shown if not begins_body(line)]
        header = induce_header(headed, devices) if headed else Header((_opening(shown),))
        header = _with_loose_fields(header, sample)
    found, own_times = _records(sample, header)
    messages = [match["message"].rstrip() for match in found]
    timed = sum(bool(match.groupdict().get("timestamp_text")) for match in found) >= 0.5 * len(found)
    styles = _styles(messages, timed)
    read = [_read(message, columns, styles) for message in messages]
    rows = [row for row in read if row]
    keyed = learn_keys(rows, [name for name, _ in header.kinds], columns, devices) if rows else Keyed()
    plain = [message for message, row in zip(messages, read, strict=True) if not row and columns is None]
    values: dict[str, list[str]] = {}
    named = ((keyed.names[key], text) for row in rows for key, text in row.items() if key in keyed.names)
    for name, text in chain((item for match in found for item in match.groupdict().items()), named):
        if text:
            values.setdefault(name, []).append(text)
    times = _times([message[:BODY_CHARACTERS] for message in messages], full=True)
    inside = [*times, *(name for name in own_times if name not in times)]
    return write_parser(
        replace(header, own_times=TIMES_JOINT.join(own_times), times_inside=TIMES_JOINT.join(inside)),
        mine_templates([*plain, *keyed.messages]),
        replace(keyed, styles=styles),
        values,
    )


def _opening(lines: Sequence[str]) -> str:
    """Return the pattern of lines that are keys and values from their first character on; of no line any fits."""
    openings = _OPENINGS if lines else ()
    return next((one for one in openings if all(map(re.compile(one).match, lines))), ANYTHING)


def _with_loose_fields(header: Header, sample: Sequence[str]) -> Header:
    """Add to the header's fields the parameters of its structured data, and the details of records of several lines."""
    match = matcher(header.patterns)
    parameters: dict[str, list[str]] = {}
    begun = details = False
    for line in sample:
        found = match(line)
        details = details or (begun and found is None and line[:1].strip() != "")
        begun = begun or found is not None
        for key, value in _PARAMETER.findall((found.groupdict().get(PARAMETERS) if found else None) or ""):
            parameters.setdefault(snake_name(key), []).append(value)
    more = [(name, kind_of_values(values)) for name, values in parameters.items()]
    more += [(DETAILS, "string")] if details else []
    taken = dict(header.kinds)
    return replace(header, kinds=(*header.kinds, *((name, kind) for name, kind in more if name not in taken)))


def _records(sample: Sequence[str], header: Header) -> tuple[list[re.Match[str]], list[str]]:
    """Match the first lines of records; of those without a header, which a time or a body tells, at the end.

    Returns the formats of these times, too.
    """
    match = matcher(header.patterns)
    flush = [line for line in sample if line.strip() and not line[0].isspace()]
    matched = [(line, match(line)) for line in flush]
    left = [line for line, record in matched if record is None]
    own_times = _times([line[:BEGINNING] for line in left], full=False)
    dated = re.compile(either_time(TIMES_JOINT.join(own_times)) if own_times else "(?!)").search
    begun = (line for line in left if dated(line, 0, BEGINNING) or begins_body(line))
    found = [*(record for _, record in matched), *map(matcher([ANYTHING]), begun)]
    return list(filter(None, found)), own_times


def _read(message: str, columns: NamedColumns | None, styles: str) -> KeyedRow:
    """Read the keys of a message, all values as text."""
    separator = (columns.separator or None) if columns else None
    pairs = read_body(message, columns.names if columns else (), separator, styles)
    return {key: _text(value) for key, value in pairs}


def _text(value: object) -> str:
    if isinstance(value, list):
        return _text(value[0]) if value else ""
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _styles(messages: Sequence[str], timed: bool) -> str:
    """Tell which lists of keys and values are read by their keys: `pairs`, `rows`, `entries`, several or none.

    Pairs in few of the messages, or behind a header with a time always in a few orders, are messages like any
    others, unless one of them holds the message.
    """
    found = [row for row in map(read_pairs, messages) if row]
    forms = {tuple(key for key, _ in row) for row in found}
    keyed = sum(
        any(key.lower() in MESSAGE_KEYS and len(value.split()) >= 3 for key, value in row) for row in found
    )
    often = len(found) >= 0.5 * len(messages)
    pairs = often and (not timed or len(forms) > min(30, 0.2 * len(found)) or keyed >= 0.5 * len(found))
    entries = sum(bool(read_entries(message)) for message in messages) >= 0.5 * len(messages)
    rows = sum(map(is_row, messages)) >= 0.3 * len(messages)
    return " ".join(["pairs"] * pairs + ["rows"] * rows + ["entries"] * entries)


def _times(texts: Sequence[str], full: bool) -> list[str]:
    """List the commonest formats of times with a date in the texts, `full` with a year."""
    formats = Counter(stamp.format for text in texts if (stamp := _dated_time(text, full)))
    return [name for name, _ in formats.most_common(MOST_FORMATS)]


def _dated_time(text: str, full: bool) -> TimeMatch | None:
    """Find the first time that names its date, and its year too where that is wanted."""
    stamp = find_time(text)
    while stamp is not None:
        time_format = BY_NAME[stamp.format]
        if time_format.has_date and (time_format.has_year or not full):
            return stamp if time_format.anywhere else None
        stamp = find_time(text, stamp.end)
    return None
