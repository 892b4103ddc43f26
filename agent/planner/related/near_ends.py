"""Finds what a device has towards another device or AS: its neighbors there, and the interfaces that lead to them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agent.planner.configurations.join_names import HANDING_ON
from agent.planner.plan_records import Parameter
from agent.planner.scope import Scope
from agent.planner.words.label_names import has_key
from agent.planner.words.lexicon import ROOT
from graph_store.names import quote_name

_TOWARDS = re.compile(r"\b(?:towards?|to|with|facing|for|from|between)\s+$", re.IGNORECASE)
_AS = re.compile(
    r"\b(?:towards?|to|with|facing|for|from)\s+(?:the\s+)?(?:AS|autonomous system)\s*(\d+)\b", re.IGNORECASE
)
NodeId = int | str
Ends = dict[str, Parameter]
Ids = tuple[NodeId, ...]
_TWO = 2
_PEER_SIDE = frozenset({"remot", "remote", "peer", "neighbor"})


@dataclass(frozen=True, slots=True)
class NearEnds:
    """The neighbors and interfaces at the near end, with what the question calls the far one."""

    neighbors: tuple[NodeId, ...]
    interfaces: tuple[NodeId, ...]
    called: str
    positions: frozenset[int]


def near_ends(scope: Scope) -> NearEnds | None:
    """Find the near ends; None when the question names no other end."""
    other = _AS.search(scope.text)
    if other and len(scope.devices) == 1:
        device = scope.devices[0]
        neighbors = tuple(dict.fromkeys(_neighbors_in(scope, device, other[1])))
        text = (
            "MATCH (n:Entity)-[:ADDRESS_IN]->(:Subnet)<-[:IN_SUBNET]-(i:Entity) "
            "WHERE n.id IN $ids AND i.device = n.device RETURN DISTINCT i.id"
        )
        places = frozenset(token.index for token in scope.tokens if token.text.lower() in ("as", other[1]))
        found = _ids(scope, text, {"ids": neighbors}) if neighbors else ()
        return _near(scope, neighbors, found, f"{device} towards AS {other[1]}", places)
    if len(scope.devices) != _TWO or any(not one.devices for one in scope.located):
        return None
    far = next(
        (one for one in reversed(scope.located) if _TOWARDS.search(_before(scope, one.mention.text))), None
    )
    if far is None or len(far.devices) != 1:
        return None
    near = next(device for device in scope.devices if device != far.devices[0])
    ends: Ends = {"near": near, "far": far.devices[0]}
    met = "WHERE n.device = $near AND o.device = $far RETURN DISTINCT n.id"
    neighbors = _ids(scope, f"MATCH (n:Entity)-[:ADDRESS_OWNED_BY]->(o:Entity) {met}", ends)
    found = _ids(scope, f"MATCH (n:Entity)-[:IN_SUBNET]->(:Subnet)<-[:IN_SUBNET]-(o:Entity) {met}", ends)
    return _near(scope, neighbors, found, f"{near} towards {far.devices[0]}", frozenset({far.mention.index}))


def _before(scope: Scope, name: str) -> str:
    return scope.text[: max(scope.text.rfind(name), 0)]


def _near(scope: Scope, neighbors: Ids, interfaces: Ids, called: str, positions: frozenset[int]) -> NearEnds:
    """Add what neighbors take over and are called elsewhere, and what an address alone is a part of."""
    same = (
        "MATCH (n:Entity)-[r]->(g:Entity) WHERE n.id IN $ids AND r.inferred = 'reference' AND g.type = n.type "
        "RETURN DISTINCT g.id"
    )
    groups = (*neighbors, *(_ids(scope, same, {"ids": neighbors}) if neighbors else ()))
    beside = (
        "MATCH (n:Entity)<-[r]-(m:Entity) WHERE n.id IN $ids AND r.inferred = 'reference' AND r.property = 'key' "
        "AND m.device = n.device AND m.key = n.key RETURN DISTINCT m.id"
    )
    others = _ids(scope, beside, {"ids": groups}) if groups else ()
    over = (
        "MATCH (u:Entity)-[:HAS*1..3]->(n:Entity) WHERE n.id IN $ids AND u.type <> 'Configuration' AND NOT EXISTS "
        "{ MATCH (u)-[:HAS*1..3]->(x:Entity)-[:IN_SUBNET]->(:Subnet) WHERE NOT x.id IN $ids } RETURN DISTINCT u.id"
    )
    owners = _ids(scope, over, {"ids": interfaces}) if interfaces else ()
    return NearEnds(
        tuple(dict.fromkeys((*groups, *others, *groups_over(scope, neighbors)))),
        tuple(dict.fromkeys((*interfaces, *owners))),
        called,
        positions,
    )


def groups_over(scope: Scope, ids: Ids) -> Ids:
    """Return the groups that some nodes are parts of."""
    kinds = tuple(one.name for one in scope.lexicon.things if HANDING_ON & set(one.words) and one.below)
    text = "MATCH (g:Entity)-[:HAS]->(n:Entity) WHERE n.id IN $ids AND g.type IN $kinds RETURN DISTINCT g.id"
    return _ids(scope, text, {"ids": ids, "kinds": kinds}) if ids and kinds else ()


def _neighbors_in(scope: Scope, device: str, number: str) -> Iterator[NodeId]:
    """Find the neighbors with a remote AS, and those that take it over from a group."""
    for label in scope.lexicon.things:
        names = [
            one.name for one in label.properties.values() if "as" in one.words and _PEER_SIDE & set(one.words)
        ]
        if label.name == ROOT or not names or not has_key(label):
            continue
        kind = quote_name(label.name)
        test = f"g.device = $device AND toString(g.{quote_name(names[0])}) = $number"
        ends: Ends = {"device": device, "number": number}
        yield from _ids(scope, f"MATCH (g:{kind}) WHERE {test} RETURN g.id", ends)
        taking = (
            f"MATCH (n:{kind})-[r]->(g:{kind}) WHERE {test} AND r.inferred = 'reference' RETURN DISTINCT n.id"
        )
        yield from _ids(scope, taking, ends)


def _ids(scope: Scope, text: str, parameters: Ends) -> Ids:
    return tuple(row[0] for row in scope.look_up.rows(text, parameters) if isinstance(row[0], int | str))
