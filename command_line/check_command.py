"""wirelore check and wirelore test-filter: what is wrong in a KG, and what a filter does with a packet."""

from __future__ import annotations

import json as json_format
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal
from urllib.parse import quote

import typer

from command_line.options import Json, Kg
from command_line.running import FAILED, console, json_only, print_json, settings_for
from workspace.as_json import pick
from workspace.open_kg import opened

if TYPE_CHECKING:
    from rich.console import Console

    from findings.filters.first_match import Verdict
    from findings.filters.records import FilterEntry
    from findings.incidents import Incident
    from findings.records import ComparedFindings, Finding
    from findings.rule_file import Rule
    from findings.suppressions import Suppressed
    from graph_store.records import SourceLine

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {"high": "error", "medium": "warning", "low": "note", "info": "note"}
STYLES = {"high": "bold red", "medium": "yellow", "low": "cyan", "info": "dim"}
Level = Literal["high", "medium", "low", "info"]


def check(
    kg: Kg = None,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="KIND", help="Run only this kind of check. Repeatable."),
    ] = None,
    fail_on: Annotated[
        Level | None, typer.Option(help="Exit with 1 if a finding is at least this severe.")
    ] = None,
    suppressions: Annotated[
        Path | None, typer.Option(help="TOML file of findings to ignore, each with a reason.")
    ] = None,
    against: Annotated[
        str | None, typer.Option(metavar="KG", help="Compare with another KG: what is new, and what is gone.")
    ] = None,
    rules: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Check the rules in this YAML file too. Repeatable."),
    ] = None,
    baseline: Annotated[
        Path | None, typer.Option(help="Leave out the findings in this file, which --write-baseline wrote.")
    ] = None,
    write_baseline: Annotated[
        Path | None, typer.Option(help="Accept today's findings: write them to this file.")
    ] = None,
    sarif: Annotated[Path | None, typer.Option(help="Write findings to this file as SARIF 2.1.0.")] = None,
    junit: Annotated[Path | None, typer.Option(help="Write findings to this file as JUnit XML.")] = None,
    explain: Annotated[
        str | None, typer.Option(metavar="KIND", help="Say what a kind of finding means and how to mend it.")
    ] = None,
    candidate: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE", help="Check a configuration before it is pushed: what comes and goes. Repeatable."
        ),
    ] = None,
    device: Annotated[
        str, typer.Option(metavar="NAME", help="The device of --candidate, if the file names none.")
    ] = "",
    incidents: Annotated[
        bool, typer.Option("--incidents", help="Join findings that share a cause, with what they touch.")
    ] = False,
    json: Json = False,
) -> None:
    """Report problems in configurations and logs, each with its lines. Needs no model.

    With --against, --candidate or --baseline, --fail-on counts new findings only.
    """
    from findings.incidents import all_findings, narrow
    from findings.records import at_least, compare_findings
    from findings.suppressions import not_accepted, read_baseline, read_suppressions, suppress
    from findings.suppressions import write_baseline as keep_baseline

    if explain:
        _explain(explain)
        return
    own = _read_rules(rules or [], kg)
    leave_out = read_suppressions(suppressions) if suppressions else ()
    known = read_baseline(baseline) if baseline else frozenset()
    if candidate and (against or only or incidents):
        raise typer.BadParameter(
            "cannot be used with --against, --only or --incidents", param_hint="'--candidate'"
        )
    with json_only(json):
        whole = () if candidate else _incidents(kg, only or [], own)
        before = all_findings(_incidents(against, only or [], own)) if against else None
        changed = _compare(kg, candidate, device, own) if candidate else None
    found = (*changed.new, *changed.same) if changed else all_findings(whole)
    kept, left_out = suppress(found, leave_out)
    if changed:
        before = (*changed.gone, *changed.same)
    compared = compare_findings(suppress(before, leave_out)[0], kept) if before is not None else None
    if write_baseline:
        keep_baseline(write_baseline, kept)
    new = not_accepted(kept, known)
    if sarif:
        sarif.write_text(json_format.dumps(sarif_log(new, own), indent=2) + "\n", encoding="utf-8")
    if junit:
        junit.write_bytes(junit_report(new, own))
    joined = narrow(whole, set(compared.new if compared else new)) if incidents else None
    if json:
        print_json(_checked_json(new, left_out, compared, joined))
    else:
        _show_checked(console(), new, left_out, compared, joined)
        if known:
            console().print(f"{len(kept) - len(new)} more are in the baseline")
    counted = not_accepted(compared.new, known) if compared else new
    if fail_on and any(at_least(one, fail_on) for one in counted):
        raise typer.Exit(FAILED)


