"""Two states of a network compared: which findings are new, and which are gone. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from findings.records import Finding

_PLACE = re.compile(r"\bat line \d+")


@dataclass(frozen=True, slots=True)
class ComparedFindings:
    """What is found in the later state only, in the earlier one only, and in both."""

    new: tuple[Finding, ...]
    gone: tuple[Finding, ...]
    same: tuple[Finding, ...]


def compare_findings(before: Sequence[Finding], after: Sequence[Finding]) -> ComparedFindings:
    """Compare by what findings say: a finding whose lines have only moved is the same."""
    there, here = Counter(map(_said, before)), Counter(map(_said, after))
    return ComparedFindings(
        tuple(one for one in after if not there[_said(one)]),
        tuple(one for one in before if not here[_said(one)]),
        tuple(one for one in after if there[_said(one)]),
    )


def _said(finding: Finding) -> tuple[str, tuple[str, ...], str]:
    return finding.kind, finding.devices, _PLACE.sub("", finding.message)
