"""Reads what captures say of interfaces, neighbors and parts: which property says it is in states.toml.

The only reader of captures here. Of several captures of one device the newest counts. What is doubtful about a capture
is left out.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter

from findings.facts import Interface, plain_name
from findings.links import is_called
from findings.log_records import LogReader
from findings.replaced_captures import ReplacedLine, read_replaced
from graph_store.graph import ReadableGraph
from graph_store.records import SourceLine

STATES = Path(__file__).with_name("states.toml")
_DOCUMENTS = "MATCH (d:Document {kind: 'capture', state: 'ready'}) RETURN d.serial, d.path, d.loaded, d.lines, d.counts"
_ROWS = (
    "MATCH (o:CommandOutput)-[:HAS]->(s:{label}) WHERE s.device IS NOT NULL AND s.device <> '' "
    "RETURN s, o.key, o.first_line ORDER BY s.id"
)
_OUTPUTS = "MATCH (o:CommandOutput) RETURN o.document, o.first_line, o.key, o.device ORDER BY o.document, o.first_line"
_SHOWN = (
    "MATCH (e:Entity {id: $id})-[r:HAS_LINE]->(l:Line) "
    "RETURN l.path, l.number, l.text, r.fields ORDER BY l.id"
)
_SPAN = "MATCH (l:Line) WHERE l.id >= $first AND l.id <= $last RETURN l.path, l.number, l.text ORDER BY l.id"
_CHANGES = (
    "MATCH (c:Change) WHERE c.of = 'configuration' "
    "RETURN c.device, c.time, c.key, c.before, c.after ORDER BY c.id"
)
_MOST = 1_000_000
MOST_SHOWN = 4
"""Lines of one row that a finding cites."""
_UNIVERSAL = frozenset({"UTC", "GMT", "Z"})


@dataclass(frozen=True, slots=True)
class StateRows:
    """Which rows say something, by which properties, and by which values; see states.toml."""

    label: str
    name: tuple[str, ...]
    state: tuple[str, ...] = ()
    protocol: tuple[str, ...] = ()
    up: re.Pattern[str] | None = None
    down: re.Pattern[str] | None = None
    admin: tuple[str, ...] = ()
    off: re.Pattern[str] | None = None
    off_by_admin: re.Pattern[str] | None = None
    mtu: tuple[str, ...] = ()
    duplex: tuple[str, ...] = ()
    full: re.Pattern[str] | None = None
    half: re.Pattern[str] | None = None
    errors: tuple[str, ...] = ()
    least_errors: int = 0
    every: re.Pattern[str] | None = None
    apart: tuple[str, ...] = ()
    negated: re.Pattern[str] | None = None
    address: tuple[str, ...] = ()
    far: tuple[str, ...] = ()
    far_port: tuple[str, ...] = ()
    called: str = ""


@dataclass(frozen=True, slots=True)
class StateWords:
    """The tables of states.toml."""

    doubtful: frozenset[str]
    short: Mapping[str, str]
    interface: StateRows
    bgp: StateRows
    ospf: StateRows
    isis: StateRows
    seen: tuple[StateRows, ...]
    part: tuple[StateRows, ...]


@dataclass(frozen=True, slots=True)
class Capture:
    """A file of outputs. `clock` is the device's own time in it, without a zone; `zone` is written as there."""

    serial: int
    path: str
    loaded: str
    lines: int = 0
    clock: str = ""
    zone: str = ""

    @property
    def when(self) -> str:
        """Say when it was taken, or at least loaded."""
        if self.clock:
            return f"captured at {self.clock.replace('T', ' ')}{f' {self.zone}' if self.zone else ''}"
        return f"captured before {self.loaded[:19].replace('T', ' ')} UTC"

    @property
    def time(self) -> str:
        """Return when it was taken, in UTC; blank where that is not known."""
        return f"{self.clock}Z" if self.clock and self.zone.upper() in _UNIVERSAL else ""


