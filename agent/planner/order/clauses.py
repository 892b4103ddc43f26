"""Questions about what a route-map does with a route: its clauses in order, with the lists that they refer to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from agent.planner.order.read_clause import Clause, ClauseLine, Held, read_clause
from agent.planner.order.read_entry import Entry, read_entry
from agent.planner.plan_records import Statement
from agent.planner.scope import Scope
from agent.planner.words.lexicon import Label
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name
from graph_store.records import Scalar

Route = tuple[int, int, int]
References = Mapping[tuple[str, int], Sequence[tuple[str, str]]]
"""The lists, by id and type, that a line of a clause refers to."""
_MOST_LINES = 300
_UNDECIDED = "no clause that was understood decides; such lists usually deny what none permits, the files do not say it"


@dataclass(frozen=True, slots=True)
class _Read:
    """A clause as it stands in the graph: its id, its name in its list, and the entries of lists that decided."""

    id: Scalar
    name: str
    clause: Clause
    entries: tuple[Scalar, ...]


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What one list does with the route: the clauses that may apply, in order, and what that comes to."""

    device: str
    clauses: tuple[_Read, ...]
    said: str


def write_clauses(
    scope: Scope, label: Label, keys: Sequence[Scalar], route: Route, said: str
) -> Statement | None:
    """Write the statement for the clauses that apply to a route; None for a list whose entries are no such clauses."""
    lists = _clauses(scope, label, keys, route)
    if not lists:
        return None
    verdicts = [_judge(device, clauses) for (device, _), clauses in lists.items()]
    shown = [one for verdict in verdicts for one in verdict.clauses]
    parameters = Parameters()
    name = label.name.lower()
    results = {verdict.said for verdict in verdicts}
    result = (
        results.pop() if len(results) == 1 else "; ".join(f"{one.device}: {one.said}" for one in verdicts)
    )
    note = f"read as: the first clause, in the list's order, whose conditions hold {said}; {result}"
    if not shown:
        tests = [f"toString(n.key) IN {parameters.add(tuple(map(str, keys)))}"]
        tests += [f"n.device IN {parameters.add(scope.devices)}"] if scope.devices else []
        text = (
            f"MATCH (n:{quote_name(label.name)}) WHERE {' AND '.join(tests)} RETURN n.device AS device, "
            f"n.key AS {quote_name(name)}, {parameters.add(f'no clause holds {said}')} AS result ORDER BY device"
        )
        return Statement(
            text, parameters.values, "lookup", ("device", name, "result"), subject=name, note=note
        )
    ids = parameters.add(tuple(one.id for one in shown))
    entries = parameters.add(tuple(dict.fromkeys(entry for one in shown for entry in one.entries)) or (-1,))
    text = (
        f"MATCH (n:Entity)-[:HAS*0..2]->(p:Entity)-[:HAS_LINE]->(l:Line) WHERE n.id IN {ids} OR n.id IN {entries} "
        "RETURN DISTINCT l.path AS path, l.number AS number, l.text AS text ORDER BY path, number"
    )
    return Statement(text, parameters.values, "list", ("path", "number", "text"), subject="line", note=note)


def _judge(device: str, clauses: Iterable[_Read]) -> _Verdict:
    """Go through the clauses up to the first that surely applies and decides."""
    shown: list[_Read] = []
    for one in clauses:
        if one.clause.holds is False:
            continue
        shown.append(one)
        if one.clause.holds and one.clause.allows is not None:
            break
    open_words = [f"'{word}'" for one in shown for word in one.clause.open_words]
    if open_words:
        return _Verdict(device, tuple(shown), f"what cannot be told decides, too: {', '.join(open_words)}")
    if not shown or shown[-1].clause.allows is None:
        return _Verdict(device, tuple(shown), _UNDECIDED)
    done = "permitted" if shown[-1].clause.allows else "denied"
    return _Verdict(device, tuple(shown), f"so it is {done}, by {shown[-1].name}")


