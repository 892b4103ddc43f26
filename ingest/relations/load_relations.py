"""Writes a document's inferred relations, and one node per subnet, unless the graph has them."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from graph_store.graph import Parameters, WritableGraph
from graph_store.schema import quote_name
from ingest.load.graph_rows import entity_id, in_batches, line_id
from ingest.relations.collect_addresses import Addresses, Prefix, as_digits, read_address
from ingest.relations.read_devices import ALL_ROWS, READ_LIMIT_S
from ingest.relations.records import KEY, UNDEFINED, Missing, Relation, Source

ROWS = 1000
MOST_LINES = 10
FIRST_UNDEFINED = 2**30
"""Undefined names are numbered from here, behind a document's entities: they go when the document does."""

_MARK = "UNWIND $rows AS r MATCH (d:Document {serial: r[0]}) SET d.relations = r[1]"
_UNDEFINED_OF = "MATCH (u:Undefined) WHERE u.document IN $serials AND u.type = 'Undefined' RETURN u.id"
_RECORDS_OF = (
    "MATCH (e:Event)-[r]->() WHERE e.document IN $serials AND r.inferred IS NOT NULL RETURN DISTINCT e.id"
)
MOST_RECORDS = 100_000_000
LOG_LIMIT_S = 600.0
_REMOVE_NODES = "UNWIND $rows AS id WITH id MATCH (e:Entity {id: id}) DETACH DELETE e"
_REMOVE = "UNWIND $rows AS id WITH id MATCH (e:Entity {id: id})-[r]->() WHERE r.inferred IS NOT NULL DELETE r"
_LINES = (
    "UNWIND $ids AS id WITH id MATCH (e:Entity {id: id})-[h:HAS_LINE]->(l:Line) "
    "RETURN id, l.number, h.fields, l.text"
)
_FROM = {
    "entity": "MATCH (a:Entity {id: r[0]})",
    "place": "MATCH (a:Entity) WHERE elementId(a) = r[0]",
}
_TO = {
    "entity": "MATCH (b:Entity {id: r[1]})",
    "place": "MATCH (b:Entity) WHERE elementId(b) = r[1]",
    "prefix": "MATCH (b:Subnet {prefix: r[1]}) WHERE b.id IS NULL",
    "device": "MATCH (b:Device {name: r[1]})",
}
_PLACES = "UNWIND $ids AS id WITH id MATCH (e:Entity {id: id}) RETURN id, elementId(e)"
_CREATE_UNDEFINED = f"UNWIND $rows AS r CREATE (u:Entity:{UNDEFINED}) SET u = r"
_LINK_UNDEFINED = (
    "UNWIND $rows AS r MATCH (u:Entity {id: r[0]}) MATCH (l:Line {id: r[1]}) CREATE (u)-[:HAS_LINE]->(l)"
)


class OwnLine(NamedTuple):
    """A line of an entity, with the properties that it shows; None stands for all of them."""

    number: int
    fields: frozenset[str] | None = None
    text: str = ""


OwnLines = Mapping[int, Sequence[OwnLine]]
"""The lines of entities by id."""

Places = Mapping[int, str]
"""Where the store keeps entities, by id: the embedded server finds an id by asking an index for each kind of node."""

Write = tuple[str, Sequence[Any]]
"""A statement, and the rows that it writes."""


class RelationWriter:
    """Takes inferred relations away and writes new ones, for many small documents together.

    The marks come last: if a process dies in between, the next ingest writes all again.
    """

    def __init__(self, graph: WritableGraph) -> None:
        self._graph = graph
        self._waiting: list[_Inferred] = []
        self._count = 0

    def replace(self, source: Source, relations: Sequence[Relation], missing: Sequence[Missing]) -> None:
        """Take what is to be a document's, unless it has just that; it is written with others, or by `flush`."""
        digest = hashlib.sha256(
            "".join((*sorted(map(repr, relations)), *sorted(map(repr, missing)))).encode()
        )
        mark = digest.hexdigest()[:16]
        if mark == source.mark:
            return
        self._waiting.append(_Inferred(source, relations, missing, mark))
        self._count += 1 + len(relations) + len(missing)
        if self._count >= ROWS:
            self.flush()

    def flush(self) -> None:
        """Write what waits."""
        some, self._waiting, self._count = self._waiting, [], 0
        clear_relations(self._graph, *(one.source for one in some))
        own = _own_lines(self._graph, sorted({node for one in some for node in _nodes_of(one)}))
        nodes: list[dict[str, Any]] = []
        lines: list[list[int]] = []
        relations: list[Relation] = []
        for one in some:
            relations += one.relations
            for node, missing in enumerate(one.missing, entity_id(one.source.serial, FIRST_UNDEFINED)):
                shown: set[int] = set()
                for user, by in dict.fromkeys(missing.users):
                    name = by.place.property
                    shown.update(_lines(own.get(user, ()), name, missing.name))
                    to = Relation(user, by.relation, node, name, "reference", missing.name, score=by.score)
                    relations.append(to)
                nodes.append(_undefined_row(one.source, missing, node, min(shown, default=0)))
                lines += [[node, line_id(one.source.serial, line)] for line in sorted(shown)]
        writes: list[Write] = [(_CREATE_UNDEFINED, nodes), (_LINK_UNDEFINED, lines)]
        writes += relation_writes(relations, own)
        writes.append((_MARK, [[one.source.serial, one.mark] for one in some]))
        write_together(self._graph, writes)