@dataclass(frozen=True, slots=True)
class CapturedState:
    """One row of an output; `first_line` is where its command stands."""

    id: int
    device: str
    name: str
    values: Mapping[str, Any]
    capture: Capture
    command: str
    first_line: int

    def first(self, properties: Iterable[str]) -> str:
        """Return the first of these properties that is there; blank without any."""
        return next((str(self.values[one]) for one in properties if self.values.get(one) is not None), "")

    def says(self, properties: Iterable[str], pattern: re.Pattern[str] | None) -> str:
        """Return the first value of these properties that a pattern matches."""
        values = (str(self.values[one]).strip() for one in properties if self.values.get(one) is not None)
        return next((value for value in values if pattern is not None and pattern.match(value)), "")


@dataclass(frozen=True, slots=True)
class ShownOutput:
    """What one command printed: lines `first` (the command) to `last`; `is_read` says that rows were read of it."""

    command: str
    capture: Capture
    first: int
    last: int
    is_read: bool


@dataclass(frozen=True)
class States:
    """What the captures of a graph say.

    By device: `changed` are the texts and blocks of a configuration that changed, and when; `ups` what a log last said
    to be up, and when. `replaced` are lines of captures by document and number.
    """

    words: StateWords
    rows: Mapping[str, Mapping[str, Sequence[CapturedState]]] = field(default_factory=dict)
    changed: Mapping[str, Sequence[tuple[str, frozenset[str]]]] = field(default_factory=dict)
    graph: ReadableGraph | None = None
    outputs: Mapping[str, Sequence[ShownOutput]] = field(default_factory=dict)
    ups: Mapping[str, Sequence[tuple[str, str]]] = field(default_factory=dict)
    replaced: Mapping[tuple[int, int], ReplacedLine] = field(default_factory=dict)

    def of(self, words: StateRows, device: str) -> tuple[CapturedState, ...]:
        """Return the rows of a device that these words are about, each by the name that they give it."""
        rows = self.rows.get(words.label, {}).get(device.lower(), ())
        return tuple(replace(row, name=name) for row in rows if (name := row.first(words.name)))

    def lines(self, state: CapturedState, properties: Iterable[str]) -> tuple[SourceLine, ...]:
        """Return the lines of a row that show one of these properties; else all, four at most."""
        if self.graph is None:
            return ()
        wanted = frozenset(properties)
        rows = self.graph.read(_SHOWN, {"id": state.id}, row_limit=_MOST).rows
        lines = [
            (SourceLine(str(path), int(str(number)), str(text)), wanted.intersection(fields or ()))  # type: ignore[arg-type]
            for path, number, text, fields in rows
        ]
        return tuple([line for line, shown in lines if shown] or [line for line, _ in lines])[:MOST_SHOWN]

    def every(self, words: StateRows, device: str) -> tuple[ShownOutput, tuple[SourceLine, ...]] | None:
        """Return the newest output that shows everything of its kind, with its lines; None where there is not one."""
        fitting = [
            output
            for output in self.outputs.get(device.lower(), ())
            if words.every is not None and words.every.match(output.command)
        ]
        some = newest(fitting)
        if len(some) != 1 or self.graph is None:
            return None
        start = some[0].capture.serial * 2**32
        span = {"first": start + some[0].first, "last": start + some[0].last}
        rows = self.graph.read(_SPAN, span, row_limit=_MOST).rows
        lines = tuple(SourceLine(str(path), int(str(number)), str(text)) for path, number, text in rows)
        return None if not lines or "|" in lines[0].text else (some[0], lines)

    def is_older(self, capture: Capture, device: str, name: str, lines: Iterable[SourceLine]) -> bool:
        """Tell whether these lines of a configuration, or the block of a name, changed after a capture came."""
        plain, texts = plain_name(name), {line.text.strip() for line in lines}
        return any(
            time > capture.loaded
            and (texts & changed or any(plain and plain in plain_name(one) for one in changed))
            for time, changed in self.changed.get(device.lower(), ())
        )

    def is_up_later(self, capture: Capture, device: str, name: str) -> bool:
        """Tell whether a log says, later than the clock of a capture, that an interface or neighbor came up."""
        return bool(capture.clock and name) and any(
            time[:19] > capture.clock
            and plain_name(name) in (plain_name(subject), *map(plain_name, subject.split()))
            for subject, time in self.ups.get(device.lower(), ())
        )


