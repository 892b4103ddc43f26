"""Finds the header that the lines of a log share, column by column."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ingest.induction.logs.header_brackets import split_brackets
from ingest.induction.logs.header_columns import NEARLY_ALL, Column, read_columns
from ingest.induction.logs.header_front import before_time
from ingest.induction.logs.values import kind_of_values
from ingest.read_times import TimeMatch, find_time
from ingest.time_formats import BY_NAME

STAMP_CHARACTERS = 160
MOST_HEADERS = 6
MOST_LINES = 800


RFC5424 = (
    r" (?P<host>\S+) (?P<process>\S+) (?P<pid>\S+) (?P<message_id>\S+) "
    r"(?:-|(?P<structured_data>(?:\[(?:[^\]\"\\]|\"(?:[^\"\\]|\\.)*\")*\])+))(?=\s|$)"
)
"""What the standard for syslog puts behind the time."""


@dataclass(frozen=True, slots=True)
class Header:
    """How a record begins: expressions to try in turn, the fullest first, and the kinds of their fields.

    Each has the group `message` for the rest of the line.
    """

    patterns: tuple[str, ...]
    kinds: tuple[tuple[str, str], ...] = ()


def induce_header(lines: Sequence[str]) -> Header:
    """Learn the header of the lines that begin a record; without any, the whole line is the message."""
    left = [line for line in lines if line.strip() and not line[0].isspace()]
    left = left[:: -(-len(left) // MOST_LINES) or 1]
    enough = max(2, len(left) // 50)
    patterns: list[str] = []
    plainer: list[str] = []
    for _ in range(MOST_HEADERS):
        full, fallbacks = _patterns_of(left) if left else ([], [])
        compiled = [re.compile(pattern) for pattern in full]
        rest = [line for line in left if not any(pattern.match(line) for pattern in compiled)]
        if len(rest) == len(left):
            break
        patterns.extend(pattern for pattern in full if pattern not in patterns)
        plainer.extend(pattern for pattern in fallbacks if pattern not in plainer)
        left = rest
        if len(left) < enough:
            break
    patterns.extend(pattern for pattern in plainer if pattern not in patterns)
    if not patterns:
        patterns = [r"(?P<message>\S.*)"]
    return Header(tuple(patterns), _kinds(patterns, lines))


def _kinds(patterns: Sequence[str], lines: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Type the fields by their values in the sample. The message and the time stamp stay text."""
    compiled = [re.compile(pattern) for pattern in patterns]
    values: dict[str, list[str]] = {}
    for line in lines:
        for pattern in compiled:
            found = pattern.match(line)
            if found:
                for name, value in found.groupdict().items():
                    values.setdefault(name, [])
                    if value and value != "-":
                        values[name].append(value)
                break
    text_fields = ("message", "timestamp_text", "level", "host", "process", "component")
    return tuple(
        (name, "string" if name in text_fields else kind_of_values(found))
        for name, found in values.items()
        if name != "message" and found
    )


def _patterns_of(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """Give the expressions for the commonest kind of header among the lines, and plainer ones behind it."""
    stamps = [find_time(line[:STAMP_CHARACTERS]) for line in lines]
    places = Counter(
        (stamp.format, len(line[: stamp.start].split()))
        for line, stamp in zip(lines, stamps, strict=True)
        if stamp
    )
    ((place, count),) = places.most_common(1) or [(("", 0), 0)]
    if count < 0.1 * len(lines) or (count < 2 and len(lines) > 2):
        return _without_time(lines)
    chosen = [
        (line, stamp)
        for line, stamp in zip(lines, stamps, strict=True)
        if stamp and stamp.format == place[0] and len(line[: stamp.start].split()) == place[1]
    ]
    return _with_time(chosen)


def _without_time(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    columns = read_columns(list(lines), set())
    return ([_assemble(columns)] if columns else [], [r"(?P<message>\S.*)"])


def _with_time(chosen: Sequence[tuple[str, TimeMatch]]) -> tuple[list[str], list[str]]:
    before = [line[: stamp.start] for line, stamp in chosen]
    after = [line[stamp.end :] for line, stamp in chosen]
    taken: set[str] = {"timestamp_text"}
    start = before_time(before, taken)
    if start is None:
        return [], []
    stamp = f"{start}(?P<timestamp_text>{BY_NAME[chosen[0][1].format].plain})"
    standard = sum(1 for text in before if re.fullmatch(r"<[0-9]{1,3}>1 ", text))
    if standard >= NEARLY_ALL * len(before) and len(after) == sum(
        1 for text in after if re.match(RFC5424, text)
    ):
        columns = [Column(RFC5424, True)]
    else:
        columns = read_columns(after, taken, after_time=True)
    brackets = [replace(column, pattern=split_brackets(column.pattern, after)) for column in columns]
    full = [stamp + _assemble(brackets), stamp + _assemble(columns)]
    plainer = []
    for end in range(len(columns) - 1, 0, -1):
        if "(?P<host>" in columns[end - 1].pattern:
            plainer.append(stamp + _assemble(columns[:end]))
    plainer.append(stamp + r"[\])>:,;]*\s*(?P<message>.*)")
    return list(dict.fromkeys(full)), plainer


def _assemble(columns: Sequence[Column]) -> str:
    parts = [column.pattern for column in columns]
    return (
        "".join(parts) + r"[\])>:,;]*\s*(?P<message>.*)"
        if not columns
        else "".join(parts) + r"\s*(?P<message>.*)"
    )
