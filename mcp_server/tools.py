"""The tools that other agents call, and the typed records that they return as structured content.

Lines are counted from 1. What a docstring says here, the agents read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Annotated, Any, TypeVar

from mcp.server.fastmcp import Context
from mcp.server.fastmcp.exceptions import ToolError
from mcp.types import CallToolResult, TextContent
from pydantic import Field

from agent.records import Answered, AnswerTable, NodeStarted, Turn
from agent.render.tables import write_tables
from findings.errors import NoSuchFilterError, UnknownPacketError
from findings.filters.records import Packet
from findings.records import Finding
from graph_store.graph import ROW_LIMIT
from graph_store.records import SourceLine
from mcp_server.callers import Callers
from timeline.show_timeline import notes, write_lines
from workspace.errors import NoDeviceError
from workspace.show_history import parse_since, write_loads
from workspace.users import Right
from workspace.workspace import Workspace

PAGE = 100
"""Resources and devices on one page."""
LARGEST_NUMBER = 2**53
"""A number that all stores and JSON hold."""
MOST_LINES = 500
"""Lines that one call of show_lines, or one read of a resource, returns."""
MOST_ROWS = 200
CITED = 50
"""Cited lines that an answer shows."""
FINDINGS = 50
TABLE_WIDTH = 140
"""Characters of a table's row in the text of an answer."""
EVIDENCE = 3
"""Lines that are shown of each row."""

T = TypeVar("T")
Text = Annotated[str, Field(max_length=4000)]
Statement = Annotated[str, Field(max_length=20_000, description="one read-only Cypher statement")]
Path = Annotated[str, Field(max_length=1000, description="as in citations")]
History = Annotated[
    tuple[tuple[Text, Text], ...], Field(max_length=6, description="[question, answer] of turns before")
]
Offset = Annotated[int, Field(ge=0, le=LARGEST_NUMBER)]


@dataclass(frozen=True, slots=True)
class LineResult:
    """One source line; `uri` opens it as a resource."""

    path: str
    line: int
    text: str
    uri: str = ""


@dataclass(frozen=True, slots=True)
class TableResult:
    """Data about the question, row by row; `lines` has the first lines of each row, `total` counts all rows."""

    title: str
    columns: list[str]
    rows: list[list[Any]]
    total: int
    lines: list[list[LineResult]]


@dataclass(frozen=True, slots=True)
class AskResult:
    """An answer. Only status "answered" and "none" are statements about the data."""

    answer: str
    status: str
    citations: list[LineResult] = field(default_factory=list)
    closest: list[LineResult] = field(default_factory=list)
    tables: list[TableResult] = field(default_factory=list)
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
class IncidentResult:
    """Findings that share a cause; `until` is blank while it goes on."""

    where: str
    severity: str
    since: str
    until: str
    touches: list[str]
    findings: list[FindingResult]


@dataclass(frozen=True, slots=True)
class IncidentsResult:
    """Incidents, the gravest first. `next_offset` asks for the next ones; 0: there are none."""

    incidents: list[IncidentResult]
    total: int
    next_offset: int


@dataclass(frozen=True, slots=True)
class VerdictResult:
    """What a filter does with a packet: `action` is "unknown" where more would have to be known.

    `entry` is the line that decides; `undecided` are those before it that may match as well, or would if the packet
    were not what it was taken for.
    """

    action: str
    entry: list[LineResult]
    undecided: list[LineResult]
    assumed: list[str]


@dataclass(frozen=True, slots=True)
class ChangeResult:
    """One difference between two versions of a configuration; line numbers of the old and of the new one."""

    kind: str
    block: str
    before: list[int]
    after: list[int]


@dataclass(frozen=True, slots=True)
class DiffResult:
    """What changed in a configuration since the version before."""

    path: str
    changes: list[ChangeResult]
    compared: bool


@dataclass(frozen=True, slots=True)
class LoadResult:
    """A load that brought other content; `first` is the first that is known."""

    path: str
    device: str
    time: str
    added: int
    removed: int
    first: bool
    author: str


@dataclass(frozen=True, slots=True)
class HistoryResult:
    """When configurations and captures were loaded: the newest 100 of `total`."""

    loads: list[LoadResult]
    total: int


@dataclass(frozen=True, slots=True)
class TimelineRow:
    """What happened from `time` to `last`: a change, a record, a finding or a state; `count` are gathered in it."""

    time: str
    last: str
    device: str
    kind: str
    what: str
    count: int
    lines: list[LineResult]


@dataclass(frozen=True, slots=True)
class TimelineResult:
    """Rows in order; `notes` say what is not shown, and which clocks differ."""

    rows: list[TimelineRow]
    notes: list[str]


