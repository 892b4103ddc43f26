"""Shows what happened or changed, in order, where a question asks for that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from agent.reader.parse_question import ParsedQuestion
from agent.reader.question_terms import Term
from agent.reader.show_records import RecordReader
from agent.reader.things import share_in
from agent.reader.written_times import WrittenTimes
from agent.records import AnswerTable
from agent.render.time_table import COLUMNS, table_of_timeline
from agent.tables.scope_words import days_between
from agent.time_conditions import minutes_ahead, span_test, spans_of
from graph_store.graph import ReadableGraph
from timeline.records import Timeline, TimelineEntry
from timeline.show_timeline import shift_time, show_time

MOST_ROWS = 24
MOST_CHANGED = 200
"""Rows of a timeline among which changes are looked for."""


class ChangeReader:
    """Shows the timeline of one graph."""

    def __init__(self, graph: ReadableGraph, times: WrittenTimes, records: RecordReader) -> None:
        self._graph = graph
        self._times = times
        self._records = records

    def show(self, asked: ParsedQuestion) -> AnswerTable | None:
        """Show what happened, or what changed, in order, where a question asks for that; of a topic only changes."""
        changed, topic = "changed" in asked.wants, topic_of(asked)
        if asked.documents or not (changed or (("happen" in asked.wants or asked.since) and not topic)):
            return None
        limits = self._span(asked)
        if limits is None:
            return None
        offsets = self._times.offsets(self._records.logs_of(asked))
        serials = {one.path: one.serial for one in self._graph.describe().documents}

        def ahead(one: TimelineEntry) -> int:
            logs = {serials[line.path] for line in one.lines if line.path in serials}
            zones = minutes_ahead(offsets, logs, one.device.split(", ")) if len(offsets) > 1 else {*offsets}
            return zones.pop() if len(zones) == 1 else 0

        def is_meant(one: TimelineEntry) -> bool:
            return asked.window is None or limits[0] <= shift_time(one.time, ahead(one)) < limits[1]

        narrowed = span_test(*limits, offsets) if asked.window else ("true", dict[str, object]())
        if asked.window:
            shifts = {0, *offsets}
            limits_utc = shift_time(limits[0], -max(shifts)), shift_time(limits[1], -min(shifts))
        else:
            limits_utc = limits
        from timeline.build_timeline import build_timeline, logged_changes

        scope = f" on {', '.join(asked.devices)}" if asked.devices else ""
        scope += f" since {show_time(asked.since)}" if asked.since else ""
        most = MOST_CHANGED if changed else MOST_ROWS
        timeline = build_timeline(self._graph, asked.devices, *limits_utc, most, narrowed, is_meant)
        if changed:
            logged = logged_changes(self._graph, asked.devices, *limits_utc, timeline.entries, MOST_CHANGED)
            entries = sorted((*timeline.entries, *filter(is_meant, logged)), key=lambda one: one.time)
            timeline = _only_changes(replace(timeline, entries=tuple(entries)), topic)
        if changed and not topic and not timeline.entries:
            return AnswerTable(f"no change{scope} was recognized", COLUMNS, (), 0, ())
        return table_of_timeline(timeline, scope, ahead if {*offsets} - {0} else None)

    def _span(self, asked: ParsedQuestion) -> tuple[str, str] | None:
        """Return from when to when a question asks, "" for no limit; None where it means a time of any day.

        The hours of a window are as clocks of logs write them; a day of any year is one that logs have, if they do.
        """
        if asked.window is None:
            return asked.since, ""
        days = self._records.days()
        dates = asked.window.dates(days_between(days))
        dates = dates or asked.window.dates(days_between(sorted({*days, str(datetime.now(UTC).date())})))
        if not dates or (not asked.window.days and len(days) > 1):
            return None
        if not asked.window.days:
            dates = (min(days, default=dates[-1]),)
        return spans_of(dates[0], asked.window)[0][0], spans_of(dates[-1], asked.window)[-1][1]


def _only_changes(timeline: Timeline, topic: Sequence[Term]) -> Timeline:
    """Keep the changes: all, or those whose lines say all of a topic."""
    texts = [" ".join([one.text, *(line.text for line in one.lines)]) for one in timeline.entries]
    kept = tuple(
        one
        for one, text in zip(timeline.entries, texts, strict=True)
        if one.kind == "change" and all(share_in(text, term) for term in topic)
    )
    return replace(timeline, entries=kept[-MOST_ROWS:], left_out=max(0, len(kept) - MOST_ROWS), undated=0)


def topic_of(asked: ParsedQuestion) -> tuple[Term, ...]:
    """Return the terms that say what a question is about."""
    return tuple(term for term in asked.terms if term.is_value or term.weight >= 1)
