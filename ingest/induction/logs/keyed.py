"""Learns logs whose lines give every value a key: one JSON object a line, key=value pairs, or columns with names."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ingest.induction.logs.header import Header, induce_header
from ingest.induction.logs.named_columns import NamedColumns, find_named_columns
from ingest.induction.logs.names import RESERVED_NAMES, snake_name
from ingest.induction.logs.sender import find_sender
from ingest.induction.logs.values import LEVELS, kind_of_values
from ingest.read_times import find_time
from ingest.time_formats import BY_NAME

Style = Literal["json", "pairs", "columns"]
MOST = 0.8
FEWEST_PAIRS = 3
MOST_KINDS = 40
MESSAGE_WORDS = 3
MOST_FORMS = 30
PAIR = re.compile(r'(?<![^\s,;|(>\[])([A-Za-z_][A-Za-z0-9_.\-]*)=(?:"((?:[^"\\]|\\.)*)"|([^\s,;|)\]]*))')
HOST_KEYS = ("host", "hostname", "host.name")
MESSAGE_KEYS = ("message", "msg", "log", "text", "event.original")
TYPE_KEYS = (
    "event",
    "event_type",
    "eventtype",
    "event.type",
    "type",
    "action",
    "operation",
    "kind",
    "category",
)


@dataclass(frozen=True, slots=True)
class Keyed:
    """A log with keys. `names` maps each key to its property, `kinds` its values' kind.

    `type_key` is the key whose values tell the events apart where no message does; `time` is the expression
    that finds the time stamp where no key holds it whole; `columns` are those that a comment names.
    """

    style: Style
    header: Header
    names: Mapping[str, str]
    kinds: Mapping[str, str]
    messages: tuple[str, ...] = ()
    type_key: str = ""
    type_values: tuple[str, ...] = ()
    time: str = ""
    columns: NamedColumns | None = None


def recognise_keyed(lines: Sequence[str]) -> Keyed | None:
    """Learn the keys of the lines; nothing when they are no such log.

    Pairs behind a header with a time, always in a few orders, are messages like any others, unless one of them
    holds the message.
    """
    written = [line for line in lines if line.strip() and not line[0].isspace()]
    if not written:
        return None
    columns = find_named_columns(written)
    if columns is not None:
        read = [(line, found) for line in written if (found := columns.read(line))]
        learned = _learn(
            "columns", Header((r"(?P<message>.*)",)), [row for _, row in read], [line for line, _ in read]
        )
        return replace(learned, columns=columns)
    objects = [found for line in written if (found := _object(line))]
    if len(objects) >= MOST * len(written):
        return _learn("json", Header((r"(?P<message>.*)",)), objects, written)
    rows = [list(PAIR.finditer(line)) for line in written]
    paired = [(line, row) for line, row in zip(written, rows, strict=True) if _is_paired(line, row)]
    if len(paired) < MOST * len(written):
        return None
    fronts = [line[: row[0].start()] for line, row in paired]
    header = Header((r"(?P<message>.*)",))
    if sum(1 for front in fronts if front.strip()) >= MOST * len(fronts):
        header = induce_header([f"{front}x=1" for front in fronts])
        forms = {tuple(found[1] for found in row) for _, row in paired}
        said = sum(any(_is_message(found) for found in row) for _, row in paired)
        if "timestamp_text" in dict(header.kinds) and len(forms) <= MOST_FORMS and said < MOST * len(paired):
            return None
    values = [{found[1]: found[2] or found[3] or "" for found in row} for _, row in paired]
    return _learn("pairs", header, values, [line[row[0].start() :] for line, row in paired])


def _is_paired(line: str, row: Sequence[re.Match[str]]) -> bool:
    """Nearly everything from the first pair on is pairs."""
    if len(row) < FEWEST_PAIRS:
        return False
    rest = line[row[0].start() :]
    return sum(found.end() - found.start() for found in row) >= MOST * len(re.sub(r"[\s,;|]", "", rest))


def _is_message(pair: re.Match[str]) -> bool:
    return pair[1].lower() in MESSAGE_KEYS and len((pair[2] or "").split()) >= MESSAGE_WORDS


def _object(line: str) -> dict[str, str]:
    """Read a line that is one JSON object; its values as text, those of inner objects under longer keys."""
    if not line.lstrip().startswith("{"):
        return {}
    try:
        found = json.loads(line)
        return dict(_flat("", found)) if isinstance(found, dict) else {}
    except (ValueError, RecursionError):
        return {}


def _flat(before: str, found: Mapping[str, object]) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for key, value in found.items():
        if isinstance(value, dict):
            pairs.extend(_flat(f"{before}{key}.", value))
        elif isinstance(value, list):
            pairs.extend(pair for item in value[:1] for pair in _flat(before, {key: item}))
        else:
            text = "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
            pairs.append((before + key, text))
    return pairs


def _learn(style: Style, header: Header, rows: Sequence[Mapping[str, str]], lines: Sequence[str]) -> Keyed:
    values: dict[str, list[str]] = {}
    for row in rows:
        for key, text in row.items():
            values.setdefault(key, []).append(text)
    special = _special_keys(values, len(rows), dict(header.kinds))
    names = _names(values, special, {name for name, _ in header.kinds})
    kinds = {key: kind_of_values(texts) for key, texts in values.items()}
    message_key = next((key for key, name in special.items() if name == "message"), "")
    type_key, type_values = ("", ()) if message_key else _type_key(values)
    has_time = "timestamp_text" in (*special.values(), *dict(header.kinds))
    return Keyed(
        style,
        header,
        names,
        kinds,
        tuple(row.get(message_key, "") for row in rows) if message_key else (),
        type_key,
        type_values,
        "" if has_time else _time_in_lines(lines),
    )


def _special_keys(values: Mapping[str, list[str]], count: int, head: Mapping[str, str]) -> dict[str, str]:
    """Find the keys of the time, the level, the host and the message."""
    special: dict[str, str] = {}
    common = {key: texts for key, texts in values.items() if len(texts) >= 0.5 * count}
    by_name = {snake_name(key): key for key in values}
    sender = find_sender({name: values[key] for name, key in by_name.items()}, count)
    if sender and "host" not in head:
        special[by_name[sender]] = "host"
    for key, texts in common.items():
        name = ""
        if _share(texts, _is_time) >= MOST and "timestamp_text" not in head:
            name = "timestamp_text"
        elif _share(texts, lambda text: text.lower() in LEVELS) >= MOST:
            name = "level"
        elif key.lower() in HOST_KEYS and "host" not in head:
            name = "host"
        if name and key not in special and name not in special.values():
            special[key] = name
    wordy = {key: sum(len(text.split()) for text in texts) / len(texts) for key, texts in common.items()}
    often = {key for key, texts in common.items() if len(texts) >= MOST * count}
    candidates = [key for key in common if key in often - special.keys() and wordy[key] >= MESSAGE_WORDS]
    named = [key for key in common if key.lower() in MESSAGE_KEYS and wordy[key] >= 1]
    if named or candidates:
        special[named[0] if named else max(candidates, key=lambda key: wordy[key])] = "message"
    return special


def _share(texts: Sequence[str], fits: object) -> float:
    assert callable(fits)
    return sum(1 for text in texts if fits(text)) / len(texts)


def _is_time(text: str) -> bool:
    found = find_time(text)
    return found is not None and (found.start, found.end) == (0, len(text)) and BY_NAME[found.format].has_date


def _names(values: Mapping[str, list[str]], special: Mapping[str, str], taken: set[str]) -> dict[str, str]:
    names: dict[str, str] = dict(special)
    used = taken | set(special.values()) | RESERVED_NAMES
    for key in values:
        if key in names:
            continue
        name = snake_name(key) or "value"
        unique = f"{name}_value" if name in used else name
        number = 1
        while unique in used:
            number += 1
            unique = f"{name}_{number}"
        used.add(unique)
        names[key] = unique
    return names


def _type_key(values: Mapping[str, list[str]]) -> tuple[str, tuple[str, ...]]:
    """Find the key whose values tell the events apart; the key of an inner object counts by its last part."""
    inner = {key: key.lower().rpartition(".")[2] for key in values}
    for wanted in TYPE_KEYS:
        for key in sorted(values, key=lambda key: key.lower() != wanted):
            distinct = sorted(set(values[key]))
            if wanted in (key.lower(), inner[key]) and 1 < len(distinct) <= MOST_KINDS:
                return key, tuple(distinct)
    return "", ()


def _time_in_lines(lines: Sequence[str]) -> str:
    """The expression of the commonest time in the lines; blank when most have none."""
    found = [stamp.format for line in lines if (stamp := find_time(line))]
    if len(found) < 0.5 * len(lines):
        return ""
    return BY_NAME[max(set(found), key=found.count)].plain
