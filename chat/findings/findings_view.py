"""Shows findings and incidents as Markdown, each with links to its lines. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from urllib.parse import quote

from chat.evidence.citation_links import write_link
from chat.words.markdown import show_cell_text, show_plain, show_table
from chat.words.say import say, say_number, say_some, words_of
from findings.incidents import Incident, all_findings, files_without_zone, narrow
from findings.records import SEVERITIES, ComparedFindings, Finding, count_severities
from graph_store.records import SourceLine
from reading.written_zones import MOST_FILES

MOST_SHOWN = 5
"""Incidents on the first page and after a load; a link opens all."""
MOST_ROWS = 500
MOST_CHANGED = 10
MOST_LINES = 6
MOST_NAMED = 12
COLUMNS = ("severity", "finding", "lines", "device", "kind")
"""Those of severity, device and kind are what the page's script offers to narrow the table by."""
MINOR = frozenset({"low", "info"})
FINDINGS, INCIDENTS = "/findings", "/incidents"


def list_incidents(incidents: Sequence[Incident], all_of_them: str = "") -> str:
    """Write the first incidents and a link to all findings, or the one that is given; "" when nothing was found."""
    found = all_findings(incidents)
    if not found:
        return ""
    shown = sorted(incidents, key=lambda one: one.severity in MINOR)[:MOST_SHOWN]
    items = "\n".join(f"- {_lead(one)}" for one in shown)
    title = say_number("findings.title", len(incidents))
    left = len(incidents) - len(shown)
    counted = say("findings.all", number=len(found), counts=count_severities(found))
    more = [all_of_them or write_ask(counted, FINDINGS)]
    if left > 0 and not all_of_them:
        more.insert(0, write_ask(say("findings.more", left=left), INCIDENTS))
    times = _on_times([finding for one in shown for finding in one.findings])
    return "\n\n".join([f"**{title}**", items, *times, " · ".join(more)])


def list_new_incidents(incidents: Sequence[Incident], paths: Collection[str]) -> str:
    """Write the list of those about files that were loaded, and how many findings there are elsewhere."""
    found = all_findings(incidents)
    new = {one for one in found if any(line.path in paths for line in one.lines)}
    others = len(found) - len(new)
    elsewhere = write_ask(say("findings.elsewhere", number=others), FINDINGS) if others else ""
    return "\n\n".join(filter(None, [list_incidents(narrow(incidents, new)), elsewhere]))


def list_changed_findings(compared: ComparedFindings) -> str:
    """Write which findings came and which went, each with its lines; "" where none did."""
    parts = [
        f"**{title}**\n\n"
        + "\n".join(f"- {show_plain(one.message)} {link_lines(one.lines)}" for one in some[:MOST_CHANGED])
        for title, some in (
            (say("findings.came", number=len(compared.new)), compared.new),
            (
                say("findings.went", number=len(compared.gone)),
                [replace(one, lines=()) for one in compared.gone],
            ),
        )
        if some
    ]
    return "\n\n".join(parts)


def show_findings(incidents: Sequence[Incident], chosen: str = "") -> str:
    """Write a table of the findings that fit the words in `chosen`: severities, kinds and devices."""
    found = all_findings(incidents)
    words = chosen.lower().replace(",", " ").split()
    names = [{one.severity, one.kind, *(name.lower() for name in one.devices)} for one in found]
    known = set().union(*names)
    if unknown := [word for word in words if word not in known]:
        possible = [one for one in (*SEVERITIES, *sorted(known - set(SEVERITIES))) if one in known]
        return say("findings.unknown", words=", ".join(map(show_plain, unknown)), names=_named(possible))
    asked = [{word for word in words if word in of} for of in _dimensions(found)]
    kept = [
        one
        for one, said in zip(found, names, strict=True)
        if all(not wanted or wanted & said for wanted in asked)
    ]
    if not kept:
        return say("findings.none")
    rows = [
        (
            one.severity,
            show_cell_text(one.message),
            link_lines(one.lines),
            show_cell_text(", ".join(one.devices)),
            one.kind,
        )
        for one in kept[:MOST_ROWS]
    ]
    head = [words_of("findings.columns")[name] for name in COLUMNS]
    title = say_number("findings.count", len(kept), counts=count_severities(kept))
    times = "".join(_on_times(kept))
    part = say("findings.part", shown=MOST_ROWS) if len(kept) > MOST_ROWS else ""
    return "\n\n".join(
        filter(None, [f"**{title}**", part, show_table(head, rows), times, say("findings.filter_hint")])
    )