def _clauses(
    scope: Scope, label: Label, keys: Sequence[Scalar], route: Route
) -> Mapping[tuple[str, Scalar], Sequence[_Read]]:
    """Read the clauses of the lists of a name, by device and list, in their order; none where they are no clauses."""
    parts = tuple(name for name, steps in label.below.items() if steps == 1)
    tests = "toString(up.key) IN $keys AND n.type IN $parts"
    tests += " AND up.device IN $devices" if scope.devices else ""
    match = f"MATCH (up:{quote_name(label.name)})-[:HAS]->(n:Entity)"
    asked: dict[str, Scalar | tuple[Scalar, ...]] = {
        "keys": tuple(map(str, keys)),
        "parts": parts,
        "devices": scope.devices,
    }
    place = "coalesce(n.seq, n.sequence, n.number, toInteger(n.key))"
    rows = scope.look_up.rows(
        f"{match}-[:HAS*0..2]->(p:Entity)-[:HAS_LINE]->(l:Line) WHERE {tests} RETURN DISTINCT n.device, up.id, n.id, "
        f"{place} AS place, n.key, n.ordinal AS ordinal, l.number AS number, l.text ORDER BY ordinal, number",
        asked,
    )
    referring = _references(scope, f"{match}-[:HAS*0..2]->(p:Entity)-[r]->(m:Entity) WHERE {tests}", asked)
    lines: dict[tuple[str, str, str], dict[int, str]] = defaultdict(dict)
    about: dict[str, tuple[Scalar, object, str]] = {}
    for device, above, node, where, key, _, number, text in rows:
        lines[str(device), str(above), str(node)].setdefault(int(str(number)), str(text))
        about[str(node)] = (_scalar(node), where, str(key or where or ""))
    addressed = any(_names_addresses(texts[min(texts)]) for texts in lines.values())
    if not rows or len(rows) >= _MOST_LINES or addressed:
        return {}
    lists = {one for many in referring.values() for one in many}
    held = {one: _hold(scope, one, route) for one in lists}
    read: dict[tuple[str, Scalar], list[tuple[object, _Read]]] = defaultdict(list)
    for (device, above, node), texts in lines.items():
        told = [
            ClauseLine(number, text, tuple(held[one][0] for one in referring.get((node, number), ())))
            for number, text in sorted(texts.items())
        ]
        deciding = [held[one][1] for line in told for one in referring.get((node, line.number), ())]
        entries = tuple(one for one in deciding if one is not None)
        identity, order, key = about[node]
        clause = read_clause(told, route)
        name = f"clause {key}" if key else told[0].text.strip()
        read[device, above].append((order, _Read(identity, name, clause, entries)))
    return {one: _in_order(many) for one, many in read.items()}


def _references(scope: Scope, match: str, asked: Mapping[str, Scalar | tuple[Scalar, ...]]) -> References:
    found = scope.look_up.rows(
        f"{match} AND r.inferred = 'reference' RETURN n.id, r.lines, m.id, m.type", asked
    )
    referring: dict[tuple[str, int], list[tuple[str, str]]] = defaultdict(list)
    for node, numbers, other, kind in found:
        for number in numbers if isinstance(numbers, tuple | list) else ():
            referring[str(node), int(str(number))].append((str(other), str(kind)))
    return referring


def _names_addresses(text: str) -> bool:
    entry = read_entry(text)
    return entry is not None and bool(entry.operands)


def _in_order(clauses: Sequence[tuple[object, _Read]]) -> list[_Read]:
    if all(isinstance(where, int) for where, _ in clauses):
        return [one for _, one in sorted(clauses, key=lambda found: int(str(found[0])))]
    return [one for _, one in clauses]


def _hold(scope: Scope, named: tuple[str, str], route: Route) -> tuple[Held, Scalar | None]:
    """Tell whether a list holds a route, and by which entry; None where one of its lines cannot be read."""
    identity, kind = named
    label = scope.lexicon.labels.get(kind)
    rows = scope.look_up.rows(
        "MATCH (m:Entity)-[:HAS]->(n:Entity)-[:HAS_LINE]->(l:Line) WHERE toString(m.id) = $id RETURN n.id, l.text, "
        "coalesce(n.seq, n.sequence, n.number, toInteger(n.key)) AS place ORDER BY n.ordinal",
        {"id": identity},
    )
    if label is None or not rows or len(rows) >= _MOST_LINES or len({row[0] for row in rows}) != len(rows):
        return None, None
    if all(isinstance(row[2], int) for row in rows):
        rows = tuple(sorted(rows, key=lambda row: int(str(row[2]))))
    for node, text, _ in rows:
        entry = read_entry(str(text))
        holds = _entry_holds(entry, "prefix" in label.words, route) if entry else None
        if entry is None or holds is None:
            return None, None
        if holds:
            return entry.allows, _scalar(node)
    return False, None


def _entry_holds(entry: Entry, is_route: bool, route: Route) -> Held:
    if is_route:
        return entry.holds_route(*route) if entry.is_route else None
    if not entry.operands or not entry.operands[0].holds(route[0], route[1]):
        return False
    return None if entry.service.meets("", None) == "more" or len(entry.operands) > 1 else True


def _scalar(cell: object) -> Scalar:
    return cell if isinstance(cell, int | str) else str(cell)
