"""Shows what happened in a time, or on devices, as one table of changes, log records, findings and captures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent.reader.question_terms import Term
from agent.reader.things import share_in
from agent.reader.written_times import shift
from agent.records import COUNT, FIRST, AnswerTable
from timeline.build_timeline import Entry, Timeline, count_kinds
from timeline.show_timeline import notes, show_time, what

MOST_ROWS = 24
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
        (show_time(shift(one.time, ahead)), one.device, one.kind, what(one), one.count)
        for one in timeline.entries
    )
    cited = tuple(one.lines for one in timeline.entries)
    return AnswerTable(title, COLUMNS, rows, len(rows), cited)


def only_changes(timeline: Timeline, topic: Sequence[Term]) -> Timeline:
    """Keep the changes: all, or those whose lines say all of a topic."""
    kept = tuple(
        one
        for one in timeline.entries
        if one.kind == "change" and all(share_in(f"{one.text} {_texts(one)}", term) for term in topic)
    )
    return replace(timeline, entries=kept[-MOST_ROWS:], left_out=max(0, len(kept) - MOST_ROWS), undated=0)


def _texts(entry: Entry) -> str:
    return " ".join(line.text for line in entry.lines)
