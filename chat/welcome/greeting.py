"""Describes the graph for the welcome page and `status`, with its most severe incidents, as Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from chat.findings.findings_view import list_incidents
from chat.words.markdown import show_plain, show_table
from chat.words.say import percent, say, say_number, say_some
from language_model.open_calls import BUILTIN
from reading.spoken_names import label_words
from workspace.overview import KgOverview

MOST_TYPES = 12
MOST_NAMED = 5


def greet(overview: KgOverview, model: str = "") -> str:
    """Say in a few words what can be asked about, and with which `model`; nothing of that where it is ""."""
    unfinished = _say_unfinished(overview.unfinished)
    if not overview.documents:
        return "\n\n".join(filter(None, [say("welcome.empty"), unfinished]))
    counts = (
        say_number("count.document", len(overview.documents)),
        say_number("count.line", overview.lines),
        say_number("count.device", len(overview.devices)),
        say_number("count.entity", overview.entities),
    )
    said = [say("welcome.coverage", share=percent(overview.coverage))]
    if model:
        is_none = model == BUILTIN
        said.append(say("welcome.no_model") if is_none else say("welcome.model", model=show_plain(model)))
    found = "" if overview.unfinished else list_incidents(overview.incidents)
    return "\n\n".join(filter(None, [f"**{' · '.join(counts)}**", " ".join(said), found, unfinished]))


def report_status(overview: KgOverview, kg: str, model: str) -> str:
    """Write the answer to `status`."""
    if not overview.documents:
        return greet(overview)
    kinds = Counter(document.kind for document in overview.documents)
    documents = [say_number("count.kind", number, kind=kind) for kind, number in sorted(kinds.items())]
    share, types = percent(overview.coverage), say_number("count.type", len(overview.types))
    common = [f"{show_plain(label_words(one.name))} {one.count:,}" for one in overview.types[:MOST_TYPES]]
    rows = [
        (say("status.model"), show_plain(model)),
        (say("status.documents"), ", ".join(documents)),
        (say("status.lines"), say("status.lines_explained", lines=overview.lines, share=share)),
        (
            say("status.entities"),
            say("status.entities_of_types", entities=overview.entities, types=types),
        ),
        (say("status.most_common"), ", ".join(common)),
        (say("status.devices"), say_some(overview.devices, MOST_TYPES * 2, show_plain)),
    ]
    table = show_table((say("status.graph"), show_plain(kg)), rows)
    return "\n\n".join(filter(None, [table, _say_unfinished(overview.unfinished)]))


def _say_unfinished(paths: Sequence[str]) -> str:
    """Warn that documents are being loaded, or were left half loaded; "" when there are none."""
    if not paths:
        return ""
    named = say_some(paths, MOST_NAMED, show_plain)
    return say("welcome.unfinished", documents=f"{say_number('count.document', len(paths))} ({named})")
