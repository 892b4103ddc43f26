"""wirelore history, diff and timeline: when files were loaded, what changed in them, and what happened."""

from __future__ import annotations

import os
from dataclasses import asdict
from typing import Annotated

import typer

from command_line.options import Json, Kg
from command_line.running import console, json_only, print_json, settings_for
from reading.printable import printable

COLORS = {"+": "green", "-": "red", "@": "cyan"}


def history(
    device: Annotated[
        str, typer.Argument(metavar="[DEVICE]", help="A device, or the path of a document.")
    ] = "",
    kg: Kg = None,
    limit: Annotated[int, typer.Option(min=1, help="How many loads to show.")] = 50,
    json: Json = False,
) -> None:
    """List the loads of configurations and captures, newest first, with lines added and removed."""
    from rich.table import Table

    from workspace.show_history import show_time
    from workspace.workspace import Workspace

    with json_only(json), Workspace(settings_for(kg)) as workspace:
        loads = workspace.history(device)
    if json:
        print_json({"loads": [asdict(load) for load in loads[:limit]], "total": len(loads)})
        return
    table = Table("came (UTC)", "device", "document", "added", "removed", "by", box=None)
    for load in loads[:limit]:
        counts = ("first load", "") if load.first else (f"+{load.added:,}", f"-{load.removed:,}")
        table.add_row(show_time(load.time), load.device or "-", load.path, *counts, load.author)
    console().print(table if loads else "no configuration or capture is loaded")
    if len(loads) > limit:
        console().print(f"showing {limit} of {len(loads):,}: --limit shows more")


def diff(
    device: Annotated[str, typer.Argument(metavar="DEVICE", help="A device, or the path of a document.")],
    since: Annotated[
        str, typer.Option(metavar="TIME", help="Compare with what was loaded then: 2d, 12h, or 2026-11-24.")
    ] = "",
    kg: Kg = None,
    json: Json = False,
) -> None:
    """Show what changed in a device's configuration since the version before, as a unified diff.

    Lines are those of the KG: secrets are stand-ins.
    """
    from workspace.show_history import diff_json, parse_since, write_diff
    from workspace.workspace import Workspace

    try:
        moment = parse_since(since) if since else None
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="'--since'") from error
    with json_only(json), Workspace(settings_for(kg)) as workspace:
        diffs = workspace.unified_diff(device, moment)
    if json:
        print_json({"device": device, "documents": [diff_json(one) for one in diffs]})
        return
    color = False if "NO_COLOR" in os.environ else None
    for line in (line for one in diffs for line in write_diff(one)):
        # not by rich, which writes blanks for tabs: `patch` and `grep` want the line as it is
        typer.secho(printable(line), fg=COLORS.get(line[:1]), color=color)


def timeline(
    devices: Annotated[
        list[str] | None, typer.Argument(metavar="[DEVICE]...", help="Devices; all if none.")
    ] = None,
    since: Annotated[
        str, typer.Option("--from", metavar="TIME", help="Begin there: 2d, 12h ago, or 2026-11-24T18:00.")
    ] = "",
    until: Annotated[str, typer.Option("--to", metavar="TIME", help="End there.")] = "",
    kg: Kg = None,
    limit: Annotated[int, typer.Option(min=1, help="How many rows to show: those that tell most.")] = 30,
    json: Json = False,
) -> None:
    """Show changes, log records, findings and captures in order; bursts are one row, each row names its line."""
    from timeline.show_timeline import WIDTH, timeline_json, write_lines
    from workspace.show_history import parse_since
    from workspace.workspace import Workspace

    times = []
    for text, hint in ((since, "'--from'"), (until, "'--to'")):
        try:
            times.append(parse_since(text) if text else None)
        except ValueError as error:
            raise typer.BadParameter(str(error), param_hint=hint) from error
    with json_only(json), Workspace(settings_for(kg)) as workspace:
        found = workspace.timeline(devices or (), since=times[0], until=times[1], limit=limit)
    if json:
        print_json(timeline_json(found))
        return
    width = max(80, console().width) if console().is_terminal else WIDTH
    for line in write_lines(found, width):
        typer.echo(printable(line))
