"""Questions about one address: what owns it, which prefixes hold it, and what stands at the other end of its subnet."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence

from agent.planner.plan_records import Statement
from agent.planner.related.named_things import Kind, kind_among, leaves_words, other_names, stems
from agent.planner.scope import Scope
from agent.planner.values.tie_values import holds_addresses
from agent.planner.words.label_names import column_of, has_key, owner_of
from agent.planner.words.lexicon import Label
from agent.planner.words.question_words import Mention
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name

_OWNS = re.compile(
    r"\b(?:own(?:s|ed)?|whose|belongs?|assigned to|configured on|who (?:is|has)|"
    r"(?:device|router|switch|firewall|interface|port|host|node)s? (?:is|has|have|with|uses?|owns?)|"
    r"behind|sits? (?:on|at))\b",
    re.IGNORECASE,
)
_PEER = re.compile(r"\b(?:neighbou?r|nbr|peer)\b", re.IGNORECASE)
_ASKS_DEVICE = re.compile(
    r"\b(?:which|what|whose) (?:\w+ )?(?:device|router|switch|firewall|host|node|box|machine)\b|\bwho is\b",
    re.IGNORECASE,
)
_STRICTLY = re.compile(r"\b(?:own(?:s|ed)?|whose|belongs?|who has|assigned to)\b", re.IGNORECASE)
_HOLDS = re.compile(
    r"\b(?:contain(?:s|ed|ing)?|cover(?:s|ed|ing)?|include[sd]?|hold(?:s|ing)?|match(?:es|ed)?|"
    r"(?:in|of|to) (?:which|what) (?:subnet|prefix|network)\w*|(?:subnet|prefix|network)\w* (?:is|does|of))\b",
    re.IGNORECASE,
)
_SUBNETS = stems(
    "subnet", "subnets", "network", "networks", "prefix", "prefixes", "range", "block", "aggregate"
)
_NEIGHBORS = stems("neighbor", "neighbour", "nbr", "peer")
_SAID = _SUBNETS | stems(
    "own", "owns", "owned", "belong", "belongs", "address", "addresses", "ip", "ips", "ipv4", "ipv6", "contain",
    "contains", "cover", "covers", "hold", "holds", "match", "matches", "include", "includes", "assigned", "assign",
    "interface", "port", "subnet", "neighbor", "nbr", "peer", "bgp", "configured", "behind", "sit", "sits", "smallest",
    "specific", "longest", "name",
)  # fmt: skip
_SMALLEST = re.compile(r"\b(?:smallest|most specific|longest)\b", re.IGNORECASE)


def write_address(scope: Scope) -> Statement | None:
    """Write the statement for the address that a question names; None when it asks something else of it."""
    named = other_names(scope, _SAID)
    if len(named) != 1 or named[0].mention.shape not in ("address", "prefix") or scope.asked.negations:
        return None
    mention = named[0].mention
    if not scope.lexicon.address_owners or scope.asked.intent == "count":
        return None
    kind = kind_among(scope, scope.words)
    if kind and all(word.stem in _SAID for word in scope.at(sorted(kind.positions))):
        kind = None
    explained = frozenset({mention.index}) | (kind.positions if kind else frozenset())
    if leaves_words(scope, explained, _SAID):
        return None
    if _HOLDS.search(scope.text) and any(word.stem in _SUBNETS for word in scope.words):
        return _holding(scope, mention, kind)
    if mention.shape == "address" and (_OWNS.search(scope.text) or _is_peer(scope)) and kind is None:
        return _owner(scope, mention)
    return None


def _is_peer(scope: Scope) -> bool:
    """Tell whether another device is asked for, which a named one has for a neighbor by its address."""
    asks = bool(_ASKS_DEVICE.search(scope.text) and _PEER.search(scope.text))
    return asks and bool(scope.devices) and any(one.stem in _NEIGHBORS for one in scope.words)


def _owner(scope: Scope, mention: Mention) -> Statement | None:
    """Find what has the address with its mask; where nothing has, the question is read otherwise."""
    parameters = Parameters()
    begins = parameters.add(f"{mention.text}/")
    apart = "NOT " if _is_peer(scope) else ""
    on_devices = f" AND {apart}n.device IN {parameters.add(scope.devices)}" if scope.devices else ""
    owners = sorted(scope.lexicon.address_owners)
    found = []
    for name in owners:
        label = scope.lexicon.labels.get(name)
        if label is None:
            continue
        match = (
            f"MATCH (n:{quote_name(name)})-[r:IN_SUBNET|ADDRESS_IN]->(:Subnet) "
            f"WHERE r.value STARTS WITH {begins}{on_devices}"
        )
        if scope.look_up.count(f"{match} RETURN count(n) AS count", parameters.values):
            found.append((label, match))
    if not found:
        return _nobody(scope, mention) if _STRICTLY.search(scope.text) else None
    column = owner_column([label for label, _ in found])
    parts = []
    for label, match in found:
        over, cell = owner_name(scope, label)
        parts.append(
            f"{match} MATCH (n)-[:HAS_LINE]->(l:Line) WHERE l.number IN r.lines{over} "
            f"RETURN DISTINCT n.device AS device, {cell} AS {quote_name(column)}, r.value AS address"
        )
    note = f"read as: what has the address {mention.text} for its own"
    columns = ("device", column, "address")
    return Statement(" UNION ".join(parts), parameters.values, "list", columns, subject=column, note=note)


def _nobody(scope: Scope, mention: Mention) -> Statement:
    """Decline to say who owns an address that nothing was read to own, and show what names it."""
    parameters = Parameters()
    text = (
        f"MATCH (n:Entity)-[r:ADDRESS_IN]->(:Subnet) WHERE r.value = {parameters.add(mention.text)} "
        "MATCH (n)-[:HAS_LINE]->(l:Line) WHERE l.number IN r.lines "
        "RETURN DISTINCT n.device AS device, n.type AS kind, r.value AS address ORDER BY device"
    )
    declined = f"Nothing was read that has the address {mention.text} with its mask for its own."
    columns = ("device", "kind", "address")
    return Statement(text, parameters.values, "list", columns, subject="place", declined=declined)


def owner_name(scope: Scope, label: Label) -> tuple[str, str]:
    """Write the match of what an owner of addresses belongs to, and the name to show."""
    owner = owner_of(scope.lexicon, label)
    own_name = has_key(label) and not holds_addresses(label.properties["key"])
    if owner is None:
        return "", "n.key"
    over = f" OPTIONAL MATCH (up:{quote_name(owner[1].name)})-[:HAS*1..{owner[0]}]->(n)"
    if own_name and not _is_number(label):
        return "", "n.key"
    return over, "coalesce(up.key + '.' + n.key, n.key)" if own_name else "coalesce(up.key, n.key)"


def _is_number(label: Label) -> bool:
    return all(str(example).isdigit() for example in label.properties["key"].examples)


def owner_column(labels: Sequence[Label]) -> str:
    """Name the column of what has the addresses."""
    names = {column_of(label) for label in labels if not _is_hidden(label)}
    return names.pop() if len(names) == 1 else "interface"


def _is_hidden(label: Label) -> bool:
    return not has_key(label) or holds_addresses(label.properties["key"]) or _is_number(label)


def _holding(scope: Scope, mention: Mention, kind: Kind | None) -> Statement | None:
    """Find the prefixes that hold an address, the smallest first; the whole address space is left out."""
    try:
        network = ipaddress.ip_network(mention.text, strict=False)
    except ValueError:
        return None
    digits = network.max_prefixlen // 4
    parameters = Parameters()
    first, last = (
        parameters.add(f"{int(one):0{digits}x}")
        for one in (network.network_address, network.broadcast_address)
    )
    tests = [f"s.version = {network.version}", "s.length > 0", f"s.first <= {first}", f"s.last >= {last}"]
    if mention.shape == "prefix":
        tests.append(f"s.length < {network.prefixlen}")
    relation = "IN_SUBNET|COVERS"
    if kind is not None:
        names = parameters.add(kind.labels)
        tests.append(
            f"(n.type IN {names} OR EXISTS {{ MATCH (n)<-[:HAS*1..3]-(b) WHERE b.type IN {names} }})"
        )
    elif any(word.stem in stems("interface", "port") for word in scope.words):
        relation = "IN_SUBNET"
    tests += [f"n.device IN {parameters.add(scope.devices)}"] if scope.devices else []
    match = f"MATCH (s:Subnet)<-[r:{relation}]-(n:Entity)"
    if _SMALLEST.search(scope.text):
        longest = f"{match} WHERE {' AND '.join(tests)} RETURN max(s.length) AS count"
        tests.append(f"s.length = {scope.look_up.count(longest, parameters.values)}")
    text = (
        f"{match} WHERE {' AND '.join(tests)} "
        "MATCH (n)-[:HAS_LINE]->(l:Line) WHERE l.number IN r.lines "
        "OPTIONAL MATCH (n)<-[:HAS]-(up:Entity) WHERE up.type <> 'Configuration' "
        "RETURN DISTINCT s.prefix AS prefix, n.device AS device, n.type AS kind, coalesce(up.key, n.key) AS name "
        "ORDER BY prefix DESC, device"
    )
    note = f"read as: prefixes that hold {mention.text}; 0.0.0.0/0 is left out"
    columns = ("prefix", "device", "kind", "name")
    return Statement(text, parameters.values, "list", columns, subject="prefix", note=note)
