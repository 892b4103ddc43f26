"""Reads a device's filters, of any vendor, as ordered entries: what each matches, and what it does."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from findings.facts import DeviceFacts
from findings.sides import (
    ANY,
    PORT_TESTS,
    Objects,
    Side,
    address_side,
    join_sides,
    most_specific_side,
    other_side,
    ports_side,
    span_side,
    tested_side,
    wildcard_side,
)
from findings.statements import GLUE, ConfigStatement
from findings.words import BlockWords, FilterWords, PhraseWords, read_words
from graph_store.records import SourceLine

_GROUPS = frozenset({"object-group", "addrgroup", "object", "group"})
_PORT_GROUPS = frozenset({"portgroup", *_GROUPS})
PLACES = ("from", "to", "in_interface", "out_interface")
"""Sides that are zones, lists of interfaces or interfaces; the last two are interfaces in any case."""
_SIDES = frozenset({"source", "destination", "source-port", "destination-port"})


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: it matches at most what `sides` say, and exactly that when nothing is in `open`.

    `action` is "permit", "deny", "next" where the next entry is asked all the same, "return" where the filter that
    jumped here goes on, or blank where it is not known, or where the filter called `target` is asked; with a
    `target`, "return" is what follows where that one does not decide.
    `sides` lacks what the entry does not ask for.
    """

    name: str
    action: str
    sides: Mapping[str, Side]
    open: tuple[str, ...]
    lines: tuple[SourceLine, ...]
    target: str = ""


@dataclass(frozen=True, slots=True)
class Filter:
    """Entries, of which the first that matches decides; `default` is what else happens, blank if not known.

    `whole` says that it judges all that passes the device; `other` is a second name or number of it. Entries that
    may name zones can be compared with `interfaces`; `lists` are lists of interfaces. Both are in lower case.
    """

    device: str
    name: str
    entries: tuple[Entry, ...]
    default: str = ""
    whole: bool = False
    other: str = ""
    interfaces: frozenset[str] = frozenset()
    lists: frozenset[str] = frozenset()


_KEPT: WeakKeyDictionary[DeviceFacts, tuple[Filter, ...]] = WeakKeyDictionary()


def read_filters(device: DeviceFacts) -> tuple[Filter, ...]:
    """Return the filters of a device in the order in which they begin.

    Five checks ask for them: they are kept while the device's facts are there.
    """
    kept = _KEPT.get(device)
    if kept is None:
        kept = _KEPT[device] = _read_filters(device)
    return kept


def _read_filters(device: DeviceFacts) -> tuple[Filter, ...]:
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
            defaults.setdefault(name, block.default if not block.chains or name in block.chains else "")
            whole |= {name} if block.whole else set()
    for phrase in words.phrase:
        for name, entry in _entries_in_phrases(device, phrase, words, objects):
            entries[name].append(entry)
            others.setdefault(name, name.split()[-1])
    around = ""
    for statement in device.statements:
        around = _table(statement, words) or around
        followed = next(filter(None, (pattern.search(statement.text) for pattern in words.followed)), None)
        if followed:  # what the others do not decide, this one does
            defaults |= {name: "" for name in entries if name != followed["filter"]}
        for found in filter(None, (pattern.search(statement.text) for pattern in words.default)):
            name = _filter_name(found, around)
            entries.setdefault(name, [])
            defaults[name] = _action_of([found["value"]], words)
            others.setdefault(name, name.split()[-1])
        for found in filter(None, (pattern.search(statement.text) for pattern in words.other_names)):
            others[_filter_name(found)] = found["other"]
    return tuple(
        Filter(
            device.device,
            name,
            tuple(found),
            defaults.get(name, ""),
            name in whole,
            others.get(name, ""),
            _compared(found, objects.interfaces),
            objects.lists,
        )
        for name, found in entries.items()
    )


def _compared(entries: Sequence[Entry], known: frozenset[str]) -> frozenset[str]:
    """Return the interfaces and zones that entries can be compared with: those named; all where all are known."""
    asked = (entry.sides[side].names for entry in entries for side in PLACES if side in entry.sides)
    named = frozenset[str]().union(*asked)
    return named | known if named <= known else named


def _table(statement: ConfigStatement, words: FilterWords) -> str:
    """Return the table that the lines below are of, where a line opens one."""
    found = words.table.search(statement.text)
    return found["table"] if found else ""


