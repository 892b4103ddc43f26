"""Relates log records to the configuration entities that they mention."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping

from graph_store.graph import WritableGraph
from graph_store.records import ENTITY_PROPERTIES, LINE_PROPERTIES, Cell
from ingest.load.graph_rows import line_id
from ingest.relations.index_mentions import Mentionable, find_mentioned, is_particular
from ingest.relations.load_relations import (
    OwnLine,
    clear_relations,
    read_places,
    relation_writes,
    set_mark,
    write_together,
)
from ingest.relations.read_devices import ALL_ROWS, READ_LIMIT_S
from ingest.relations.records import Relation, RelationKind, Source

BATCH = 2000
MOST_MENTIONS = 4
LONGEST = 128
MENTIONS = "MENTIONS"
METHOD = 4
"""Changes whenever mentions are kept otherwise, so that logs of before are done again."""
NOT_VALUES = frozenset(
    ENTITY_PROPERTIES | LINE_PROPERTIES | {"host", "timestamp", "timestamp_text", "message", "template"}
)
_COUNTS = "MATCH (d:Document {serial: $serial}) RETURN d.mentions"
_KEEP_COUNTS = "MATCH (d:Document {serial: $serial}) SET d.mentions = $counts, d.mentioned = $mentioned"
_DEVICES_OF = "MATCH (v:Device)-[:HAS_DOCUMENT]->(d:Document {serial: $serial}) RETURN v.name"
_RANGE = "MATCH (l:Line) WHERE l.id >= $first AND l.id <= $last"
_RECORDS = (
    f"{_RANGE} AND l:Entity AND l.first_line = l.number RETURN properties(l) AS record, elementId(l) AS place "
    f"UNION ALL {_RANGE} WITH l MATCH (l)<-[h:HAS_LINE]-(e:Entity) WHERE e.first_line = l.number AND h IS NOT NULL "
    "RETURN properties(e) AS record, elementId(e) AS place"
)
"""The records that are their lines, and the others; a range costs less than as many single ids: see Places."""


def load_mentions(
    graph: WritableGraph, source: Source, devices: Mapping[str, Mentionable]
) -> Mapping[RelationKind, int]:
    """Write a log's mentions, unless it has them, of one that grew those of its new records; return all, by kind.

    A value mentions what its own device calls so, or another device by its name; never a word of the message.
    """
    rows = graph.read(_DEVICES_OF, {"serial": source.serial}, row_limit=ALL_ROWS).rows
    hosts = {str(name): _device(str(name), devices) for (name,) in rows}
    known = {host: name for host, name in sorted(hosts.items()) if name}
    if not (known or source.mark):
        return {}
    states = [(host, devices[name].digest) for host, name in known.items()]
    mark = hashlib.sha256(repr((METHOD, states, sorted(devices))).encode()).hexdigest()[:16]
    counts: Counter[RelationKind] = Counter()
    first = 0
    if mark == source.mark:
        kept = graph.read(_COUNTS, {"serial": source.serial}).rows[0][0]
        counts.update({RelationKind(*kind): count for *kind, count in json.loads(str(kept or "[]"))})
        first = source.mentioned
        if first == source.lines:
            return counts
    else:
        clear_relations(graph, source)
    set_mark(graph, source, "*")
    targets: dict[int, str] = {}
    for batch in _batches(graph, source, first):
        types = {int(str(record["id"])): str(record["type"]) for record, _ in batch}
        relations = [found for record, _ in batch for found in _mentions(record, known, devices)]
        lines = {
            int(str(record["id"])): [OwnLine(int(str(record.get("first_line") or 0)))] for record, _ in batch
        }
        mentioned = {one.target for one in relations if isinstance(one.target, int)}
        targets.update(read_places(graph, sorted(mentioned - targets.keys())))
        sources = {int(str(record["id"])): place for record, place in batch}
        write_together(graph, relation_writes(relations, lines, {**sources, **targets}))
        counts.update(
            RelationKind("mention", MENTIONS, types[one.source], one.property, one.target_type)
            for one in relations
        )
    text = json.dumps([[*kind, count] for kind, count in sorted(counts.items())])
    kept_counts = {"serial": source.serial, "counts": text, "mentioned": source.lines}
    graph.write_all([(_KEEP_COUNTS, kept_counts)])
    set_mark(graph, source, mark)
    return counts


def _device(host: str, devices: Mapping[str, Mentionable]) -> str:
    """Return the configured device that a log's host is: by its name, or by the first part of a full one."""
    return next((name for name in (host, host.lower(), host.partition(".")[0]) if name in devices), "")


def _batches(
    graph: WritableGraph, source: Source, first: int
) -> Iterator[list[tuple[Mapping[str, Cell], str]]]:
    """Yield the records that begin on each some lines, and where the store keeps them."""
    for done in range(first, source.lines, BATCH):
        last = min(done + BATCH, source.lines)
        ids = {"first": line_id(source.serial, done + 1), "last": line_id(source.serial, last)}
        rows = graph.read(_RECORDS, ids, row_limit=ALL_ROWS, time_limit_s=READ_LIMIT_S).rows
        yield [(record, str(place)) for record, place in rows if isinstance(record, Mapping)]


def _mentions(
    record: Mapping[str, Cell], known: Mapping[str, str], devices: Mapping[str, Mentionable]
) -> list[Relation]:
    device = known.get(str(record.get("device") or ""))
    if device is None:
        return []
    node = int(str(record["id"]))
    found: dict[int | str, Relation] = {}
    for name, text in _values(record):
        for target, line, kind in find_mentioned(text, devices[device]):
            relation = Relation(node, MENTIONS, target, name, "mention", text, line, target_type=kind)
            found.setdefault(target, relation)
        if text in devices and text != device and is_particular(text):
            relation = Relation(node, MENTIONS, text, name, "mention", text, target_type="Device")
            found.setdefault(text, relation)
    return list(found.values())[:MOST_MENTIONS]


def _values(record: Mapping[str, Cell]) -> Iterator[tuple[str, str]]:
    for name, cell in record.items():
        if name in NOT_VALUES:
            continue
        for item in cell if isinstance(cell, list | tuple) else (cell,):
            if isinstance(item, str) and len(item) <= LONGEST:
                yield name, item.strip("\"',;()[]")
