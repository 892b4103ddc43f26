"""Reads the findings that the last ingest kept in the graph, and lines by their ids."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from findings.incidents import Incident, all_findings, rank
from findings.records import SEVERITIES, Finding, Severity
from graph_store.graph import ReadableGraph
from graph_store.records import Cell, SourceLine, members_of

FINDING = "Finding"
"""The type of a finding's node, and its label."""
ALL = 1_000_000
_INCIDENTS = "MATCH (s:Store {id: 1}) RETURN s.incidents"
_READ = (
    "MATCH (f:Finding) WHERE f.type = 'Finding' "
    "RETURN f.id, f.kind, f.severity, f.devices, f.message, f.lines, f.scope ORDER BY f.id"
)
_LINES = "UNWIND $ids AS id MATCH (l:Line {id: id}) RETURN l.id, l.path, l.number, l.text"
_LINES_AT_ONCE = 500


def read_findings(graph: ReadableGraph) -> tuple[Finding, ...]:
    """Return the findings that the last ingest kept, the most severe first."""
    return all_findings(read_incidents(graph))


def read_incidents(graph: ReadableGraph) -> tuple[Incident, ...]:
    """Return the findings that the last ingest kept as incidents, the most severe with the widest reach first."""
    found: list[tuple[Finding, list[int], int]] = []
    kept = graph.read(_INCIDENTS, row_limit=1).rows
    told = json.loads(str(kept[0][0])) if kept and kept[0][0] else []
    of = {key: (number, *times) for number, (_, _, keys) in enumerate(told) for key, *times in keys}
    for key, kind, severity, devices, message, lines, scope in graph.read(_READ, row_limit=ALL).rows:
        level: Severity = next((one for one in SEVERITIES if one == severity), "info")
        number, *times = of.get(key, (-len(found) - 1, "", ""))
        one = Finding(str(kind), level, _texts(devices), str(message), (), str(scope or ""), *times)
        found.append((one, [int(line) for line in _texts(lines)], number))
    shown = read_lines(graph, (line for _, ids, _ in found for line in ids))
    groups: dict[int, list[Finding]] = defaultdict(list)
    for one, ids, number in found:
        groups[number].append(replace(one, lines=tuple(shown[line] for line in ids if line in shown)))
    named = {number: (where, tuple(touches)) for number, (where, touches, _) in enumerate(told)}
    return rank(
        Incident(where, tuple(some), touches)
        for number, some in groups.items()
        for where, touches in [named.get(number, ("", ()))]
    )


def _texts(cell: Cell) -> tuple[str, ...]:
    return tuple(map(str, members_of(cell)))


def read_lines(graph: ReadableGraph, ids: Iterable[int]) -> dict[int, SourceLine]:
    """Return lines by their ids; those that are gone are left out."""
    wanted, found = sorted(set(ids)), {}
    for start in range(0, len(wanted), _LINES_AT_ONCE):
        some = {"ids": wanted[start : start + _LINES_AT_ONCE]}
        for key, path, number, text in graph.read(_LINES, some, row_limit=_LINES_AT_ONCE).rows:
            found[int(str(key))] = SourceLine(str(path), int(str(number)), str(text))
    return found
