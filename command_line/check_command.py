"""wirelore check and wirelore test-filter: what is wrong in a KG, and what a filter does with a packet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from command_line.options import FAILED, Json, Kg, console, json_only, opened, print_json, settings_for

if TYPE_CHECKING:
    from findings.records import Finding

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
    sarif: Annotated[Path | None, typer.Option(help="Write findings to this file as SARIF 2.1.0.")] = None,
    json: Json = False,
) -> None:
    """Report problems in configurations and logs, each with its lines. Needs no model.

    With --against, --fail-on counts new findings only.
    """
    from command_line.findings_output import checked_json, show_checked, write_sarif
    from findings.records import at_least, compare_findings
    from findings.suppressions import read_suppressions, suppress

    rules = read_suppressions(suppressions) if suppressions else ()
    with json_only(json):
        found = _findings(kg, only or [])
        before = _findings(against, only or []) if against else None
    kept, left_out = suppress(found, rules)
    compared = compare_findings(suppress(before, rules)[0], kept) if before is not None else None
    if sarif:
        write_sarif(sarif, kept)
    if json:
        print_json(checked_json(kept, left_out, compared))
    else:
        show_checked(console(), kept, left_out, compared)
    counted = compared.new if compared else kept
    if fail_on and any(at_least(one, fail_on) for one in counted):
        raise typer.Exit(FAILED)


def _findings(kg: str | None, only: list[str]) -> tuple[Finding, ...]:
    from findings.checks import KINDS, run_checks

    unknown = sorted(set(only) - set(KINDS))
    if unknown:
        message = f"unknown kind {', '.join(unknown)}; expected some of: {', '.join(KINDS)}"
        raise typer.BadParameter(message, param_hint="'--only'")
    with opened(settings_for(kg)) as graph:
        return run_checks(graph, only)


def filter_packet(
    device: Annotated[str, typer.Argument(metavar="DEVICE", help="The device's name.")],
    filter_name: Annotated[str, typer.Argument(metavar="FILTER", help="An access list, filter or policy.")],
    src: Annotated[str, typer.Option(help="Source address of the packet.")] = "",
    dst: Annotated[str, typer.Option(help="Destination address.")] = "",
    proto: Annotated[str, typer.Option(help="Protocol: tcp, udp, icmp, or a number.")] = "",
    sport: Annotated[int | None, typer.Option(min=0, max=65535, help="Source port.")] = None,
    dport: Annotated[int | None, typer.Option(min=0, max=65535, help="Destination port.")] = None,
    kg: Kg = None,
    json: Json = False,
) -> None:
    """Show which entry of a filter decides about a packet. Options you leave out count as unknown."""
    from command_line.findings_output import show_verdict, verdict_json
    from findings.first_match import Packet
    from findings.first_match import test_filter as find_verdict

    packet = Packet(src, dst, proto, sport, dport)
    with json_only(json), opened(settings_for(kg)) as graph:
        verdict = find_verdict(graph, device, filter_name, packet)
    print_json(verdict_json(verdict)) if json else show_verdict(console(), verdict)
