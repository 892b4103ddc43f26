"""Questions about the addresses that a device or an interface has itself, in whatever words its file says so."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.planner.plan_records import Statement
from agent.planner.related.addresses import owner_column, owner_name
from agent.planner.related.named_things import stems
from agent.planner.scope import DEVICE_STEMS, Scope
from agent.planner.values.locate_values import Located
from agent.planner.words.label_names import owner_of
from agent.planner.words.lexicon import Label
from agent.planner.write_conditions import Parameters, holds_value
from graph_store.names import quote_name
from graph_store.records import Cell

_ASKED = re.compile(r"\b(?:ip|ips|addr|addrs|address|addresses)\b", re.IGNORECASE)
_SAID = DEVICE_STEMS | stems(
    "ip", "ips", "ipv4", "ipv6", "addr", "address", "addresses", "interface", "interfaces", "intf", "port", "ports",
    "configured", "assigned", "own", "owns", "use", "uses", "subnet", "all", "each", "its",
)  # fmt: skip
_INTENTS = ("list", "lookup")
_MADE = "_prefix"


def write_own_addresses(scope: Scope) -> Statement | None:
    """List the addresses with a mask that the named devices have; None where one has none, or more is asked."""
    asks = scope.asked.intent in _INTENTS and not scope.asked.negations and _ASKED.search(scope.text)
    if not asks or not scope.devices or not scope.lexicon.address_owners:
        return None
    if any(word.stem not in _SAID for word in scope.words):
        return None
    others = [one for one in scope.located if not one.devices]
    if len(others) > 1 or any(not _is_name(one) for one in others):
        return None
    parameters = Parameters()
    devices = parameters.add(scope.devices)
    found: set[Cell] = set()
    parts: list[tuple[Label, str, str]] = []
    for label, name in _holding(scope):
        value = f"n.{quote_name(name)}"
        mask = f"{name}_mask" if f"{name}_mask" in label.properties else ""
        test = _named(scope, label, others[0], parameters) if others else ""
        match = (
            f"MATCH (n:{quote_name(label.name)}) WHERE n.device IN {devices} AND "
            f"{f'{value} IS NOT NULL' if others else holds_value(value)}{test}"
        )
        rows = scope.look_up.rows(f"{match} RETURN DISTINCT n.device", parameters.values)
        found |= {row[0] for row in rows}
        parts += [(label, match, f"{value} AS address, {_cell(mask)} AS mask")] if rows else []
    if found != set(scope.devices):
        return None
    column = owner_column([parts[0][0]]) if len(parts) == 1 else "interface"
    texts = []
    for label, match, cells in parts:
        over, name = owner_name(scope, label)
        texts.append(
            f"{match}{over} RETURN DISTINCT n.device AS device, {name} AS {quote_name(column)}, {cells}"
        )
    note = "" if others else "read as: the addresses that interfaces have, with their masks"
    columns = ("device", column, "address", "mask")
    return Statement(" UNION ".join(texts), parameters.values, "list", columns, subject=column, note=note)


def _holding(scope: Scope) -> Iterator[tuple[Label, str]]:
    """Return the properties by which something owns an address, as ingest has related them to subnets."""
    for name in sorted(scope.lexicon.address_owners):
        label = scope.lexicon.labels.get(name)
        held = f"MATCH (n:{quote_name(name)})-[r:IN_SUBNET]->(:Subnet) RETURN DISTINCT r.property AS property"
        names = {str(row[0]) for row in scope.look_up.rows(held, {})} if label else set()
        own = {one.removesuffix(_MADE) if label and _is_made(label, one) else one for one in names}
        for one in sorted(own):
            if label and one in label.properties:
                yield label, one


def _is_made(label: Label, name: str) -> bool:
    """Tell a prefix that ingest has made of an address and its mask: the address is shown as its file writes it."""
    return name.endswith(_MADE) and name.removesuffix(_MADE) in label.properties


def _cell(name: str) -> str:
    return f"n.{quote_name(name)}" if name else "null"


def _is_name(located: Located) -> bool:
    """Tell whether a mention is what something is called by, and no address."""
    return located.mention.shape == "name" and any(one.property == "key" for one in located.occurrences)


def _named(scope: Scope, label: Label, located: Located, parameters: Parameters) -> str:
    """Write the test that what has the address, or what that belongs to, is called as the question says."""
    keys = parameters.add(
        tuple(dict.fromkeys(one.value for one in located.occurrences if one.property == "key"))
    )
    owner = owner_of(scope.lexicon, label)
    if owner is None:
        return f" AND n.key IN {keys}"
    over = (
        f"EXISTS {{ MATCH (o:{quote_name(owner[1].name)})-[:HAS*1..{owner[0]}]->(n) WHERE o.key IN {keys} }}"
    )
    return f" AND (n.key IN {keys} OR {over})"
