"""Questions about who is at the other end: of a subnet, by address and mask, or of a peering, by address."""

from __future__ import annotations

import re
from collections.abc import Mapping

from agent.planner.across.address_holders import Holders, find_holders
from agent.planner.across.described_ends import write_described_end
from agent.planner.across.unequal_ends import is_about_unequal_ends, write_unequal_ends
from agent.planner.plan_records import Statement
from agent.planner.scope import Scope
from agent.planner.values.locate_values import Located
from agent.planner.values.tie_values import own_addresses
from agent.planner.words.label_names import column_of, has_key, owner_of
from agent.planner.words.lexicon import ROOT, Label
from agent.planner.words.match_words import match_words
from agent.planner.write_conditions import Parameters, as_number
from graph_store.names import quote_name

_OTHER_END = re.compile(
    r"\b(?:other|opposite|far|remote) (?:end|side)\b|\bconnect(?:s|ed)? (?:directly )?(?:to|with)\b|"
    r"\b(?:same|shares? (?:a|the)) (?:subnet|link|network)\b|\bdirectly connected\b|\badjacent\b|"
    r"\blinked (?:to|with)\b|"
    r"\b(?:interface|port|intf|link|circuit|cable)s?\b(?: (?:of|on|from) \S+)? "
    r"(?:(?:go|goes|going|leads?|leading|runs?|running|wired|cabled|points?|pointing) (?:directly )?(?:to|towards?)|"
    r"fac(?:es|ing|e))\b",
    re.IGNORECASE,
)
_PEERS = re.compile(
    r"\bpeer(?:s|ing|ings)?\b|\bneighbou?rs? (?:of|with|does|do)\b|\bBGP sessions?\b", re.IGNORECASE
)
_ASKS_DEVICES = re.compile(
    r"\b(?:which|what|whose) (?:other )?(?:device|router|switch|host|node|firewall)\w*", re.IGNORECASE
)


def write_far_end(scope: Scope) -> Statement | None:
    """Write the statement for the other end; None when the question does not ask for one."""
    if is_about_unequal_ends(scope.text):
        return write_unequal_ends(scope)
    if _OTHER_END.search(scope.text):
        by_subnet = _subnet_statement(scope)
        if by_subnet is not None and scope.look_up.rows(by_subnet.text, by_subnet.parameters):
            return by_subnet
        return write_described_end(scope) or by_subnet
    if _PEERS.search(scope.text) and _ASKS_DEVICES.search(scope.text) and scope.devices:
        return _peers_statement(scope)
    return None


def _subnet_statement(scope: Scope) -> Statement | None:
    holders = find_holders(scope, lengths=True)
    if holders is None or not scope.located or not all(map(_is_bound, scope.located)):
        return None
    parameters = Parameters()
    tests = " AND ".join(_near_tests(scope, parameters))
    if len(scope.devices) > 1:
        tests += f" AND o.device IN {parameters.add(scope.devices)}"
    if {label for label, _ in holders.fields} <= scope.lexicon.address_owners:
        match = (
            f"MATCH {holders.pattern('n')}-[q:IN_SUBNET]->(:Subnet)<-[r:IN_SUBNET]-{holders.pattern('o')} "
            f"WHERE {tests} AND o.device <> n.device "
            "MATCH (n)-[:HAS_LINE]->(m:Line) WHERE m.number IN q.lines "
            "MATCH (o)-[:HAS_LINE]->(l:Line) WHERE l.number IN r.lines "
        )
        address = "r.value"
    else:
        match = _by_numbers(holders, tests)
        address = "far"
    text = (
        f"{match}{holders.named('o')} RETURN DISTINCT o.device AS device, "
        f"{holders.name('o')} AS {quote_name(holders.column)}, {address} AS address ORDER BY device"
    )
    note = "read as: what has an address in the same subnet on another device"
    columns = ("device", holders.column, "address")
    return Statement(text, parameters.values, "list", columns, subject=holders.top.name, note=note)


def _by_numbers(holders: Holders, tests: str) -> str:
    """Match both ends by their addresses alone, where ingest has related none of them to a subnet."""
    near, far = as_number("near"), as_number("far")
    return (
        f"MATCH {holders.pattern('n')} WHERE {tests} "
        f"UNWIND ([] + {holders.address('n')}) AS near WITH n, near WHERE toString(near) CONTAINS '/' "
        f"MATCH {holders.pattern('o')} WHERE o.device <> n.device "
        f"UNWIND ([] + {holders.address('o')}) AS far "
        f"WITH n, o, near, far, toInteger(split(toString(near), '/')[1]) AS length "
        f"WHERE toString(far) ENDS WITH '/' + toString(length) AND length < 32 "
        f"AND {far} / toInteger(2 ^ (32 - length)) = {near} / toInteger(2 ^ (32 - length)) "
    )


