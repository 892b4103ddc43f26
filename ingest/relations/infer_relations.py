"""Infers relations from all that is loaded, and writes those that the graph does not have yet."""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from graph_store.graph import WritableGraph
from ingest.relations.choose_references import choose_references
from ingest.relations.collect_addresses import AddressCounts, Addresses
from ingest.relations.count_inclusions import InclusionCounts
from ingest.relations.index_mentions import Mentionable, index_mentions
from ingest.relations.index_names import NameIndex, index_names
from ingest.relations.load_mentions import load_mentions
from ingest.relations.load_references import load_references
from ingest.relations.load_relations import Inferred, RelationWriter, relations_mark
from ingest.relations.load_subnets import load_subnets, remove_subnets
from ingest.relations.name_words import NameWords, split_words
from ingest.relations.read_devices import count_entities, read_devices, read_sources, read_words
from ingest.relations.records import (
    UNDEFINED,
    Device,
    Missing,
    Place,
    Reference,
    Relation,
    RelationKind,
    RelationReport,
    Source,
)
from ingest.relations.relate_addresses import relate_addresses
from ingest.relations.resolve_references import resolve_references

METHOD = "2"
"""Changes whenever relations are inferred otherwise, so that graphs of before are done again."""

_STATE = "MATCH (s:Store {id: 1}) RETURN s.relations"
_KEEP_ALL = "MERGE (s:Store {id: 1}) SET s.relations = $state, s.inferred = $counts"
_KEEP_STATE = "MERGE (s:Store {id: 1}) SET s.relations = $state"


@dataclass(frozen=True, slots=True)
class _Knowledge:
    """What the first reading of all configurations tells."""

    references: Mapping[Place, Reference]
    addresses: Addresses
    words: frozenset[str]


@dataclass(slots=True)
class _Tally:
    written: int = 0
    undefined: int = 0
    subnets: int = 0
    mentions: int = 0
    documents: int = 0
    counts: Counter[RelationKind] = field(default_factory=Counter)
    seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[stage] += time.perf_counter() - start


def infer_relations(graph: WritableGraph) -> RelationReport:
    """Bring the relations up to date with the documents that are ready; where nothing changed, nothing is read.

    The configurations are read twice, a device at a time: what refers to what is decided over all of them. Of each
    document only the relations that changed are written. Logs are read where their devices' configurations changed.
    """
    sources = read_sources(graph)
    if _state(sources) == _known_state(graph):
        return RelationReport()
    graph.write_all([(_KEEP_STATE, {"state": ""})])
    sources = count_entities(graph, sources)
    tally = _Tally()
    with tally.timed("count"):
        known = _learn(graph, sources)
        load_references(graph, list(known.references.values()))
        tally.subnets = load_subnets(graph, known.addresses)
    with tally.timed("relate"):
        devices = _relate(graph, sources, known, tally)
        remove_subnets(graph, known.addresses)
    with tally.timed("mention"):
        for source in sources:
            if source.kind == "log":
                mentions = load_mentions(graph, source, devices)
                tally.counts.update(mentions.counts)
                tally.documents += mentions.written
                tally.mentions += sum(mentions.counts.values()) if mentions.written else 0
    counts = json.dumps([[*kind, count] for kind, count in sorted(tally.counts.items())])
    graph.write_all([(_KEEP_ALL, {"state": _state(read_sources(graph)), "counts": counts})])
    return RelationReport(
        references=tuple(known.references.values()),
        written=tally.written,
        undefined=tally.undefined,
        subnets=tally.subnets,
        mentions=tally.mentions,
        documents=tally.documents,
        seconds={stage: round(seconds, 3) for stage, seconds in tally.seconds.items()},
    )


def _state(sources: Sequence[Source]) -> str:
    said = [(one.serial, one.path, one.device, one.mark, one.entities, one.mentioned) for one in sources]
    told = repr((METHOD, said))
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def _known_state(graph: WritableGraph) -> str:
    rows = graph.read(_STATE, row_limit=1).rows
    return str(rows[0][0] or "") if rows else ""


def _learn(graph: WritableGraph, sources: Sequence[Source]) -> _Knowledge:
    words = read_words(graph)
    counts, held = InclusionCounts(), AddressCounts()
    for device in read_devices(graph, sources):
        counts.add(device, index_names(device))
        held.add(device)
    references = choose_references(counts, words)
    return _Knowledge(
        {reference.place: reference for reference in references}, held.settle(), _vocabulary(counts, words)
    )


def _vocabulary(counts: InclusionCounts, words: NameWords) -> frozenset[str]:
    """Return the words of all types and properties: the syntax's own."""
    of_types = {word for kind in counts.types for word in words.of(kind)}
    return frozenset(of_types | {word for place in counts.totals for word in split_words(place.property)})


def _relate(
    graph: WritableGraph, sources: Sequence[Source], known: _Knowledge, tally: _Tally
) -> dict[str, Mentionable]:
    devices: dict[str, Mentionable] = {}
    any_log = any(source.kind == "log" for source in sources)
    writer = RelationWriter(graph)
    for device in read_devices(graph, sources):
        index = index_names(device)
        _relate_device(writer, device, index, known, tally)
        if device.name and any_log:
            devices[device.name] = index_mentions(device, index, known.addresses)
    writer.flush()
    return devices


def _relate_device(
    writer: RelationWriter, device: Device, index: NameIndex, known: _Knowledge, tally: _Tally
) -> None:
    resolved = resolve_references(device, index, known.references, known.words)
    relations: dict[int, list[Relation]] = defaultdict(list)
    for relation in (*resolved.relations, *relate_addresses(device, known.addresses)):
        relations[relation.source >> 32].append(relation)
        tally.counts[_kind(device, relation)] += 1
    missing: dict[int, list[Missing]] = defaultdict(list)
    for one in resolved.missing:
        missing[one.serial].append(one)
        for user, by in dict.fromkeys(one.users):
            place = by.place.property
            tally.counts[
                _kind(device, Relation(user, by.relation, 0, place, "reference", target_type=UNDEFINED))
            ] += 1
    for source in device.sources:
        mark = relations_mark(relations[source.serial], missing[source.serial])
        if mark == source.mark:
            continue
        writer.replace(Inferred(source, relations[source.serial], missing[source.serial], mark))
        tally.documents += 1
        tally.undefined += len(missing[source.serial])
        tally.written += len(relations[source.serial])


def _kind(device: Device, relation: Relation) -> RelationKind:
    source = device.nodes[relation.source].type
    return RelationKind(relation.inferred, relation.name, source, relation.property, relation.target_type)
