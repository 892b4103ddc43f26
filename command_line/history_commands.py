"""wirelore history and wirelore diff: when configurations were loaded, and what changed in them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import Json, Kg
from command_line.report_error import printable
from command_line.running import console, json_only, print_json, settings_for

if TYPE_CHECKING:
    from timeline.compare_lines import DiffLine
    from workspace.history import DocumentDiff

UNITS = {
    "m": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
    "w": timedelta(weeks=1),
}
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


def parse_since(text: str, now: datetime | None = None) -> datetime:
    """Read "30m", "12h", "2d", "1w" ago, or a date or time in ISO 8601, in UTC unless it says otherwise.

    Raises ValueError.
    """
    number, unit = text[:-1], text[-1:]
    try:
        if number.isascii() and number.isdecimal() and unit in UNITS:
            return (now or datetime.now(UTC)) - int(number) * UNITS[unit]
        found = datetime.fromisoformat(text)
    except (ValueError, OverflowError):
        message = f"{text!r} is no time; expected one such as 30m, 12h, 2d, 1w, 2026-11-24, 2026-11-24T18:00"
        raise ValueError(message) from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def show_time(time: str) -> str:
    """Write a time for people; what is not known is said."""
    return f"{time[:19].replace('T', ' ')} UTC" if time else "time not known"


def write_diff(diff: DocumentDiff) -> Iterator[str]:
    """Yield the lines of a unified diff; behind the numbers of a hunk, the file and line where it begins to change."""
    if diff.versions < 2:
        yield f"# {diff.path}: only one version was loaded ({show_time(diff.after)})"
        return
    if not diff.complete:
        yield f"# {diff.path}: no version that old is known; compared with the oldest one that is kept"
    if not diff.hunks:
        yield f"# {diff.path}: no difference since {show_time(diff.before)}"
        return
    yield f"--- {diff.path}\tloaded {show_time(diff.before)}"
    yield f"+++ {diff.path}\tloaded {show_time(diff.after)}"
    for hunk in diff.hunks:
        before, after = [line.before for line in hunk], [line.after for line in hunk]
        place = next(
            ((line.after or _place_of(hunk, number)) for number, line in enumerate(hunk) if line.sign != " "),
            0,
        )
        yield f"@@ -{_span(before)} +{_span(after)} @@ {diff.path}:{place}"
        yield from (f"{line.sign}{line.text}" for line in hunk)


def _place_of(hunk: Sequence[DiffLine], number: int) -> int:
    """Return where a removed line stood in the new version: the next line that is there, or else the last."""
    following = (line.after for line in hunk[number:] if line.after)
    return next(following, max(line.after for line in hunk))


def _span(numbers: Sequence[int]) -> str:
    there = [number for number in numbers if number]
    return f"{there[0]},{len(there)}" if there else "0,0"


def diff_json(diff: DocumentDiff) -> dict[str, object]:
    """Write a diff with the number of each changed line: of the old version if it was removed, else of the new one."""
    changes = [
        {"sign": line.sign, "path": diff.path, "line": line.after or line.before, "text": line.text}
        for hunk in diff.hunks
        for line in hunk
        if line.sign != " "
    ]
    counts = {"added": diff.added, "removed": diff.removed, "complete": diff.complete}
    times = {"before": diff.before, "after": diff.after, "versions": diff.versions}
    return {"path": diff.path, **times, **counts, "changes": changes}