def _is_bound(located: Located) -> bool:
    """Tell whether a value says which device or which thing is at the near end."""
    return bool(located.devices) or any(one.property == "key" for one in located.occurrences)


def _near_tests(scope: Scope, parameters: Parameters) -> list[str]:
    """Bind the near end: on the named devices, with the named key or below what has it, or with the address."""
    tests = [f"n.device IN {parameters.add(scope.devices)}"] if scope.devices else []
    for located in scope.located:
        keys = tuple(dict.fromkeys(one.value for one in located.occurrences if one.property == "key"))
        if keys and not located.devices:
            name = parameters.add(keys)
            above = f"EXISTS {{ MATCH (c:Entity)-[:HAS*1..4]->(n) WHERE c.key IN {name} }}"
            tests.append(f"(n.key IN {name} OR {above})")
    return tests or ["n.id IS NOT NULL"]


def _keys(scope: Scope, label: Label, variable: str) -> dict[str, str]:
    owner = owner_of(scope.lexicon, label)
    keys = {column_of(owner[1]): "up.key"} if owner else {}
    return {**keys, **({column_of(label): f"{variable}.key"} if has_key(label) else {})}


def _owner_match(scope: Scope, label: Label, variable: str) -> str:
    owner = owner_of(scope.lexicon, label)
    if owner is None:
        return ""
    return f" OPTIONAL MATCH (up:{quote_name(owner[1].name)})-[:HAS*1..{owner[0]}]->({variable})"


def _peers_statement(scope: Scope) -> Statement | None:
    """Find the neighbors of a device by their addresses, and the devices that own these."""
    neighbors = [
        (match_words(label.words, scope.words).weight(scope.content) - 0.2 * len(label.words), label)
        for label in scope.lexicon.things
        if label.name != ROOT and _keyed_by_address(label)
    ]
    ranked = sorted(
        (one for one in neighbors if match_words(one[1].words, scope.words).positions),
        key=lambda one: (-one[0], one[1].name),
    )
    owners = [one for one in own_addresses(scope) if one.label not in {label.name for _, label in ranked}]
    if not ranked or not owners:
        return None
    label, own = ranked[0][1], owners[0]
    parameters = Parameters()
    address = quote_name(own.name)
    owner = scope.lexicon.labels[own.label]
    columns = {"device": "n.device", column_of(label): "n.key", "peer_device": "o.device"}
    columns |= {
        f"peer_{alias}": what
        for alias, what in _keys(scope, owner, "o").items()
        if own.name != "key" or what != "o.key"
    }
    devices = parameters.add(scope.devices)
    owned = f"any(address IN ([] + o.{address}) WHERE split(toString(address), '/')[0] = toString(n.key))"
    theirs = (
        f"MATCH (n:{quote_name(label.name)}) WHERE n.device IN {devices} AND toString(n.key) =~ '[0-9.]+'"
    )
    addresses = tuple(one.mention.text for one in scope.located if one.mention.shape == "address")
    if addresses:
        theirs += f" AND toString(n.key) IN {parameters.add(addresses)}"
    if scope.look_up.count(f"{theirs} RETURN count(n) AS count", parameters.values):
        text = (
            f"{theirs} OPTIONAL MATCH (o:{quote_name(own.label)}) WHERE o.device <> n.device AND {owned}"
            f"{_owner_match(scope, owner, 'o')} "
            f"RETURN DISTINCT {_columns(columns)} ORDER BY {quote_name(column_of(label))}"
        )
    else:
        columns = {"device": "o.device", column_of(label): "n.key", "peer_device": "n.device"}
        text = (
            f"MATCH (o:{quote_name(own.label)}) WHERE o.device IN {devices} AND o.{address} IS NOT NULL "
            f"MATCH (n:{quote_name(label.name)}) WHERE n.device <> o.device AND {owned} "
            f"RETURN DISTINCT {_columns(columns)} ORDER BY peer_device"
        )
    note = "read as: neighbors by address, with the devices that own the addresses"
    return Statement(text, parameters.values, "list", tuple(columns), subject=label.name, note=note)


def _keyed_by_address(label: Label) -> bool:
    key = label.properties.get("key")
    texts = [str(example) for example in key.examples] if key else []
    return any(re.fullmatch(r"\d+(?:\.\d+){3}", text) for text in texts) or "neighbor" in label.words


def _columns(columns: Mapping[str, str]) -> str:
    return ", ".join(f"{what} AS {quote_name(alias)}" for alias, what in columns.items())