def _filter_name(found: re.Match[str], around: str = "") -> str:
    fields = found.groupdict()
    names = (fields.get("table") or around, fields.get("filter") or fields.get("chain"))
    return " ".join(filter(None, names)).replace(GLUE, " ")


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
        asked = [*rest[:logs], *(rest[later[0] :] if later else [])]
        if len(asked) == 1 and asked[0] in self.words.states:
            self.ask("state", Side((), frozenset(self.words.states[asked[0]].split())), asked[0])
        elif len(asked) == 1 and self.sides.get("protocol") in self._of_icmp():
            self.ask("icmp_type", self._icmp_side(asked), asked[0])
        else:
            self.open.extend(asked)

    def _of_icmp(self) -> list[Side | None]:
        return [span_side(one, self.words.protocols) for one in ("icmp", "icmpv6")]

    def _icmp_side(self, given: Sequence[str]) -> Side | None:
        """Return the numbers of types of ICMP; None where one is not known."""
        version = int(self.sides.get("protocol") == self._of_icmp()[1])
        names = {
            name: numbers[version] for name, numbers in self.words.icmp_types.items() if numbers[version] >= 0
        }
        sides = [span_side(one, names) for one in given]
        return join_sides(one for one in sides if one) if all(sides) else None

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
            elif word == "icmp-type" and rest and not rest[1:2]:
                self.ask("icmp_type", self._icmp_side([rest.pop()]), word)
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

    def read_condition(self, meaning: str, given: list[str], *, negated: bool = False) -> None:
        """Read what a block or a phrase says of one side; what is `negated` is not asked for."""
        if any(one in self.words.everything for one in given) and not negated:
            return
        text = " ".join(["not", *given] if negated else given)
        if negated and meaning == "service":  # what is neither this protocol nor this port is no one range
            self.open.append(text)
            return
        if meaning.removesuffix("_list") in ("source", "destination"):
            side = self._addresses_side(given)
        elif meaning in PLACES:
            names = [name for one in given for name in one.split(",") if name]
            side = self._interfaces_side(names, negated)
            if negated or any(name.startswith("!") for name in names):  # of an unknown one nothing is known
                meaning = PLACES[PLACES.index(meaning) % 2]
                side = None if meaning in self.sides else side
            negated = False
        elif meaning == "service":
            side = join_sides(self.objects.side("services", one) for one in given)
        elif meaning in ("source_port", "destination_port") and given[0] in PORT_TESTS:
            side = ports_side(" ".join(given), self.words.ports)
        elif meaning in ("source_port", "destination_port"):
            ports = self.words.ports
            spans = (one.replace(":", "-") for one in given)
            sides = (span_side(one, ports) or self.objects.side("ports", _bare(one)) for one in spans)
            side = join_sides(sides)
        elif meaning == "icmp_type":
            side = self._icmp_side(given)
        elif meaning == "family":
            versions = [self.words.families.get(one.lower(), -1) for one in given]
            side = (
                ANY
                if 0 in versions
                else Side(tuple((one, one) for one in versions if one > 0))
                if -1 not in versions
                else None
            )
        else:
            side = Side((), frozenset(name.lower() for one in given for name in one.split(",")))
        if negated and side is not None:
            side = other_side(side)
        self.ask(meaning, side, text)

    def _interfaces_side(self, given: Sequence[str], negated: bool) -> Side | None:
        """Return the interfaces, and the lists that have them; all others that are known behind `!`."""
        names = [_bare(name.removeprefix("!")) for name in given]
        held = frozenset[str]().union(*map(self.objects.members, names))
        if any(name.endswith(("*", "+")) for name in held):
            return None
        if not negated and not any(name.startswith("!") for name in given):
            return Side((), held)
        known = self.objects.interfaces
        return Side((), known - held) if held <= known and len(given) == 1 else None

    def _addresses_side(self, given: Sequence[str]) -> Side | None:
        """Read addresses and names of them; the one before `except` is left out, the one behind `!` not asked for."""
        prefixes: list[tuple[Side, bool]] = []
        for one in given:
            if one == "except" and prefixes:
                prefixes[-1] = (prefixes[-1][0], True)
                continue
            name = _bare(one.removeprefix("!"))
            found = address_side(name) or self.objects.side("addresses", name)
            side = other_side(found) if one.startswith("!") else found
            if side is None:
                return None
            prefixes.append((side, False))
        if not any(is_exception for _, is_exception in prefixes):
            return join_sides(side for side, _ in prefixes)
        if any(side.names or len(side.ranges) != 1 for side, _ in prefixes):
            return None
        return most_specific_side(prefixes)


def _bare(name: str) -> str:
    """Return a name without the sign that says that it is one: `@blocked`, `$LAN`."""
    return name.lstrip("@$")


Part = tuple[str, str, SourceLine]
"""What an entry says in one line: key, value, line."""


