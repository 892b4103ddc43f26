"""Keeps changes of documents as nodes of the graph, and reads them with their lines and who made them."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from findings.kept import read_lines
from graph_store.graph import ReadableGraph, WritableGraph
from graph_store.records import Cell, SourceLine
from timeline.compare_lines import Change, find_changes

CHANGE = "Change"
"""The type of a change's node, and its label."""
FIRST_ORDINAL = 2**31 + 2**30 + 2**29 + 2**28
"""Changes are numbered from here among the nodes of the document that was loaded with them."""
MOST_CHANGES, MOST_TEXTS = 1_000, 200
"""How many changes of one version are kept apart, and how many lines of each: the counts are always of all lines."""
BATCH = 500
ALL = 1_000_000
WORDS = Path(__file__).parent / "words.toml"
_CREATE = f"UNWIND $rows AS r CREATE (c:Entity:{CHANGE}) SET c = r"
_LAST = "UNWIND $serials AS s MATCH (c:Change) WHERE c.loaded_as = s RETURN s, max(c.id)"
_DROP = "UNWIND $rows AS r MATCH (c:Change {document: r[0]}) WHERE c.time < r[1] DETACH DELETE c"
_DROP_OLD = "MATCH (c:Change) WHERE c.time < $first DETACH DELETE c"


@dataclass(frozen=True, slots=True)
class ChangedDocument:
    """A new version of a document: its path, device and serial, and when it and the version before came.

    Times are UTC in ISO 8601; `since` is "" where it is not known. `author` is who made it, "" for not known.
    """

    path: str
    device: str
    serial: int
    kind: str
    sha256: str
    since: str
    time: str
    author: str = ""


def write_changes(
    graph: WritableGraph, changed: Sequence[tuple[ChangedDocument, Sequence[str], Sequence[str]]]
) -> list[tuple[int, int]]:
    """Write what differs between the lines of two versions; returns how many lines came and went, of each.

    They are seen when the document is, and go with it: see `GraphLoader`.
    """
    serials = sorted({document.serial for document, _, _ in changed})
    last = {
        int(str(serial)): int(str(key))
        for serial, key in graph.read(_LAST, {"serials": serials}, row_limit=ALL).rows
        if key is not None
    }
    rows: list[dict[str, Any]] = []
    counts: list[tuple[int, int]] = []
    for document, old, new in changed:
        found = find_changes(old, new)
        counts.append((sum(len(one.after) for one in found), sum(len(one.before) for one in found)))
        first = last.get(document.serial, document.serial * 2**32 + FIRST_ORDINAL - 1) + 1
        nodes = [_node(one, document, old, new, first + place) for place, one in enumerate(_gathered(found))]
        last[document.serial] = first + len(nodes) - 1
        rows += nodes
    for start in range(0, len(rows), BATCH):
        graph.write_all([(_CREATE, {"rows": rows[start : start + BATCH]})])
    return counts


def drop_changes(
    graph: WritableGraph, before: str = "", of_documents: Mapping[int, str] | None = None
) -> None:
    """Drop the changes before a time: all, and those `of_documents` by serial, each before a time of its own."""
    if of_documents:
        graph.write_all([(_DROP, {"rows": [list(one) for one in of_documents.items()]})])
    if before:
        graph.write_all([(_DROP_OLD, {"first": before})])


def _gathered(found: Sequence[Change]) -> Sequence[Change]:
    """Gather what is beyond the limit in one."""
    if len(found) <= MOST_CHANGES:
        return found
    rest = found[MOST_CHANGES - 1 :]
    before = tuple(sorted(number for one in rest for number in one.before))
    after = tuple(sorted(number for one in rest for number in one.after))
    return [*found[: MOST_CHANGES - 1], Change("changed", (f"{len(rest):,} more places",), before, after)]


def _node(
    one: Change, document: ChangedDocument, old: Sequence[str], new: Sequence[str], key: int
) -> dict[str, Any]:
    before, after = one.before[:MOST_TEXTS], one.after[:MOST_TEXTS]
    texts = [old[number - 1] for number in before], [new[number - 1] for number in after]
    first = next((text.strip() for text in (*texts[1], *texts[0]) if text.strip()), "")
    return {
        "id": key,
        "type": CHANGE,
        "key": " / ".join(one.names) or first,
        "kind": one.kind,
        "of": document.kind,
        "device": document.device,
        "path": document.path,
        "document": document.serial,
        "loaded_as": document.serial,
        "sha256": document.sha256,
        "ordinal": key & (2**32 - 1),
        "first_line": (one.after or (0,))[0],
        "time": document.time,
        "since": document.since,
        "author": document.author,
        "before": texts[0],
        "after": texts[1],
        "before_lines": list(before),
        "after_lines": list(after),
        "added": len(one.after),
        "removed": len(one.before),
    }


