"""Reads a device's filters, of any vendor, as ordered entries: what each matches, and what it does."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from findings.facts import DeviceFacts
from findings.sides import (
    ANY,
    Objects,
    Side,
    address_side,
    join_sides,
    read_objects,
    span_side,
    wildcard_side,
)
from findings.statements import GLUE
from findings.words import FilterWords, read_words
from graph_store.records import SourceLine

_PORT_TESTS = frozenset({"eq", "neq", "gt", "lt", "range", "portgroup"})
_GROUPS = frozenset({"object-group", "addrgroup", "object", "group"})
_LAST_PORT = 65535


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: it matches at most what `sides` say, and exactly that when nothing is in `open`.

    `action` is "permit", "deny", "next" where the next entry is asked all the same, or blank where it is not known.
    `sides` lacks what the entry does not ask for.
    """

    name: str
    action: str
    sides: Mapping[str, Side]
    open: tuple[str, ...]
    lines: tuple[SourceLine, ...]

    def side(self, name: str) -> Side:
        """Return what is asked of one side."""
        return self.sides.get(name, ANY)


@dataclass(frozen=True, slots=True)
class Filter:
    """Entries, of which the first that matches decides; `default` is what else happens, blank if not known."""

    device: str
    name: str
    entries: tuple[Entry, ...]
    default: str = ""


@dataclass(slots=True)
class _Reading:
    """What has been read of an entry."""

    sides: dict[str, Side] = field(default_factory=dict)
    open: list[str] = field(default_factory=list)

    def ask(self, name: str, side: Side | None, text: str) -> None:
        """Take what is asked of a side, or keep the text open when it is not understood."""
        if side is None:
            self.open.append(text)
        elif side != ANY:
            self.sides[name] = side


def read_filters(device: DeviceFacts) -> tuple[Filter, ...]:
    """Return the filters of a device in the order in which they begin."""
    words, objects = read_words().filters, read_objects(device)
    entries: dict[str, list[Entry]] = defaultdict(list)
    defaults: dict[str, str] = {}
    for name, entry in _entries_in_words(device, words, objects):
        entries[name].append(entry)
        defaults[name] = "" if entry.lines[0].text.split()[:1] == ["rule"] else "deny"
    for name, entry, default in _entries_in_blocks(device, words, objects):
        entries[name].append(entry)
        defaults.setdefault(name, default)
    for statement in device.statements:
        for pattern in words.default:
            found = pattern.search(statement.text)
            if found:
                defaults[_filter_name(found)] = _action_of([found["value"]], words)
    return tuple(Filter(device.device, name, tuple(found), defaults[name]) for name, found in entries.items())


def _filter_name(found: re.Match[str]) -> str:
    fields = found.groupdict()
    return (fields.get("filter") or fields.get("chain") or "").replace(GLUE, " ")


def _entries_in_words(
    device: DeviceFacts, words: FilterWords, objects: Objects
) -> Iterator[tuple[str, Entry]]:
    for statement in device.statements:
        found = next((one for one in (each.search(statement.text) for each in words.entry) if one), None)
        if found is None:
            continue
        fields = found.groupdict()
        name = _filter_name(found)
        family = "ipv6 " if fields.get("family") == "ipv6" else ""
        flat = " > " not in statement.text and fields.get("type") == "extended"
        standard = fields.get("type") == "standard" or (name.isdigit() and _is_standard(int(name)))
        yield family + name, _read_words(found["entry"], statement.line, words, objects, standard, flat)


def _is_standard(number: int) -> bool:
    return number < 100 or 1300 <= number < 2000


def _read_words(
    text: str, line: SourceLine, words: FilterWords, objects: Objects, standard: bool, masks: bool
) -> Entry:
    rest = text.split()
    if rest[0] in ("rule", "seq", "sequence"):
        rest = rest[1:]
    name = rest.pop(0) if rest[0].isdigit() else ""
    action = rest.pop(0)
    reading = _Reading()
    if "source" in rest or "destination" in rest:
        _read_named(rest, reading, words, objects)
    else:
        if not standard and rest:
            _read_protocol([rest.pop(0)], reading, words)
        for side in ("source",) if standard else ("source", "destination"):
            rest = _read_address(rest, side, reading, objects, masks)
            rest = rest if standard else _read_port(rest, f"{side}_port", reading, words, objects)
        reading.open.extend(word for word in rest if word not in words.log_words)
    return Entry(name, action, reading.sides, tuple(reading.open), (line,))


def _read_protocol(given: Sequence[str], reading: _Reading, words: FilterWords) -> None:
    numbers: list[Side | None] = []
    for text in given:
        lowered = text.lower()
        if lowered in words.any_protocol:
            return
        both = ["tcp", "udp"] if lowered == "tcp_udp" else [lowered]
        numbers.extend(span_side(one, words.protocols) for one in both)
    known = [one for one in numbers if one is not None]
    joined = join_sides(known) if known and len(known) == len(numbers) else None
    reading.ask("protocol", joined, " ".join(given))


def _read_address(rest: list[str], side: str, reading: _Reading, objects: Objects, masks: bool) -> list[str]:
    """Read an address at the start of the words; returns the words behind it."""
    if not rest:
        reading.open.append(f"no {side}")
        return rest
    first, second = rest[0], rest[1] if len(rest) > 1 else ""
    if first in ("any", "any4", "any6"):
        return rest[1:]
    if first in _GROUPS and second:
        reading.ask(side, objects.addresses(second), second)
        return rest[2:]
    if first == "host":
        reading.ask(side, address_side(second), f"host {second}")
        return rest[2:]
    if "/" in first or not re.fullmatch(r"[\d.]+", second):
        reading.ask(side, address_side(first), first)
        return rest[1:]
    found = address_side(f"{first} {second}") if masks else wildcard_side(first, second)
    reading.ask(side, found, f"{first} {second}")
    return rest[2:]