def _entries_in_blocks(
    device: DeviceFacts, block: BlockWords, words: FilterWords, objects: Objects
) -> Iterator[tuple[str, Entry]]:
    """Yield each entry with the name of its filter."""
    told: dict[tuple[str, str], list[Part]] = defaultdict(list)
    heads = {one.text: one.line for one in device.statements if one.opens}
    separate: dict[str, int] = {}
    for statement in device.statements:
        if statement.separate:
            separate[statement.text] = statement.line.number
        found = block.pattern.search(statement.text)
        if found and "fields" in found.groupdict():  # all in one line, and without a label
            fields = (one.partition("=") for one in found["fields"].split())
            parts = [(key, value, statement.line) for key, _, value in fields]
            told[_filter_name(found), f"\n{statement.line.number}"] = parts
        elif found:
            value = (found["value"] or "").strip("[] ")
            key = found["key"] if value or not statement.opens else ""
            number = separate.get(statement.text[: found.end("entry")])
            parts = told[_filter_name(found), f"\n{number}" if number else found["entry"].replace(GLUE, " ")]
            if not parts and not number and (head := _head(found, heads)):
                parts.append(("", "", head))
            parts.append((key, value, statement.line))
    for (name, label), parts in _in_order(told, block):
        entry = _read_block("" if label.startswith("\n") else label, parts, block, words, objects)
        if entry is not None:
            yield name.replace(" to-zone ", " to "), entry


def _in_order(
    told: Mapping[tuple[str, str], list[Part]], block: BlockWords
) -> Iterator[tuple[tuple[str, str], list[Part]]]:
    """Yield entries as they are asked, which is not as they are written where their numbers or marks say so."""
    groups: list[list[tuple[tuple[str, str], list[Part]]]] = [[], [], []]
    for entry in told.items():
        text = "".join(f"\n{key} {value}" for key, value, _ in entry[1]) + "\n"
        is_last = block.last and block.last.search(text)
        groups[2 if is_last else 0 if block.first and block.first.search(text) else 1].append(entry)
    ordered = [*groups[0], *groups[1], *reversed(groups[2])]
    if block.order:
        numbers = {
            key: int(value)
            for key, parts in ordered
            for name, value, _ in parts
            if name == block.order and value.isdigit()
        }
        ordered.sort(key=lambda entry: -numbers.get(entry[0], 0))
    yield from ordered


def _head(found: re.Match[str], heads: Mapping[str, SourceLine]) -> SourceLine | None:
    """Return the line that opens an entry's block; one more word may stand behind the entry's name."""
    text, end = found.string, found.end("entry")
    behind = text.find(" ", end + 1)
    return heads.get(text[:end]) or (heads.get(text[:behind]) if behind > 0 else None)


def _read_block(
    label: str, parts: Sequence[Part], block: BlockWords, words: FilterWords, objects: Objects
) -> Entry | None:
    values: dict[str, list[str]] = defaultdict(list)
    negated: set[str] = set()
    reading = _Reading(words, objects)
    meanings = {**words.meanings, **block.meanings}
    for key, value, _ in parts:
        meaning = "" if f"{key} {value}" in words.unheeded else meanings.get(key, "")
        if meaning == "off" or (meaning == "status" and value.lower() in words.off_values):
            return None
        if meaning.startswith("not "):
            negated |= {meaning.removeprefix("not ")} if value.lower() in words.on_values else set()
        elif meaning:
            values[meaning].extend([value] if meaning in ("action", "target") else value.split())
        elif (
            not {key, f"{key} {value}"} & words.unheeded
            and value not in words.everything
            and (value or " " in key)
        ):
            reading.open.append(f"{key} {value}".strip())
    for meaning, given in values.items():
        if meaning == "protocol":
            reading.read_protocol([one for each in given for one in each.split("/")])
        elif meaning not in ("action", "status", "none", "target") and any(given):
            reading.read_condition(meaning, [one for one in given if one], negated=meaning in negated)
    action = _action_of(values["action"], words)
    first = {value.split()[0] for value in values["action"] if value.split()}
    if not action and not first & words.jumps:  # it neither permits nor denies
        action = (
            "next" if first & words.goes_on else "return" if first & words.returns else block.without_action
        )
    lines = tuple(dict.fromkeys(line for _, _, line in parts))
    target = next(iter(values["target"]), "") if first & words.jumps else ""
    return Entry(label, action, reading.sides, tuple(dict.fromkeys(reading.open)), lines, target)


def _entries_in_phrases(
    device: DeviceFacts, phrase: PhraseWords, words: FilterWords, objects: Objects
) -> Iterator[tuple[str, Entry]]:
    """Yield each entry with the name of its filter; one whose values each have their action is as many entries."""
    around = ""
    for statement in device.statements:
        found = phrase.pattern.search(statement.text)
        around = _table(statement, words) or around
        if not found:
            continue
        name = _filter_name(found, around)
        reader = _PhraseReading(phrase, words, name.rpartition(" ")[0])
        tokens = _PHRASE_TOKEN.findall(found["phrases"])
        for sides, action, target in reader.read(tokens, objects):
            open_words = tuple(dict.fromkeys(sides.open))
            yield name, Entry("", action, sides.sides, open_words, (statement.line,), target)


