"""Finds what belongs beside the rows of an answer: owners of addresses, findings where it is asked why. No model."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from ipaddress import ip_address
from itertools import chain, islice

from agent.model.asked import asks_what_passes
from agent.model.near_values import asked_devices, bounds_of, network_of, question_values
from agent.model.signed_words import stems_in, stems_of
from agent.records import Outcome, Query, Question, Reading, Row
from agent.routes import STEPS
from agent.value_index import ValueIndex
from findings.records import SEVERITIES, Severity
from graph_store.records import Cell, Description, SourceLine, members_of

MOST_ADDRESSES = 40
"""Addresses of rows that are looked up."""
MOST_OWNERS, MOST_FINDINGS, MOST_READ = 12, 5, 1000
MOST_AROUND, MOST_NETWORKS = 8, 20
"""Entries that name a prefix around a network, and networks that are looked up."""
AROUND = (
    "MATCH (s:Subnet)<-[r:COVERS]-(e:Entity)-[:HAS_LINE]->(l:Line) WHERE s.version = $version AND s.first <= $first "
    "AND s.last >= $last AND s.length > 0 AND s.length < $length AND l.number IN ([] + r.lines) "
    "OPTIONAL MATCH (p:Entity)-[:HAS]->(e) WHERE NOT p:Configuration "
    "RETURN DISTINCT s.length, s.prefix, e.device, p.key, l.path, l.number, l.text ORDER BY s.length DESC LIMIT 40"
)
_INSIDE = re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])")
MINOR: frozenset[Severity] = frozenset({"low", "info"})
"""Findings that explain nothing unless they share a word with the question."""
OWNERS = (
    "MATCH (e:Entity)-[r:IN_SUBNET]->(:Subnet) WHERE r.value IN $values "
    "RETURN r.value AS address, e.device AS device, e.id AS id, e.path AS path, r.lines AS lines "
    "UNION MATCH (:Entity)-[r:ADDRESS_OWNED_BY]->(e:Entity) WHERE r.value IN $values "
    "RETURN r.value AS address, e.device AS device, e.id AS id, e.path AS path, r.target_lines AS lines"
)
PORTS = (
    "UNWIND $ids AS id MATCH (e:Entity {id: id}) OPTIONAL MATCH (p:Interface)-[:HAS*1..3]->(e) "
    "WHERE NOT e:Interface RETURN id, p.key, CASE WHEN e:InterfaceUnit OR e:Interface THEN e.key END, e.interface"
)
LINES = "MATCH (e:Entity)-[:HAS_LINE]->(l:Line) WHERE e.id IN $ids RETURN DISTINCT l.path, l.number, l.text"
INACTIVE = (
    "MATCH (a:Negation {inactive: true})-[:HAS*0..8]->(:Negation)-[:HAS_LINE]->(l:Line) "
    "WHERE l.path IN $paths AND l.number IN $numbers RETURN DISTINCT l.path, l.number"
)
FINDINGS = (
    "MATCH (f:Finding)-[:HAS_LINE]->(l:Line) WHERE f.type = 'Finding' "
    "RETURN f.device AS device, f.severity AS severity, f.message AS message, f.devices, "
    "collect([l.path, l.number, l.text])"
)


def rows_beside(
    question: Question, found: Sequence[Outcome], description: Description, look_up: ValueIndex
) -> list[Outcome]:
    """Return outcomes that tell who owns addresses of the question and of rows, and findings where it is asked why.

    And entries that name a prefix around these, where it is asked why, or what passes.
    """
    beside = (
        _owners(question, found, look_up),
        _around(question, found, look_up),
        _findings(question, found, description, look_up),
    )
    return [one for one in beside if one.rows]


def with_inactive(found: Sequence[Outcome], look_up: ValueIndex) -> list[Outcome]:
    """Say of lines that a search found which of them stand in a block that is switched off as a whole."""
    searches = [one for one in found if one.query.kind == "lucene"]
    lines = {(line.path, line.number) for one in searches for row in one.rows for line in row.lines}
    paths, numbers = tuple({path for path, _ in lines}), tuple({number for _, number in lines})
    asked = {"paths": paths, "numbers": numbers}
    off = lines.intersection(look_up.rows(INACTIVE, asked, MOST_READ)) if lines else set()
    return [_told_off(one, off) if off and one in searches else one for one in found]


def _told_off(outcome: Outcome, off: Collection[tuple[Cell, ...]]) -> Outcome:
    rows = (
        replace(
            row, values={**row.values, "inactive": any((one.path, one.number) in off for one in row.lines)}
        )
        for row in outcome.rows
    )
    return replace(outcome, rows=tuple(rows))


# Owners of addresses.


def _owners(question: Question, found: Sequence[Outcome], look_up: ValueIndex) -> Outcome:
    """Tell the device and port of each address, but for what its own row says already."""
    query = Query("cypher", OWNERS, reading=Reading("lookup", note="owners of addresses above"))
    asked = [one for one in question_values(question.text) if _is_address(one)]
    shown: dict[str, set[str]] = {one: set() for one in asked}
    for row in (row for one in found if one.query.kind == "cypher" for row in one.rows):
        cells = {name: str(cell).lower() for name, cell in row.values.items()}
        for address in chain.from_iterable(map(_addresses_in, cells.values())):
            if len(shown) < MOST_ADDRESSES:
                shown.setdefault(address, set())
            if address in shown:
                shown[address] |= {cell for name, cell in cells.items() if "device" in name}
    if not shown:
        return Outcome(query)
    values = tuple(form for one in shown for form in _forms(one))
    owned = {
        (str(address).partition("/")[0], str(device), entity): (str(path), lines)
        for address, device, entity, path, lines in look_up.rows(OWNERS, {"values": values}, MOST_READ)
    }
    told = [one for one in owned if one[1].lower() not in shown[one[0]]]
    told.sort(key=lambda one: [*shown].index(one[0]))
    ports = _ports([one[2] for one in told], look_up)
    rows = [
        Row({"address": address, "device": device, "interface": ports.get(entity)}, lines, len(lines))
        for address, device, entity in told[:MOST_OWNERS]
        if (lines := _lines(entity, *owned[address, device, entity], look_up))
    ]
    return Outcome(query, tuple(rows), total_rows=len(rows))


def _addresses_in(cell: str) -> list[str]:
    """Return the address that a cell is, with a length or without, or those inside of a word: http://192.0.2.7:70/a."""
    whole = cell.partition("/")[0]
    if _is_address(whole):
        return [whole]
    return list(filter(_is_address, _INSIDE.findall(cell))) if len(cell.split()) == 1 else []


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def _forms(address: str) -> Iterator[str]:
    """Yield an address as the graph keeps it: alone, and with each length of a prefix."""
    yield address
    yield from (f"{address}/{length}" for length in range(8, ip_address(address).max_prefixlen + 1))