def _read_port(
    rest: list[str], side: str, reading: _Reading, words: FilterWords, objects: Objects
) -> list[str]:
    if not rest or rest[0] not in _PORT_TESTS:
        return rest
    test, rest = rest[0], rest[1:]
    if test == "portgroup":
        reading.ask(side, objects.ports(rest[0]) if rest else None, test)
        return rest[1:]
    ports: list[int] = []
    while rest and (test not in ("gt", "lt") or not ports) and (test != "range" or len(ports) < 2):
        found = span_side(rest[0], words.ports)
        if found is None:
            break
        ports.append(found.ranges[0][0])
        rest = rest[1:]
    if not ports:
        reading.open.append(" ".join([test, *rest[:1]]))
        return rest[1:]
    reading.ask(side, _tested(test, ports), test)
    return rest


def _tested(test: str, ports: Sequence[int]) -> Side | None:
    if test == "eq":
        return Side(tuple((port, port) for port in ports))
    if test == "range":
        return Side(((ports[0], ports[1]),)) if len(ports) == 2 else None
    if test == "gt":
        return Side(((ports[0] + 1, _LAST_PORT),))
    if test == "lt":
        return Side(((0, ports[0] - 1),))
    return Side(((0, ports[0] - 1), (ports[0] + 1, _LAST_PORT))) if len(ports) == 1 else None


def _read_named(rest: list[str], reading: _Reading, words: FilterWords, objects: Objects) -> None:
    """Read words that say before each address and port which it is."""
    if rest[0] not in ("source", "destination"):
        _read_protocol([rest.pop(0)], reading, words)
    while rest:
        word = rest.pop(0)
        if word in ("source", "destination"):
            rest = _read_address(rest, word, reading, objects, masks=False)
        elif word in ("source-port", "destination-port"):
            rest = _read_port(rest, word.replace("-", "_"), reading, words, objects)
        elif word not in words.log_words:
            reading.open.append(word)


def _entries_in_blocks(
    device: DeviceFacts, words: FilterWords, objects: Objects
) -> Iterator[tuple[str, Entry, str]]:
    """Yield each entry with the name of its filter, and with what is done where no entry matches."""
    for block in words.block:
        told: dict[tuple[str, str], list[tuple[str, str, SourceLine]]] = {}
        for statement in device.statements:
            found = block.pattern.search(statement.text)
            if found and "fields" in found.groupdict():
                told[_filter_name(found), f"\n{statement.line.number}"] = [
                    (*one.partition("=")[::2], statement.line) for one in found["fields"].split()
                ]
            elif found:
                value = (found["value"] or "").strip("[] ")
                one = (found["key"] if value or not statement.opens else "", value, statement.line)
                told.setdefault((_filter_name(found), found["entry"].replace(GLUE, " ")), []).append(one)
        for (name, label), parts in told.items():
            label = "" if label.startswith("\n") else label
            entry = _read_block(label, parts, words, objects, block.without_action)
            if entry is not None:
                yield name.replace(" to-zone ", " to "), entry, block.default


def _read_block(
    label: str,
    parts: Sequence[tuple[str, str, SourceLine]],
    words: FilterWords,
    objects: Objects,
    without_action: str,
) -> Entry | None:
    values: dict[str, list[str]] = defaultdict(list)
    reading = _Reading()
    for key, value, _ in parts:
        meaning = words.meanings.get(key, "")
        if (meaning == "off") or (meaning == "status" and value in ("disable", "yes")):
            return None
        if meaning:
            values[meaning].extend([value] if meaning == "action" else value.split())
        elif key not in words.unheeded and value not in words.everything and (value or " " in key):
            reading.open.append(f"{key} {value}".strip())
    for meaning, given in values.items():
        if meaning == "protocol":
            _read_protocol(given, reading, words)
        elif meaning not in ("action", "status", "none") and any(given):
            _ask_block(meaning, [one for one in given if one], reading, words, objects)
    action = _action_of(values["action"], words) or _left_open(values["action"], without_action)
    lines = tuple(dict.fromkeys(line for _, _, line in parts))
    return Entry(label, action, reading.sides, tuple(dict.fromkeys(reading.open)), lines)


def _ask_block(
    meaning: str, given: list[str], reading: _Reading, words: FilterWords, objects: Objects
) -> None:
    if any(one in words.everything for one in given):
        return
    if any(one[0] == "!" or one == "except" for one in given):
        reading.open.append(" ".join(given))
        return
    if meaning in ("source", "destination"):
        sides = [address_side(one) or objects.addresses(one) for one in given]
    elif meaning == "service":
        sides = [objects.services(one) for one in given]
    elif meaning in ("source_port", "destination_port"):
        sides = [span_side(one, words.ports) or objects.ports(one) for one in given]
    else:
        sides = [Side((), frozenset({one})) for one in given]
    reading.ask(meaning, join_sides(sides), " ".join(given))


def _action_of(values: Sequence[str], words: FilterWords) -> str:
    for value in values:
        first = value.split()[0] if value.split() else ""
        if first in words.permits or first in words.denies:
            return "permit" if first in words.permits else "deny"
    return ""


def _left_open(values: Sequence[str], without_action: str) -> str:
    """Return what an entry does that neither permits nor denies."""
    first = {value.split()[0] for value in values if value.split()}
    if first & {"jump", "continue"}:
        return ""
    return "next" if "next" in first else without_action
