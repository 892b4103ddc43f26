"""Questions about reaching one end from the other, which are declined; what can be said are the filters on the way."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.planner.order.read_entry import read_range
from agent.planner.plan_records import Statement
from agent.planner.scope import Scope
from agent.planner.words.lexicon import ROOT
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name

_REACHES = re.compile(
    r"^\s*(?:can|could|does|do|will|would|is|are|may)\b.*"
    r"\b(?:reach(?:es|able)?|ping|talks? to|get (?:to|through)|communicate|forwards? (?:\w+ )?(?:traffic|packets)|"
    r"end[- ]to[- ]end|(?:path|route|connectivity|reachability) (?:between|from|to))\b",
    re.IGNORECASE,
)
DECLINED = (
    "Whether packets get from one end to the other is not computed; what is known are filters at the ends."
)
_MOST_STEPS = 2


def write_reachability(scope: Scope) -> Statement | None:
    """Write the statement for the filters on the devices at the ends; None when this is not asked."""
    if not _REACHES.search(scope.text) or not scope.lexicon.address_owners:
        return None
    devices = tuple(dict.fromkeys((*scope.devices, *_near(scope))))
    parameters = Parameters()
    names = parameters.add(devices)
    parts = [
        f"MATCH (n:{quote_name(owner)})-[:HAS*0..{_MOST_STEPS}]->(a:{quote_name(start)})"
        f"-[r:{quote_name(relation)}]->(b:{quote_name(end)}) "
        f"WHERE n.device IN {names} AND r.inferred = 'reference' AND a.key IS NOT NULL "
        "RETURN DISTINCT n.device AS device, n.key AS interface, b.key AS filter"
        for owner, start, relation, end in (_filters(scope) if devices else ())
    ]
    text = " UNION ".join(parts) or f"MATCH (d:Device) WHERE d.name IN {names} RETURN d.name AS device"
    columns = ("device", "interface", "filter") if parts else ("device",)
    return Statement(text, parameters.values, "list", columns, subject="interface", declined=DECLINED)


def _near(scope: Scope) -> Iterator[str]:
    """Name the devices that own an address in the smallest subnet of each address of the question."""
    for located in scope.located:
        found = read_range(located.mention.text) if located.mention.shape == "address" else None
        if found is None:
            continue
        text = (
            "MATCH (s:Subnet)<-[:IN_SUBNET]-(n:Entity) WHERE s.version = 4 AND s.first <= $a AND s.last >= $a "
            "RETURN n.device AS device, s.length AS length ORDER BY length DESC"
        )
        rows = scope.look_up.rows(text, {"a": f"{found[0]:08x}"})
        yield from (str(row[0]) for row in rows if row[1] == rows[0][1])


def _filters(scope: Scope) -> Iterator[tuple[str, str, str, str]]:
    """List how what owns addresses, or a part of it, refers to something that has entries."""
    for owner in sorted(scope.lexicon.address_owners & set(scope.lexicon.labels)):
        inside = {owner, *scope.lexicon.labels[owner].below}
        for start, relation, end in scope.lexicon.references:
            if start in inside and end not in (ROOT, owner) and scope.lexicon.labels[end].below:
                yield owner, start, relation, end
