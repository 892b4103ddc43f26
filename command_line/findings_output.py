"""Prints findings and verdicts: as text, as JSON, and as SARIF 2.1.0."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from findings.checks import CHECKS, LOG_CHECKS
from findings.records import SEVERITIES, Finding

if TYPE_CHECKING:
    from rich.console import Console

    from findings.filters import Entry
    from findings.first_match import Verdict
    from findings.records import ComparedFindings
    from findings.suppressions import Suppressed

STYLES = {"high": "bold red", "medium": "yellow", "low": "cyan", "info": "dim"}


def findings_json(findings: Sequence[Finding]) -> list[dict[str, Any]]:
    """Describe findings; lines come without their text, which may hold secrets."""
    return [
        {
            "kind": one.kind,
            "severity": one.severity,
            "devices": list(one.devices),
            "message": one.message,
            "lines": [{"path": line.path, "line": line.number} for line in one.lines],
        }
        for one in findings
    ]


def checked_json(
    findings: Sequence[Finding], suppressed: Sequence[Suppressed], compared: ComparedFindings | None
) -> dict[str, Any]:
    """Describe findings, and of two compared KGs what is new and gone."""
    printed: dict[str, Any] = {"findings": findings_json(findings)}
    if suppressed:
        printed["suppressed"] = [
            {**findings_json([one.finding])[0], "reason": one.reason} for one in suppressed
        ]
    if compared is not None:
        printed |= {"new": findings_json(compared.new), "gone": findings_json(compared.gone)}
    return printed


def show_checked(
    console: Console,
    findings: Sequence[Finding],
    suppressed: Sequence[Suppressed],
    compared: ComparedFindings | None,
) -> None:
    """Show findings, the most severe first; of two compared KGs only what is new and gone."""
    if compared is None:
        _show(console, findings)
    else:
        for title, several in (("new", compared.new), ("gone", compared.gone)):
            console.print(f"[bold]{title} ({len(several)})[/bold]")
            _show(console, several)
        console.print(f"{len(compared.same)} as before")
    counts = Counter(one.severity for one in findings)
    said = ", ".join(f"{counts[severity]} {severity}" for severity in SEVERITIES if counts[severity])
    left_out = f", {len(suppressed)} suppressed" if suppressed else ""
    console.print(f"{len(findings)} findings{f' ({said})' if said else ''}{left_out}")


def _show(console: Console, findings: Sequence[Finding]) -> None:
    from rich.text import Text

    for one in findings:
        console.print(
            Text.assemble((f"{one.severity:<6}", STYLES[one.severity]), f" {one.message}"), soft_wrap=True
        )
        places = ", ".join(f"{line.path}:{line.number}" for line in one.lines)
        console.print(Text(f"       {one.kind}  {places}", style="dim"), soft_wrap=True)


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """Describe which entry decides."""
    return {
        "device": verdict.filter.device,
        "filter": verdict.filter.name,
        "action": verdict.action or None,
        "entry": _entry_json(verdict.entry) if verdict.entry else None,
        "open": [_entry_json(entry) for entry in verdict.open],
        "default": None if verdict.entry else verdict.filter.default or None,
    }


def _entry_json(entry: Entry) -> dict[str, Any]:
    lines = [{"path": line.path, "line": line.number, "text": line.text.strip()} for line in entry.lines]
    action, open_parts = entry.action or None, list(entry.open)
    return {"name": entry.name, "action": action, "lines": lines, "not_understood": open_parts}


def show_verdict(console: Console, verdict: Verdict) -> None:
    """Show what decides, and what is open before it."""
    from rich.text import Text

    said = verdict.action or "not known"
    console.print(Text(f"{verdict.filter.name} on {verdict.filter.device}: {said}"))
    if verdict.entry:
        _show_entry(console, "decided by", verdict.entry)
    else:
        default = verdict.filter.default
        console.print(f"no entry surely matches{f'; what is left is {default}' if default else ''}")
    for entry in verdict.open:
        _show_entry(console, "may match before", entry)


def _show_entry(console: Console, title: str, entry: Entry) -> None:
    from rich.text import Text

    console.print(Text(f"{title} {entry.name or 'entry'} ({entry.action or 'no action known'})"))
    for line in entry.lines:
        console.print(Text(f"  {line.path}:{line.number}  {line.text.strip()}"), soft_wrap=True)


SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {"high": "error", "medium": "warning", "low": "note", "info": "note"}


def write_sarif(path: Path, findings: Sequence[Finding]) -> None:
    """Write findings into a file as SARIF 2.1.0, which code hosts and editors read."""
    path.write_text(json.dumps(sarif_log(findings), indent=2) + "\n", encoding="utf-8")


def sarif_log(findings: Sequence[Finding]) -> dict[str, Any]:
    """Return findings as one run; a rule is a kind, a location is a line."""
    rules = [
        {"id": check.kind, "shortDescription": {"text": check.summary}} for check in (*CHECKS, *LOG_CHECKS)
    ]
    places = {str(rule["id"]): place for place, rule in enumerate(rules)}
    try:
        installed = version("wirelore")
    except PackageNotFoundError:
        installed = "0"
    driver = {"name": "Wirelore", "version": installed, "rules": rules}
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
