"""Turns the outputs of a capture into records: one for each command, and inside it one for each row."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from graph_store.records import SourceLine
from ingest.captures.cut_outputs import Output, cut_outputs
from ingest.captures.read_output import OutputRow, ReadOutput, choose_platform, templates_for
from ingest.concepts.common_labels import split_words
from ingest.learn.time_limit import TimeIsOverError, time_limit
from ingest.records import Parser, Sample
from ingest.sandbox import RawRecord

OUTPUT = "CommandOutput"
DEVICE = "captured_device"
"""The value of a record that names its device, which need not stand on the record's own lines."""
LABELS = Path(__file__).with_name("labels.toml")
OUTPUTS_LIMIT_S = 60.0
"""For all outputs of one device in one file."""
_DROPPED = frozenset({"show", "display", "get", "print"})
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,17})$")


@dataclass(frozen=True, slots=True)
class Label:
    """What rows are called whose template's words fit; see labels.toml."""

    name: str
    words: tuple[re.Pattern[str], ...]
    key: tuple[str, ...]
    without: tuple[re.Pattern[str], ...] = ()

    def fits(self, words: Sequence[str]) -> bool:
        """Tell whether all words stand in a template's name, in this order, and none of the others."""
        rest = iter(words)
        if not all(any(pattern.fullmatch(word) for word in rest) for pattern in self.words):
            return False
        return not any(pattern.fullmatch(word) for pattern in self.without for word in words)


@dataclass(slots=True)
class CaptureRecords:
    """The records of a capture; `unread` are the commands whose output no template reads, or only in part."""

    records: list[RawRecord] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)


@cache
def read_labels() -> tuple[Label, ...]:
    """Read the file once."""
    table = tomllib.loads(LABELS.read_text(encoding="utf-8"))
    return tuple(
        Label(
            row["name"],
            tuple(map(re.compile, row["words"])),
            tuple(row["key"]),
            tuple(map(re.compile, row.get("without", ()))),
        )
        for row in table["label"]
    )


def capture_parser() -> Parser:
    """Return what stands for a parser of captures; documents are read again when the library has other templates."""
    return Parser(
        "show-commands",
        "capture",
        {},
        f"ntc-templates {version('ntc-templates')}",
        "library",
    )


def capture_types(captures: Iterable[Sample]) -> dict[str, Any]:
    """Return the schema of the types that captures may have, by their commands."""
    found = {OUTPUT: ["command", "output"]}
    for sample in captures:
        for output in cut_outputs(sample.lines, sample.path):
            for template in templates_for(output.command):
                label = _label(template.words)
                found.setdefault(label.name, [word.lower() for word in split_words(label.name)])
    return {"$defs": {name: {"type": "object", "x-words": words} for name, words in found.items()}}


def captured_device(sample: Sample) -> str:
    """Return the device of a capture that is of one; a blank where none is named, or several are."""
    devices = {output.device for output in cut_outputs(sample.lines, sample.path)}
    return devices.pop() if len(devices) == 1 else ""


def read_capture(lines: Sequence[SourceLine]) -> CaptureRecords:
    """Read a capture.

    The outputs of one device are read by the templates of one platform. An output that none of them reads whole is a
    record without rows: its lines stay unexplained.
    """
    found = CaptureRecords()
    texts = [line.text for line in lines]
    outputs = cut_outputs(texts, lines[0].path if lines else "")
    by_device: dict[str, list[Output]] = {}
    for output in outputs:
        by_device.setdefault(output.device, []).append(output)
    read: dict[Output, ReadOutput | None] = {}
    for some in by_device.values():
        pairs = [(each.command, texts[each.first : each.last + 1]) for each in some]
        try:
            with time_limit(OUTPUTS_LIMIT_S):
                read.update(zip(some, choose_platform(pairs), strict=True))
        except TimeIsOverError:
            read.update(dict.fromkeys(some))
    for output in outputs:
        one = read[output]
        if one is None and output.last >= output.first:
            found.unread.append(output.command)
        found.records.append(_record(output, one))
    return found


def _record(output: Output, read: ReadOutput | None) -> RawRecord:
    """Make the record of one command: what was asked, and its rows."""
    values = {DEVICE: output.device} if output.device else {}
    if output.asked is not None:  # else the file's name has the command, and no line
        values["key"] = output.command
    children = []
    if read is not None:
        label = _label(read.template.words)
        children = [_row(row, label, output) for row in read.rows]
    own = [] if output.asked is None else [output.asked]
    if read is not None:
        own += [output.first + at for at in read.known] + list(range(output.last + 1, output.until + 1))
    return RawRecord(OUTPUT, values, _spans(own), tuple(children))


def _row(row: OutputRow, label: Label, output: Output) -> RawRecord:
    values: dict[str, str | int | tuple[str, ...]] = {}
    for name, value in row.values.items():
        values[name] = int(value) if isinstance(value, str) and _NUMBER.match(value) else value
    key = next((name for name in label.key if isinstance(row.values.get(name), str)), "")
    if key:
        values["key"] = str(row.values[key])
    if output.device:
        values[DEVICE] = output.device
    return RawRecord(label.name, values, _spans([output.first + at for at in row.lines]), ())


def _label(words: Sequence[str]) -> Label:
    """Return what rows are called: by labels.toml, else after the command."""
    for label in read_labels():
        if label.fits(words):
            return label
    telling = [word for word in words if word not in _DROPPED] or list(words)
    return Label("".join(word.capitalize() for word in telling), (), ("name", "interface", "id"))


def _spans(numbers: Sequence[int]) -> tuple[tuple[int, int], ...]:
    spans: list[list[int]] = []
    for number in sorted(set(numbers)):
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return tuple((first, last) for first, last in spans)
