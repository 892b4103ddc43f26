"""Infers relations from everything that is loaded, and writes the new ones."""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from graph_store.graph import Parameters, WritableGraph
from ingest.relations.choose_references import InclusionCounts, choose_references, resolve_references
from ingest.relations.collect_addresses import (
    BITS,
    Address,
    AddressCounts,
    Addresses,
    Prefix,
    addresses_of,
    find_vrfs,
    is_of_a_host,
    nearest,
)
from ingest.relations.index_mentions import Mentionable, NameIndex, index_mentions, index_names
from ingest.relations.join_senders import join_senders
from ingest.relations.load_mentions import load_mentions
from ingest.relations.load_relations import RelationWriter, load_subnets, remove_subnets
from ingest.relations.name_words import split_words
from ingest.relations.read_devices import read_devices, read_sources, read_words
from ingest.relations.records import (
    UNDEFINED,
    ConfigNode,
    Device,
    Missing,
    Reference,
    Relation,
    RelationKind,
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
        found = list(addresses_of(node))
        with_length = {one[:2] for _, one in found if one.length is not None}
        for name, address in found:
            if address.length is None and address[:2] in with_length:
                continue
            for relation in _relations(node, name, address, addresses, serials, vrfs.get(node.id, "")):
                relations.setdefault((relation.source, relation.name, relation.target), relation)
    return list(relations.values())


def _relations(
    node: ConfigNode, name: str, address: Address, addresses: Addresses, serials: frozenset[int], vrf: str
) -> Iterator[Relation]:
    bits = BITS[address.version]
    owners = addresses.owners_of(address)
    length = bits if address.length is None else address.length
    text = str(address.network(bits)).partition("/")[0]
    text = text if address.length is None else f"{text}/{address.length}"

    def to_prefix(relation: str, prefix: Prefix) -> Relation:
        return Relation(node.id, relation, str(prefix), name, "address", text, target_type="Subnet", vrf=vrf)

    def inside() -> Iterator[Relation]:
        prefix = addresses.holding(address)
        if prefix is not None:
            yield to_prefix(ADDRESS_IN, prefix)

    network = address.network()
    if any(owner.node == node.id for owner in owners):
        yield from [to_prefix(IN_SUBNET, network)] if length < bits else inside()
        return
    is_network = address.length is not None and network.first == address.number
    is_pair = length == bits - 1 and bool(owners)
    if is_network and not is_pair and (length < bits or is_of_a_host(address)):
        yield to_prefix(COVERS, network)
    if (is_network and length < bits and not is_pair) or not is_of_a_host(address):
        return
    for owner in nearest(owners, serials, vrf):
        place = owner.place
        yield Relation(
            node.id, OWNED, owner.node, name, "address", text, owner.line, place.property, place.type, vrf=vrf
        )
    if not is_network or is_pair:
        yield from inside()


# Keeps what was decided about references with the types, for whoever asks which relations there are.

_REMOVE = "MATCH (:Type)-[r:REFERS_TO]->(:Type) DELETE r"
_CREATE = (
    "UNWIND $rows AS r MATCH (a:Type {name: r[0]}) MATCH (b:Type {name: r[1]}) "
    "CREATE (a)-[x:REFERS_TO]->(b) SET x = r[2]"
)
_READ = (
    "MATCH (a:Type)-[r:REFERS_TO]->(b:Type) RETURN a.name, b.name, properties(r) ORDER BY a.name, r.property"
)


def _load_references(graph: WritableGraph, references: Sequence[Reference]) -> None:
    """Write (:Type)-[:REFERS_TO {property, relation, share, affinity, support, score, rank}]->(:Type) anew."""
    rows: list[list[Any]] = []
    for one in references:
        named = {
            "property": one.place.property,
            "relation": one.relation,
            "share": one.share,
            "affinity": one.affinity,
            "support": one.support,
            "score": one.score,
        }
        rows += [[one.place.type, kind, {**named, "rank": rank}] for rank, kind in enumerate(one.targets)]
    statements: list[tuple[str, Parameters]] = [(_REMOVE, {})]
    if rows:
        statements.append((_CREATE, {"rows": rows}))
    if rows or graph.read(_READ, row_limit=1).rows:
        graph.write_all(statements)


METHOD = "4"
"""Changes whenever relations are inferred otherwise, so that graphs of before are done again."""

_STATE = "MATCH (s:Store {id: 1}) RETURN s.relations"
_KEEP_ALL = "MERGE (s:Store {id: 1}) SET s.relations = $state, s.inferred = $counts"
_KEEP_STATE = "MERGE (s:Store {id: 1}) SET s.relations = $state"


class _Knowledge(NamedTuple):
    """What the first reading of all configurations tells; `words` are those of all types and properties."""

    references: Mapping[TypeProperty, Reference]
    addresses: Addresses
    words: frozenset[str]


def infer_relations(graph: WritableGraph) -> bool:
    """Bring the relations up to date with the documents that are ready; False where nothing changed.

    The configurations are read twice, a device at a time: what refers to what is decided over all of them. Of each
    document only the relations that changed are written. Logs are read where their devices' configurations changed.
    Senders of logs are joined with their devices before.
    """
    join_senders(graph)
    sources = read_sources(graph)
    kept = graph.read(_STATE, row_limit=1).rows
    if kept and kept[0][0] == _state(sources):
        return False
    graph.write_all([(_KEEP_STATE, {"state": ""})])
    known = _learn(graph, sources)
    _load_references(graph, list(known.references.values()))
    load_subnets(graph, known.addresses)
    counts: Counter[RelationKind] = Counter()
    devices = _relate(graph, sources, known, counts)
    remove_subnets(graph, known.addresses)
    for source in sources:
        if source.kind == "log":
            counts.update(load_mentions(graph, source, devices))
    stored = json.dumps([[*kind, count] for kind, count in sorted(counts.items())])
    graph.write_all([(_KEEP_ALL, {"state": _state(read_sources(graph)), "counts": stored})])
    return True


def _state(sources: Sequence[Source]) -> str:
    state = [
        (one.serial, one.path, one.device, one.mark, one.entities, one.mentioned, one.lines)
        for one in sources
    ]
    return hashlib.sha256(repr((METHOD, state)).encode()).hexdigest()[:16]


def _learn(graph: WritableGraph, sources: Sequence[Source]) -> _Knowledge:
    words = read_words(graph)
    counts, held = InclusionCounts(), AddressCounts()
    for device in read_devices(graph, sources):
        counts.add(device, index_names(device))
        held.add(device)
    references = {reference.place: reference for reference in choose_references(counts, words)}
    of_types = {word for kind in counts.types for word in words.of(kind)}
    of_properties = {word for place in counts.totals for word in split_words(place.property)}
    return _Knowledge(references, held.settle(), frozenset(of_types | of_properties))


def _relate(
    graph: WritableGraph, sources: Sequence[Source], known: _Knowledge, counts: Counter[RelationKind]
) -> dict[str, Mentionable]:
    """Write what configurations refer to; returns what logs may mention of each device."""
    devices: dict[str, Mentionable] = {}
    any_log = any(source.kind == "log" for source in sources)
    writer = RelationWriter(graph)
    for device in read_devices(graph, sources):
        index = index_names(device)
        _relate_device(writer, device, index, known, counts)
        if device.name and any_log:
            devices[device.name] = index_mentions(device, index, known.addresses)
    writer.flush()
    return devices


def _relate_device(
    writer: RelationWriter,
    device: Device,
    index: NameIndex,
    known: _Knowledge,
    counts: Counter[RelationKind],
) -> None:
    named, undefined = resolve_references(device, index, known.references, known.words)
    relations: dict[int, list[Relation]] = defaultdict(list)
    for one in (*named, *relate_addresses(device, known.addresses)):
        relations[one.source >> 32].append(one)
        kind = device.nodes[one.source].type
        counts[RelationKind(one.inferred, one.name, kind, one.property, one.target_type)] += 1
    missing: dict[int, list[Missing]] = defaultdict(list)
    for name in undefined:
        missing[name.serial].append(name)
        for user, by in dict.fromkeys(name.users):
            kind = device.nodes[user].type
            counts[RelationKind("reference", by.relation, kind, by.place.property, UNDEFINED)] += 1
    for source in device.sources:
        writer.replace(source, relations[source.serial], missing[source.serial])
