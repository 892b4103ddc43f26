"""Reads the loaded documents, and lists them and the lines that nothing explains as Markdown."""

from __future__ import annotations

import fnmatch
from collections.abc import Sequence
from difflib import get_close_matches

from chat.evidence.citation_links import write_link
from chat.words.markdown import show_cell_text, show_plain, show_table
from chat.words.say import percent, say, say_number
from workspace.overview import Loaded

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
        write_link(show_cell_text(one.document.path), f"{one.document.path}:1"),
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
