"""Writes findings as SARIF 2.1.0, which code hosts and editors read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any
from urllib.parse import quote

from findings.checks import CHECKS, LOG_CHECKS
from findings.records import Finding

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {"high": "error", "medium": "warning", "low": "note", "info": "note"}


def write_sarif(path: Path, findings: Sequence[Finding]) -> None:
    """Write findings into a file."""
    path.write_text(json.dumps(sarif_log(findings), indent=2) + "\n", encoding="utf-8")


def sarif_log(findings: Sequence[Finding]) -> dict[str, Any]:
    """Return findings as one run; a rule is a kind, a location is a line."""
    rules = [
        {"id": check.kind, "shortDescription": {"text": check.summary}} for check in (*CHECKS, *LOG_CHECKS)
    ]
    places = {str(rule["id"]): place for place, rule in enumerate(rules)}
    driver = {"name": "Wirelore", "version": _version(), "rules": rules}
    results = [_result(one, places[one.kind]) for one in findings]
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}


def _result(finding: Finding, rule: int) -> dict[str, Any]:
    locations = [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": quote(line.path)},
                "region": {"startLine": line.number},
            }
        }
        for line in finding.lines
    ]
    return {
        "ruleId": finding.kind,
        "ruleIndex": rule,
        "level": LEVELS[finding.severity],
        "message": {"text": finding.message},
        "locations": locations[:1],
        "relatedLocations": [{"id": place, **one} for place, one in enumerate(locations[1:], 1)],
        "properties": {"severity": finding.severity, "devices": list(finding.devices)},
    }


def _version() -> str:
    try:
        return version("wirelore")
    except PackageNotFoundError:
        return "0"
