"""What the loaded graph holds, counted fast, for the greeting, `status` and the starters."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from chat.evidence.citations import link_citations
from chat.words.markdown import show_plain
from chat.words.say import say, say_number
from findings.keep import FINDING, read_findings
from findings.records import Finding
from graph_store.graph import ReadableGraph
from graph_store.records import Document, SourceLine

# The most severe findings as a list, each with a link that opens its lines.


MOST_SHOWN = 5
MOST_LINES = 6
TOLD = frozenset({"high", "medium"})
"""Severities that are told unasked."""


@dataclass(frozen=True, slots=True)
class FoundWrong:
    """The findings that are told unasked, the most severe first."""

    told: tuple[Finding, ...] = ()

    @property
    def first(self) -> tuple[Finding, ...]:
        """Return those that are shown."""
        return self.told[:MOST_SHOWN]

    def about(self, paths: Collection[str]) -> FoundWrong:
        """Return those that rest on lines of some files."""
        return FoundWrong(tuple(one for one in self.told if any(line.path in paths for line in one.lines)))


NOTHING_WRONG = FoundWrong()


def first_findings(findings: Sequence[Finding]) -> FoundWrong:
    """Take those that are told unasked."""
    return FoundWrong(tuple(one for one in findings if one.severity in TOLD))


def list_findings(found: FoundWrong, link: Callable[[str], str] = show_plain) -> str:
    """Write the list; "" when nothing was found."""
    if not found.first:
        return ""
    items = [
        f"- {link_citations(_cited(one), {line.path for line in one.lines}, link)}" for one in found.first
    ]
    left = len(found.told) - len(items)
    more = say("findings.more", left=left) if left > 0 else ""
    title = f"**{say_number('findings.title', len(found.told))}**"
    return "\n\n".join(filter(None, [title, "\n".join(items), more]))


def list_new_findings(
    found: FoundWrong, paths: Collection[str], link: Callable[[str], str] = show_plain
) -> str:
    """Write the list of those about files that were loaded, and how many others there are."""
    new = found.about(paths)
    others = len(found.told) - len(new.told)
    elsewhere = say("findings.elsewhere", number=others) if others else ""
    return "\n\n".join(filter(None, [list_findings(new, link), elsewhere]))


def _cited(finding: Finding) -> str:
    """Write a finding with its lines as a citation: "... [a.cfg:1,4; b.cfg:7]"."""
    by_path: dict[str, list[SourceLine]] = {}
    for line in finding.lines[:MOST_LINES]:
        by_path.setdefault(line.path, []).append(line)
    places = "; ".join(
        f"{path}:{','.join(str(line.number) for line in sorted(lines, key=lambda one: one.number))}"
        for path, lines in by_path.items()
    )
    return f"{finding.message} [{places}]"


MOST_NAMED = 5
MOST_DOCUMENTS = 100_000
DOCUMENTS = """\
MATCH (d:Document) RETURN d.path, d.sha256, d.kind, d.serial, d.lines, d.lines_explained, d.device, d.parser, d.state
ORDER BY d.path"""
TYPES = "MATCH (t:Type) RETURN t.name, t.words"
ENTITIES = "MATCH (n:Entity) RETURN n.type, count(*) AS number ORDER BY number DESC, n.type"
EVENT_TYPES = "MATCH (n:Event) RETURN DISTINCT n.type"
DEVICES = "MATCH (d:Device) RETURN d.name ORDER BY d.name"


@dataclass(frozen=True, slots=True)
class TypeCount:
    """An entity type with its words, as in ("route", "map"); `is_event` for a log's."""

    name: str
    count: int
    words: tuple[str, ...]
    is_event: bool = False


@dataclass(frozen=True, slots=True)
class Overview:
    """What a KG holds; `types` have the most entities first. `unfinished` documents are not whole yet."""

    documents: tuple[Document, ...] = ()
    unfinished: tuple[str, ...] = ()
    types: tuple[TypeCount, ...] = ()
    devices: tuple[str, ...] = ()
    found_wrong: FoundWrong = NOTHING_WRONG

    @property
    def lines(self) -> int:
        return sum(document.lines for document in self.documents)

    @property
    def coverage(self) -> float:
        """The share of lines that a parser explained; 1.0 where there is no line."""
        explained = sum(document.lines_explained for document in self.documents)
        return explained / self.lines if self.lines else 1.0

    @property
    def entities(self) -> int:
        return sum(one.count for one in self.types)


def read_overview(graph: ReadableGraph) -> Overview:
    """Count what a graph holds. Raises GraphError."""
    found = graph.read(DOCUMENTS, row_limit=MOST_DOCUMENTS).rows
    documents = [_document(row) for row in found]
    return Overview(
        documents=tuple(one for one in documents if one.state == "ready"),
        unfinished=tuple(one.path for one in documents if one.state != "ready"),
        types=_types(graph),
        devices=tuple(str(row[0]) for row in graph.read(DEVICES, row_limit=MOST_DOCUMENTS).rows),
        found_wrong=first_findings(read_findings(graph)),
    )


def _document(row: tuple[object, ...]) -> Document:
    path, sha256, kind, serial, lines, explained, device, parser, state = row
    return Document(
        str(path),
        str(sha256),
        str(kind),
        int(str(serial)),
        int(str(lines or 0)),
        int(str(explained or 0)),
        str(device or ""),
        str(parser or ""),
        state=str(state),
    )


def _types(graph: ReadableGraph) -> tuple[TypeCount, ...]:
    words = {str(name): said for name, said in graph.read(TYPES, row_limit=MOST_DOCUMENTS).rows}
    events = {row[0] for row in graph.read(EVENT_TYPES, row_limit=MOST_DOCUMENTS).rows}
    counted = graph.read(ENTITIES, row_limit=MOST_DOCUMENTS).rows
    return tuple(
        TypeCount(str(name), int(str(number)), _words(words.get(str(name))), name in events)
        for name, number in counted
        if name != FINDING
    )


def _words(cell: object) -> tuple[str, ...]:
    return tuple(map(str, cell)) if isinstance(cell, tuple | list) else ()
