"""Reads a device's filters, of any vendor, as ordered entries: what each matches, and what it does."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from findings.facts import DeviceFacts
from findings.sides import (
    ANY,
    PORT_TESTS,
    Objects,
    Side,
    address_side,
    join_sides,
    ports_side,
    span_side,
    tested_side,
    wildcard_side,
)
from findings.statements import GLUE
from findings.words import BlockWords, FilterWords, read_words
from graph_store.records import SourceLine

_GROUPS = frozenset({"object-group", "addrgroup", "object", "group"})
_PORT_GROUPS = frozenset({"portgroup", *_GROUPS})
_SIDES = frozenset({"source", "destination", "source-port", "destination-port"})


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


@dataclass(frozen=True, slots=True)
class Filter:
    """Entries, of which the first that matches decides; `default` is what else happens, blank if not known.

    `whole` says that it judges all that passes the device; `other` is a second name or number of it.
    """

    device: str
    name: str
    entries: tuple[Entry, ...]
    default: str = ""
    whole: bool = False
    other: str = ""


def read_filters(device: DeviceFacts) -> tuple[Filter, ...]:
    """Return the filters of a device in the order in which they begin."""
    words = read_words().filters
    objects = Objects(device, words)
    entries: dict[str, list[Entry]] = defaultdict(list)
    defaults: dict[str, str] = {}
    whole: set[str] = set()
    others: dict[str, str] = {}
    for name, entry in _entries_in_words(device, words, objects):
        entries[name].append(entry)
        defaults[name] = "" if entry.lines[0].text.split()[:1] == ["rule"] else "deny"
    for block in words.block:
        for name, entry in _entries_in_blocks(device, block, words, objects):
            entries[name].append(entry)
            defaults.setdefault(name, block.default)
            whole |= {name} if block.whole else set()
    for statement in device.statements:
        for found in filter(None, (pattern.search(statement.text) for pattern in words.default)):
            defaults[_filter_name(found)] = _action_of([found["value"]], words)
        for found in filter(None, (pattern.search(statement.text) for pattern in words.other_names)):
            others[_filter_name(found)] = found["other"]
    return tuple(
        Filter(device.device, name, tuple(found), defaults[name], name in whole, others.get(name, ""))
        for name, found in entries.items()
    )


def _filter_name(found: re.Match[str]) -> str:
    fields = found.groupdict()
    return (fields.get("filter") or fields.get("chain") or "").replace(GLUE, " ")


def _entries_in_words(
    device: DeviceFacts, words: FilterWords, objects: Objects
) -> Iterator[tuple[str, Entry]]:
    for statement in device.statements:
        found = next(filter(None, (each.search(statement.text) for each in words.entry)), None)
        if found is None or found["entry"].split()[-1] in words.off_words:
            continue
        fields = found.groupdict()
        name = _filter_name(found)
        family = "ipv6 " if fields.get("family") == "ipv6" else ""
        masks = " > " not in statement.text and fields.get("type") == "extended"
        number = int(name) if name.isdigit() else -1
        standard = fields.get("type") == "standard" or 0 <= number < 100 or 1300 <= number < 2000
        reading = _Reading(words, objects)
        label, action = reading.read_entry(found["entry"].split(), standard, masks)
        yield family + name, Entry(label, action, reading.sides, tuple(reading.open), (statement.line,))


@dataclass(slots=True)
class _Reading:
    """What has been read of an entry."""

    words: FilterWords
    objects: Objects
    sides: dict[str, Side] = field(default_factory=dict)
    open: list[str] = field(default_factory=list)

    def ask(self, name: str, side: Side | None, text: str) -> None:
        """Take what is asked of a side, or keep the text open when it is not understood."""
        if side is None:
            self.open.append(text)
        elif side != ANY:
            self.sides[name] = side

    def read_entry(self, rest: list[str], standard: bool, masks: bool) -> tuple[str, str]:
        """Read an entry's words; returns its number and its action."""
        names_sides = rest[0] == "rule"
        if rest[0] in ("rule", "seq", "sequence"):
            rest = rest[1:]
        number = rest.pop(0) if rest[0].isdigit() else ""
        action = rest.pop(0)
        if names_sides or not _SIDES.isdisjoint(rest):
            self._read_named(rest)
            return number, action
        if (
            not standard and len(rest) > 1 and rest[0] in _GROUPS
        ):  # of protocols, or of services with their ports
            self.ask("service", self.objects.side("services", rest[1]), rest[1])
            rest = rest[2:]
        elif not standard and rest:
            self.read_protocol([rest.pop(0)])
        for side in ("source",) if standard else ("source", "destination"):
            rest = self._read_address(rest, side, masks)
            rest = rest if standard else self._read_port(rest, f"{side}_port")
        self._leave_open(rest)
        return number, action

    def _leave_open(self, rest: list[str]) -> None:
        """Keep what is not understood open, but for what is logged and how; a range of times may stand behind that."""
        logs = next((at for at, word in enumerate(rest) if word in self.words.log_words), len(rest))
        later = [at for at in range(logs, len(rest)) if rest[at] == "time-range"]
        self.open.extend([*rest[:logs], *(rest[later[0] :] if later else [])])

    def _read_named(self, rest: list[str]) -> None:
        """Read words that say before each address and port which it is."""
        if rest and rest[0] not in _SIDES:
            self.read_protocol([rest.pop(0)])
        while rest:
            word = rest.pop(0)
            if word in ("source", "destination"):
                rest = self._read_address(rest, word, masks=False)
            elif word in ("source-port", "destination-port"):
                rest = self._read_port(rest, word.replace("-", "_"))
            elif word not in self.words.log_words:
                self.open.append(word)

    def read_protocol(self, given: Sequence[str]) -> None:
        """Read the names and numbers of protocols."""
        numbers: list[Side | None] = []
        for lowered in map(str.lower, given):
            if lowered in self.words.any_protocol:
                return
            both = ["tcp", "udp"] if lowered == "tcp_udp" else [lowered]
            numbers.extend(span_side(one, self.words.protocols) for one in both)
        known = [one for one in numbers if one is not None]
        joined = join_sides(known) if known and len(known) == len(numbers) else None
        self.ask("protocol", joined, " ".join(given))

    def _read_address(self, rest: list[str], side: str, masks: bool) -> list[str]:
        """Read an address at the start of the words; returns the words behind it."""
        if not rest:
            self.open.append(f"no {side}")
            return rest
        first, second = self.objects.address(rest[0]), self.objects.address(rest[1]) if len(rest) > 1 else ""
        if first in ("any", "any4", "any6"):
            return rest[1:]
        if first in _GROUPS and second:
            self.ask(side, self.objects.side("addresses", second), second)
        elif first == "host":
            self.ask(side, address_side(second), f"host {second}")
        elif "/" in first or not re.fullmatch(r"[\d.]+", second):
            self.ask(side, address_side(first), first)
            return rest[1:]
        else:
            found = address_side(f"{first} {second}") if masks else wildcard_side(first, second)
            self.ask(side, found, f"{first} {second}")
        return rest[2:]

    def _read_port(self, rest: list[str], side: str) -> list[str]:
        """Read ports at the start of the words, if they are there; returns the words behind them."""
        if len(rest) > 1 and rest[0] in _PORT_GROUPS and self.objects.knows("ports", rest[1]):
            self.ask(side, self.objects.side("ports", rest[1]), rest[1])
            return rest[2:]
        if not rest or rest[0] not in PORT_TESTS:
            return rest
        test, rest = rest[0], rest[1:]
        ports: list[int] = []
        while rest and len(ports) < (PORT_TESTS[test] or len(ports) + 1):
            found = span_side(rest[0], self.words.ports)
            if found is None:
                break
            ports.append(found.ranges[0][0])
            rest = rest[1:]
        if not ports:
            self.open.append(" ".join([test, *rest[:1]]))
            return rest[1:]
        self.ask(side, tested_side(test, ports), test)
        return rest

    def read_condition(self, meaning: str, given: list[str]) -> None:
        """Read what a block says of one side."""
        if any(one in self.words.everything for one in given):
            return
        if any(one[0] == "!" or one == "except" for one in given):
            self.open.append(" ".join(given))
            return
        if meaning in ("source", "destination"):
            sides = [address_side(one) or self.objects.side("addresses", one) for one in given]
        elif meaning == "service":
            sides = [self.objects.side("services", one) for one in given]
        elif meaning in ("source_port", "destination_port") and given[0] in PORT_TESTS:
            self.ask(meaning, ports_side(" ".join(given), self.words.ports), " ".join(given))
            return
        elif meaning in ("source_port", "destination_port"):
            ports = self.words.ports
            sides = [span_side(one, ports) or self.objects.side("ports", one) for one in given]
        else:
            sides = [Side((), frozenset({one})) for one in given]
        self.ask(meaning, join_sides(sides), " ".join(given))


