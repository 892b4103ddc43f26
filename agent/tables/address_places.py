"""Shows where an address is at home: the interfaces, pools, routes and filter entries whose networks it is in."""

from __future__ import annotations

from ipaddress import ip_address

from agent.records import AnswerTable
from agent.value_index import ValueIndex
from graph_store.records import Cell, SourceLine
from reading.spoken_names import label_words

MOST_ROWS = 12
_AROUND = (
    "MATCH (s:Subnet)-[r]-(e:Entity) WHERE s.version = $version AND s.first <= $address AND s.last >= $address "
    "AND s.length > 0 AND type(r) <> 'INSIDE' OPTIONAL MATCH (p:Entity)-[:HAS]->(e) "
    "RETURN DISTINCT s.prefix, s.length, type(r), e.type, e.key, p.type, p.key, e.device, e.path, e.first_line "
    "ORDER BY s.length DESC, type(r) DESC, e.path, e.first_line LIMIT 40"
)


def table_of_places(look_up: ValueIndex, address: str) -> AnswerTable | None:
    """Show what has a network around an address, the smallest network first; None for another text, or nowhere."""
    try:
        asked = ip_address(address)
    except ValueError:
        return None
    rows: dict[tuple[Cell, ...], tuple[SourceLine, ...]] = {}
    scope = {"version": asked.version, "address": asked.packed.hex()}
    for prefix, length, how, kind, key, above, parent, device, path, line in look_up.rows(_AROUND, scope, 40):
        if kind == "Configuration" or length == asked.max_prefixlen:
            continue
        called = f"{label_words(str(above))} {parent} / " if parent else ""
        said = "interface" if how == "IN_SUBNET" else label_words(str(kind))
        name = f"{called}{key or ''}".strip(" /") or f"line {line}"
        rows.setdefault((prefix, said, name, device), (SourceLine(str(path), int(str(line or 0)), ""),))
    shown = tuple(rows)[:MOST_ROWS]
    title = f"networks that {address} is in"
    columns = ("network", "of", "name", "device")
    return (
        AnswerTable(title, columns, shown, len(rows), tuple(map(rows.__getitem__, shown))) if rows else None
    )
