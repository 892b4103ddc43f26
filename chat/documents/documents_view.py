"""The page of what is loaded, as Markdown. Pure."""

from __future__ import annotations

import fnmatch
from collections.abc import Sequence
from dataclasses import dataclass

from chat.greeting import percent, say_empty
from chat.loading.load_view import counted
from chat.markdown import show_cell_text, show_plain
from graph_store.records import Document

MOST_DOCUMENTS = 60
MOST_NAMED = 20


@dataclass(frozen=True, slots=True)
class Loaded:
    """A document, with how many entities were found in it."""

    document: Document
    entities: int = 0


def show_documents(loaded: Sequence[Loaded]) -> str:
    """List the documents by path, with a summary above."""
    if not loaded:
        return say_empty()
    lines = sum(one.document.lines for one in loaded)
    explained = sum(one.document.lines_explained for one in loaded)
    devices = {one.document.device for one in loaded if one.document.device}
    summary = (
        f"**{counted(len(loaded), 'document')}** · {counted(lines, 'line')}, of which parsers explain "
        f"{percent(explained / lines if lines else 1.0)} · {counted(len(devices), 'device')} · "
        f"{sum(one.entities for one in loaded):,} entities"
    )
    shown = sorted(loaded, key=lambda one: one.document.path)[:MOST_DOCUMENTS]
    rows = ["| Document | Lines | Explained | Entities | Device | Kind |", "|---|---:|---:|---:|---|---|"]
    rows += [_row(one) for one in shown]
    left = len(loaded) - len(shown)
    more = f"{left:,} more are not shown; `documents PATTERN` lists those like `logs/*`." if left else ""
    unexplained = lines - explained
    are, them = ("is", "it") if unexplained == 1 else ("are", "them")
    hint = (
        f"{counted(unexplained, 'line')} {are} explained by no parser, and found by text only: "
        f"`unexplained` shows {them}."
        if unexplained
        else ""
    )
    manage = "Drop a file here to load or replace it; `remove PATH` takes one out."
    return "\n\n".join(filter(None, [summary, "\n".join(rows), more, hint, manage]))


def _row(one: Loaded) -> str:
    document = one.document
    share = document.lines_explained / document.lines if document.lines else 1.0
    cells = [
        show_cell_text(document.path),
        f"{document.lines:,}",
        percent(share) if document.kind != "text" else "text only",
        f"{one.entities:,}",
        show_cell_text(document.device) or "-",
        document.kind,
    ]
    return f"| {' | '.join(cells)} |"


def choose_paths(pattern: str, paths: Sequence[str]) -> tuple[str, ...]:
    """Return the paths that a person means: one as it is, or all that a pattern like `logs/*` fits."""
    wanted = pattern.strip().strip("`'\"")
    if wanted in paths:
        return (wanted,)
    return tuple(path for path in sorted(paths) if fnmatch.fnmatchcase(path, wanted))


def ask_to_remove(paths: Sequence[str]) -> str:
    """Ask before documents are removed."""
    named = "\n".join(f"- {show_plain(path)}" for path in paths[:MOST_NAMED])
    more = f"\n- and {len(paths) - MOST_NAMED:,} more" if len(paths) > MOST_NAMED else ""
    return f"**Remove {counted(len(paths), 'document')} from the knowledge graph?**\n\n{named}{more}"


def say_no_such(pattern: str, near: Sequence[str]) -> str:
    """Say that no document has this name, and which are near."""
    said = f"No document is called {show_plain(pattern.strip())}."
    listed = ", ".join(map(show_plain, near))
    return f"{said} Did you mean {listed}?" if listed else f"{said} `documents` lists them."
