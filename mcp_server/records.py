"""The typed records that tools return as structured content. Lines are counted from 1."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from graph_store.records import SourceLine


@dataclass(frozen=True, slots=True)
class LineResult:
    """One source line; `uri` opens it as a resource."""

    path: str
    line: int
    text: str
    uri: str = ""


@dataclass(frozen=True, slots=True)
class AskResult:
    """An answer. Only status "answered" and "none" are statements about the data."""

    answer: str
    status: str
    citations: list[LineResult] = field(default_factory=list)
    closest: list[LineResult] = field(default_factory=list)
    choices: list[str] = field(default_factory=list)
    statements: list[str] = field(default_factory=list)
    model: str = ""
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class LinesResult:
    """Lines, in file order or best first. `next_first` or `next_offset` asks for the next ones; 0: there are none."""

    lines: list[LineResult]
    total: int
    next_first: int = 0
    next_offset: int = 0


@dataclass(frozen=True, slots=True)
class RowResult:
    """One row: column → value, with the first lines that it rests on."""

    values: dict[str, Any]
    lines: list[LineResult]
    total_lines: int


@dataclass(frozen=True, slots=True)
class RowsResult:
    """Rows of a statement. `cut`: there are more; `total` is how many, null where it is not known."""

    columns: list[str]
    rows: list[RowResult]
    cut: bool
    total: int | None


@dataclass(frozen=True, slots=True)
class DeviceResult:
    """A device, and how many things and log records were read of it."""

    name: str
    entities: int


@dataclass(frozen=True, slots=True)
class DevicesResult:
    """Devices by name. `next_offset` asks for the next ones; 0: there are none."""

    devices: list[DeviceResult]
    total: int
    next_offset: int


@dataclass(frozen=True, slots=True)
class LabelResult:
    """A label of the graph; `properties` only where the label was asked for by name."""

    name: str
    nodes: int
    properties: list[str] = field(default_factory=list)
    parents: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class GraphResult:
    """What is in the graph. A relation is [from, type, to]."""

    documents: int
    lines: int
    devices: int
    labels: list[LabelResult]
    relations: list[list[str]]


@dataclass(frozen=True, slots=True)
class FindingResult:
    """Something that is wrong, or may be, with the lines that show it."""

    kind: str
    severity: str
    devices: list[str]
    message: str
    lines: list[LineResult]


@dataclass(frozen=True, slots=True)
class FindingsResult:
    """Findings, the most severe first. `next_offset` asks for the next ones; 0: there are none."""

    findings: list[FindingResult]
    total: int
    next_offset: int


@dataclass(frozen=True, slots=True)
class VerdictResult:
    """What a filter does with a packet: `action` is "unknown" where more would have to be known.

    `entry` is the line that decides; `undecided` are those before it that may match as well.
    """

    action: str
    entry: list[LineResult]
    undecided: list[LineResult]


@dataclass(frozen=True, slots=True)
class ChangeResult:
    """One difference between two versions of a configuration; line numbers of the old and of the new one."""

    kind: str
    thing: str
    values: list[str]
    before: list[int]
    after: list[int]


@dataclass(frozen=True, slots=True)
class DiffResult:
    """What changed in a configuration since the version before."""

    path: str
    changes: list[ChangeResult]
    compared: bool


def line_results(lines: Iterable[SourceLine], uris: Mapping[str, str]) -> list[LineResult]:
    """Make results of source lines; `uris` maps each path to its resource."""
    return [
        LineResult(line.path, line.number, line.text, f"{uris.get(line.path, '')}#{line.number}")
        for line in lines
    ]


def show_lines(lines: Iterable[LineResult]) -> str:
    """Write lines as a model reads them best: path:line, then the text."""
    return "\n".join(f"{line.path}:{line.line}: {line.text}" for line in lines)
