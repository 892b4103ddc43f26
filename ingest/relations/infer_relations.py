"""Infers relations from everything that is loaded, and writes the new ones."""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from graph_store.graph import Parameters, WritableGraph
from ingest.relations.choose_references import choose_references, resolve_references
from ingest.relations.collect_addresses import (
    BITS,
    Address,
    AddressCounts,
    Addresses,
    addresses_of,
    find_vrfs,
    is_of_a_host,
    nearest,
)
from ingest.relations.count_inclusions import InclusionCounts
from ingest.relations.index_mentions import Mentionable, NameIndex, index_mentions, index_names
from ingest.relations.load_mentions import load_mentions
from ingest.relations.load_relations import (
    Inferred,
    RelationWriter,
    load_subnets,
    relations_mark,
    remove_subnets,
)
from ingest.relations.name_words import NameWords, split_words
from ingest.relations.read_devices import count_entities, read_devices, read_sources, read_words
from ingest.relations.records import (
    UNDEFINED,
    ConfigNode,
    Device,
    Missing,
    Reference,
    Relation,
    RelationKind,
    RelationReport,
    Source,
    TypeProperty,
)

# Relates one device's entities by address: to their subnets, to who owns an address, to the prefixes they name.


IN_SUBNET, ADDRESS_IN, COVERS, OWNED = "IN_SUBNET", "ADDRESS_IN", "COVERS", "ADDRESS_OWNED_BY"


def relate_addresses(device: Device, addresses: Addresses) -> list[Relation]:
    """Return the relations of a device's entities by address; each is written once."""
    serials = frozenset(source.serial for source in device.sources)
    vrfs = find_vrfs(device)
    relations: dict[tuple[int, str, int | str], Relation] = {}
    for node in device.nodes.values():
        lengths = {
            (address.version, address.number)
            for _, address in addresses_of(node)
            if address.length is not None
        }
        for name, address in addresses_of(node):
            if address.length is None and (address.version, address.number) in lengths:
                continue
            vrf = vrfs.get(node.id, "")
            for relation in _relations(node, name, address, addresses, serials, vrf):
                ends = (relation.source, relation.name, relation.target)
                relations.setdefault(ends, replace(relation, vrf=vrf))
    return list(relations.values())


def _relations(
    node: ConfigNode, name: str, address: Address, addresses: Addresses, serials: frozenset[int], vrf: str
) -> Iterator[Relation]:
    bits = BITS[address.version]
    owners = addresses.owners_of(address)
    length = bits if address.length is None else address.length
    text = _text(address)
    if any(owner.node == node.id for owner in owners):
        if length < bits:
            yield _to_prefix(node, IN_SUBNET, str(address.network()), name, text)
        else:
            yield from _inside(node, name, address, addresses)
        return
    is_network = address.length is not None and address.network().first == address.number
    is_pair = length == bits - 1 and bool(owners)
    if is_network and not is_pair and (length < bits or is_of_a_host(address)):
        yield _to_prefix(node, COVERS, str(address.network()), name, text)
    if (is_network and length < bits and not is_pair) or not is_of_a_host(address):
        return
    for owner in nearest(owners, serials, vrf):
        yield Relation(
            node.id,
            OWNED,
            owner.node,
            name,
            "address",
            text,
            owner.line,
            owner.place.property,
            owner.place.type,
        )
    if not is_network or is_pair:
        yield from _inside(node, name, address, addresses)


def _inside(node: ConfigNode, name: str, address: Address, addresses: Addresses) -> Iterator[Relation]:
    prefix = addresses.holding(address)
    if prefix is not None:
        yield _to_prefix(node, ADDRESS_IN, str(prefix), name, _text(address))


def _to_prefix(node: ConfigNode, relation: str, prefix: str, name: str, text: str) -> Relation:
    return Relation(node.id, relation, prefix, name, "address", text, target_type="Subnet")


def _text(address: Address) -> str:
    alone = str(address.network(BITS[address.version])).partition("/")[0]
    return alone if address.length is None else f"{alone}/{address.length}"


# Keeps what was decided about references with the types, for whoever asks which relations there are.


_REMOVE = "MATCH (:Type)-[r:REFERS_TO]->(:Type) DELETE r"
_CREATE = (
    "UNWIND $rows AS r MATCH (a:Type {name: r[0]}) MATCH (b:Type {name: r[1]}) "
    "CREATE (a)-[x:REFERS_TO]->(b) SET x = r[2]"
)
_READ = (
    "MATCH (a:Type)-[r:REFERS_TO]->(b:Type) RETURN a.name, b.name, properties(r) ORDER BY a.name, r.property"
)


def load_references(graph: WritableGraph, references: Sequence[Reference]) -> None:
    """Write (:Type)-[:REFERS_TO {property, relation, share, affinity, support, score, rank}]->(:Type) anew."""
    rows = [row for reference in references for row in _rows(reference)]
    statements: list[tuple[str, Parameters]] = [(_REMOVE, {})]
    if rows:
        statements.append((_CREATE, {"rows": rows}))
    if rows or graph.read(_READ, row_limit=1).rows:
        graph.write_all(statements)


def _rows(reference: Reference) -> Iterator[list[Any]]:
    said = {
        "property": reference.place.property,
        "relation": reference.relation,
        "share": reference.share,
        "affinity": reference.affinity,
        "support": reference.support,
        "score": reference.score,
    }
    for rank, target in enumerate(reference.targets):
        yield [reference.place.type, target, {**said, "rank": rank}]


METHOD = "2"
"""Changes whenever relations are inferred otherwise, so that graphs of before are done again."""

_STATE = "MATCH (s:Store {id: 1}) RETURN s.relations"
_KEEP_ALL = "MERGE (s:Store {id: 1}) SET s.relations = $state, s.inferred = $counts"
_KEEP_STATE = "MERGE (s:Store {id: 1}) SET s.relations = $state"


@dataclass(frozen=True, slots=True)
class _Knowledge:
    """What the first reading of all configurations tells."""

    references: Mapping[TypeProperty, Reference]
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
    said = [
        (one.serial, one.path, one.device, one.mark, one.entities, one.mentioned, one.lines)
        for one in sources
    ]
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
