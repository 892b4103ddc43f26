"""Shows what happened in a time, or on devices, as one table of changes, log records, findings and captures."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace

from agent.records import COUNT, FIRST, AnswerTable
from timeline.records import Timeline, TimelineEntry, count_kinds
from timeline.show_timeline import notes, shift_time, show_offset, show_time, what

COLUMNS = (FIRST, "device", "kind", "what", COUNT)
MOST_NAMED = 4


def table_of_timeline(
    timeline: Timeline, scope: str = "", ahead: Callable[[TimelineEntry], int] | None = None
) -> AnswerTable | None:
    """Show a timeline, each row with its lines; the title says what is not shown. None where nothing happened.

    The clock that the lines of a row write is `ahead` of UTC by so many minutes; None shows times in UTC.
    """
    if not timeline.entries:
        return None
    clock = ahead or (lambda _: 0)
    counted = count_kinds(timeline.entries)
    if timeline.left_out:
        shown = sum(one.count for one in timeline.entries)
        counted = f"{shown:,} of {shown + timeline.left_out:,} records, changes and findings"
    title = "; ".join([f"{counted}{scope}", *notes(replace(timeline, left_out=0), in_utc=ahead is None)])
    ordered = sorted(
        ((shift_time(one.time, clock(one)), one) for one in timeline.entries), key=lambda pair: pair[0]
    )
    rows = tuple((show_time(time), one.device, one.kind, what(one), one.count) for time, one in ordered)
    cited = tuple(one.lines for _, one in ordered)
    return AnswerTable(title, COLUMNS, rows, len(rows), cited)


def note_on_zones(zones: Mapping[int, Collection[str]]) -> Iterator[str]:
    """Say which clocks the times are of; `zones` are the logs by the minutes that they are ahead of UTC."""
    if len(zones) == 1 and 0 not in zones:
        yield f"Times are as the logs write them, {show_offset(next(iter(zones)))} UTC; findings are in UTC."
    elif len(zones) > 1:
        named = "; ".join(
            f"{show_offset(minutes)} UTC in {_some(paths)}"
            for minutes, paths in sorted(zones.items())
            if minutes
        )
        yield (
            f"Times are as each log writes them, and the logs write different zones: {named}; others UTC, or no zone. "
            "Marked UTC is what several zones share; findings are in UTC."
        )


def _some(paths: Collection[str]) -> str:
    names = sorted(paths)
    return ", ".join(names[:MOST_NAMED]) + (
        f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    )
