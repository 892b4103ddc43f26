"""What a check returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from graph_store.records import SourceLine

Severity = Literal["high", "medium", "low", "info"]
SEVERITIES: tuple[Severity, ...] = get_args(Severity)
"""From the most severe to the least."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, or looks so; `message` is one sentence, `lines` are what it rests on."""

    kind: str
    severity: Severity
    devices: tuple[str, ...]
    message: str
    lines: tuple[SourceLine, ...]


def by_severity(finding: Finding) -> tuple[int, str, tuple[str, ...], str]:
    """Sort the most severe first, then by kind, devices and message."""
    return SEVERITIES.index(finding.severity), finding.kind, finding.devices, finding.message


def at_least(finding: Finding, severity: Severity) -> bool:
    """Tell whether a finding is as severe as that, or more."""
    return SEVERITIES.index(finding.severity) <= SEVERITIES.index(severity)