def _ports(entities: Sequence[Cell], look_up: ValueIndex) -> dict[Cell, str]:
    """Return the ports that entities are, or are of: "ge-0/0/0.0" of a unit "0"."""
    found: dict[Cell, str] = {}
    for entity, *cells in look_up.rows(PORTS, {"ids": tuple(map(_id, entities))}, MOST_READ):
        port, own, referred = ("" if one is None else str(one) for one in cells)
        joined = own if own.startswith(port) else f"{port}.{own}".rstrip(".")
        found[entity] = joined or referred
    return found


def _id(cell: Cell) -> int:
    return cell if isinstance(cell, int) else -1


def _lines(entity: Cell, path: str, numbers: Cell, look_up: ValueIndex) -> tuple[SourceLine, ...]:
    """Return the lines that give an entity its address."""
    wanted = set(members_of(numbers))
    lines = look_up.rows(LINES, {"ids": (_id(entity),)}, MOST_READ)
    return tuple(_source(one) for one in lines if one[0] == path and one[1] in wanted)


def _source(cells: Sequence[Cell]) -> SourceLine:
    path, number, text = cells
    return SourceLine(str(path), int(str(number)), str(text))


# Entries around networks.


def _around(question: Question, found: Sequence[Outcome], look_up: ValueIndex) -> Outcome:
    """Tell which entries name a wider prefix than the networks of the question, or else of rows; the narrowest first.

    Not those whose line a row shows.
    """
    query = Query(
        "cypher", AROUND, reading=Reading("lookup", note="what names a wider prefix than those above")
    )
    if not (STEPS.search(question.text) or asks_what_passes(question.text)):
        return Outcome(query)
    rows = [row for one in found if one.query.kind == "cypher" for row in one.rows]
    cells = (str(cell) for row in rows for cell in row.values.values() if isinstance(cell, str))
    named = [one for value in question_values(question.text) if (one := network_of(value))]
    asked = dict.fromkeys(named or [one for cell in cells if (one := network_of(cell))])
    shown = {(line.path, line.number) for row in rows for line in row.lines}
    told: dict[tuple[str, int], tuple[int, Row]] = {}
    for one in list(asked)[:MOST_NETWORKS]:
        scope = {**bounds_of(one), "length": one.prefixlen}
        for length, prefix, device, of, *place in look_up.rows(AROUND, scope, 40):
            line, wide = _source(place), -int(str(length))
            if (line.path, line.number) not in shown:
                values = {
                    "device": device,
                    "prefix": prefix,
                    "around": str(one),
                    "of": of,
                    "line": line.text.strip(),
                }
                told.setdefault((line.path, line.number), (wide, Row(values, (line,), 1)))
    rows = [told[key][1] for key in sorted(told, key=lambda key: (told[key][0], key))]
    return Outcome(query, tuple(rows[:MOST_AROUND]), cut=len(rows) > MOST_AROUND, total_rows=len(rows))


# Findings about the devices of a question.


def _findings(
    question: Question, found: Sequence[Outcome], description: Description, look_up: ValueIndex
) -> Outcome:
    """Tell findings about devices that a why-question names; first those about more of them, and of its words."""
    query = Query("cypher", FINDINGS, reading=Reading("lookup", note="what checks found wrong there"))
    asked = asked_devices(question.text, description, look_up) if STEPS.search(question.text) else None
    if asked is None or not asked.all:
        return Outcome(query)
    words = stems_of(question.text) - stems_in("plain") - stems_of(" ".join(asked.all))
    shown = {
        cell for one in found for row in one.rows for cell in row.values.values() if isinstance(cell, str)
    }
    scored = []
    for device, severity, message, devices, lines in look_up.rows(FINDINGS, {}, MOST_READ):
        about = asked.all.intersection(map(str, members_of(devices)))
        alike = len(words & stems_of(str(message)))
        if about and message not in shown and (alike or severity not in MINOR):
            rank = (-len(about), -alike, SEVERITIES.index(str(severity)))
            cited = _cited(lines)
            row = Row({"device": device, "severity": severity, "finding": message}, cited, len(cited))
            scored.append((rank, str(message), row))
    scored.sort(key=lambda one: one[:2])
    rows = tuple(row for *_, row in islice(scored, MOST_FINDINGS))
    return Outcome(query, rows, total_rows=len(rows))


def _cited(lines: Cell) -> tuple[SourceLine, ...]:
    return tuple(_source(cells) for one in members_of(lines) if len(cells := members_of(one)) == 3)
