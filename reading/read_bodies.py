"""Reads structured messages (JSON, CEF, LEEF, key=value pairs, comma-separated rows, columns) and compound values."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reading.escapes import proper, undo
from reading.values import MAC_OF_BYTES

PAIR = re.compile(
    r"(?<![^\s,;|(>\[{])([A-Za-z_][A-Za-z0-9_.\-]*)(?:=|:(?=\"))"
    r"(?:\"((?:[^\"\\]|\\.)*)\"|([0-9/-]{8,10} [0-9]{1,2}:[0-9:.]+|(?:[^\s,;|()\]\"]|\([^()\s]*\)|,(?=[0-9]))*))"
)
EVENT = re.compile(r"(?:CEF:|LEEF:)?[0-9](?:\.[0-9]+)?\|((?:[^|]*\|){4,6})")
EVENT_KEY = re.compile(r"(?:(?<=[\s|^])|(?<=#011)|^)([A-Za-z_][A-Za-z0-9_.\-]*)=")
EVENT_NAMES = ("vendor", "product", "version", "event_code", "event_name", "severity")
FEWEST_PAIRS = 3
FEWEST_COMMAS = 6
FEWEST_QUOTED = 2
MOST = 0.5
PLACE = "column_"


def read_body(
    text: str, columns: Sequence[str] = (), separator: str | None = None, styles: str = "pairs entries"
) -> list[tuple[str, Any]]:
    """Give the keys of a message with their values; nothing where it is no such message."""
    if columns:
        return read_columns(text, columns, separator)
    if text[:1] == "{" and text[-1:] == "}":
        return read_object(text)
    event = EVENT.search(text, 0, 600) if "|" in text else None
    if event:
        return read_event(text, event)
    if "pairs" in styles and ("=" in text or ':"' in text):
        pairs = read_pairs(text)
        if pairs:
            return pairs
    if "rows" in styles and is_row(text):
        return read_row(text)
    return read_entries(text) if "entries" in styles and ": " in text and "," in text else []


def begins_body(text: str) -> bool:
    """Tell whether a line is a body from its first character on, with no header: an object, CEF or LEEF, or pairs."""
    if text[:1] == "{" or EVENT.match(text):
        return bool(read_body(text))
    if is_row(text):
        return text[:1] == '"' or " " not in text.split(",", 1)[0]
    return PAIR.match(text) is not None and text.count("=") + text.count(':"') >= FEWEST_PAIRS


def split_columns(text: str, separator: str | None) -> list[str]:
    """Part a line at a separator, at commas as in CSV, or at white space."""
    if separator != ",":
        return text.split(separator)
    try:
        return next(csv.reader([text]), [])
    except csv.Error:
        return []


def read_columns(text: str, columns: Sequence[str], separator: str | None) -> list[tuple[str, Any]]:
    """Read columns by their names; a column that is left out has none."""
    parts = split_columns(text, separator)
    if text.startswith("#") or len(parts) != len(columns) or parts == list(columns):
        return []
    return [(key, value) for key, value in zip(columns, parts) if value not in ("-", "")]  # noqa: B905 - sandbox Python


def is_row(text: str) -> bool:
    """Tell whether a message is a row between commas: many, and few with a blank behind, or all cells in quotes."""
    if text[:1] == text[-1:] == '"' and text.count('","') >= FEWEST_QUOTED:
        return True
    commas = text.count(",")
    return commas >= FEWEST_COMMAS and text.count(", ") <= 0.3 * commas and not text.startswith("#")


def read_row(text: str) -> list[tuple[str, Any]]:
    """Read a row: what has a key by its key, the rest by its place."""
    pairs = []
    for place, part in enumerate(split_columns(text, ","), start=1):
        found = next(entries(part), None)
        pairs.append(found or (PLACE + str(place), part.strip()))
    return pairs


def read_object(text: str) -> list[tuple[str, Any]]:
    """Read a JSON object; the keys of an object inside it follow its own key."""
    try:
        found = json.loads(text)
    except ValueError:
        return []
    if not isinstance(found, dict):
        return []
    return flatten("", _proper_parts(found) if "\\u" in text else found)


def _proper_parts(found: Any) -> Any:
    """Make all texts and keys of a JSON value proper ones."""
    if isinstance(found, dict):
        return {proper(key): _proper_parts(value) for key, value in found.items()}
    if isinstance(found, list):
        return [_proper_parts(value) for value in found]
    return proper(found) if isinstance(found, str) else found


def flatten(before: str, found: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """List the scalars, and the lists of scalars, with the keys that lead to them."""
    pairs: list[tuple[str, Any]] = []
    for key, value in found.items():
        if isinstance(value, dict):
            pairs.extend(flatten(before + key + ".", value))
        elif isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
            pairs.extend(gather(before + key, value))
        else:
            pairs.append((before + key, value))
    return pairs


def gather(key: str, items: Sequence[Any]) -> list[tuple[str, Any]]:
    """List what the objects of a list hold: all values of one key together."""
    together: dict[str, list[Any]] = {}
    for item in items:
        inner = flatten(key + ".", item) if isinstance(item, dict) else [(key, item)]
        inner = gather(key, item) if isinstance(item, list) else inner
        for name, value in inner:
            values = value if isinstance(value, list) else [value]
            together.setdefault(name, []).extend(each for each in values if each is not None)
    return list(together.items())


def read_event(text: str, event: re.Match[str]) -> list[tuple[str, Any]]:
    """Read CEF or LEEF: six or four columns by place, then pairs whose values run up to the next key."""
    parts = event[1].rstrip("|").split("|")
    rest = text[event.end() :]
    names = EVENT_NAMES
    pairs = [(name, part) for name, part in zip(names, parts) if part]  # noqa: B905 - sandbox Python
    keys = list(EVENT_KEY.finditer(rest))
    for key, following in zip(keys, [*keys[1:], None]):  # noqa: B905 - sandbox Python
        value = rest[key.end() : following.start() if following else len(rest)].strip("\t ^|")
        value = value[:-4] if value.endswith("#011") else value
        if value:
            pairs.append((key[1], undo(value, "=|\\")))
    return pairs


def read_pairs(text: str) -> list[tuple[str, Any]]:
    """Read key=value and key:"value" pairs, where they are most of the message.

    What stands in brackets and begins with a key of before is a message in this one: its keys have `inner_` in front.
    """
    covered = last = 0
    pairs = []
    seen, inside = set[str](), False
    for pair in PAIR.finditer(text):
        start, end = pair.span()
        covered += end - start + 1
        key, quoted, plain = pair.groups()
        if text[start - 1 : start] == "[":
            inside = key in seen
        elif inside and "]" in text[last:start]:
            inside = False
        key = f"inner_{key}" if inside else key
        seen.add(key)
        pairs.append((key, plain if quoted is None else undo(quoted)))
        last = end
    return pairs if len(pairs) >= FEWEST_PAIRS and covered >= MOST * len(text) else []


def read_entries(text: str) -> list[tuple[str, Any]]:
    """Read `Key: value, Key: value`, where that is most of the message."""
    pairs = list(entries(text))
    covered = sum(len(key) + len(value) + 3 for key, value in pairs)
    return pairs if len(pairs) >= FEWEST_PAIRS and covered >= MOST * len(text) else []


def entries(text: str) -> Iterator[tuple[str, str]]:
    """Yield the parts between commas that begin with a key, the first behind whatever else stands there."""
    for part in text.split(","):
        key, sign, value = part.partition(": ") if ": " in part else part.partition(":")
        while ": " in value and key.islower():
            key, sign, value = value.partition(": ")
        key = key.strip()
        if sign and 1 < len(key) <= 40 and key[0].isupper() and key.replace(" ", "").isalnum():
            yield key, value.strip()


# Splits compound values: `10.0.0.1:80`, `tcp/https`, `user@site`, `pid 35708:tid 43`.


JOINED = re.compile(r"[A-Za-z0-9][\w.-]*(?: ?[:/@#|,=] ?[A-Za-z0-9][\w.-]*){1,6}")
LABELLED = re.compile(r"([A-Za-z]{2,12})[ =]([0-9A-Fa-f][\w.]*)(?:[:#]([0-9]{1,5}))?")
WHOLE = re.compile(
    r"[A-Za-z]+/[0-9]\.[0-9]|[A-Za-z]{2,}-?[0-9]+(?:[/.:][0-9]+)+"
    rf"|{MAC_OF_BYTES}|"
    r"[0-9]+(?:[.:/,-][0-9]+)*(?:[ T].*)?|[A-Za-z]:.*"
    r"|(?:[0-9A-Fa-f]{1,4}:){3,7}[0-9A-Fa-f]{1,4}|[0-9-]+T[0-9:.]+.*"
    r"|.*(?<![0-9:.])[0-2]?[0-9]:[0-5][0-9]:[0-5][0-9](?![0-9:]).*"  # a clock, also in the name of a file
)
ADDRESS = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}")
MOST_COMMAS = 3
SIGN = re.compile(r" ?([:/@#|,=]) ?")


def parts_of(name: str, value: str) -> list[tuple[str, str]]:
    """Name the parts of a value after it; nothing where it is one: a number, a time, a path, a MAC address."""
    if len(value) > 120 or value.count(",") > MOST_COMMAS:
        return []
    labels = LABELLED.findall(value) if " " in value or "=" in value else []
    if labels and sum(len(word) + len(text) + len(port) + 1 for word, text, port in labels) >= 0.8 * len(
        value
    ):
        return [
            pair
            for word, text, port in labels
            for pair in ((word.lower(), text), (word.lower() + "_port", port))
            if pair[1]
        ]
    if not JOINED.fullmatch(value) or (WHOLE.fullmatch(value) and not ADDRESS.match(value)):
        return []
    parts = []
    texts = SIGN.split(value)
    for place in range(0, len(texts), 2):
        text = texts[place]
        before = texts[place - 2] if place else ""
        if ADDRESS.fullmatch(text):
            parts.append((name + "_address", text))
        elif text.isdigit() and len(text) < 6 and (ADDRESS.fullmatch(before) or "." in before):
            parts.append((name + "_port", text))
        else:
            parts.append((name + "_" + str(place // 2 + 1), text))
    return parts
