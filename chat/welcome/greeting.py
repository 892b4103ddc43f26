"""Describes the graph for the welcome page and `status`, with its most severe findings, as Markdown."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from chat.evidence.citations import link_citations
from chat.words.markdown import show_plain
from chat.words.say import say, say_number, say_some
from findings.keep import FINDING, read_findings
from findings.records import Finding
from graph_store.graph import ReadableGraph
from graph_store.records import Document, SourceLine
from language_model.open_calls import BUILTIN

MOST_TYPES = 12


def greet(overview: KgOverview, model: str = "") -> str:
    """Say in a few words what can be asked about, and with which `model`; nothing of that where it is ""."""
    if not overview.documents:
        return "\n\n".join(filter(None, [say_empty(), say_unfinished(overview.unfinished)]))
    counts = (
        say_number("count.document", len(overview.documents)),
        say_number("count.line", overview.lines),
        say_number("count.device", len(overview.devices)),
        say_number("count.entity", overview.entities),
    )
    coverage = say("welcome.coverage", share=percent(overview.coverage))
    said = " ".join(filter(None, [coverage, say_model(model)]))
    text = f"**{say('welcome.title')}**\n\n{' · '.join(counts)}\n\n{said}"
    found = "" if overview.unfinished else list_findings(overview.found_wrong)
    return "\n\n".join(filter(None, [text, found, say_unfinished(overview.unfinished)]))


def say_model(model: str) -> str:
    """Say whether a language model is asked, and what it means when none is."""
    if not model:
        return ""
    return say("welcome.no_model") if model == BUILTIN else say("welcome.model", model=show_plain(model))


def report_status(overview: KgOverview, kg: str, model: str) -> str:
    """Write the answer to `status`."""
    if not overview.documents:
        return greet(overview)
    kinds = [document.kind for document in overview.documents]
    rows = [
        (say("status.graph"), show_plain(kg)),
        (say("status.model"), show_plain(model)),
        (
            say("status.documents"),
            ", ".join(say_number("count.kind", kinds.count(kind), kind=kind) for kind in sorted(set(kinds))),
        ),
        (
            say("status.lines"),
            say("status.lines_explained", lines=overview.lines, share=percent(overview.coverage)),
        ),
        (
            say("status.entities"),
            say(
                "status.entities_of_types",
                entities=overview.entities,
                types=say_number("count.type", len(overview.types)),
            ),
        ),
        (
            say("status.most_common"),
            ", ".join(f"{show_plain(one.name)} {one.count:,}" for one in overview.types[:MOST_TYPES]),
        ),
        (say("status.devices"), _named(overview.devices, MOST_TYPES * 2)),
    ]
    first, *others = [f"| {name} | {value} |" for name, value in rows]
    table = "\n".join([first, "|---|---|", *others])
    return "\n\n".join(filter(None, [table, say_unfinished(overview.unfinished)]))


def say_empty() -> str:
    """Say that there is nothing to ask about, and how to change that."""
    return say("welcome.empty")


def say_unfinished(paths: Sequence[str]) -> str:
    """Warn that documents are being loaded, or were left half loaded; "" when there are none."""
    if not paths:
        return ""
    documents = f"{say_number('count.document', len(paths))} ({_named(paths, MOST_NAMED)})"
    return say("welcome.unfinished", documents=documents)


def percent(share: float) -> str:
    """Write a share: all is 100 %, and nothing below it is rounded up to that."""
    return "100 %" if share >= 1 else f"{min(share * 100, 99.9):.1f} %"


def _named(names: Sequence[str], most: int) -> str:
    return say_some(names, most, show_plain)


# The most severe findings as a list, each with a link that opens its lines. Pure.


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


# What the loaded graph holds, counted fast, for the greeting, `status` and the starters.


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
class KgOverview:
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


def read_overview(graph: ReadableGraph) -> KgOverview:
    """Count what a graph holds. Raises GraphError."""
    found = graph.read(DOCUMENTS, row_limit=MOST_DOCUMENTS).rows
    documents = [_document(row) for row in found]
    return KgOverview(
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
