"""Lists the loaded documents as Markdown. Pure."""

from __future__ import annotations

import fnmatch
from collections.abc import Sequence
from dataclasses import dataclass

from chat.welcome.greeting import percent, say_empty
from chat.words.markdown import show_cell_text, show_plain
from chat.words.say import say, say_number
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
    share = percent(explained / lines if lines else 1.0)
    summary = " · ".join(
        (
            f"**{say_number('count.document', len(loaded))}**",
            say("documents.explained", lines=say_number("count.line", lines), share=share),
            say_number("count.device", len(devices)),
            say("documents.entities", number=sum(one.entities for one in loaded)),
        )
    )
    shown = sorted(loaded, key=lambda one: one.document.path)[:MOST_DOCUMENTS]
    rows = [say("documents.head"), "|---|---:|---:|---:|---|---|"]
    rows += [_row(one) for one in shown]
    left = len(loaded) - len(shown)
    more = say("documents.more", left=left) if left else ""
    hint = say_number("documents.unexplained", lines - explained) if lines > explained else ""
    return "\n\n".join(filter(None, [summary, "\n".join(rows), more, hint, say("documents.manage")]))


def _row(one: Loaded) -> str:
    document = one.document
    share = document.lines_explained / document.lines if document.lines else 1.0
    cells = [
        show_cell_text(document.path),
        f"{document.lines:,}",
        percent(share) if document.kind != "text" else say("documents.text_only"),
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
    more = f"\n{say('count.more_items', left=len(paths) - MOST_NAMED)}" if len(paths) > MOST_NAMED else ""
    return f"{say_number('remove.ask', len(paths))}\n\n{named}{more}"


def say_no_such(pattern: str, near: Sequence[str]) -> str:
    """Say that no document has this name, and which are near."""
    said = say("documents.unknown", name=show_plain(pattern.strip()))
    names = ", ".join(map(show_plain, near))
    return f"{said} {say('documents.did_you_mean', names=names) if names else say('documents.list_hint')}"