def _incidents(kg: str | None, only: list[str], rules: Sequence[Rule]) -> tuple[Incident, ...]:
    from findings.checks import KINDS, find_incidents

    kinds = [*KINDS, *(rule.name for rule in rules)]
    unknown = sorted(set(only) - set(kinds))
    if unknown:
        message = f"unknown kind {', '.join(unknown)}; expected some of: {', '.join(kinds)}"
        raise typer.BadParameter(message, param_hint="'--only'")
    with opened(settings_for(kg)) as graph:
        return find_incidents(graph, only, rules)


def _compare(kg: str | None, paths: Sequence[Path], device: str, rules: Sequence[Rule]) -> ComparedFindings:
    from findings.errors import CandidateError
    from workspace.workspace import Workspace

    if device and len(paths) > 1:
        raise typer.BadParameter("takes one --candidate only", param_hint="'--device'")
    with Workspace(settings_for(kg)) as workspace:
        try:
            return workspace.check_candidates(*paths, device=device, rules=rules)
        except (CandidateError, OSError) as error:
            raise typer.BadParameter(str(error), param_hint="'--candidate'") from error


def _read_rules(paths: Sequence[Path], kg: str | None) -> tuple[Rule, ...]:
    """Return the KG's own rules, and those of the files."""
    from findings.checks import KINDS
    from findings.rule_file import read_rules
    from workspace.folders import own_rules

    found = [*own_rules(settings_for(kg).kg), *(rule for path in paths for rule in read_rules(path))]
    counts = Counter([*KINDS, *(rule.name for rule in found)])
    if twice := [name for name, count in counts.items() if count > 1]:
        message = f"two rules, or a rule and a check, are called: {', '.join(twice)}"
        raise typer.BadParameter(message, param_hint="'--rules'")
    return tuple(found)


def _explain(kind: str) -> None:
    from findings.explanations import explain

    explanation = explain(kind)
    if explanation is None:
        from findings.checks import KINDS

        message = f"unknown kind {kind}; expected one of: {', '.join(KINDS)}"
        raise typer.BadParameter(message, param_hint="'--explain'")
    screen = console()
    screen.print(f"{kind}: {explanation.what}.", style="bold", soft_wrap=True)
    for title, text in (
        ("Why", explanation.why),
        ("Mend it", explanation.mend),
        ("Fine if", explanation.fine),
    ):
        screen.print(f"{title:<8} {text}", markup=False, highlight=False)


def _checked_json(
    findings: Sequence[Finding],
    suppressed: Sequence[Suppressed],
    compared: ComparedFindings | None,
    incidents: Sequence[Incident] | None,
) -> dict[str, Any]:
    printed: dict[str, Any] = {"findings": list(map(_finding_json, findings))}
    if suppressed:
        printed["suppressed"] = [_finding_json(one.finding) | {"reason": one.reason} for one in suppressed]
    if compared is not None:
        printed["new"] = list(map(_finding_json, compared.new))
        printed["gone"] = list(map(_finding_json, compared.gone))
    if incidents is not None:
        printed["incidents"] = list(map(_incident_json, incidents))
    return printed


def _incident_json(one: Incident) -> dict[str, Any]:
    row = pick(one, "where severity devices touches since until kinds")
    return {**row, "findings": list(map(_finding_json, one.findings))}


def _finding_json(one: Finding) -> dict[str, Any]:
    """Describe a finding; lines come without their text, which may hold secrets."""
    lines = [{"path": line.path, "line": line.number} for line in one.lines]
    scope = {"scope": one.scope} if one.scope else {}
    return {**pick(one, "kind severity devices message"), "lines": lines, **scope}


