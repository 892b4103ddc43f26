"""Drops the lines of logs that are older than is retained: by day, without looking at their records again."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

from graph_store.graph import WritableGraph
from ingest.errors import IngestError
from ingest.known_documents import KnownDocument, known_documents, newest_serial
from ingest.node_ids import line_id

_DAYS = re.compile(r"([1-9][0-9]{0,4})d")
_CHANGED = "MERGE (s:Store {id: 1}) SET s.described = '', s.checked = ''"
"""The description and the findings are made anew."""
_BEGIN = "MATCH (s:Store {document: $serial}) DELETE s"
"""Its records are counted anew: see findings.log_forms."""
_FIRST = "MATCH (d:Document {serial: $serial}) SET d.first_line = $line"


class BadRetentionError(IngestError):
    """How long to retain is not a number of days."""

    def __init__(self, written: str) -> None:
        self.written = written
        super().__init__(f"--retain {written}: expected a number of days, as 30d")


def first_day(retained: str, today: date | None = None) -> date:
    """Return the first day that "30d" retains: today (in UTC) and the 30 days before it. Raises BadRetentionError."""
    found = _DAYS.fullmatch(retained)
    if found is None:
        raise BadRetentionError(retained)
    return (today or datetime.now(UTC).date()) - timedelta(days=int(found[1]))


def drop_older(graph: WritableGraph, first: date) -> dict[str, int]:
    """Drop what stands before the first record of `first` or later, in each log; returns how many lines, by path.

    The document stays, so that its file is not loaded again. A log without times stays as it is, and so do
    older lines behind a newer one: a clock that was wrong for a moment costs nothing.
    """
    known, dropped = known_documents(graph), dict[str, int]()
    for path, each in known.items():
        end = _kept_from(each, first.isoformat())
        if each.counts is None or end <= each.counts.first_line:
            continue
        serial, begin = each.document.serial, each.counts.first_line
        graph.write_all([(_CHANGED, {}), (_BEGIN, {"serial": serial})])
        graph.delete_lines(line_id(serial, begin), line_id(serial, end - 1), newest_serial(graph, known) + 1)
        graph.write_all([(_FIRST, {"serial": serial, "line": end})])
        dropped[path] = end - begin
    return dropped


def _kept_from(known: KnownDocument, first: str) -> int:
    """Return the number of the first line to keep; one behind the last where all of it is older."""
    counts = known.counts
    if counts is None or not counts.days:
        return 1
    return min((number for day, number in counts.days.items() if day >= first), default=counts.lines + 1)