class _Inferred(NamedTuple):
    """What was inferred from a document, with the mark that says so."""

    source: Source
    relations: Sequence[Relation]
    missing: Sequence[Missing]
    mark: str


def _nodes_of(one: _Inferred) -> Iterator[int]:
    """Yield the entities whose lines are asked for."""
    yield from (user for missing in one.missing for user, _ in missing.users)
    for relation in one.relations:
        yield relation.source
        if isinstance(relation.target, int):
            yield relation.target


def _undefined_row(source: Source, missing: Missing, node: int, line: int) -> dict[str, Any]:
    return {
        "id": node,
        "type": UNDEFINED,
        "key": missing.name,
        "expected": list(missing.expected),
        "device": source.device,
        "path": source.path,
        "ordinal": node - entity_id(source.serial, 0),
        "first_line": line,
        "document": source.serial,
    }


def clear_relations(graph: WritableGraph, *sources: Source) -> None:
    """Take away documents' inferred relations and their undefined names."""
    marked = [source for source in sources if source.mark]
    if not marked:
        return
    serials = {"serials": [source.serial for source in marked if source.kind == "log"]}
    ids = [
        entity_id(source.serial, ordinal)
        for source in marked
        if source.kind != "log"
        for ordinal in range(source.entities)
    ]
    if serials["serials"]:
        found = graph.read(_RECORDS_OF, serials, row_limit=MOST_RECORDS, time_limit_s=LOG_LIMIT_S)
        ids += [int(str(row[0])) for row in found.rows]
    write_together(graph, [(_MARK, [[source.serial, "*"] for source in marked])])
    write_together(graph, [(_REMOVE, ids)])
    serials = {"serials": [source.serial for source in marked]}
    rows = graph.read(_UNDEFINED_OF, serials, row_limit=ALL_ROWS).rows
    write_together(graph, [(_REMOVE_NODES, [row[0] for row in rows])])


def set_mark(graph: WritableGraph, source: Source, mark: str) -> None:
    """Say which relations a document has; `*` stands for a part of them."""
    write_together(graph, [(_MARK, [[source.serial, mark]])])


def relation_writes(
    relations: Iterable[Relation], own: OwnLines, places: Places = MappingProxyType({})
) -> list[Write]:
    """Return what writes relations, those of one name together; `own` has the lines of their ends.

    Entities that are not in `places` are found by their ids, which takes longer. Where they are, there are many alike:
    the statement names the properties.
    """
    rows: dict[tuple[str, str, str, tuple[str, ...]], list[list[Any]]] = defaultdict(list)
    for one in relations:
        source, start = _end(one.source, places)
        target, to = (one.target, "prefix" if one.inferred == "address" else "device")
        if isinstance(target, int):
            target, to = _end(target, places)
        properties = _properties(one, own)
        if start == "place":
            rows[one.name, start, to, tuple(properties)].append([source, target, *properties.values()])
        else:
            rows[one.name, start, to, ()].append([source, target, properties])
    return [(_create(*kind), some) for kind, some in sorted(rows.items())]


def _create(name: str, start: str, to: str, properties: tuple[str, ...]) -> str:
    """Return the statement that creates relations; without names of properties, these are in a map."""
    named = ", ".join(f"{each}: r[{column}]" for column, each in enumerate(properties, 2))
    created = f"(a)-[x:{quote_name(name)} {{{named}}}]->(b)"
    return f"UNWIND $rows AS r {_FROM[start]} {_TO[to]} CREATE {created}" + ("" if named else " SET x = r[2]")


def _end(node: int, places: Places) -> tuple[int | str, str]:
    """Return by what an entity is found, and how."""
    place = places.get(node)
    return (node, "entity") if place is None else (place, "place")


def read_places(graph: WritableGraph, ids: Sequence[int]) -> Places:
    """Return where entities are; valid as long as no document is removed."""
    found: dict[int, str] = {}
    for start in range(0, len(ids), ROWS):
        some = {"ids": list(ids[start : start + ROWS])}
        rows = graph.read(_PLACES, some, row_limit=ALL_ROWS, time_limit_s=READ_LIMIT_S).rows
        found.update((int(str(node)), str(place)) for node, place in rows)
    return found


