"""What the welcome page and `status` say about the graph, as Markdown. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from chat.markdown import show_plain
from chat.overview import MOST_NAMED, Overview

MOST_TYPES = 12


def greet(overview: Overview) -> str:
    """Say in a few words what can be asked about."""
    if not overview.documents:
        return "\n\n".join(filter(None, [say_empty(), say_unfinished(overview.unfinished)]))
    counts = (
        f"{_counted(len(overview.documents), 'document')} · {_counted(overview.lines, 'line')} · "
        f"{_counted(len(overview.devices), 'device')} · {_counted(overview.entities, 'entity', 'entities')}"
    )
    coverage = f"Parsers explain {percent(overview.coverage)} of the lines. Every answer cites its lines."
    text = f"**Ask about your configurations and logs**\n\n{counts}\n\n{coverage}"
    return "\n\n".join(filter(None, [text, say_unfinished(overview.unfinished)]))


def report_status(overview: Overview, kg: str, model: str) -> str:
    """Write the answer to `status`."""
    if not overview.documents:
        return greet(overview)
    kinds = [document.kind for document in overview.documents]
    rows = [
        ("Knowledge graph", show_plain(kg)),
        ("Model", show_plain(model)),
        ("Documents", ", ".join(_counted(kinds.count(kind), kind) for kind in sorted(set(kinds)))),
        ("Lines", f"{overview.lines:,}, of which parsers explain {percent(overview.coverage)}"),
        ("Entities", f"{overview.entities:,} of {_counted(len(overview.types), 'type')}"),
        (
            "Most common",
            ", ".join(f"{show_plain(one.name)} {one.count:,}" for one in overview.types[:MOST_TYPES]),
        ),
        ("Devices", _named(overview.devices, MOST_TYPES * 2)),
    ]
    first, *others = [f"| {name} | {value} |" for name, value in rows]
    table = "\n".join([first, "|---|---|", *others])
    return "\n\n".join(filter(None, [table, say_unfinished(overview.unfinished)]))


def say_empty() -> str:
    """Say that there is nothing to ask about, and how to change that."""
    return "**The knowledge graph is empty.** Drop files here, or load them with `wirelore ingest PATH`."


def say_unfinished(paths: Sequence[str]) -> str:
    """Warn that documents are being loaded, or were left half loaded; "" when there are none."""
    if not paths:
        return ""
    documents = f"{_counted(len(paths), 'document')} ({_named(paths, MOST_NAMED)})"
    return (
        f"**An ingest is unfinished:** {documents}. Questions are answered when it is done, so that no part is "
        "taken for the whole. If none is running, run `wirelore ingest` again: it goes on where it stopped."
    )


def percent(share: float) -> str:
    """Write a share: all is 100 %, and nothing below it is rounded up to that."""
    return "100 %" if share >= 1 else f"{min(share * 100, 99.9):.1f} %"


def _named(names: Sequence[str], most: int) -> str:
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return ", ".join(map(show_plain, names[:most])) + more


def _counted(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"
