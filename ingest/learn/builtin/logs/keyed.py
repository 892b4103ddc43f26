"""Learns what the keys of messages mean: time, level, host, message, and the type of event."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field

from ingest.files.read_times import find_time
from ingest.learn.builtin.logs.names import KIND_NOUNS, RESERVED_NAMES, free_name, snake_name
from ingest.learn.builtin.logs.sender import find_sender
from ingest.learn.builtin.logs.values import kind_of_values
from ingest.learn.judge_records import are_devices, could_be_hosts
from reading.header_patterns import LEVELS
from reading.read_bodies import PLACE, read_columns, split_columns
from reading.time_formats import BY_NAME

# Reads the names of a log's columns from its own lines: `#Fields: date time action`, or a first row of names.


NAMES = re.compile(r"#\s*(?i:fields)\b:?\s*(\S.*)")
"""As the Extended Log File Format of the W3C has it; other programs write it with tabs and no colon."""
COMMENT = "#"
_NAME = re.compile(r"[A-Za-z@][\w .@/()#%-]{1,40}")
FIRST = 5
FEWEST_COLUMNS = 3
NEARLY_ALL = 0.8


@dataclass(frozen=True, slots=True)
class NamedColumns:
    """The names in their order, and what parts the columns; blank where white space does."""

    names: tuple[str, ...]
    separator: str


def find_named_columns(lines: Sequence[str]) -> NamedColumns | None:
    """Find the names that fit nearly all lines; nothing where no line names columns or they fit few.

    A row of names alone counts where no other line has one of them.
    """
    rows = [line for line in lines if line.strip() and not line.startswith(COMMENT)]
    for named in dict.fromkeys(found[1] for line in lines if (found := NAMES.match(line))):
        columns = _columns(named, next((sign for sign in "\t," if sign in named), ""))
        if columns is not None and rows:
            read = (read_columns(line, columns.names, columns.separator or None) for line in rows)
            if sum(map(bool, read)) >= NEARLY_ALL * len(rows):
                return columns
    for line in rows[:FIRST]:
        separator = next((sign for sign in "\t,;|" if line.count(sign) >= FEWEST_COLUMNS), "")
        columns = _columns(line, separator) if separator else None
        if columns is None or not all(map(_NAME.fullmatch, columns.names)):
            continue
        others = [split_columns(other, separator) for other in rows if other != line]
        fitting = sum(len(parts) == len(columns.names) for parts in others)
        apart = all(set(columns.names).isdisjoint(parts) for parts in others)
        if len(others) > 1 and fitting >= NEARLY_ALL * len(others) and apart:
            return columns
    return None


def _columns(named: str, separator: str) -> NamedColumns | None:
    names = tuple(name.strip() for name in split_columns(named, separator or None))
    return NamedColumns(names, separator) if len(set(names)) == len(names) >= FEWEST_COLUMNS else None


MOST = 0.8
MOST_KINDS = 40
MESSAGE_WORDS = 3
FEW_TIMES = 0.2
FEW_KINDS = 0.3
MESSAGE_KEYS = ("message", "msg", "log", "text", "event.original")
HOST_KEYS = ("host", "hostname", "host.name")
TIME_KEYS = ("@timestamp", "timestamp", "time", "eventtime", "event_time", "rt", "start")
TYPE_KEYS = (
    "event_name", "event", "event_type", "eventtype", "event.type", "type", "action", "operation", "kind", "category",
)  # fmt: skip
KeyedRow = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Keyed:
    """The keys of a log. `names` maps each key to its property, `kinds` its values' kind.

    `type_key` is the key whose values tell the events apart where no message does; `columns` are those that the log
    names. `messages` are those under the key of the message. `times` are further properties that hold times, for
    records without the first.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[str, str] = field(default_factory=dict)
    messages: tuple[str, ...] = ()
    type_key: str = ""
    type_values: tuple[str, ...] = ()
    columns: NamedColumns | None = None
    styles: str = ""
    times: tuple[str, ...] = ()


def learn_keys(
    rows: Sequence[KeyedRow],
    head: Sequence[str],
    columns: NamedColumns | None = None,
    devices: Container[str] = (),
) -> Keyed:
    """Learn from the keys and values of messages; `head` are the fields of the header, `devices` known ones."""
    values: dict[str, list[str]] = {}
    for key, text in (item for row in rows for item in row.items()):
        if text:
            values.setdefault(key, []).append(text)
    counted = "timestamp_text" in head
    bare = {key for key in values if counted and key.startswith(PLACE) and all(map(str.isdigit, values[key]))}
    times = _time_keys({key: texts for key, texts in values.items() if key not in bare}, len(rows))
    special = _special_keys(values, len(rows), head, times, devices)
    kinds = {key: kind_of_values(texts) for key, texts in values.items()}
    names = _names(values, special, set(head), kinds)
    further = tuple(names[key] for key in times[1:])
    message_key = next((key for key, name in special.items() if name == "message"), "")
    if message_key:
        messages = tuple(row.get(message_key, "") for row in rows)
        return Keyed(names, kinds, messages, columns=columns, times=further)
    type_key, type_values = _type_key(values, len(rows))
    return Keyed(names, kinds, (), type_key, type_values, columns, times=further)