@cache
def read_state_words() -> StateWords:
    """Read the file once."""
    table = tomllib.loads(STATES.read_text(encoding="utf-8"))

    def compiled(value: Any, name: str = "") -> Any:
        if isinstance(value, dict):
            return {key: compiled(one, key) for key, one in value.items()}
        if isinstance(value, list):
            return [compiled(one) for one in value]
        return re.compile(value, re.IGNORECASE) if name in _PATTERNS else value

    return TypeAdapter(StateWords).validate_python(compiled(table))


_PATTERNS = frozenset({"up", "down", "off", "off_by_admin", "full", "half", "every", "negated"})


Captured = TypeVar("Captured", CapturedState, ShownOutput)


def newest(rows: Sequence[Captured]) -> tuple[Captured, ...]:
    """Keep the rows or outputs of the newest capture, or of several where nothing says which is newer.

    Captures are compared by the devices' clocks, or by when they were loaded where one shows no clock.
    """
    clocked = all(row.capture.clock for row in rows)
    times = {row.capture.serial: row.capture.clock if clocked else row.capture.loaded for row in rows}
    last = max(times.values(), default="")
    return tuple(row for row in rows if times[row.capture.serial] == last)


def by_interface(
    rows: Iterable[CapturedState], interfaces: Sequence[Interface]
) -> Mapping[str, list[CapturedState]]:
    """Return the rows of each configured interface, by the name that its configuration has."""
    short = read_state_words().short
    by_name = {plain_name(one.name): one.name for one in interfaces}
    kept: dict[str, str] = {}
    found: dict[str, list[CapturedState]] = defaultdict(list)
    for row in rows:
        if row.name not in kept:
            kept[row.name] = _configured(row.name, by_name, short)
        if kept[row.name]:
            found[kept[row.name]].append(row)
    return found


def find_interface(name: str, interfaces: Sequence[Interface]) -> Interface | None:
    """Return the configured interface that a capture calls so, in full or short; None where several may be."""
    by_name = {plain_name(one.name): one.name for one in interfaces}
    wanted = _configured(name, by_name, read_state_words().short)
    return next((one for one in interfaces if one.name == wanted), None)


def _configured(name: str, by_name: Mapping[str, str], short: Mapping[str, str]) -> str:
    plain = plain_name(name)
    letters = re.match(r"[a-z]*", plain)
    word = letters[0] if letters else ""
    for each in (plain, short[word] + plain[len(word) :] if word in short else plain):
        if each in by_name:
            return by_name[each]
    called = [one for one in by_name.values() if is_called(one, plain)]
    return called[0] if len(called) == 1 else ""


# What the graph has of captures.


def read_states(graph: ReadableGraph, logs: LogReader) -> States:
    """Read the rows of all captures that are not doubtful, and what logs say came up. Raises GraphError."""
    words = read_state_words()
    captures, without = _read_captures(graph, words)
    if not captures:
        return States(words)
    outputs = list(_read_outputs(graph, captures, without))
    shown = {(output.capture.serial, output.first) for _, output in outputs}
    tables = (words.interface, words.bgp, words.ospf, words.isis, *words.seen, *words.part)
    rows: dict[str, dict[str, list[CapturedState]]] = defaultdict(lambda: defaultdict(list))
    read = set()
    for label in dict.fromkeys(one.label for one in tables):
        for row in graph.read(_ROWS.format(label=label), row_limit=_MOST).rows:
            state = _state(row, captures)
            if state and (state.capture.serial, state.first_line) in shown:
                read.add((state.capture.serial, state.first_line))
                rows[label][state.device.lower()].append(state)
    by_device: dict[str, list[ShownOutput]] = defaultdict(list)
    for device, output in outputs:
        is_read = (output.capture.serial, output.first) in read
        by_device[device].append(replace(output, is_read=is_read))
    return States(words, rows, _changes(graph), graph, by_device, _ups(logs), read_replaced(graph))


