"""Questions about subnets that interfaces are in: which one holds an address, who else is in it, and what is in it."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence

from agent.planner.plan_records import Statement
from agent.planner.related.addresses import owner_column, owner_name
from agent.planner.related.named_things import leaves_words, stems
from agent.planner.scope import Scope
from agent.planner.values.locate_values import Located
from agent.planner.words.lexicon import Label
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name

_SUBNET = r"(?:sub-?net(?:work)?|network|segment|lan|link)"
_SAME = re.compile(
    rf"\b(?:same|shares?|sharing)\b.*\b{_SUBNET}s?\b|\b(?:else|other)\b.*\b(?:in|on)\b.*\b{_SUBNET}\b",
    re.IGNORECASE,
)
_INSIDE = re.compile(
    rf"\b(?:in|inside|within|on|of|part of|members? of)\b(?: the)?(?: {_SUBNET})?$|\b{_SUBNET}$",
    re.IGNORECASE,
)
_WHICH = re.compile(
    r"\b(?:which|what|any|the|their|its|whose|a)(?: \w+)? sub-?nets?\b|\bnetworks? (?:is|does|holds?|contains?)\b",
    re.IGNORECASE,
)
_SMALLEST = re.compile(
    r"\b(?:contain|cover|include|hold|match)\w*\b|\b(?:in|of|belongs? to|part of)\b", re.IGNORECASE
)
_SAID = stems(
    "subnet", "subnets", "subnetwork", "network", "segment", "lan", "link", "same", "share", "shares", "sharing",
    "else", "other", "address", "addresses", "ip", "ips", "ipv4", "ipv6", "contain", "contains", "cover", "covers",
    "hold", "holds", "include", "includes", "belong", "belongs", "configured", "interface", "port", "intf", "member",
    "members", "part", "everything", "anything", "sit", "live", "known", "with",
)  # fmt: skip


def write_subnet(scope: Scope) -> Statement | None:
    """Write the statement for the subnet that the question speaks of; None when it speaks of none."""
    named = [one for one in scope.located if not one.devices]
    if len(named) != 1 or scope.asked.negations or scope.asked.intent == "count":
        return None
    if not scope.lexicon.address_owners or leaves_words(scope, {named[0].mention.index}, _SAID):
        return None
    shape = named[0].mention.shape
    if _SAME.search(scope.text) and shape != "prefix":
        prefixes = smallest_subnet(scope, named[0]) if shape == "address" else _of_interface(scope, named[0])
        return list_members(scope, prefixes, named[0]) if prefixes else _unknown(named[0])
    before = scope.text[: scope.text.find(named[0].mention.text)].rstrip()
    if shape == "prefix" and re.search(rf"\b{_SUBNET}", scope.text, re.IGNORECASE) and _INSIDE.search(before):
        return list_members(scope, _within(scope, named[0]), None)
    if shape == "address" and _WHICH.search(scope.text) and _SMALLEST.search(scope.text):
        prefixes = smallest_subnet(scope, named[0])
        return (
            list_members(scope, prefixes, None, f"{named[0].mention.text} is in {prefixes[0]}")
            if prefixes
            else None
        )
    return None


def smallest_subnet(scope: Scope, located: Located) -> tuple[str, ...]:
    """Return the smallest subnet that has an interface and holds an address."""
    try:
        address = ipaddress.ip_address(located.mention.text)
    except ValueError:
        return ()
    parameters = Parameters()
    value = parameters.add(f"{int(address):0{address.max_prefixlen // 4}x}")
    rows = scope.look_up.rows(
        f"MATCH (s:Subnet)<-[:IN_SUBNET]-(:Entity) WHERE s.version = {address.version} AND s.length > 0 "
        f"AND s.first <= {value} AND s.last >= {value} "
        "RETURN DISTINCT s.prefix, s.length ORDER BY s.length DESC LIMIT 1",
        parameters.values,
    )
    return tuple(str(row[0]) for row in rows)


def _of_interface(scope: Scope, located: Located) -> tuple[str, ...]:
    """Return the subnets of what the question names."""
    keys = _keys(located)
    if not keys:
        return ()
    parameters = Parameters()
    rows = scope.look_up.rows(
        f"MATCH (n:Entity)-[:IN_SUBNET]->(s:Subnet) WHERE {_is_named(scope, 'n', keys, parameters)} "
        "RETURN DISTINCT s.prefix",
        parameters.values,
    )
    return tuple(str(row[0]) for row in rows)


def _within(scope: Scope, located: Located) -> tuple[str, ...]:
    """Return the subnets with interfaces that lie in a prefix."""
    try:
        network = ipaddress.ip_network(located.mention.text, strict=False)
    except ValueError:
        return ()
    parameters = Parameters()
    digits = network.max_prefixlen // 4
    first, last = (
        parameters.add(f"{int(one):0{digits}x}")
        for one in (network.network_address, network.broadcast_address)
    )
    rows = scope.look_up.rows(
        f"MATCH (s:Subnet)<-[:IN_SUBNET]-(:Entity) WHERE s.version = {network.version} "
        f"AND s.first >= {first} AND s.last <= {last} RETURN DISTINCT s.prefix",
        parameters.values,
    )
    return tuple(str(row[0]) for row in rows)


def _unknown(located: Located) -> Statement:
    """Decline: no address with a mask was read of what the question names."""
    declined = f"No subnet was read that {located.mention.text} is in."
    text = "MATCH (s:Subnet) WHERE s.length < 0 RETURN s.prefix AS prefix"
    return Statement(text, {}, "list", ("prefix",), subject="subnet", declined=declined)


def _keys(located: Located) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(one.value) for one in located.occurrences if one.property == "key"))


def _is_named(scope: Scope, variable: str, keys: Sequence[str], parameters: Parameters) -> str:
    """Write the test that a node, or what it is a part of, has one of some names; "x.5" is part 5 of x, too."""
    name = parameters.add(tuple(keys))
    tests = [
        f"{variable}.key IN {name}",
        f"EXISTS {{ MATCH (c:Entity)-[:HAS*1..4]->({variable}) WHERE c.key IN {name} }}",
    ]
    for whole, _, part in (key.rpartition(".") for key in keys if "." in key):
        of, number = parameters.add(whole), parameters.add(part)
        named = f"c.key = {of} AND toString(u.key) = {number}"
        tests += [
            f"EXISTS {{ MATCH (c:Entity)-[:HAS]->(u:Entity) WHERE u.id = {variable}.id AND {named} }}",
            f"EXISTS {{ MATCH (c:Entity)-[:HAS]->(u:Entity)-[:HAS*1..3]->({variable}) WHERE {named} }}",
        ]
    device = f"{variable}.device IN {parameters.add(scope.devices)} AND " if scope.devices else ""
    return f"{device}({' OR '.join(tests)})"


def list_members(
    scope: Scope,
    prefixes: Sequence[str],
    left_out: Located | None,
    note: str = "",
    kinds: frozenset[str] = frozenset(),
) -> Statement | None:
    """List what has an address in some subnets, of some kinds or any, besides what the question names itself."""
    labels = [
        scope.lexicon.labels[name]
        for name in sorted(scope.lexicon.address_owners & (kinds or set(scope.lexicon.labels)))
    ]
    parameters = Parameters()
    inside = parameters.add(tuple(prefixes))
    parts = []
    for label in labels:
        match = f"MATCH (n:{quote_name(label.name)})-[r:IN_SUBNET]->(s:Subnet) WHERE s.prefix IN {inside}"
        if left_out is not None:
            match += f" AND NOT {_is_left_out(scope, left_out, parameters)}"
        parts.append((label, match))
    met = [
        one for one in parts if scope.look_up.count(f"{one[1]} RETURN count(n) AS count", parameters.values)
    ]
    parts = met or parts[:1]
    column = owner_column([label for label, _ in parts])
    text = " UNION ".join(_part(scope, label, match, column) for label, match in parts)
    said = note or f"read as: what has an address in {', '.join(prefixes[:4])}"
    columns = ("device", column, "address")
    return Statement(text, parameters.values, "list", columns, subject=column, note=said)


def _is_left_out(scope: Scope, located: Located, parameters: Parameters) -> str:
    if located.mention.shape == "address":
        return f"r.value STARTS WITH {parameters.add(f'{located.mention.text}/')}"
    return f"({_is_named(scope, 'n', _keys(located), parameters)})"


def _part(scope: Scope, label: Label, match: str, column: str) -> str:
    over, cell = owner_name(scope, label)
    return (
        f"{match} MATCH (n)-[:HAS_LINE]->(l:Line) WHERE l.number IN r.lines{over} "
        f"RETURN DISTINCT n.device AS device, {cell} AS {quote_name(column)}, r.value AS address"
    )
