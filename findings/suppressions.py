"""Reads which findings to leave out: from a TOML file, each with a reason, or all of an earlier check.

[[suppress]]
kind = "telnet-server"          # may be left out, as may the other two
device = "lab-sw1"
message = "can be managed"      # a part of the message
reason = "a lab without a way in from outside"
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from findings.checks import KINDS
from findings.errors import BaselineError, SuppressionsError
from findings.records import Finding, identity

_KEYS = frozenset({"kind", "device", "message", "reason"})


@dataclass(frozen=True, slots=True)
class Suppression:
    """Leaves out findings of a kind, on a device, whose message has a part; what is blank matches all."""

    reason: str
    kind: str = ""
    device: str = ""
    message: str = ""

    def matches(self, finding: Finding) -> bool:
        """Tell whether a finding is left out."""
        return (
            self.kind in ("", finding.kind)
            and (not self.device or self.device in finding.devices)
            and self.message in finding.message
        )


@dataclass(frozen=True, slots=True)
class Suppressed:
    """A finding that was left out, and why."""

    finding: Finding
    reason: str


def read_suppressions(path: Path) -> tuple[Suppression, ...]:
    """Read a file. Raises SuppressionsError where it is not understood, and where a reason is missing."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SuppressionsError(f"{path}: cannot be read: {error}") from error
    found = table.get("suppress", [])
    if not isinstance(found, list) or set(table) - {"suppress"}:
        raise SuppressionsError(f"{path}: expected [[suppress]] tables only, found: {', '.join(table)}")
    return tuple(_read(path, number, one) for number, one in enumerate(found, 1))


def _read(path: Path, number: int, one: object) -> Suppression:
    where = f"{path}: [[suppress]] {number}"
    if not isinstance(one, dict) or not all(isinstance(value, str) for value in one.values()):
        raise SuppressionsError(f"{where}: expected texts, found {one!r}")
    if set(one) - _KEYS:
        unknown = ", ".join(sorted(set(one) - _KEYS))
        raise SuppressionsError(f"{where}: unknown {unknown}; expected some of: {', '.join(sorted(_KEYS))}")
    if not str(one.get("reason", "")).strip():
        raise SuppressionsError(f"{where}: no reason is given")
    if not set(one) - {"reason"}:
        raise SuppressionsError(f"{where}: it would leave out everything; give a kind, device or message")
    if one.get("kind") and one["kind"] not in KINDS:
        raise SuppressionsError(f"{where}: unknown kind {one['kind']!r}; expected one of: {', '.join(KINDS)}")
    return Suppression(**one)


def suppress(
    findings: Sequence[Finding], rules: Sequence[Suppression]
) -> tuple[tuple[Finding, ...], tuple[Suppressed, ...]]:
    """Part findings into those that stay and those that are left out."""
    why = [(one, next((rule.reason for rule in rules if rule.matches(one)), None)) for one in findings]
    kept = tuple(one for one, reason in why if reason is None)
    return kept, tuple(Suppressed(one, reason) for one, reason in why if reason is not None)


Identity = tuple[str, tuple[str, ...], str]


def write_baseline(path: Path, findings: Sequence[Finding]) -> None:
    """Keep what findings say, one a line, sorted, so that a repository shows what was accepted."""
    kept = sorted(set(map(identity, findings)))
    rows = (
        json.dumps({"kind": kind, "devices": devices, "message": message}) for kind, devices, message in kept
    )
    path.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")


def read_baseline(path: Path) -> frozenset[Identity]:
    """Return what was accepted. Raises BaselineError."""
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
        return frozenset((str(row["kind"]), tuple(row["devices"]), str(row["message"])) for row in rows)
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise BaselineError(
            f"{path}: expected what `wirelore check --write-baseline` wrote: {error!r}"
        ) from error


def not_accepted(findings: Sequence[Finding], accepted: frozenset[Identity]) -> tuple[Finding, ...]:
    """Return the findings that a baseline does not hold."""
    return tuple(one for one in findings if identity(one) not in accepted)
