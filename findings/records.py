"""What a check returns, and how two runs of the checks compare."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from graph_store.records import SourceLine

Severity = Literal["high", "medium", "low", "info"]
SEVERITIES: tuple[Severity, ...] = get_args(Severity)
"""From the most severe to the least."""
MOST_LINES = 8
"""Lines that a finding about many rests on, unless its check shows another number."""


SubjectKind = Literal["interface", "neighbor", "address", "device", "entry"]


@dataclass(frozen=True, slots=True)
class Subject:
    """What a finding is about: an interface, a neighbor, an entry of a filter, an address or a device."""

    kind: SubjectKind
    device: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, or looks so; `message` is one sentence, `lines` are what it rests on.

    `scope` says what was searched, where the finding is that something is missing. `since` and `until` are the times of
    its first and last record, blank for a configuration's; `until` alone is blank while it goes on.
    """

    kind: str
    severity: Severity
    devices: tuple[str, ...]
    message: str
    lines: tuple[SourceLine, ...]
    scope: str = ""
    since: str = field(default="", compare=False)
    until: str = field(default="", compare=False)
    about: tuple[Subject, ...] = field(default=(), compare=False)


def by_severity(finding: Finding) -> tuple[int, str, tuple[str, ...], str]:
    """Sort the most severe first, then by kind, devices and message."""
    return SEVERITIES.index(finding.severity), finding.kind, finding.devices, finding.message


def count_severities(findings: Sequence[Finding]) -> str:
    """Count findings by severity: "14 high, 1 medium, 5 info"; blank where there are none."""
    counts = Counter(one.severity for one in findings)
    return ", ".join(f"{counts[severity]} {severity}" for severity in SEVERITIES if counts[severity])


def at_least(finding: Finding, severity: Severity) -> bool:
    """Tell whether a finding is as severe as that, or more."""
    return SEVERITIES.index(finding.severity) <= SEVERITIES.index(severity)


_PLACE = re.compile(
    r"\bat line \d+|\bcaptured (?:at|before) [\d-]+ [\d:]+(?: [A-Z]+)?| \(the log goes on to [^)]*\)"
)


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
    """Return kind, devices and message, without numbers of lines and times of captures: those move."""
    return finding.kind, finding.devices, _PLACE.sub("", finding.message)