def _show_checked(
    console: Console,
    findings: Sequence[Finding],
    suppressed: Sequence[Suppressed],
    compared: ComparedFindings | None,
    incidents: Sequence[Incident] | None,
) -> None:
    """Show findings, the most severe first, or joined; of two compared KGs only what is new and gone."""
    from findings.incidents import files_without_zone
    from findings.records import count_severities

    if incidents is not None:
        _show_incidents(console, incidents)
    elif compared is None:
        _show(console, findings)
    else:
        for title, several in (("new", compared.new), ("gone", compared.gone)):
            console.print(f"[bold]{title} ({len(several)})[/bold]")
            _show(console, several)
        console.print(f"{len(compared.same)} as before")
    counts = count_severities(findings)
    left_out = f", {len(suppressed)} suppressed" if suppressed else ""
    joined = f" in {len(incidents)} incidents" if incidents is not None else ""
    console.print(f"{len(findings)} findings{f' ({counts})' if counts else ''}{joined}{left_out}")
    if any(one.since for one in findings):
        console.print(_about_times(files_without_zone(findings)), style="dim", highlight=False)


def _about_times(without_zone: Sequence[str]) -> str:
    """Say in which zone times are shown."""
    from reading.written_zones import name_files

    apart = f"; those of {name_files(without_zone)} are as written, without a zone" if without_zone else ""
    return f"Times are in UTC{apart}. Where a log writes no year, the year is assumed."


def _show_incidents(console: Console, incidents: Sequence[Incident]) -> None:
    from rich.text import Text

    for one in incidents:
        when = f"  {one.when}" if one.when else ""
        console.print(
            Text.assemble((f"{one.severity:<6}", STYLES[one.severity]), (f" {one.where}{when}", "bold"))
        )
        for touched in one.touches:
            console.print(Text(f"       touches {touched}", style="dim"), soft_wrap=True)
        for finding in one.findings:
            places = ", ".join(f"{line.path}:{line.number}" for line in finding.lines)
            console.print(Text(f"       {finding.message}"), soft_wrap=True)
            console.print(Text(f"         {finding.kind}  {places}", style="dim"), soft_wrap=True)


def _show(console: Console, findings: Sequence[Finding]) -> None:
    from rich.text import Text

    for one in findings:
        shown = Text.assemble((f"{one.severity:<6}", STYLES[one.severity]), f" {one.message}")
        console.print(shown, soft_wrap=True)
        places = ", ".join(f"{line.path}:{line.number}" for line in one.lines)
        scope = f"  (searched: {one.scope})" if one.scope else ""
        console.print(Text(f"       {one.kind}  {places}{scope}", style="dim"), soft_wrap=True)


def junit_report(findings: Sequence[Finding], own: Sequence[Rule] = ()) -> bytes:
    """Return findings as JUnit XML: a suite per kind, a failed case per finding; a kind without findings passes."""
    from xml.etree import ElementTree

    from findings.checks import ALL_CHECKS

    kinds = [*(check.kind for check in ALL_CHECKS), *(rule.name for rule in own)]
    root = ElementTree.Element("testsuites", name="wirelore check")
    for kind in kinds:
        wrong = [one for one in findings if one.kind == kind]
        suite = ElementTree.SubElement(root, "testsuite", name=kind)
        suite.attrib |= {"tests": str(max(len(wrong), 1)), "failures": str(len(wrong))}
        if not wrong:
            ElementTree.SubElement(suite, "testcase", classname=kind, name="no finding")
        for one in wrong:
            case = ElementTree.SubElement(suite, "testcase", classname=kind, name=one.message)
            failure = ElementTree.SubElement(case, "failure", type=one.severity, message=one.message)
            failure.text = "\n".join(f"{line.path}:{line.number}" for line in one.lines)
    report: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return report


def sarif_log(findings: Sequence[Finding], own: Sequence[Rule] = ()) -> dict[str, Any]:
    """Return findings as one SARIF 2.1.0 run; a rule is a kind, a location is a line."""
    from importlib.metadata import PackageNotFoundError, version

    from findings.checks import ALL_CHECKS

    summaries = {check.kind: check.summary for check in ALL_CHECKS}
    summaries |= {rule.name: rule.why or rule.name for rule in own}
    rules = [{"id": kind, "shortDescription": {"text": summary}} for kind, summary in summaries.items()]
    places = {str(rule["id"]): place for place, rule in enumerate(rules)}
    try:
        installed = version("wirelore")
    except PackageNotFoundError:
        installed = "0"
    driver = {"name": "Wirelore", "version": installed, "rules": rules}
    results = [_sarif_result(one, places[one.kind]) for one in findings]
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}


