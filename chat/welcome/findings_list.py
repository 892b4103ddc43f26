"""The most severe findings as a list, each with a link that opens its lines. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from chat.evidence.citations import link_citations
from chat.words.markdown import show_plain
from chat.words.say import say, say_number
from findings.records import Finding
from graph_store.records import SourceLine

MOST_SHOWN = 5
MOST_LINES = 6
TOLD = frozenset({"high", "medium"})
"""Severities that are told unasked."""


@dataclass(frozen=True, slots=True)
class FoundWrong:
    """The first findings, the most severe first, and how many there are that severe."""

    first: tuple[Finding, ...] = ()
    total: int = 0


NOTHING_WRONG = FoundWrong()


def first_findings(findings: Sequence[Finding]) -> FoundWrong:
    """Take those that are told unasked."""
    told = [one for one in findings if one.severity in TOLD]
    return FoundWrong(tuple(told[:MOST_SHOWN]), len(told))


def list_findings(found: FoundWrong, link: Callable[[str], str] = show_plain) -> str:
    """Write the list; "" when nothing was found."""
    if not found.first:
        return ""
    items = [
        f"- {link_citations(_cited(one), {line.path for line in one.lines}, link)}" for one in found.first
    ]
    left = found.total - len(items)
    more = say("findings.more", left=left) if left > 0 else ""
    title = f"**{say_number('findings.title', found.total)}**"
    return "\n\n".join(filter(None, [title, "\n".join(items), more]))


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
