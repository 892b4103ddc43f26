"""What a check returns, and how two runs of the checks compare."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from graph_store.records import SourceLine

Severity = Literal["high", "medium", "low", "info"]
SEVERITIES: tuple[Severity, ...] = get_args(Severity)
"""From the most severe to the least."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, or looks so; `message` is one sentence, `lines` are what it rests on.

    `scope` says what was searched, where the finding is that something is missing.
    """

    kind: str
    severity: Severity
    devices: tuple[str, ...]
    message: str
    lines: tuple[SourceLine, ...]
    scope: str = ""


def by_severity(finding: Finding) -> tuple[int, str, tuple[str, ...], str]:
    """Sort the most severe first, then by kind, devices and message."""
    return SEVERITIES.index(finding.severity), finding.kind, finding.devices, finding.message


def at_least(finding: Finding, severity: Severity) -> bool:
    """Tell whether a finding is as severe as that, or more."""
    return SEVERITIES.index(finding.severity) <= SEVERITIES.index(severity)


_PLACE = re.compile(r"\bat line \d+")


@dataclass(frozen=True, slots=True)
class ComparedFindings:
    """What is found in the later state only, in the earlier one only, and in both."""

    new: tuple[Finding, ...]
    gone: tuple[Finding, ...]
    same: tuple[Finding, ...]


def compare_findings(before: Sequence[Finding], after: Sequence[Finding]) -> ComparedFindings:
    """Compare by what findings say: a finding whose lines have only moved is the same."""
    there, here = set(map(identity, before)), set(map(identity, after))
    return ComparedFindings(
        tuple(one for one in after if identity(one) not in there),
        tuple(one for one in before if identity(one) not in here),
        tuple(one for one in after if identity(one) in there),
    )


def identity(finding: Finding) -> tuple[str, tuple[str, ...], str]:
    """Return what stays the same of a finding while its lines move: kind, devices and message without line numbers."""
    return finding.kind, finding.devices, _PLACE.sub("", finding.message)
