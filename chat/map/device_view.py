"""Shows a device's page as Markdown: findings, links, interfaces, last changes and records. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from chat.findings.findings_view import FINDINGS, link_lines, list_incidents, write_ask
from chat.map.map_view import list_links
from chat.words.markdown import cut_text, show_cell_text, show_plain, show_table
from chat.words.say import say, say_number, words_of
from findings.incidents import shown_time
from graph_store.records import SourceLine
from reading.spoken_names import record_words
from workspace.device_page import Dated, DevicePage

MOST_INTERFACES = 100
LONGEST = 160


def show_device(page: DevicePage) -> str:
    """Write the sections that have something to say."""
    files = ", ".join(
        f"{link_lines([SourceLine(path, 1, '')])} ({kind}, {say_number('count.line', lines)})"
        for path, kind, lines in page.documents
    )
    parts = [f"**{show_plain(page.name)}**{f' · {files}' if files else ''}"]
    if page.aliases:
        parts.append(say("device.aliases", names=", ".join(map(show_plain, page.aliases))))
    if page.incidents:
        parts += [
            list_incidents(page.incidents, write_ask(say("device.findings"), f"{FINDINGS} {page.name}"))
        ]
    else:
        parts.append(say("device.no_findings"))
    if page.links:
        parts += [f"**{say('device.links')}**", list_links(page.links)]
    if page.interfaces:
        parts += [f"**{say_number('device.interfaces', len(page.interfaces))}**", _interfaces(page)]
    for name, dated in (("changes", page.changes), ("records", page.records)):
        if dated:
            parts += [f"**{words_of('device.title')[name]}**", _dated(dated)]
    return "\n\n".join(parts)


def _interfaces(page: DevicePage) -> str:
    words = words_of("device.columns")
    rows = [
        (
            show_cell_text(one.name),
            show_cell_text(one.description),
            show_cell_text(" ".join((*one.addresses, one.vrf)).strip()),
            one.state,
            link_lines([one.line]),
        )
        for one in page.interfaces[:MOST_INTERFACES]
    ]
    return show_table(
        [words[name] for name in ("interface", "description", "address", "state", "lines")], rows
    )


def _dated(some: Sequence[Dated]) -> str:
    words = words_of("device.dated_columns")
    rows = [
        (
            show_cell_text(shown_time(time)),
            show_cell_text(cut_text(record_words(text), LONGEST)),
            link_lines(lines),
        )
        for time, text, lines in some
    ]
    return show_table([words[name] for name in ("time", "what", "lines")], rows)
