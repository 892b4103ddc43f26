"""Questions about the sessions between two devices: neighbors of the one whose address the other owns."""

from __future__ import annotations

import re

from agent.planner.plan_records import Statement
from agent.planner.related.named_things import kind_among, leaves_words, other_names, stems
from agent.planner.scope import Scope
from agent.planner.words.label_names import column_of
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name

_SAID = stems(
    "neighbor", "neighbors", "neighbour", "neighbours", "peer", "peers", "peering", "session", "sessions", "bgp",
    "between", "address", "addresses", "ip", "towards", "link", "interface", "interfaces", "owned", "own", "belong",
    "list",
)  # fmt: skip
_PEERING = re.compile(r"\b(?:neighbou?rs?|nbrs?|peers?|peerings?|sessions?)\b", re.IGNORECASE)
_TWO = 2


def write_peers_between(scope: Scope) -> Statement | None:
    """Write the statement for the neighbors of one device that are another one; None when this is not asked."""
    if len(scope.devices) != _TWO or not _PEERING.search(scope.text) or other_names(scope, _SAID):
        return None
    labels = _peers(scope)
    kind = kind_among(scope, scope.words)
    chosen = [name for name in (kind.labels if kind else ()) if name in labels] or labels
    if not chosen or scope.asked.negations or leaves_words(scope, kind.positions if kind else (), _SAID):
        return None
    label = scope.lexicon.labels[chosen[0]]
    parameters = Parameters()
    devices = parameters.add(scope.devices)
    text = (
        f"MATCH (n:{quote_name(label.name)})-[r:ADDRESS_OWNED_BY]->(o:Entity) "
        f"WHERE n.device IN {devices} AND o.device IN {devices} AND n.device <> o.device "
        f"RETURN DISTINCT n.device AS device, n.key AS {quote_name(column_of(label))}, o.device AS peer_device, "
        "o.key AS peer_interface ORDER BY device"
    )
    columns = ("device", column_of(label), "peer_device", "peer_interface")
    note = "read as: neighbors of each of the two whose address the other one owns"
    return Statement(text, parameters.values, "list", columns, subject=label.name, note=note)


def _peers(scope: Scope) -> list[str]:
    """List the labels of neighbors whose addresses others own."""
    owned = {start for start, relation, _, _ in scope.lexicon.relations if relation == "ADDRESS_OWNED_BY"}
    known = [scope.lexicon.labels[name] for name in sorted(owned & set(scope.lexicon.labels))]
    return [one.name for one in known if {"neighbor", "peer"} & set(one.words)]
