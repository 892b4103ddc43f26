"""Holds findings about entries that nothing matches against logs: a record that names the entry says otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from findings.incidents import shown_time
from findings.log_forms import read_rows
from findings.log_records import labels_with
from findings.records import Finding
from findings.words import read_log_words
from graph_store.graph import ReadableGraph
from graph_store.records import SourceLine
from graph_store.schema import counted, quote_name

_NAMING = (
    "MATCH (e:{label}) WHERE e:Event AND e.device = $device AND e.{name} IN $names "
    f"RETURN e.document, {counted('e')}, max(e.timestamp), max(e.first_line)"
)
_LINE = "MATCH (l:Line {id: $id}) RETURN l.path, l.number, l.text"


def hold_by_logs(graph: ReadableGraph, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings; one about an entry that a record names is only told as what may be wrong."""
    labels: Mapping[str, Sequence[str]] | None = None
    for finding in findings:
        for one in finding.about:
            if one.kind == "entry":
                labels = labels_with(graph, read_log_words().entries) if labels is None else labels
                finding = _held(graph, finding, one.device, one.name, labels)
        yield finding


def _held(
    graph: ReadableGraph, finding: Finding, device: str, entry: str, labels: Mapping[str, Sequence[str]]
) -> Finding:
    names = [entry, *([int(entry)] if entry.isdecimal() else [])]
    counts: dict[str, tuple[int, str, int]] = {}
    for label, properties in labels.items():
        for name in properties:
            statement = _NAMING.format(label=quote_name(label), name=quote_name(name))
            for serial, count, last, number in read_rows(graph, statement, device=device, names=names):
                if count:
                    counts[label] = (
                        int(str(count)),
                        str(last or ""),
                        int(str(serial)) * 2**32 + int(str(number)),
                    )
    if not counts:
        return finding
    total, (_, last, line) = (
        sum(one[0] for one in counts.values()),
        max(counts.values(), key=lambda one: one[1]),
    )
    lines = tuple(
        SourceLine(str(path), int(str(number)), str(text))
        for path, number, text in read_rows(graph, _LINE, id=line)
    )
    records = f"{total:,} log record{' names' if total == 1 else 's name'}"
    when = f", the last at {shown_time(last)}" if last else ""
    message = f"{finding.message} This may be wrong: {records} entry {entry}{when}."
    return replace(finding, severity="info", message=message, lines=(*finding.lines, *lines))
