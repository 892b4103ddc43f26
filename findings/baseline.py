"""Accepts today's findings, so that only new ones count: a JSON file of what each finding says."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from findings.errors import BaselineError
from findings.records import Finding, identity

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
