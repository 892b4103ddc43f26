"""The most severe findings as a list, each with a link that opens its lines. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
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
    """The findings that are told unasked, the most severe first."""

    told: tuple[Finding, ...] = ()

    @property
    def first(self) -> tuple[Finding, ...]:
        """Return those that are shown."""
        return self.told[:MOST_SHOWN]

    def about(self, paths: Collection[str]) -> FoundWrong:
        """Return those that rest on lines of some files."""
        return FoundWrong(tuple(one for one in self.told if any(line.path in paths for line in one.lines)))


NOTHING_WRONG = FoundWrong()


def first_findings(findings: Sequence[Finding]) -> FoundWrong:
    """Take those that are told unasked."""
    return FoundWrong(tuple(one for one in findings if one.severity in TOLD))


def list_findings(found: FoundWrong, link: Callable[[str], str] = show_plain) -> str:
    """Write the list; "" when nothing was found."""
    if not found.first:
        return ""
    items = [
        f"- {link_citations(_cited(one), {line.path for line in one.lines}, link)}" for one in found.first
    ]
    left = len(found.told) - len(items)
    more = say("findings.more", left=left) if left > 0 else ""
    title = f"**{say_number('findings.title', len(found.told))}**"
    return "\n\n".join(filter(None, [title, "\n".join(items), more]))


def list_new_findings(
    found: FoundWrong, paths: Collection[str], link: Callable[[str], str] = show_plain
) -> str:
    """Write the list of those about files that were loaded, and how many others there are."""
    new = found.about(paths)
    others = len(found.told) - len(new.told)
    elsewhere = say("findings.elsewhere", number=others) if others else ""
    return "\n\n".join(filter(None, [list_findings(new, link), elsewhere]))


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