def _dimensions(found: Sequence[Finding]) -> tuple[set[str], set[str], set[str]]:
    devices = {name.lower() for one in found for name in one.devices}
    return {one.severity for one in found}, {one.kind for one in found}, devices


def _named(names: Sequence[str]) -> str:
    return say_some(names, MOST_NAMED, show_plain)


def show_incidents(incidents: Sequence[Incident], device: str = "") -> str:
    """Write each incident with what it touches, when it was and its findings; those of one device if one is named."""
    kept = [one for one in incidents if not device or device.lower() in map(str.lower, one.devices)]
    if not kept:
        return say("findings.none")
    grave = [one for one in kept if one.severity not in MINOR or len(one.findings) > 1]
    minor = [one for one in kept if one not in grave]
    parts = [f"**{say_number('incidents.title', len(kept))}**", *map(_whole, grave[:MOST_ROWS])]
    if minor:
        rest = all_findings(minor)
        parts.append(
            write_ask(say("incidents.minor", kinds=_kinds(rest)), " ".join((FINDINGS, *sorted(MINOR))))
        )
    return "\n\n".join([*parts, *_on_times(all_findings(kept))])


def _on_times(found: Sequence[Finding]) -> list[str]:
    """Say in which zone the times of findings are, where there are some."""
    apart = files_without_zone(found)
    if apart:
        return [say("findings.times_apart", files=show_plain(say_some(apart, MOST_FILES)))]
    return [say("findings.times")] * any(one.since for one in found)


def _kinds(found: Sequence[Finding]) -> str:
    counts: dict[str, int] = {}
    for one in found:
        counts[one.kind] = counts.get(one.kind, 0) + 1
    return ", ".join(f"{count} {kind}" for kind, count in counts.items())


def _whole(incident: Incident) -> str:
    when = f" · {incident.when}" if incident.when else ""
    items = [f"{show_plain(one.message)} {link_lines(one.lines)}" for one in incident.findings]
    if len(items) == 1 and not incident.touches:  # its message says where and when
        return f"**{incident.severity}** · {items[0]}"
    head = f"**{show_plain(incident.where)}** · {incident.severity}{show_plain(when)}"
    touched = (
        [say("incidents.touches", names=show_plain("; ".join(incident.touches)))] if incident.touches else []
    )
    return "\n".join([head, *touched, "", *(f"- {item}" for item in items)])


def _lead(incident: Incident) -> str:
    first = incident.findings[0]
    also = f" {say('incidents.with_it', kinds=incident.with_it)}" if incident.with_it else ""
    return f"{show_plain(first.message)}{also} {link_lines(incident.lines)}"


def link_lines(lines: Sequence[SourceLine]) -> str:
    """Write a link for each file: "a.cfg:1,4"."""
    by_path: dict[str, list[int]] = {}
    for line in lines[:MOST_LINES]:
        by_path.setdefault(line.path, []).append(line.number)
    labels = [f"{path}:{','.join(map(str, sorted(numbers)))}" for path, numbers in by_path.items()]
    return " ".join(write_link(show_plain(label), label) for label in labels)


ASK = "#ask="
"""How the address of a link begins that asks what stands behind it."""


def write_ask(shown: str, text: str) -> str:
    """Write Markdown as a link that asks something."""
    return f"[{shown}]({ASK}{quote(text, safe='')})"