def _read_captures(
    graph: ReadableGraph, words: StateWords
) -> tuple[dict[tuple[int, str], Capture], set[int]]:
    """Return captures by document and device (blank: any), and the documents whose end is doubtful."""
    clocks: dict[tuple[int, str], tuple[str, str]] = {}
    for node, *_ in graph.read(_ROWS.format(label="Clock"), row_limit=_MOST).rows:
        values: Mapping[str, Any] = node if isinstance(node, Mapping) else {}
        if time := _clock(values):
            key = int(str(values["document"])), str(values["device"]).lower()
            clocks[key] = max(clocks.get(key, ("", "")), (time, str(values.get("timezone", ""))))
    captures: dict[tuple[int, str], Capture] = {}
    without = set()
    for serial, path, loaded, lines, counts in graph.read(_DOCUMENTS, row_limit=_MOST).rows:
        doubts = {str(one[0]) for one in json.loads(str(counts or "{}")).get("doubts", ())}
        if doubts & words.doubtful:
            continue
        number = int(str(serial))
        if "cut" in doubts:
            without.add(number)
        capture = Capture(number, str(path), str(loaded or ""), int(str(lines or 0)))
        captures[number, ""] = capture
        for (document, device), (time, zone) in clocks.items():
            if document == number:
                captures[number, device] = replace(capture, clock=time, zone=zone)
    return captures, without


def _clock(values: Mapping[str, Any]) -> str:
    """Read a clock's year, month, day and time of day: "2026-11-05T12:00:00"; blank where it lacks one."""
    year, month, day, time = (str(values.get(name, "")) for name in ("year", "month", "day", "time"))
    for form in ("%b", "%B", "%m"):
        try:
            found = datetime.strptime(
                f"{year} {month} {day} {time.partition('.')[0]}", f"%Y {form} %d %H:%M:%S"
            )
        except ValueError:
            continue
        return found.isoformat(timespec="seconds")
    return ""


def _state(row: Sequence[Any], captures: Mapping[tuple[int, str], Capture]) -> CapturedState | None:
    node, command, first_line = row
    values: Mapping[str, Any] = node if isinstance(node, Mapping) else {}
    device, serial = str(values.get("device", "")), int(str(values.get("document", 0)))
    capture = captures.get((serial, device.lower())) or captures.get((serial, ""))
    if capture is None:
        return None
    name = str(values.get("key", ""))
    return CapturedState(
        int(str(values["id"])), device, name, values, capture, str(command or ""), int(str(first_line or 1))
    )


def _read_outputs(
    graph: ReadableGraph, captures: Mapping[tuple[int, str], Capture], without: set[int]
) -> Iterator[tuple[str, ShownOutput]]:
    """Yield the device and the place of each output, but not the last one of a capture whose end is doubtful."""
    in_document: dict[int, list[tuple[int, str, str]]] = defaultdict(list)
    for document, first, command, device in graph.read(_OUTPUTS, row_limit=_MOST).rows:
        if (int(str(document)), "") in captures:
            one = int(str(first or 1)), str(command or ""), str(device or "").lower()
            in_document[int(str(document))].append(one)
    for document, found in in_document.items():
        size = captures[document, ""].lines
        ends = [*(first - 1 for first, _, _ in found[1:]), size]
        for (first, command, device), last in zip(found, ends, strict=True):
            if document not in without or last != size:
                capture = captures.get((document, device)) or captures[document, ""]
                yield device, ShownOutput(command, capture, first, last, is_read=False)


def _changes(graph: ReadableGraph) -> dict[str, list[tuple[str, frozenset[str]]]]:
    found: dict[str, list[tuple[str, frozenset[str]]]] = defaultdict(list)
    for device, time, key, before, after in graph.read(_CHANGES, row_limit=_MOST).rows:
        texts = [*(before or ()), *(after or ())]  # type: ignore[misc]
        changed = frozenset({str(key or ""), *(str(text).strip() for text in texts)})
        found[str(device or "").lower()].append((str(time), changed))
    return found


def _ups(logs: LogReader) -> dict[str, list[tuple[str, str]]]:
    """Return by device what came up, and the last time of it."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for patterns in (logs.words.links, logs.words.neighbors):
        for one in logs.by_message(patterns):
            if one.state == "up":
                found[one.device.lower()].append((one.subject, one.last))
    return found
