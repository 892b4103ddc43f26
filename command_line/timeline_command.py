"""wirelore timeline: what changed and what happened, in order."""

from __future__ import annotations

from typing import Annotated

import typer

from command_line.options import Json, Kg
from command_line.running import console, json_only, print_json, settings_for
from reading.printable import printable


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