Part = tuple[str, str, SourceLine]
"""What an entry says in one line: key, value, line."""


def _entries_in_blocks(
    device: DeviceFacts, block: BlockWords, words: FilterWords, objects: Objects
) -> Iterator[tuple[str, Entry]]:
    """Yield each entry with the name of its filter."""
    told: dict[tuple[str, str], list[Part]] = defaultdict(list)
    heads = {one.text: one.line for one in device.statements if one.opens}
    for statement in device.statements:
        found = block.pattern.search(statement.text)
        if found and "fields" in found.groupdict():  # all in one line, and without a label
            fields = (one.partition("=") for one in found["fields"].split())
            parts = [(key, value, statement.line) for key, _, value in fields]
            told[_filter_name(found), f"\n{statement.line.number}"] = parts
        elif found:
            value = (found["value"] or "").strip("[] ")
            key = found["key"] if value or not statement.opens else ""
            parts = told[_filter_name(found), found["entry"].replace(GLUE, " ")]
            if not parts and (head := _head(found, heads)):
                parts.append(("", "", head))
            parts.append((key, value, statement.line))
    for (name, label), parts in told.items():
        entry = _read_block("" if label.startswith("\n") else label, parts, block, words, objects)
        if entry is not None:
            yield name.replace(" to-zone ", " to "), entry


