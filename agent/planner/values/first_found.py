"""Names the one thing that the part of a question before found, so that the next part can ask about it."""

from __future__ import annotations

from collections.abc import Sequence

from agent.reader.value_index import ValueIndex
from agent.records import Query, Reading
from graph_store.names import quote_name

_ONE = frozenset({"most_common", "maximum", "minimum", "first", "last"})
_NOT_NAMES = frozenset({"count", "device", "timestamp", "message", "first", "last"})


def first_found(queries: Sequence[Query], look_up: ValueIndex) -> str:
    """Write the best row's value with its device as words of a question; blank when it names nothing."""
    query = queries[0] if queries else None
    reading = query.reading if query else None
    if query is None or reading is None or reading.unlinked or reading.missing:
        return ""
    if reading.intent not in _ONE:
        return _only_named(query, reading, look_up)
    rows = look_up.rows(query.statement, query.parameters)
    if not rows:
        return ""
    best = dict(zip(reading.columns, rows[0], strict=False))
    named = ((name, cell) for name, cell in best.items() if name not in _NOT_NAMES and isinstance(cell, str))
    name, value = next(named, ("", ""))
    device = best.get("device") or _only_device(query, name, value, look_up)
    return f"'{value}' on {device}" if value and device else f"'{value}'" if value else ""


def _only_named(query: Query, reading: Reading, look_up: ValueIndex) -> str:
    """Write the one thing that a list is about, with its device, where it names only one."""
    if reading.subject not in reading.columns or "device" not in reading.columns:
        return ""
    places = reading.columns.index(reading.subject), reading.columns.index("device")
    found = {(row[places[0]], row[places[1]]) for row in look_up.rows(query.statement, query.parameters)}
    value, device = found.pop() if len(found) == 1 else ("", "")
    return f"'{value}' on {device}" if value and device else ""


def _only_device(query: Query, name: str, value: str, look_up: ValueIndex) -> str:
    """Return the device whose records have a value, where they are all of one."""
    match, _, returned = query.statement.partition(" RETURN ")
    if not (
        match.startswith("MATCH (e:") and " WHERE " in match and returned.startswith(f"e.{quote_name(name)} ")
    ):
        return ""
    statement = f"{match} AND e.{quote_name(name)} = $found RETURN DISTINCT e.device AS device"
    devices = look_up.rows(statement, {**query.parameters, "found": value})
    return str(devices[0][0] or "") if len(devices) == 1 else ""
