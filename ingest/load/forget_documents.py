"""Removes documents, or log lines older than is retained, with what was inferred from them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from findings.keep import keep_findings
from findings.rule_file import Rule
from graph_store.describe import keep_description
from graph_store.graph import WritableGraph
from ingest.errors import BadRetentionError, NotLoaded
from ingest.files.find_files import is_below, printable_name
from ingest.load.graph_rows import line_id
from ingest.load.load_graph import known_documents, newest_serial, remove_documents
from ingest.relations.infer_relations import infer_relations


def forget_documents(
    paths: Sequence[str], graph: WritableGraph, rules: Sequence[Rule] = ()
) -> tuple[str, ...]:
    """Remove the documents at these paths, and what an interrupted ingest left; return those that were there.

    Until all of them are gone, nobody is answered. Raises GraphError.
    """
    known = known_documents(graph)
    gone = [path for path in dict.fromkeys(paths) if path in known]
    if gone:
        serials = [known[path].document.serial for path in gone]
        remove_documents(graph, serials, newest_serial(graph, known))
    infer_relations(graph)
    keep_findings(graph, rules)
    keep_description(graph)
    return tuple(gone)


def choose_documents(named: Sequence[str], source: str, graph: WritableGraph) -> tuple[str, ...]:
    """Return the paths of documents that are meant: by path, by a folder of paths, or by where their files are.

    With `source` all of that source, or only those `named`. Raises NotLoaded for a name that means none.
    """
    documents = [each.document for each in known_documents(graph).values()]
    own = [one for one in documents if not source or one.source == source]
    if source and not own:
        names = sorted({one.source for one in documents} - {""})
        raise NotLoaded(source, f"no source has this name; there are: {', '.join(names) or 'none'}")
    chosen: dict[str, None] = {} if named else dict.fromkeys(one.path for one in own)
    for name in named:
        place = printable_name(str(Path(name).resolve()))
        found = [
            one.path
            for one in own
            if is_below(one.path, name.rstrip("/")) or (one.location and is_below(one.location, place))
        ]
        if not found:
            some = ", ".join(sorted(one.path for one in own)[:5]) + (", ..." if len(own) > 5 else "")
            raise NotLoaded(name, f"no loaded document is there; loaded are: {some or 'none'}")
        chosen.update(dict.fromkeys(found))
    return tuple(chosen)


# Drops the lines of logs that are older than is retained: by day, without looking at their records again.

_DAYS = re.compile(r"([1-9][0-9]{0,4})d")
_CHANGED = "MERGE (s:Store {id: 1}) SET s.described = '', s.checked = ''"
"""The description and the findings are made anew."""
_BEGIN = "MATCH (s:Store {document: $serial}) DELETE s"
"""Its records are counted anew: see findings.log_forms."""
_FIRST = "MATCH (d:Document {serial: $serial}) SET d.first_line = $line"


def first_day(retained: str, today: date | None = None) -> date:
    """Return the first day that "30d" retains: today (in UTC) and the 30 days before it. Raises BadRetentionError."""
    found = _DAYS.fullmatch(retained)
    if found is None:
        raise BadRetentionError(retained)
    return (today or datetime.now(UTC).date()) - timedelta(days=int(found[1]))


def drop_older(graph: WritableGraph, first: date) -> dict[str, int]:
    """Drop what stands before the first record of `first` or later, in each log; returns how many lines, by path.

    A log without times stays as it is, and so do older lines behind a newer one: a wrong clock costs nothing.
    """
    known, dropped = known_documents(graph), dict[str, int]()
    for path, each in known.items():
        if not each.counts.days:
            continue
        kept = (number for day, number in each.counts.days.items() if day >= first.isoformat())
        begin, end = each.counts.first_line, min(kept, default=each.counts.lines + 1)
        if end <= begin:
            continue
        serial = each.document.serial
        graph.write_all([(_CHANGED, {}), (_BEGIN, {"serial": serial})])
        graph.delete_lines(line_id(serial, begin), line_id(serial, end - 1), newest_serial(graph, known) + 1)
        graph.write_all([(_FIRST, {"serial": serial, "line": end})])
        dropped[path] = end - begin
    return dropped