def _time_keys(values: Mapping[str, list[str]], count: int) -> list[str]:
    """List the keys of times, those that most rows have first, of these the one that is called so."""
    found = [key for key, texts in values.items() if _share(texts, is_time) >= MOST]
    most = max((len(values[key]) for key in found), default=0)
    ranked = sorted(found, key=lambda key: (len(values[key]) < MOST * most, key.lower() not in TIME_KEYS))
    return ranked if ranked and len(values[ranked[0]]) >= FEW_TIMES * count else []


def _special_keys(
    values: Mapping[str, list[str]],
    count: int,
    head: Sequence[str],
    times: Sequence[str],
    devices: Container[str],
) -> dict[str, str]:
    """Find the keys of the time, the level, the host and the message."""
    special: dict[str, str] = {}
    common = {key: texts for key, texts in values.items() if len(texts) >= 0.5 * count}
    by_name = {snake_name(key): key for key in values}
    sender = find_sender({name: values[key] for name, key in by_name.items()}, count)
    if sender and "host" not in head and could_be_hosts(values[by_name[sender]]):
        special[by_name[sender]] = "host"
    if times:
        special[times[0]] = "timestamp_text"
    for key, texts in common.items():
        named = key.lower() in HOST_KEYS and could_be_hosts(texts)
        name = ""
        if _share(texts, lambda text: text.lower() in LEVELS) >= MOST:
            name = "level"
        elif "host" not in head and (named or are_devices(texts, devices)):
            name = "host"
        if name and key not in special and name not in special.values():
            special[key] = name
    wordy = {key: sum(len(text.split()) for text in texts) / len(texts) for key, texts in common.items()}
    often = [key for key, texts in common.items() if len(texts) >= MOST * count]
    message_keys = [key for key in often if key.lower() in MESSAGE_KEYS and wordy[key] >= 1]
    wordiest = [key for key in often if key not in special and wordy[key] >= MESSAGE_WORDS]
    if message_keys or wordiest:
        special[message_keys[0] if message_keys else max(wordiest, key=lambda key: wordy[key])] = "message"
    return special


def _share(texts: Sequence[str], fits: Callable[[str], bool]) -> float:
    return sum(1 for text in texts if fits(text)) / len(texts)


def is_time(text: str) -> bool:
    """Tell whether a text is a time with its date, and nothing else."""
    found = find_time(text)
    return found is not None and (found.start, found.end) == (0, len(text)) and BY_NAME[found.format].has_date


def _names(
    values: Mapping[str, list[str]], special: Mapping[str, str], taken: set[str], kinds: Mapping[str, str]
) -> dict[str, str]:
    names: dict[str, str] = dict(special)
    used = taken | set(special.values()) | RESERVED_NAMES
    for key in values:
        if key in special:
            continue
        name = snake_name(key) or "value"
        if key.startswith(PLACE) and kinds[key] not in ("integer", "number"):
            name = name.replace(PLACE, f"{KIND_NOUNS.get(kinds[key], 'column')}_")
        longer = f"{name}_value" if name in used else name
        names[key] = longer if longer not in used else free_name(name, used)
        used.add(names[key])
    return names


def _type_key(values: Mapping[str, list[str]], count: int) -> tuple[str, tuple[str, ...]]:
    """Find the key whose values tell the events apart; the key of an inner object counts by its last part."""
    for wanted in TYPE_KEYS:
        for key in sorted(values, key=lambda key: key.lower() != wanted):
            kinds = sorted(set(values[key]))
            is_wanted = wanted in (key.lower(), key.lower().rpartition(".")[2])
            if is_wanted and 1 < len(kinds) <= MOST_KINDS:
                return key, tuple(kinds)
    for key in (key for key in values if key.startswith(PLACE)):
        words = [text for text in values[key] if re.fullmatch("[A-Za-z][A-Za-z _-]+", text)]
        kinds = sorted(set(words))
        most = min(MOST_KINDS, FEW_KINDS * len(values[key]))
        if len(words) >= MOST * count and 1 < len(kinds) <= most:
            return key, tuple(kinds)
    return "", ()
