"""Questions about values that stand in several places: an address on two devices, a name used twice."""

from __future__ import annotations

import re

from agent.planner.across.address_holders import Holders, find_holders
from agent.planner.configurations.read_things import read_things
from agent.planner.plan_records import Statement
from agent.planner.scope import Scope
from agent.planner.words.label_names import column_of, has_key, owner_of
from agent.planner.words.lexicon import ROOT
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name

_SHARED = re.compile(
    r"\b(?:more than (?:one|1|a single)|multiple|several|two or more|at least two|different) "
    r"(?:device|router|switch|host|node|firewall|interface|place|box|system)\w*|\bduplicat\w*|\btwice\b|\bconflicting\b|"
    r"\bshare the same\b|"
    r"\bsame (?:\w+ ){1,3}(?:is |are )?(?:configured |used |assigned |set )?(?:on|in|by|more|twice)\b",
    re.IGNORECASE,
)
_BY_DEVICE = re.compile(r"\b(?:device|router|switch|host|node|firewall|box|system)\w*", re.IGNORECASE)


def write_shared_values(scope: Scope) -> Statement | None:
    """Write the statement for values that stand in several places; None when the question does not ask for them."""
    found = _SHARED.search(scope.text)
    if found is None:
        return None
    meaning = next(iter(read_things(scope)), None)
    if (
        meaning is None
        or not meaning.target.label
        or meaning.target.label == ROOT
        or meaning.missing
        or meaning.unlinked
    ):
        return None
    by_device = bool(_BY_DEVICE.search(found[0]))
    holders = find_holders(scope) if any(word.stem == "address" for word in scope.words) else None
    if holders is not None:
        return _addresses(scope, holders, by_device)
    label = scope.lexicon.labels[meaning.target.label]
    extras = [name for other, name in meaning.extras if other == label.name]
    name = meaning.target.property or next(iter(extras), "key")
    if name == "key" and not has_key(label):
        return None
    return _statement(scope, label.name, name, by_device)


def _addresses(scope: Scope, holders: Holders, by_device: bool) -> Statement:
    parameters = Parameters()
    on_devices = f" WHERE n.device IN {parameters.add(scope.devices)}" if scope.devices else ""
    what = "DISTINCT n.device" if by_device else "DISTINCT n"
    text = (
        f"MATCH {holders.pattern('n')}{on_devices} UNWIND ([] + {holders.address('n')}) AS raw "
        f"WITH n, split(toString(raw), '/')[0] AS address WHERE address CONTAINS '.' OR address CONTAINS ':' "
        f"WITH address, count({what}) AS places WHERE places > 1 MATCH {holders.pattern('m')} "
        f"WHERE any(one IN ([] + {holders.address('m')}) WHERE split(toString(one), '/')[0] = address) "
        f"{holders.named('m')} "
        f"RETURN DISTINCT m.device AS device, {holders.name('m')} AS {quote_name(holders.column)}, address "
        f"ORDER BY address, device"
    )
    note = f"read as: addresses that stand on several {'devices' if by_device else 'places'}"
    columns = ("device", holders.column, "address")
    return Statement(text, parameters.values, "exists", columns, subject=holders.top.name, note=note)


def _statement(scope: Scope, label_name: str, name: str, by_device: bool) -> Statement:
    label = scope.lexicon.labels[label_name]
    parameters = Parameters()
    value = f"n.{quote_name(name)}"
    tests = [f"{value} IS NOT NULL", f"NOT false IN ([] + {value})"]
    if scope.devices:
        tests.append(f"n.device IN {parameters.add(scope.devices)}")
    what = "DISTINCT n.device" if by_device else "DISTINCT n"
    column = column_of(label) if name == "key" else name
    columns = {"device": "m.device", column: "value"}
    if name != "key" and has_key(label):
        columns = {"device": "m.device", column_of(label): "m.key", column: "value"}
    owner = owner_of(scope.lexicon, label)
    above = (
        f"WITH m, value OPTIONAL MATCH (up:{quote_name(owner[1].name)})-[:HAS*1..{owner[0]}]->(m) "
        if owner
        else ""
    )
    columns |= {column_of(owner[1]): "up.key"} if owner else {}
    returned = ", ".join(f"{expression} AS {quote_name(alias)}" for alias, expression in columns.items())
    text = (
        f"MATCH (n:{quote_name(label_name)}) WHERE {' AND '.join(tests)} "
        f"WITH {value} AS value, collect(n) AS members, count({what}) AS places WHERE places > 1 "
        f"UNWIND members AS m {above}RETURN DISTINCT {returned} ORDER BY {quote_name(column)}, device"
    )
    where = "devices" if by_device else "places"
    note = f"read as: {column.replace('_', ' ')} values that stand on several {where}"
    return Statement(text, parameters.values, "exists", tuple(columns), subject=label_name, note=note)