# Reads changes, with the lines that show them.


FIELDS = (
    "c.id, c.device, c.time, c.since, c.kind, c.key, c.author, c.of, c.path, c.before, c.before_lines, c.after, "
    "c.after_lines, c.added, c.removed, d.sha256 = c.sha256"
)
_READ = (
    "MATCH (c:Change) WHERE c.time >= $first AND c.time <= $last AND (size($devices) = 0 OR c.device IN $devices) "
    f"MATCH (d:Document {{serial: c.document, state: 'ready'}}) RETURN {FIELDS} ORDER BY c.time, c.id"
)
_BY_ID = (
    "UNWIND $ids AS id WITH id MATCH (c:Entity {id: id}) WHERE c.type = 'Change' "
    f"MATCH (d:Document {{serial: c.document, state: 'ready'}}) RETURN {FIELDS}"
)
_LOGGED = (
    "UNWIND $ids AS id WITH id MATCH (c:Entity {id: id})-[:LOGGED_AS]->(e:Event) "
    "RETURN id, e.document * 4294967296 + e.first_line ORDER BY id, e.timestamp"
)
LOGGED_AS = "LOGGED_AS"


@dataclass(frozen=True, slots=True)
class DeviceChange:
    """A change as it is kept. `key` is the block that it is in, or its first line; `of` is the document's kind.

    `before` are lines of the old version, `after` of the new one, 200 of each at most; `added` and `removed` count
    all. Behind the path of lines that are not loaded any more is the time of their version (see `version_name`).
    `logged` are log records of the device that say when it was configured, and by whom.
    """

    id: int
    device: str
    time: str
    since: str
    kind: str
    key: str
    author: str
    of: str
    path: str
    before: tuple[SourceLine, ...]
    after: tuple[SourceLine, ...]
    added: int
    removed: int
    logged: tuple[SourceLine, ...] = ()

    @property
    def lines(self) -> tuple[SourceLine, ...]:
        """Return the lines of both versions, and of the log records."""
        return self.before + self.after + self.logged


def read_changes(
    graph: ReadableGraph, devices: Sequence[str] = (), first: str = "", last: str = "", most: int = ALL
) -> tuple[DeviceChange, ...]:
    """Read the changes of devices, or of all, from one time to another (UTC, ISO 8601), the oldest first."""
    parameters = {"first": first, "last": last or "9", "devices": list(devices)}
    return _with_logged(graph, graph.read(_READ, parameters, row_limit=most, time_limit_s=60.0).rows)


def read_changes_by_id(graph: ReadableGraph, ids: Sequence[object]) -> tuple[DeviceChange, ...]:
    """Read the changes among some entities."""
    if not ids:
        return ()
    return _with_logged(graph, graph.read(_BY_ID, {"ids": list(ids)}, row_limit=len(ids)).rows)


def _with_logged(graph: ReadableGraph, rows: Sequence[Sequence[Cell]]) -> tuple[DeviceChange, ...]:
    found = list(map(_read, rows))
    ids = [one.id for one in found]
    logged: dict[int, list[SourceLine]] = defaultdict(list)
    links = [(int(str(key)), int(str(line))) for key, line in _read_links(graph, ids)]
    lines = read_lines(graph, (line for _, line in links))
    for key, line in links:
        logged[key] += [lines[line]] if line in lines else []
    return tuple(replace(one, logged=tuple(logged[one.id])) for one in found)


def _read_links(graph: ReadableGraph, ids: Sequence[int]) -> Sequence[Sequence[Cell]]:
    return graph.read(_LOGGED, {"ids": list(ids)}, row_limit=ALL).rows if ids else ()


def version_name(path: str, time: str) -> str:
    """Name a version that is not loaded any more by when it came: "r1.cfg@2026-11-24T100000Z".

    There is no colon in the time: what follows a colon in a citation are numbers of lines.
    """
    return f"{path}@{time.replace('+00:00', 'Z').replace(':', '') or 'before'}"