class Tools:
    """The tools, by their names. `uri` writes the address of a document."""

    def __init__(self, kg: Workspace, callers: Callers, uri: Callable[[str], str]) -> None:
        self._kg, self._callers, self._uri = kg, callers, uri

    async def ask(
        self, question: Text, ctx: Context[Any, Any, Any], history: History = ()
    ) -> Annotated[CallToolResult, AskResult]:
        """Answer a question about the network's configurations and logs, with citations."""
        steps, answer = 0, None
        async with self._callers.call("ask", "ask", {"question": question}):
            if not question.strip():
                raise ToolError("the question is empty")
            turns = tuple(Turn(asked, replied) for asked, replied in history)
            async for event in self._kg.stream(question, history=turns):
                match event:
                    case NodeStarted():
                        steps += 1
                        await ctx.report_progress(steps, message=event.node)
                    case Answered():
                        answer = event.answer
            if answer is None:
                raise RuntimeError("the workflow ended without an answer")
        result = AskResult(
            answer.text,
            answer.status,
            self._lines(answer.citations[:CITED]),
            self._lines(line for one in answer.closest for line in one.lines),
            [self._table(one) for one in answer.tables],
            list(answer.choices),
            [outcome.query.statement for outcome in answer.outcomes],
            answer.model,
            answer.tokens,
        )
        replied = f"[{answer.status}] {answer.text}".strip()
        if answer.tables:
            replied += "\n\n" + "\n".join(write_tables(answer.tables, TABLE_WIDTH))
        if result.closest:
            replied += "\n\nClosest lines:\n" + _show_lines(result.closest)
        return _result(replied, result)

    def _table(self, table: AnswerTable) -> TableResult:
        cited = [self._lines(lines[:EVIDENCE]) for lines in table.citations]
        rows = [list(row) for row in table.rows]
        return TableResult(table.title, list(table.columns), rows, table.total, cited)

    async def search_lines(
        self, query: Text, limit: Annotated[int, Field(ge=1, le=MOST_ROWS)] = 20, offset: Offset = 0
    ) -> Annotated[CallToolResult, LinesResult]:
        """Search all lines, best first. Lucene syntax: words, "a phrase", AND OR NOT, te*m, /regular expression/."""
        end = offset + limit
        found = await self._read("search_lines", {"query": query}, lambda: self._kg.search(query, limit=end))
        lines = self._lines(line for row in found[offset:end] for line in row.lines[:1])
        total = found.total or len(found)
        result = LinesResult(lines, total, next_offset=end if total > end else 0)
        return _result(_show_lines(lines) or "no line matches", result)

    async def run_cypher(
        self,
        statement: Statement,
        parameters: dict[str, str | int | float | bool] | None = None,
        limit: Annotated[int, Field(ge=1, le=MOST_ROWS)] = ROW_LIMIT,
    ) -> Annotated[CallToolResult, RowsResult]:
        """Run a read-only Cypher statement; call describe_graph first. Rows come with the lines they rest on."""
        found = await self._read(
            "run_cypher",
            {"statement": statement},
            lambda: self._kg.rows(statement, parameters, limit=limit),
            right="cypher",
        )
        rows = [
            RowResult(dict(row.values), self._lines(row.lines[:EVIDENCE]), row.total_lines) for row in found
        ]
        lines = ["\t".join(found.columns)]
        for row in rows:
            lines.append("\t".join(" ".join(str(row.values[name]).split()) for name in found.columns))
        if found.cut:
            lines.append(f"[cut: {len(rows)} of {found.total or 'more'} rows]")
        result = RowsResult(list(found.columns), rows, found.cut, found.total)
        return _result("\n".join(lines) if rows else "no rows", result)

    async def describe_graph(
        self,
        labels: Annotated[list[str] | None, Field(max_length=20, description="show their properties")] = None,
    ) -> Annotated[CallToolResult, GraphResult]:
        """Describe labels, relations and counts of the graph; name labels to see their properties."""
        found = await self._read("describe_graph", {"labels": labels}, self._kg.describe)
        shown = [LabelResult(one.name, one.count) for one in found.labels]
        relations = [[start, kind, end] for start, kind, end, _ in found.relations]
        if labels:
            shown = [
                LabelResult(one.name, one.count, [each.name for each in one.properties], list(one.parents))
                for one in found.labels
                if one.name in labels
            ]
            relations = [one for one in relations if one[0] in labels or one[2] in labels]
        lines = sum(document.lines for document in found.documents)
        parts = [f"{len(found.documents)} documents, {lines} lines, {len(found.devices)} devices"]
        for label in shown:
            properties = f": {', '.join(label.properties)}" if label.properties else ""
            parts.append(f"{label.name} ({label.nodes}){properties}")
        parts += [f"({start})-[:{kind}]->({end})" for start, kind, end in relations[:PAGE]]
        result = GraphResult(len(found.documents), lines, len(found.devices), shown, relations)
        return _result("\n".join(parts), result)

    async def show_source(
        self,
        path: Path,
        first: Annotated[int, Field(ge=1, le=LARGEST_NUMBER)] = 1,
        last: Annotated[int | None, Field(ge=1, le=LARGEST_NUMBER)] = None,
    ) -> Annotated[CallToolResult, LinesResult]:
        """Show lines of a loaded document, 500 at most."""
        most = first + MOST_LINES - 1
        end = min(last or most, most)
        found, total = await self._read(
            "show_lines",
            {"path": path, "first": first, "last": last},
            lambda: (self._kg.lines(path, first, end), self._kg.line_count(path)),
        )
        lines = self._lines(found)
        result = LinesResult(lines, total, next_first=end + 1 if end < min(total, last or total) else 0)
        return _result(_show_lines(lines) or f"{path} has {total} lines", result)

    async def list_devices(self, offset: Offset = 0) -> Annotated[CallToolResult, DevicesResult]:
        """List the devices, 100 at a time."""
        found = await self._read("list_devices", {"offset": offset}, self._kg.devices)
        page, more = _page([DeviceResult(*one) for one in found.items()], offset, PAGE)
        shown = ", ".join(one.name for one in page)
        return _result(shown or "no devices", DevicesResult(page, len(found), more))

    async def findings(
        self,
        kind: Annotated[str, Field(max_length=100)] = "",
        device: Annotated[str, Field(max_length=200)] = "",
        offset: Offset = 0,
    ) -> Annotated[CallToolResult, FindingsResult]:
        """List what is wrong in the network, the most severe first, 50 at a time."""
        only = (kind,) if kind else ()
        filters = {"kind": kind, "device": device}
        found = await self._read("findings", filters, lambda: self._kg.check(only=only))
        named = self._kg.device_called(device).lower()
        chosen = [one for one in found if not device or named in map(str.lower, one.devices)]
        page, more = _page(chosen, offset, FINDINGS)
        results = list(map(self._finding, page))
        shown = "\n".join(map(_show_finding, results))
        return _result(shown or "nothing found", FindingsResult(results, len(chosen), more))

    async def incidents(
        self, device: Annotated[str, Field(max_length=200)] = "", offset: Offset = 0
    ) -> Annotated[CallToolResult, IncidentsResult]:
        """List what is wrong by cause: findings of one link, session or address are one. 50 at a time."""
        found = await self._read("incidents", {"device": device}, self._kg.incidents)
        named = self._kg.device_called(device).lower()
        chosen = [one for one in found if not device or named in map(str.lower, one.devices)]
        page, more = _page(chosen, offset, FINDINGS)
        results, shown = [], []
        for one in page:
            findings = list(map(self._finding, one.findings))
            touches = list(one.touches)
            results.append(IncidentResult(one.where, one.severity, one.since, one.until, touches, findings))
            shown += [
                f"{one.severity} {one.where} {one.when}".rstrip(),
                *(f"  {_show_finding(each)}" for each in findings),
            ]
        return _result("\n".join(shown) or "nothing found", IncidentsResult(results, len(chosen), more))

    def _finding(self, one: Finding) -> FindingResult:
        lines = self._lines(one.lines[:EVIDENCE])
        return FindingResult(one.kind, one.severity, list(one.devices), one.message, lines)

    async def test_filter(
        self,
        device: Annotated[str, Field(max_length=200)],
        filter_name: Annotated[str, Field(max_length=200)],
        source: Annotated[str, Field(max_length=50)] = "",
        destination: Annotated[str, Field(max_length=50)] = "",
        protocol: Annotated[str, Field(max_length=20)] = "",
        destination_port: Annotated[int | None, Field(ge=0, le=65535)] = None,
        source_port: Annotated[int | None, Field(ge=0, le=65535)] = None,
        in_interface: Annotated[str, Field(max_length=100)] = "",
        out_interface: Annotated[str, Field(max_length=100)] = "",
        state: Annotated[str, Field(max_length=20)] = "",
        icmp_type: Annotated[int | None, Field(ge=0, le=255)] = None,
    ) -> Annotated[CallToolResult, VerdictResult]:
        """Tell which entry of an access list or firewall filter decides about a packet."""
        places = (in_interface, out_interface)
        packet = Packet(
            source, destination, protocol, source_port, destination_port, *places, state, icmp_type
        )
        async with self._callers.call("test_filter", "read", {"device": device, "filter": filter_name}):
            try:
                verdict = await asyncio.to_thread(self._kg.test_filter, device, filter_name, packet)
            except (NoSuchFilterError, UnknownPacketError) as error:
                raise ToolError(str(error)) from error
        entry = self._lines(verdict.lines)
        undecided = self._lines(line for one in verdict.otherwise or verdict.open for line in one.lines)
        result = VerdictResult(verdict.action or "unknown", entry, undecided, list(verdict.assumed))
        text = f"{result.action}, decided by:\n{_show_lines(entry) or 'no entry of the filter'}"
        if verdict.assumed:
            text += f"\nThe packet was taken for {' and '.join(verdict.assumed)}."
        if undecided:
            may = "may match otherwise" if verdict.assumed else "may match as well"
            text += f"\nEntries before it that {may}:\n{_show_lines(undecided)}"
        return _result(text, result)

    async def diff(self, path: Path) -> Annotated[CallToolResult, DiffResult]:
        """Say what changed in a configuration since the version before it."""
        found = await self._read("diff", {"path": path}, lambda: self._kg.diff(path))
        changes = [
            ChangeResult(one.kind, " / ".join(one.names), list(one.before), list(one.after))
            for one in found or ()
        ]
        text = "\n".join(
            f"{one.kind}: {one.block} [{', '.join(map(str, one.after or one.before))}]" for one in changes
        )
        nothing = "no difference" if found is not None else "no earlier version is kept"
        return _result(text or nothing, DiffResult(path, changes, found is not None))

    async def history(self, device: str = "") -> Annotated[CallToolResult, HistoryResult]:
        """List when configurations came, the newest first."""
        found = await self._of_device("history", device, lambda: self._kg.history(device))
        loads = [LoadResult(**asdict(one)) for one in found[:PAGE]]
        return _result("\n".join(write_loads(found, PAGE)), HistoryResult(loads, len(found)))

    async def timeline(
        self, devices: str = "", since: str = "", until: str = ""
    ) -> Annotated[CallToolResult, TimelineResult]:
        """Tell what changed and happened, in order. Devices with commas between; times as ISO 8601, or "2d" ago."""
        names = [name.strip() for name in devices.split(",") if name.strip()]
        try:
            first, last = (parse_since(text) if text else None for text in (since, until))
        except ValueError as error:
            raise ToolError(str(error)) from error
        found = await self._of_device(
            "timeline", devices, lambda: self._kg.timeline(names, since=first, until=last)
        )
        rows = [
            TimelineRow(one.time, one.last, one.device, one.kind, one.text, one.count, self._lines(one.lines))
            for one in found.entries
        ]
        return _result("\n".join(write_lines(found)), TimelineResult(rows, list(notes(found))))

    async def _of_device(self, tool: str, device: str, read: Callable[[], T]) -> T:
        """Read what is known of a device, and say which devices there are where it is none."""
        async with self._callers.call(tool, "read", {"device": device}):
            try:
                return await asyncio.to_thread(read)
            except NoDeviceError as error:
                raise ToolError(str(error)) from error

    async def _read(self, tool: str, asked: object, read: Callable[[], T], right: Right = "read") -> T:
        """Read the KG in a thread, if the caller may; `told` is logged."""
        async with self._callers.call(tool, right, asked):
            return await asyncio.to_thread(read)

    def _lines(self, lines: Iterable[SourceLine]) -> list[LineResult]:
        uri = self._uri
        return [LineResult(one.path, one.number, one.text, f"{uri(one.path)}#{one.number}") for one in lines]


def _show_lines(lines: Iterable[LineResult]) -> str:
    """Write lines as a model reads them best: path:line, then the text."""
    return "\n".join(f"{line.path}:{line.line}: {line.text}" for line in lines)


def _show_finding(one: FindingResult) -> str:
    places = ", ".join(f"{line.path}:{line.line}" for line in one.lines)
    return f"{one.severity} {one.kind}: {one.message} [{places}]"


def _page(items: Sequence[T], offset: int, size: int) -> tuple[list[T], int]:
    """Return a page, and the offset of the next one; 0 if there is none."""
    end = offset + size
    return list(items[offset:end]), end if len(items) > end else 0


def _result(text: str, result: object) -> CallToolResult:
    """Give the text that a model reads, and the same as structured content."""
    structured = asdict(result)  # type: ignore[call-overload]
    return CallToolResult(content=[TextContent(type="text", text=text)], structuredContent=structured)
