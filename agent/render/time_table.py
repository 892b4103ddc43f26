"""Shows what happened in a time, or on devices, as one table of changes, log records, findings and captures."""

from __future__ import annotations

from dataclasses import replace

from agent.records import COUNT, FIRST, AnswerTable
from timeline.records import Timeline, count_kinds
from timeline.show_timeline import notes, shift_time, show_time, what

COLUMNS = (FIRST, "device", "kind", "what", COUNT)


def table_of_timeline(timeline: Timeline, scope: str = "", ahead: int = 0) -> AnswerTable | None:
    """Show a timeline, each row with its lines; the title says what is not shown. None where nothing happened.

    The clocks that logs write are `ahead` of UTC by so many minutes.
    """
    if not timeline.entries:
        return None
    counted = count_kinds(timeline.entries)
    if timeline.left_out:
        shown = sum(one.count for one in timeline.entries)
        counted = f"{shown:,} of {shown + timeline.left_out:,} records, changes and findings"
    title = "; ".join([f"{counted}{scope}", *notes(replace(timeline, left_out=0))])
    rows = tuple(
        (show_time(shift_time(one.time, ahead)), one.device, one.kind, what(one), one.count)
        for one in timeline.entries
    )
    cited = tuple(one.lines for one in timeline.entries)
    return AnswerTable(title, COLUMNS, rows, len(rows), cited)
