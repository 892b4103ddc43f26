"""Judges how plausible records are without ground truth, in learning and in the report; measures coverage."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field

from graph_store.records import Entity, SourceLine
from ingest.files.read_times import find_time
from ingest.files.says_something import says_something
from ingest.learn.builtin.logs.values import STATES
from ingest.load.build_entities import scalar_items
from ingest.records import Doubt, ParsedBatch
from ingest.sandbox import ParsedRecords, RawRecord
from reading.event_table import OTHER_EVENT
from reading.header_patterns import LEVELS
from reading.values import HOST, IPV4, IPV6

MOST_LINES_A_RECORD = 30
MOST_TEXT_A_VALUE = 4
FEW_KEYS = 0.1
MANY_ROWS = 20
MOST_LOST = 0.1
MOST_OTHERS, FEW_OTHERS = 0.1, 5
MOST_JUDGED = 20_000
LINES_SHOWN = 5
NEGATIONS = ("no", "undo", "delete", "unset")
MOST_DROPPED = 0.01
_WORD = re.compile("[a-z][a-z-]+")
_DROPPED = re.compile(r".*:([0-9]+) (\S+)")
_NEGATED = re.compile(rf"\s*(?:{'|'.join(NEGATIONS)})\s+(\S.*)")
_VERSION = re.compile(r"[vV]?[0-9]{1,9}(?:\.[0-9]{1,9}){1,6}(?:[A-Za-z][0-9]{0,9})?")
_DATE = re.compile(r"(?:19|20)[0-9]{2}[-./][0-9]{1,2}[-./][0-9]{1,2}")


def looks_like_hosts(values: Sequence[str]) -> bool:
    """Tell whether values look like names of hosts: they come back, and hold a digit or are qualified.

    Dates, numbers, levels and names of classes are none.
    """
    named = {value for value in values if value not in ("-", "")}
    if not could_be_hosts(tuple(named)) or any(
        _DATE.search(value) or re.search(r"/|:[0-9]{1,5}$", value) or _VERSION.fullmatch(value)
        for value in named
        if not is_ip(value)
    ):
        return False
    qualified = [
        value for value in named if re.search("[0-9]", value) or is_ip(value) or re.fullmatch(HOST, value)
    ]
    classes = [value for value in named if re.fullmatch(r"[A-Za-z_$]+(?:\.[A-Za-z_$]+)+", value)]
    return len(qualified) - len(classes) >= 0.8 * len(named) and len(named) <= max(3, 0.5 * len(values))


def could_be_hosts(values: Sequence[str]) -> bool:
    """Tell whether values in the place of the sender may be names: no number, date, sign or level among them."""
    named = {value for value in values if value not in ("-", "")}
    return bool(named) and all(
        is_ip(value)
        or (
            re.fullmatch(r"[A-Za-z0-9_][\w.:/-]*", value)
            and re.search("[A-Za-z]", value)
            and value.lower() not in LEVELS
            and value.lower() not in STATES
            and find_time(value) is None
        )
        for value in named
    )


def are_devices(values: Sequence[str], devices: Container[str]) -> bool:
    """Tell whether most values are names of known devices (`devices` holds them in small letters, without domains)."""
    known = sum(value.lower() in devices or value.lower().split(".")[0] in devices for value in values)
    return known > 0 and known >= 0.5 * len(values)


def is_ip(value: str) -> bool:
    """Say whether a value is an address."""
    return re.fullmatch(rf"{IPV4}|{IPV6}", value) is not None


@dataclass(slots=True)
class RecordJudge:
    """Looks at the records of one document, batch by batch; `doubts` says what is implausible about them."""

    path: str
    seen: int = 0
    long: list[Entity] = field(default_factory=list)
    rows: Counter[str] = field(default_factory=Counter)
    keyless: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    devices: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    words: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    names: dict[str, int] = field(default_factory=dict)
    keys: set[str] = field(default_factory=set)
    negated: list[int] = field(default_factory=list)
    alike: dict[tuple[str, str, str], tuple[int, str]] = field(default_factory=dict)
    apart: list[tuple[int, str]] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    lost: list[int] = field(default_factory=list)
    others: list[int] = field(default_factory=list)
    events: int = 0
    lines: int = 0

    def take_batch(self, batch: ParsedBatch) -> None:
        """Look at one batch, while there are few: later ones are not even made entities of."""
        if self.seen < MOST_JUDGED:
            self.take(batch.all_entities(), batch.lines, batch.not_found)

    def take(
        self, entities: Sequence[Entity], lines: Sequence[SourceLine], dropped: Sequence[str] = ()
    ) -> None:
        """Look at one batch, of a long document at its beginning only; `dropped` values were not in their lines."""
        if self.seen >= MOST_JUDGED:
            return
        self.seen += len(entities)
        self.lines += len(lines)
        self.dropped.extend(dropped)
        texts = {line.number: line.text for line in lines}
        parents = {entity.parent for entity in entities if entity.parent is not None}
        for entity in entities:
            if "timestamp_text" in entity.values or "message" in entity.values:
                self._take_event(entity, texts)
            else:
                self._take_statement(entity, texts, entity.ordinal in parents)

    def _take_event(self, entity: Entity, texts: dict[int, str]) -> None:
        if entity.device:
            self.devices[entity.device].append(entity.lines[0] if entity.lines else 0)
        for name, value in entity.values.items():
            if name in ("level", "component", "process", "source", "status") and isinstance(value, str):
                self.words[name].add(value)
        self.events += 1
        if entity.type == OTHER_EVENT and _is_unread(entity):
            self.others.append(entity.lines[0] if entity.lines else 0)
        behind = [number for number in entity.lines[1:] if not texts.get(number, " ")[:1].isspace()]
        self.lost.extend(number for number in behind if not is_trace(texts[number]))

    def _take_statement(self, entity: Entity, texts: dict[int, str], is_parent: bool) -> None:
        own = entity.lines
        if entity.key:
            self.keys.add(entity.key)
        for name in entity.values:
            self.names.setdefault(name, own[0] if own else 0)
        if is_parent:
            return
        if len(own) > MOST_LINES_A_RECORD and len(entity.values) * MOST_TEXT_A_VALUE < len(own):
            self.long.append(entity)
        if len(own) == 1:
            if entity.type != COMMENT and any(map(str, entity.values.values())):
                self.rows[entity.type] += 1
                if not entity.key:
                    self.keyless[entity.type].append(own[0])
            self._compare(entity, own[0], texts.get(own[0], ""))
        if not _says_negation(entity):
            self.negated.extend(number for number in own if _NEGATED.match(texts.get(number, "")))

    def _compare(self, entity: Entity, number: int, text: str) -> None:
        """Note a line whose record says the same as that of another line, though one of its words is another."""
        same = (entity.type, entity.key, f"{entity.parent} {sorted(map(str, entity.values.items()))}")
        _, other = self.alike.setdefault(same, (number, text))
        words, others = text.split(), other.split()
        differing = [word for word, known in zip(words, others, strict=False) if word != known]
        if len(words) == len(others) and len(differing) == 1 and _WORD.fullmatch(differing[0]):
            self.apart.append((number, differing[0]))

    def doubts(self) -> tuple[Doubt, ...]:
        """Say what is implausible, each reason once a file."""
        return tuple(
            Doubt(self.path, reason, tuple(lines[:LINES_SHOWN]), said)
            for reason, lines, said in self._found()
        )

    def _found(self) -> Iterator[tuple[str, Sequence[int], str]]:
        if self.long:
            long = max(self.long, key=lambda entity: len(entity.lines))
            yield "long", long.lines, f"one {long.type} record owns {len(long.lines)} lines and few values"
        for kind, numbers in self.keyless.items():
            if len(numbers) >= MANY_ROWS and len(numbers) >= (1 - FEW_KEYS) * sum(self.rows.values()):
                yield "keyless", numbers, f"{len(numbers)} {kind} records of one line have no key"
        wrong = [name for name in self.devices if not could_be_hosts((name,)) or _DATE.fullmatch(name)]
        if wrong:
            lines = [self.devices[name][0] for name in wrong]
            yield "device", lines, f"{wrong[0]!r} does not look like the name of a device"
        names = set(self.devices)
        column = next((name for name, words in self.words.items() if len(names) > 1 and names <= words), "")
        if column:
            lines = [self.devices[name][0] for name in sorted(names)]
            yield "device", lines, f"the devices are the values of {column}"
        if len(self.lost) > max(2, MOST_LOST * self.lines):
            reason = "lines that are not indented count as a part of the record before them"
            yield "continued", self.lost, f"{len(self.lost)} {reason}"
        if len(self.others) > max(FEW_OTHERS, MOST_OTHERS * self.events):
            reason = "log records are of no event that the parser knows"
            yield "others", self.others, f"{len(self.others)} of {self.events} {reason}"
        if self.apart:
            reason = f"records are equal though their lines differ, by {self.apart[0][1]!r} first"
            yield "apart", [number for number, _ in self.apart], f"{len(self.apart)} {reason}"
        if len(self.dropped) > MOST_DROPPED * self.seen:
            places = [_DROPPED.fullmatch(each) for each in self.dropped]
            what = next((found[2] for found in places if found), "")
            lines = [int(found[1]) for found in places[:LINES_SHOWN] if found]
            reason = f"values or words of types are not in their lines and were dropped, {what} first"
            yield "dropped", lines, f"{len(self.dropped)} {reason}"
        if self.negated:
            yield "negation", self.negated, f"{len(self.negated)} negated lines have no value that says so"
        keys = (key.lower() for key in self.keys if re.search("[0-9A-Z]", key))
        named = {re.sub(r"[^a-z0-9]+", "_", key).strip("_") for key in keys}
        twice = sorted(name for name in self.names.keys() & named if re.search("[0-9_]", name))
        if twice:
            lines = [self.names[name] for name in twice]
            yield "name", lines, f"the property {twice[0]} is named after what is a value elsewhere"


def _is_unread(entity: Entity) -> bool:
    """Say whether no value of an event comes from its message, as of one whose keys are read."""
    message = str(entity.values.get("message", ""))
    return not any(
        isinstance(value, str) and name not in _WHOLE_TEXT and value in message
        for name, value in entity.values.items()
    )


def is_trace(text: str) -> bool:
    """Say whether an unindented line is one of those that a stack trace has."""
    return re.match(r"(?:at |Caused by|\.\.\. |[\])}]|[\w.$]+(?:Exception|Error)\b)", text) is not None


def _says_negation(entity: Entity) -> bool:
    """Say whether a record keeps that its line takes something back."""
    values = entity.values.values()
    negated = any(value is False or str(value).split(" ", 1)[0] in NEGATIONS for value in values)
    return negated or any(name in ("negated", "action") or name.startswith("no_") for name in entity.values)


# Measures what a parser explains: lines that an entity owns, and variable tokens that stand in named fields.

_VARIABLE = re.compile(r"(?<![A-Za-z0-9_./:-])[A-Za-z_./:-]*+\d(?:[A-Za-z0-9_./:-]|\d)*+")
_VARIABLE_ASCII = re.compile(r"(?<![A-Za-z0-9_./:-])[A-Za-z_./:-]*+[0-9][A-Za-z0-9_./:-]*+")
"""Finds the same where all digits are ASCII, without trying every character of a word as its first."""
_WHOLE_TEXT = frozenset({"message", "template", "event", "timestamp"})
COMMENT = "Comment"


def all_records(records: Sequence[RawRecord]) -> Iterator[RawRecord]:
    """Yield records and those below them."""
    for record in records:
        yield record
        yield from all_records(record.children)


def stated_lines(record: RawRecord) -> list[int]:
    """Return the indices of the lines that a record names itself."""
    return [index for first, last in record.lines for index in range(first, last + 1)]


def owned_lines(records: Sequence[RawRecord], lines: Sequence[SourceLine]) -> frozenset[int]:
    """Return the numbers of the lines that some record explains.

    Lines without a letter or digit count as explained, and so do comments. A record that only repeats its line
    explains nothing.
    """
    owned = {line.number for line in lines if not says_something(line.text)}
    if isinstance(records, ParsedRecords):
        waiting = list(records.others.values())
        for table in records.tables:
            if len(table.names) == 1:
                waiting.extend(table.records())
            else:
                owned.update([lines[at].number for at in table.lines])
    else:
        waiting = list(records)
    while waiting:
        record = waiting.pop()
        waiting.extend(record.children)
        numbers = stated_lines(record)
        if record.type == COMMENT or not is_raw_text(record, numbers, lines):
            owned.update([lines[index].number for index in numbers])
    return frozenset(owned)


def is_raw_text(record: RawRecord, numbers: Sequence[int], lines: Sequence[SourceLine]) -> bool:
    """True when the record's only value is (nearly) its whole text, of more than one word."""
    if len(record.values) != 1 or record.children:
        return False
    (value,) = record.values.values()
    length = sum(len(lines[index].text.strip()) for index in numbers)
    return isinstance(value, str) and len(value.split()) > 1 and len(value) >= 0.9 * length


def count_tokens(lines: Sequence[SourceLine], entities: Sequence[Entity]) -> tuple[int, int]:
    """Count the tokens with a digit in them, and those that are part of a typed, named field."""
    held: dict[int, set[str]] = {}
    for entity in entities:
        tokens = set(_variable_tokens("\n".join(_texts(entity))))
        for number in entity.lines:
            held.setdefault(number, set()).update(tokens)
    total = fields = 0
    for line in lines:
        known = held.get(line.number, set())
        for token in _variable_tokens(line.text):
            total += 1
            fields += token in known or token.rstrip(".:") in known or any(token in text for text in known)
    return total, fields


def _variable_tokens(text: str) -> list[str]:
    pattern = _VARIABLE_ASCII if text.isascii() else _VARIABLE
    return pattern.findall(text)


def _texts(entity: Entity) -> list[str]:
    texts = [entity.key]
    for name, value in entity.values.items():
        if name not in _WHOLE_TEXT:
            texts.extend((value,) if isinstance(value, str) else map(str, scalar_items(value)))
    return texts