_PHRASE_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\{[^{}]*\}|[^\s{}]+')
_LONGEST_PHRASE = 3


@dataclass(frozen=True, slots=True)
class _PhraseReading:
    """Reads an entry in phrases; a filter that it jumps to has `around` before its name."""

    phrase: PhraseWords
    words: FilterWords
    around: str

    def read(self, tokens: Sequence[str], objects: Objects) -> list[tuple[_Reading, str, str]]:
        """Return what is asked with the action and the target; as many as a map has values, else one."""
        conditions: list[tuple[str, list[str], bool]] = []
        left: list[str] = []
        action, target = "next", ""
        maps: list[tuple[str, str]] = []
        mapped, at = "", 0
        while at < len(tokens):
            before = tokens[at] in self.phrase.negations and at + 1 < len(tokens)
            size, lead = self._phrase_at(tokens, at + before)
            at += size + before
            if lead in self.phrase.meanings:
                behind = at < len(tokens) and tokens[at] in self.phrase.negations
                negated = before or behind
                at += behind
                if at < len(tokens) and tokens[at] in self.phrase.maps and at + 1 < len(tokens):
                    mapped, at = lead, at + 1
                    pairs = (part.partition(" : ") for part in tokens[at].strip("{} ").split(","))
                    maps = [(value.strip(), verdict.strip()) for value, _, verdict in pairs if value.strip()]
                elif at < len(tokens):
                    conditions.append((lead, _values(tokens[at]), negated))
                at += 1
            elif lead in self.phrase.skipped:
                at += self.phrase.skipped[lead]
            elif lead in self.phrase.targets and at < len(tokens):
                is_goto = lead in self.phrase.gotos
                known = self._is_verdict(tokens[at].lower())
                chain = ["goto" if is_goto else "jump", tokens[at]]
                action, target = self._verdict([tokens[at].lower()] if known else chain)
                at = len(tokens)
            elif self._is_verdict(lead):
                action, target = self._verdict(tokens[at - 1 :])
                at = len(tokens)
            else:
                left.append(lead)
        made = []
        for value, verdict in maps or [("", "")]:
            reading = _Reading(self.words, objects)
            for lead, given, negated in [*conditions, *([(mapped, [value], False)] if value else [])]:
                self._ask(reading, lead, given, negated)
            reading.open.extend(left)
            made.append((reading, *(self._verdict(verdict.split()) if value else (action, target))))
        return made

    def _phrase_at(self, tokens: Sequence[str], at: int) -> tuple[int, str]:
        """Return the longest phrase that is known there, with its words; one word where none is."""
        for size in range(_LONGEST_PHRASE, 0, -1):
            lead = " ".join(tokens[at : at + size])
            if len(tokens) >= at + size and (lead in self.phrase.meanings or lead in self.phrase.skipped):
                return size, lead
        return 1, tokens[at]

    def _is_verdict(self, word: str) -> bool:
        words = self.words
        return word in words.permits | words.denies | words.jumps | words.returns | words.goes_on

    def _verdict(self, tokens: Sequence[str]) -> tuple[str, str]:
        """Return the action and the filter that is jumped to."""
        if tokens and tokens[0] in self.words.jumps:
            back = "return" if tokens[0] == "goto" else ""
            return back, f"{self.around} {tokens[1]}".strip() if len(tokens) > 1 else ""
        if tokens and tokens[0] in self.words.returns | self.words.goes_on:
            return "return" if tokens[0] in self.words.returns else "next", ""
        return _action_of(tokens[:1], self.words), ""

    def _ask(self, reading: _Reading, lead: str, given: list[str], negated: bool) -> None:
        meaning, _, protocol = self.phrase.meanings[lead].partition(" ")
        if protocol and "protocol" not in reading.sides:
            reading.read_protocol([protocol])
        if meaning == "protocol" and not negated:
            reading.read_protocol(given)
        else:
            reading.read_condition(meaning, given, negated=negated)


def _values(token: str) -> list[str]:
    """Return the values of a set, or of a list with commas."""
    return [one.strip(' "') for one in token.strip("{} ").split(",") if one.strip()]


def _action_of(values: Sequence[str], words: FilterWords) -> str:
    for first in (value.split()[0].lower() for value in values if value.split()):
        if first in words.permits:
            return "permit"
        if first in words.denies:
            return "deny"
    return ""
