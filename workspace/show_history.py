"""Writes loads, differences and timelines as lines of text, and reads what people type to see them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from timeline.compare_lines import DiffLine
from timeline.show_timeline import write_lines
from workspace.history import DocumentDiff, Load

if TYPE_CHECKING:
    from workspace.workspace import Workspace

MOST_LOADS = 30
BY_NAME = HISTORY, DIFF, TIMELINE = "history", "diff", "timeline"
"""What is shown when somebody names it."""
UNITS = {
    "m": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
    "w": timedelta(weeks=1),
}
_FROM, _TO = ("from", "since", "--from", "--since"), ("to", "until", "--to", "--until")


_TIME_APART = re.compile(r"(?<!\S)(\d{4}-\d\d-\d\d) +(\d\d:\d\d(?::\d\d)?)(?!\S)")


def read_times(rest: str) -> tuple[tuple[str, ...], datetime | None, datetime | None]:
    """Read "r1 r2 from 2d to 2026-11-24 18:00": names, and the times. Raises ValueError."""
    names: list[str] = []
    times: dict[bool, datetime] = {}
    words = iter(_TIME_APART.sub(r"\1T\2", rest).split())
    for word in words:
        if word.lower() in _FROM or word.lower() in _TO:
            times[word.lower() in _FROM] = parse_since(next(words, ""))
        else:
            names.append(word)
    return tuple(names), times.get(True), times.get(False)


def show_by_name(name: str, rest: str, workspace: Workspace) -> list[str]:
    """Do what "history r1", "diff r1 since 2d" or "timeline r1 r2 from 2d" asks for; returns lines of text.

    Raises ValueError for a time that is none, and what the methods of the workspace raise.
    """
    names, first, last = read_times(rest)
    if name == TIMELINE:
        return list(write_lines(workspace.timeline(names, since=first, until=last)))
    if name == DIFF:
        if not names:
            raise ValueError("diff of what? Name a device, or the path of a document")
        return [line for one in workspace.unified_diff(names[0], first) for line in write_diff(one)]
    return list(write_loads(workspace.history(names[0] if names else "")))


def write_loads(loads: Sequence[Load], most: int = MOST_LOADS) -> Iterator[str]:
    """Yield a line a load, the newest first."""
    if not loads:
        yield "no configuration or capture is loaded"
    for load in loads[:most]:
        counts = "first load" if load.first else f"+{load.added:,} -{load.removed:,}"
        author = f" by {load.author}" if load.author else ""
        yield f"{show_time(load.time)}  {load.device or '-'}  {load.path}  {counts}{author}"
    if len(loads) > most:
        yield f"showing {most} of {len(loads):,}"


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