def _sarif_result(finding: Finding, rule: int) -> dict[str, Any]:
    places = [
        {"artifactLocation": {"uri": quote(line.path)}, "region": {"startLine": line.number}}
        for line in finding.lines
    ]
    locations = [{"physicalLocation": place} for place in places]
    return {
        "ruleId": finding.kind,
        "ruleIndex": rule,
        "level": LEVELS[finding.severity],
        "message": {"text": finding.message},
        "locations": locations[:1],
        "relatedLocations": [{"id": place, **one} for place, one in enumerate(locations[1:], 1)],
        "properties": {"severity": finding.severity, "devices": list(finding.devices)},
    }


def filter_packet(
    device: Annotated[str, typer.Argument(metavar="DEVICE", help="The device's name.")],
    filter_name: Annotated[str, typer.Argument(metavar="FILTER", help="An access list, filter or policy.")],
    src: Annotated[str, typer.Option(help="Source address of the packet.")] = "",
    dst: Annotated[str, typer.Option(help="Destination address.")] = "",
    proto: Annotated[str, typer.Option(help="Protocol: tcp, udp, icmp, or a number.")] = "",
    sport: Annotated[int | None, typer.Option(min=0, max=65535, help="Source port.")] = None,
    dport: Annotated[int | None, typer.Option(min=0, max=65535, help="Destination port.")] = None,
    in_interface: Annotated[str, typer.Option("--in", help="Interface or zone where it comes in.")] = "",
    out_interface: Annotated[str, typer.Option("--out", help="Interface or zone where it leaves.")] = "",
    state: Annotated[str, typer.Option(help="State of its connection: new, established, related.")] = "",
    icmp_type: Annotated[int | None, typer.Option(min=0, max=255, help="Type of an ICMP message.")] = None,
    kg: Kg = None,
    json: Json = False,
) -> None:
    """Show which entry of a filter decides about a packet.

    Options you leave out count as unknown; where the verdict hangs on it, the packet is the first of its connection.
    """
    from findings.filters.first_match import test_filter as find_verdict
    from findings.filters.records import Packet

    packet = Packet(src, dst, proto, sport, dport, in_interface, out_interface, state, icmp_type)
    with json_only(json), opened(settings_for(kg)) as graph:
        verdict = find_verdict(graph, device, filter_name, packet)
    if not json:
        _show_verdict(console(), verdict)
        return
    print_json(
        {
            "device": verdict.filter.device,
            "filter": verdict.filter.name,
            "action": verdict.action or None,
            "assumed": verdict.assumed,
            "entry": _entry_json(verdict.entry) if verdict.entry else None,
            "open": list(map(_entry_json, verdict.open)),
            "otherwise": list(map(_entry_json, verdict.otherwise)),
            "default": None if verdict.entry else verdict.filter.default or None,
            "default_lines": [] if verdict.entry else _lines_json(verdict.lines),
        }
    )


def _entry_json(entry: FilterEntry) -> dict[str, Any]:
    action = entry.action or None
    lines = _lines_json(entry.lines)
    return {"name": entry.name, "action": action, "lines": lines, "not_understood": entry.open}


def _lines_json(lines: Sequence[SourceLine]) -> list[dict[str, Any]]:
    return [{"path": line.path, "line": line.number, "text": line.text.strip()} for line in lines]


def _show_verdict(console: Console, verdict: Verdict) -> None:
    """Show what decides, and what is open before it."""
    from rich.text import Text

    name, default = verdict.filter.name, verdict.filter.default
    console.print(Text(f"{name} on {verdict.filter.device}: {verdict.action or 'not known'}"))
    if verdict.assumed:
        console.print(Text(f"the packet was taken for {' and '.join(verdict.assumed)}"))
    if not verdict.entry:
        console.print(f"no entry surely matches{f'; what is left is {default}' if default else ''}")
        for line in verdict.lines:
            console.print(Text(f"  {line.path}:{line.number}  {line.text.strip()}"), soft_wrap=True)
    decided = [("decided by", verdict.entry)] if verdict.entry else []
    before = "otherwise may match before" if verdict.otherwise else "may match before"
    for title, entry in [*decided, *((before, one) for one in verdict.otherwise or verdict.open)]:
        console.print(Text(f"{title} {entry.name or 'entry'} ({entry.action or 'no action known'})"))
        for line in entry.lines:
            console.print(Text(f"  {line.path}:{line.number}  {line.text.strip()}"), soft_wrap=True)