def _head(found: re.Match[str], heads: Mapping[str, SourceLine]) -> SourceLine | None:
    """Return the line that opens an entry's block; one more word may stand behind the entry's name."""
    text, end = found.string, found.end("entry")
    behind = text.find(" ", end + 1)
    return heads.get(text[:end]) or (heads.get(text[:behind]) if behind > 0 else None)


def _read_block(
    label: str, parts: Sequence[Part], block: BlockWords, words: FilterWords, objects: Objects
) -> Entry | None:
    values: dict[str, list[str]] = defaultdict(list)
    reading = _Reading(words, objects)
    for key, value, _ in parts:
        meaning = words.meanings.get(key, "")
        if meaning == "off" or (meaning == "status" and value in ("disable", "yes")):
            return None
        if meaning:
            values[meaning].extend([value] if meaning == "action" else value.split())
        elif key not in words.unheeded and value not in words.everything and (value or " " in key):
            reading.open.append(f"{key} {value}".strip())
    for meaning, given in values.items():
        if meaning == "protocol":
            reading.read_protocol(given)
        elif meaning not in ("action", "status", "none") and any(given):
            reading.read_condition(meaning, [one for one in given if one])
    action = _action_of(values["action"], words)
    first = {value.split()[0] for value in values["action"] if value.split()}
    if not action and not first & {"jump", "continue"}:  # it neither permits nor denies
        action = "next" if "next" in first else block.without_action
    lines = tuple(dict.fromkeys(line for _, _, line in parts))
    return Entry(label, action, reading.sides, tuple(dict.fromkeys(reading.open)), lines)


def _action_of(values: Sequence[str], words: FilterWords) -> str:
    for first in (value.split()[0] for value in values if value.split()):
        if first in words.permits:
            return "permit"
        if first in words.denies:
            return "deny"
    return ""
