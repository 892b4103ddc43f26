"""What the welcome page and `status` say about the graph, as Markdown. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from chat.welcome.findings_list import list_findings
from chat.welcome.overview import MOST_NAMED, KgOverview
from chat.words.markdown import show_plain
from chat.words.say import say, say_number, say_some
from language_model.open_model import BUILTIN

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