def write_together(graph: WritableGraph, writes: Iterable[Write]) -> None:
    """Write in order, small writes in one transaction, large ones in several."""
    parts: Iterator[tuple[str, Parameters]] = (
        (statement, {"rows": list(rows[start : start + ROWS])})
        for statement, rows in writes
        for start in range(0, len(rows), ROWS)
    )
    for together in in_batches(parts, lambda part: len(part[1]["rows"]), ROWS):
        graph.write_all(together)


def _properties(relation: Relation, own: OwnLines) -> dict[str, Any]:
    found: dict[str, Any] = {
        "inferred": relation.inferred,
        "property": relation.property,
        "value": relation.value,
        "lines": _lines(own.get(relation.source, ()), relation.property, relation.value),
    }
    target = own.get(relation.target, ()) if isinstance(relation.target, int) else ()
    if target and relation.target_property != KEY:
        found["target_lines"] = _lines(target, relation.target_property, relation.value)
    elif relation.target_line:
        found["target_lines"] = [relation.target_line]
    if relation.vrf:
        found["vrf"] = relation.vrf
    if relation.inferred == "reference":
        found["score"] = relation.score
    return found


def _lines(own: Sequence[OwnLine], name: str, value: str) -> list[int]:
    """Return the lines that show a property, only those with the value if any has it; else all own lines."""
    showing = [line for line in own if line.fields is None or name in line.fields]
    written = value.partition("/")[0] if read_address(value) else value
    naming = [line for line in showing if written and written in line.text]
    return sorted(line.number for line in naming or showing or own)[:MOST_LINES]


def _own_lines(graph: WritableGraph, ids: Sequence[int]) -> OwnLines:
    own: dict[int, list[OwnLine]] = defaultdict(list)
    for start in range(0, len(ids), ROWS):
        some = {"ids": list(ids[start : start + ROWS])}
        for node, number, fields, text in graph.read(
            _LINES, some, row_limit=ALL_ROWS, time_limit_s=READ_LIMIT_S
        ).rows:
            names = frozenset(map(str, fields)) if isinstance(fields, list | tuple) else None
            own[int(str(node))].append(OwnLine(int(str(number)), names, str(text)))
    return own


# Keeps one (:Subnet) node for every known prefix, each inside the smallest that holds it.

_KNOWN = (
    "MATCH (s:Subnet) WHERE s.id IS NULL OPTIONAL MATCH (s)-[:INSIDE]->(p:Subnet) RETURN s.prefix, p.prefix"
)
_CREATE_SUBNETS = "UNWIND $rows AS r CREATE (s:Subnet) SET s = r"
_REMOVE_SUBNETS = "UNWIND $rows AS r WITH r MATCH (s:Subnet {prefix: r}) WHERE s.id IS NULL DETACH DELETE s"
_LEAVE = "UNWIND $rows AS r WITH r MATCH (s:Subnet {prefix: r})-[i:INSIDE]->() DELETE i"
_ENTER = (
    "UNWIND $rows AS r MATCH (s:Subnet {prefix: r[0]}) MATCH (p:Subnet {prefix: r[1]}) "
    "WHERE s.id IS NULL AND p.id IS NULL CREATE (s)-[:INSIDE]->(p)"
)


def load_subnets(graph: WritableGraph, addresses: Addresses) -> None:
    """Write what is new or lies elsewhere now; see remove_subnets."""
    known = _known(graph)
    wanted = {str(prefix): prefix for prefix in addresses.all_prefixes()}
    above = {text: str(addresses.around(prefix) or "") for text, prefix in wanted.items()}
    new = [text for text in wanted if text not in known]
    moved = [text for text in wanted if known.get(text, "") != above[text]]
    writes: list[Write] = [
        (_CREATE_SUBNETS, [_row(wanted[text]) for text in new]),
        (_LEAVE, [text for text in moved if known.get(text)]),
        (_ENTER, [[text, above[text]] for text in moved if above[text]]),
    ]
    write_together(graph, writes)


def remove_subnets(graph: WritableGraph, addresses: Addresses) -> None:
    """Remove the prefixes that nothing speaks of any more."""
    wanted = {str(prefix) for prefix in addresses.all_prefixes()}
    write_together(graph, [(_REMOVE_SUBNETS, [text for text in _known(graph) if text not in wanted])])


def _known(graph: WritableGraph) -> dict[str, str]:
    rows = graph.read(_KNOWN, row_limit=ALL_ROWS).rows
    return {str(prefix): str(above or "") for prefix, above in rows}


def _row(prefix: Prefix) -> dict[str, Any]:
    return {
        "prefix": str(prefix),
        "version": prefix.version,
        "length": prefix.length,
        "first": as_digits(prefix.version, prefix.first),
        "last": as_digits(prefix.version, prefix.last),
    }