def _read(row: Sequence[Cell]) -> DeviceChange:
    device, time, since, kind, key, author, of, path = (str(cell or "") for cell in row[1:9])
    befores, before_numbers, afters, after_numbers = (
        cell if isinstance(cell, list | tuple) else () for cell in row[9:13]
    )
    added, removed = (int(str(cell or 0)) for cell in row[13:15])
    new = path if row[15] else version_name(path, time)
    return DeviceChange(
        int(str(row[0])), device, time, since, kind, key, author, of, path,
        _lines(version_name(path, since), before_numbers, befores),
        _lines(new, after_numbers, afters),
        added,
        removed,
    )  # fmt: skip


def _lines(path: str, numbers: Sequence[Any], texts: Sequence[Any]) -> tuple[SourceLine, ...]:
    return tuple(
        SourceLine(path, int(number), str(text)) for number, text in zip(numbers, texts, strict=False)
    )


# Joins changes with the log records that say who configured a device, and when.


_OPEN = (
    "MATCH (c:Change) WHERE c.of = 'configuration' AND c.logged IS NULL AND c.device <> '' "
    "RETURN c.id, c.device, c.since, c.time"
)
_FIND = (
    "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node AS line MATCH (e:Event)-[:HAS_LINE]->(line) "
    "WHERE (size($devices) = 0 OR e.device IN $devices) "
    "AND coalesce(e.timestamp, '') >= $first AND coalesce(e.timestamp, '') <= $last "
    "RETURN DISTINCT e.id, e.device, e.timestamp, e.document * 4294967296 + e.first_line, e.message "
    "ORDER BY e.timestamp DESC"
)
_LINK = (
    "UNWIND $rows AS r MATCH (c:Entity {id: r[0]}) MATCH (e:Entity {id: r[1]}) "
    f"CREATE (c)-[:{LOGGED_AS} {{inferred: true}}]->(e)"
)
_UNLINK = f"UNWIND $rows AS r MATCH (c:Entity {{id: r}})-[x:{LOGGED_AS}]->() DELETE x"
MOST_RECORDS = 20_000
MOST_LOGGED = 20
"""Records that one change is joined with at most: the last before it was seen."""


@cache
def configured_words() -> tuple[str, ...]:
    """Return the searches for records by which the makes log that somebody configured a device."""
    found = tomllib.loads(WORDS.read_text(encoding="utf-8"))["configured"]
    return tuple(map(str, found))


def find_configured(
    graph: ReadableGraph, devices: Sequence[str], first: str, last: str, most: int
) -> Sequence[Sequence[Cell]]:
    """Find the latest log records that say that somebody configured a device, of some or of all, the newest first.

    Rows are the record's id, device and time, the id of its line, and what it says.
    """
    parameters = {
        "q": " OR ".join(configured_words()),
        "devices": list(devices),
        "first": first,
        "last": last,
    }
    return graph.read(_FIND, parameters, row_limit=most, time_limit_s=60.0).rows


def join_changes(graph: WritableGraph) -> None:
    """Join each change with the records of its device that say "configured", since the version before came.

    Looked at again with every load: a log may come after the configuration.
    """
    rows = [[int(str(row[0])), *map(str, row[1:])] for row in graph.read(_OPEN, row_limit=ALL).rows]
    wanted = [row for row in rows if row[2]]
    if not wanted:
        return
    devices = sorted({str(row[1]) for row in wanted if row[1]})
    times = min(str(row[2])[:19] for row in wanted), max(str(row[3])[:19] for row in wanted) + "Z"
    events: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for key, device, time, *_ in find_configured(graph, devices, *times, most=MOST_RECORDS):
        events[str(device)].append((str(time)[:19], int(str(key))))
    links = list(_links(wanted, events))
    ids = [row[0] for row in wanted]
    for start in range(0, len(ids), BATCH):
        graph.write_all([(_UNLINK, {"rows": ids[start : start + BATCH]})])
    for start in range(0, len(links), BATCH):
        graph.write_all([(_LINK, {"rows": links[start : start + BATCH]})])


def _links(
    changes: Iterable[Sequence[Any]], events: Mapping[str, Sequence[tuple[str, int]]]
) -> Iterator[list[int]]:
    for key, device, since, time in changes:
        between = sorted(one for one in events.get(device, ()) if since[:19] <= one[0] <= time[:19])
        yield from ([key, event] for _, event in between[-MOST_LOGGED:])
