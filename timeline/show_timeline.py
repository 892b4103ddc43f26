"""Writes a timeline as lines of text, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from reading.written_zones import files_without_zone, name_files
from timeline.records import Timeline, TimelineEntry, count_kinds

WIDTH = 120
_UNITS = ((86400, "d"), (3600, "h"), (60, "min"), (1, "s"))


def write_lines(timeline: Timeline, width: int = WIDTH) -> Iterator[str]:
    """Yield a heading, a line a row with the file and line that shows it, and what is not shown; none is wider."""
    entries = timeline.entries
    named = ", ".join(timeline.devices) or "all devices"
    if not entries:
        yield f"{named}: nothing happened that a file with a time tells of"
    else:
        zone = "" if _without_zone(timeline) else " UTC"
        span = f"{show_time(entries[0].time)} to {show_time(max(one.last for one in entries))}{zone}"
        yield f"{named}, {span}: {count_kinds(entries)}"[:width]
    devices = max((len(one.device) for one in entries), default=0)
    devices = min(max(devices, len("device")), 16)
    before: TimelineEntry | None = None
    for one in entries:
        cited = cite(one)
        when = f"{show_time(one.time)[2:]}  {_after(before, one):>8}"
        start = f"{when}  {one.device[:devices]:<{devices}}  {one.kind:<7}  "
        room = max(10, width - len(start) - len(cited) - 1)
        yield f"{start}{_cut(what(one), room):<{room}} {cited}"[:width]
        before = one
    yield from notes(timeline)


def notes(timeline: Timeline, in_utc: bool = True) -> Iterator[str]:
    """Yield what is not shown, which times have no zone where the others are `in_utc`, and which clocks differ."""
    if in_utc and (files := _without_zone(timeline)):
        yield f"times of {name_files(files)} are as written, without a zone; others are in UTC"
    yield from (str(one) for one in timeline.clocks)
    if timeline.left_out:
        yield f"{timeline.left_out:,} other records and changes in this time are not shown"
    if timeline.cut:
        yield "there are more records than were looked at: name devices, or a shorter time"
    if timeline.undated:
        yield f"{timeline.undated:,} records have no time that could be read"


def _without_zone(timeline: Timeline) -> tuple[str, ...]:
    return files_without_zone(
        (line.path, line.text, one.time) for one in timeline.entries for line in one.lines[:1]
    )


def what(one: TimelineEntry) -> str:
    """Write what happened, how often, and until when."""
    if one.count > 1 and one.kind == "record":
        return f"{one.count:,} records in {show_span(one.time, one.last)}: {one.text}"
    return one.text


def cite(one: TimelineEntry) -> str:
    """Write where the first line stands: "[r1.cfg:3]"."""
    return f"[{one.lines[0].path}:{one.lines[0].number}]" if one.lines else ""


def show_time(text: str) -> str:
    """Write a time to the second: "2026-11-24 10:00:05"."""
    return text[:19].replace("T", " ")


def show_span(first: str, last: str) -> str:
    """Write how long it is from one time to another: "35 s", "3 h"."""
    try:
        one, two = (datetime.fromisoformat(text[:19]) for text in (first, last))
    except ValueError:
        return ""
    return show_length((two - one).total_seconds(), 1)


def show_length(seconds: float, units: int = 2) -> str:
    """Write how long something was, in its largest units: "1 h 33 min", "3 min 26 s"."""
    left, parts = round(seconds), list[str]()
    largest = next((place for place, (size, _) in enumerate(_UNITS) if left >= size), len(_UNITS) - 1)
    for size, name in _UNITS[largest : largest + units]:
        count, left = divmod(left, size)
        parts += [f"{count} {name}"] if count or not parts else []
    return " ".join(parts)


def _after(before: TimelineEntry | None, one: TimelineEntry) -> str:
    return f"+{show_span(before.time, one.time)}" if before else ""


def _cut(text: str, room: int) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= room else f"{flat[: room - 1]}\u2026"


def timeline_json(timeline: Timeline) -> dict[str, object]:
    """Describe a timeline; each row has its lines."""
    rows = [
        {
            "time": one.time,
            "last": one.last,
            "device": one.device,
            "kind": one.kind,
            "what": one.text,
            "count": one.count,
            "left_out_before": one.left_out,
            "lines": [{"path": line.path, "line": line.number, "text": line.text} for line in one.lines],
        }
        for one in timeline.entries
    ]
    clocks = [
        {"ahead": one.ahead, "behind": one.behind, "seconds": one.seconds, "events": one.events}
        for one in timeline.clocks
    ]
    counts = {"left_out": timeline.left_out, "undated": timeline.undated, "cut": timeline.cut}
    return {"devices": list(timeline.devices), "rows": rows, "clocks": clocks, **counts}


def show_offset(minutes: int) -> str:
    """Write how far a clock is from UTC: "1 h ahead of", "5 h 30 min behind"."""
    hours, rest = divmod(abs(minutes), 60)
    length = " ".join([*[f"{hours} h"] * bool(hours), *[f"{rest} min"] * bool(rest)])
    return f"{length} {'ahead of' if minutes > 0 else 'behind'}"


def shift_time(stamp: str, minutes: int) -> str:
    """Write a time in UTC as a clock shows it that is ahead by some minutes; "" stays."""
    if not stamp or not minutes:
        return stamp
    return (datetime.fromisoformat(stamp) + timedelta(minutes=minutes)).isoformat()
