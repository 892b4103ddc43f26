"""Holds findings about entries that nothing matches against logs: a record that names the entry says otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from findings.incidents import shown_time
from findings.kept import read_lines
from findings.log_forms import read_rows
from findings.log_records import labels_with
from findings.records import Finding, Subject
from findings.words import read_log_words
from graph_store.graph import ReadableGraph
from graph_store.schema import counted, quote_name

_NAMING = (
    "MATCH (e:{label}) WHERE e:Event AND e.device = $device AND e.{name} IN $names "
    f"RETURN e.document, {counted('e')}, max(e.timestamp), max(e.first_line)"
)


def drop_refuted_by_logs(graph: ReadableGraph, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings; one about entries that records name is only told as what may be wrong."""
    labels: Mapping[str, Sequence[str]] | None = None
    for finding in findings:
        entries = [one for one in finding.about if one.kind == "entry"]
        if entries:
            labels = labels_with(graph, read_log_words().entries) if labels is None else labels
        named = [found for one in entries if (found := _named(graph, one, labels or {}))]
        yield _doubted(graph, finding, named) if named else finding


@dataclass(frozen=True, slots=True)
class _Named:
    """An entry that so many log records name; `line` is the id of the last one's first line."""

    entry: str
    count: int
    last: str
    line: int


def _named(graph: ReadableGraph, entry: Subject, labels: Mapping[str, Sequence[str]]) -> _Named | None:
    """Count the records that name an entry; one that names it in two properties is one."""
    names = [entry.name, *([int(entry.name)] if entry.name.isdecimal() else [])]
    counts: dict[tuple[str, int], _Named] = {}
    for label, properties in labels.items():
        for name in properties:
            statement = _NAMING.format(label=quote_name(label), name=quote_name(name))
            for cell, count, last, number in read_rows(graph, statement, device=entry.device, names=names):
                serial = int(str(cell))
                found = _Named(
                    entry.name, int(str(count)), str(last or ""), serial * 2**32 + int(str(number or 0))
                )
                if found.count > counts.get((label, serial), _NONE).count:
                    counts[label, serial] = found
    if not counts:
        return None
    newest = max(counts.values(), key=lambda one: one.last)
    return replace(newest, count=sum(one.count for one in counts.values()))


_NONE = _Named("", 0, "", 0)


def _doubted(graph: ReadableGraph, finding: Finding, named: Sequence[_Named]) -> Finding:
    said = []
    for one in named:
        records = f"{one.count:,} log record{' names' if one.count == 1 else 's name'}"
        when = f", the last at {shown_time(one.last)}" if one.last else ""
        said.append(f"{records} entry {one.entry}{when}")
    lines = read_lines(graph, (one.line for one in named))
    message = f"{finding.message} This may be wrong: {'; '.join(said)}."
    return replace(finding, severity="info", message=message, lines=(*finding.lines, *lines.values()))
