"""Reads the loaded documents, and lists them and the lines that nothing explains as Markdown."""

from __future__ import annotations

import fnmatch
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from chat.words.markdown import show_cell_text, show_plain, show_table
from chat.words.say import percent, say, say_number
from graph_store.graph import ReadableGraph
from graph_store.records import Document, SourceLine

MOST_READ = 100_000
ALL = """\
MATCH (d:Document)
RETURN d.path, d.sha256, d.kind, d.serial, d.lines, d.lines_explained, d.device, d.parser, d.state
ORDER BY d.path"""
COUNTED = "MATCH (d:Document {state: 'ready'}) RETURN d.serial, d.entities"
ENTITIES = "MATCH (e:Entity {document: $serial}) RETURN count(e)"
"""For what an older version loaded: it did not keep their number."""
UNEXPLAINED = """\
MATCH (l:Line {document: $serial}) WHERE NOT (l)<-[:HAS_LINE]-() AND l.text =~ $says_something
RETURN l.number, l.text ORDER BY l.number"""
SAYS_SOMETHING = r".*[\p{L}\p{N}].*"
"""A line without a letter or digit separates others, and needs no explaining."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A document, with how many entities were found in it."""

    document: Document
    entities: int = 0

    @property
    def share(self) -> float:
        """The share of lines that a parser explained; 1.0 where there is no line."""
        return self.document.lines_explained / self.document.lines if self.document.lines else 1.0


def read_all(graph: ReadableGraph) -> tuple[Document, ...]:
    """Read the documents in any state, by path. Raises GraphError."""
    documents = []
    for row in graph.read(ALL, row_limit=MOST_READ).rows:
        path, sha256, kind = map(str, row[:3])
        serial, lines, explained = (int(str(cell or 0)) for cell in row[3:6])
        device, parser, state = (str(cell or "") for cell in row[6:])
        documents.append(Document(path, sha256, kind, serial, lines, explained, device, parser, state))
    return tuple(documents)


def read_documents(graph: ReadableGraph) -> tuple[Loaded, ...]:
    """Read the documents that are loaded whole. Raises GraphError."""
    counted = {row[0]: row[1] for row in graph.read(COUNTED, row_limit=MOST_READ).rows}
    loaded = []
    for document in read_all(graph):
        if document.state == "ready":
            entities = counted.get(document.serial)
            if entities is None:
                entities = graph.read(ENTITIES, {"serial": document.serial}, row_limit=1).rows[0][0]
            loaded.append(Loaded(document, int(str(entities))))
    return tuple(loaded)


def read_unexplained(loaded: Sequence[Loaded], graph: ReadableGraph, most: int) -> tuple[SourceLine, ...]:
    """Read the first lines that no parser explains, document by document, the least explained first."""
    found: list[SourceLine] = []
    for one in sorted(loaded, key=lambda one: one.share):
        document = one.document
        if one.share < 1 and document.kind != "text" and len(found) < most:
            wanted = {"serial": document.serial, "says_something": SAYS_SOMETHING}
            rows = graph.read(UNEXPLAINED, wanted, row_limit=most - len(found)).rows
            found += [SourceLine(document.path, int(str(number)), str(text)) for number, text in rows]
    return tuple(found)


MOST_SHOWN = 60
MOST_NAMED = 20
NEAR = 3


def show_documents(loaded: Sequence[Loaded]) -> str:
    """List the documents by path, with a summary above."""
    if not loaded:
        return say("welcome.empty")
    lines = sum(one.document.lines for one in loaded)
    explained = sum(one.document.lines_explained for one in loaded)
    share = percent(explained / lines if lines else 1.0)
    summary = (
        f"**{say_number('count.document', len(loaded))}**",
        say("documents.explained", lines=say_number("count.line", lines), share=share),
        say_number("count.device", len({one.document.device for one in loaded} - {""})),
        say("documents.entities", number=sum(one.entities for one in loaded)),
    )
    shown = sorted(loaded, key=lambda one: one.document.path)[:MOST_SHOWN]
    table = show_table(say("documents.head"), map(_cells, shown), "|---|---:|---:|---:|---|---|")
    left = len(loaded) - len(shown)
    more = say("documents.more", left=left) if left else ""
    hint = say_number("documents.unexplained", lines - explained) if lines > explained else ""
    return "\n\n".join(filter(None, [" · ".join(summary), table, more, hint, say("documents.manage")]))


def _cells(one: Loaded) -> list[str]:
    return [
        show_cell_text(one.document.path),
        f"{one.document.lines:,}",
        percent(one.share) if one.document.kind != "text" else say("documents.text_only"),
        f"{one.entities:,}",
        show_cell_text(one.document.device) or "-",
        one.document.kind,
    ]


def choose_paths(pattern: str, paths: Sequence[str]) -> tuple[str, ...]:
    """Return the paths that a person means: one as it is, or all that a pattern like `logs/*` fits."""
    wanted = pattern.strip().strip("`'\"")
    if wanted in paths:
        return (wanted,)
    return tuple(path for path in sorted(paths) if fnmatch.fnmatchcase(path, wanted))


def ask_to_remove(paths: Sequence[str]) -> str:
    """Ask before documents are removed."""
    named = "\n".join(f"- {show_plain(path)}" for path in paths[:MOST_NAMED])
    more = f"\n{say('count.more_items', left=len(paths) - MOST_NAMED)}" if len(paths) > MOST_NAMED else ""
    return f"{say_number('remove.ask', len(paths))}\n\n{named}{more}"


def say_no_such(pattern: str, known: Sequence[str]) -> str:
    """Say that no document has this name, and which are near."""
    said = say("documents.unknown", name=show_plain(pattern.strip()))
    names = ", ".join(map(show_plain, get_close_matches(pattern, known, NEAR, cutoff=0.5)))
    return f"{said} {say('documents.did_you_mean', names=names) if names else say('documents.list_hint')}"
