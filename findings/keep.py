"""Stores findings in the graph, where queries, prompts and pages find them."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from findings.checks import NOT_CHECKED, find_incidents
from findings.incidents import Incident
from findings.kept import ALL, FINDING
from findings.log_forms import LEVELS, keep_forms
from findings.names import REFERENCES
from findings.records import by_severity
from findings.rule_file import Rule
from findings.states import STATES
from findings.words import WORDS
from graph_store.graph import WritableGraph

METHOD = 22
"""Changes whenever checks find otherwise, so that an ingest checks again what has not changed."""
FIRST_ORDINAL = 2**31 + 2**30 + 2**29
"""Findings are numbered from here among the nodes of the document of their first line: they go when it does."""
BATCH = 500
_KEEP_INCIDENTS = "MERGE (s:Store {id: 1}) SET s.incidents = $incidents"
"""Beside the findings, as JSON: what queries and prompts see of a finding stays as it is."""
_STATE = "MATCH (s:Store {id: 1}) RETURN s.checked"
_DOCUMENTS = (
    "MATCH (d:Document {state: 'ready'}) RETURN d.serial, d.path, d.sha256, d.lines ORDER BY d.serial"
)
_MARK = "MERGE (s:Store {id: 1}) SET s.checked = $mark"
_OLD = "MATCH (f:Finding) WHERE f.type = 'Finding' RETURN f.id"
_REMOVE = "UNWIND $rows AS id MATCH (f:Entity {id: id}) DETACH DELETE f"
_CREATE = "UNWIND $rows AS r CREATE (f:Entity:Finding) SET f = r"
_LINES = "UNWIND $rows AS r MATCH (f:Entity {id: r[0]}) MATCH (l:Line {id: r[1]}) CREATE (f)-[:HAS_LINE]->(l)"
_DEVICES = (
    "UNWIND $rows AS r MATCH (f:Entity {id: r[0]}) MATCH (d:Device {name: r[1]}) CREATE (f)-[:CONCERNS]->(d)"
)
_OWNERS = "UNWIND $ids AS id MATCH (l:Line {id: id})<-[:HAS_LINE]-(e:Entity) RETURN id, e.id"
_ENTITIES = (
    "UNWIND $rows AS r MATCH (f:Entity {id: r[0]}) MATCH (e:Entity {id: r[1]}) CREATE (f)-[:CONCERNS]->(e)"
)


def keep_findings(graph: WritableGraph, rules: Sequence[Rule] = ()) -> list[str]:
    """Check a graph if its documents or the rules changed, and keep the findings in place of the old ones.

    Returns what could not be checked.

    The mark comes last: a process that dies in between leaves none, and the next ingest checks again.
    """
    documents = graph.read(_DOCUMENTS, row_limit=ALL).rows
    words = [path.read_text(encoding="utf-8") for path in (WORDS, REFERENCES, STATES, LEVELS)]
    digest = hashlib.sha256(f"{METHOD} {words} {rules!r}".encode())
    for row in documents:
        digest.update(repr(tuple(row)).encode())
    mark = digest.hexdigest()[:16]
    kept = graph.read(_STATE, row_limit=1).rows
    if kept and kept[0][0] == mark:
        return []
    keep_forms(graph)
    found = find_incidents(graph, rules=rules, by_ingest=True)
    graph.write_all([(_MARK, {"mark": ""})])
    _write(graph, _REMOVE, [row[0] for row in graph.read(_OLD, row_limit=ALL).rows])
    _write_findings(graph, found, {str(path): int(str(serial)) for serial, path, *_ in documents})
    graph.write_all([(_MARK, {"mark": mark})])
    checked = (one for incident in found for one in incident.findings)
    return [one.message for one in checked if one.kind == NOT_CHECKED.kind]


def _write_findings(graph: WritableGraph, incidents: Sequence[Incident], serials: dict[str, int]) -> None:
    nodes: list[dict[str, Any]] = []
    lines: list[tuple[int, int]] = []
    devices: list[tuple[int, str]] = []
    ordinals: dict[int, int] = defaultdict(int)
    keys: list[list[list[int | str]]] = [[] for _ in incidents]
    of = {one: number for number, whole in enumerate(incidents) for one in whole.findings}
    for one in sorted(of, key=by_severity):
        ids = [serials[line.path] * 2**32 + line.number for line in one.lines if line.path in serials]
        if not (ids or serials):
            continue
        serial = ids[0] >> 32 if ids else min(serials.values())
        key = serial * 2**32 + FIRST_ORDINAL + ordinals[serial]
        ordinals[serial] += 1
        nodes.append(
            {
                "id": key, "type": FINDING, "key": one.kind, "kind": one.kind, "severity": one.severity,
                "message": one.message, "devices": list(one.devices), "device": one.devices[0] if one.devices else "",
                "path": one.lines[0].path if ids else "", "first_line": one.lines[0].number if ids else 0,
                "document": serial, "lines": ids, "scope": one.scope, "ordinal": key - serial * 2**32 - 2**31,
            }
        )  # fmt: skip
        keys[of[one]].append([key, one.since, one.until])
        lines += [(key, line) for line in ids]
        devices += [(key, name) for name in one.devices]
    owners: dict[int, list[int]] = defaultdict(list)
    cited = sorted({line for _, line in lines})
    for start in range(0, len(cited), BATCH):
        for line, owner in graph.read(_OWNERS, {"ids": cited[start : start + BATCH]}, row_limit=ALL).rows:
            owners[int(str(line))].append(int(str(owner)))
    pairs = dict.fromkeys((key, owner) for key, line in lines for owner in owners.get(line, ()))
    _write(graph, _CREATE, nodes)
    _write(graph, _LINES, lines)
    _write(graph, _DEVICES, devices)
    _write(graph, _ENTITIES, list(pairs))
    told = [[one.where, one.touches, some] for one, some in zip(incidents, keys, strict=True)]
    graph.write_all([(_KEEP_INCIDENTS, {"incidents": json.dumps(told, ensure_ascii=False)})])


def _write(graph: WritableGraph, statement: str, rows: Sequence[Any]) -> None:
    for start in range(0, len(rows), BATCH):
        batch = [list(row) if isinstance(row, tuple) else row for row in rows[start : start + BATCH]]
        graph.write_all([(statement, {"rows": batch})])
