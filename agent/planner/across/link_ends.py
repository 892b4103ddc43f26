"""Questions about both ends of a link between two devices: what is set at each, and whether that is the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.planner.plan_records import Statement
from agent.planner.related.named_things import stems
from agent.planner.scope import DEVICE_STEMS, Scope
from agent.planner.words.lexicon import HEADER, INTERNAL, ROOT, Property
from agent.planner.words.match_words import match_words
from agent.planner.words.question_words import Word
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name
from graph_store.records import Cell

_ENDS = re.compile(
    r"\b(?:both|the two|each|either|two) (?:ends?|sides?)\b|\b(?:ends?|sides?) of (?:the |this |that )?\S*|"
    r"\b(?:links?|circuits?|trunks?|uplinks?|connections?|cables?|adjacency|line)\b",
    re.IGNORECASE,
)
_BOTH_ENDS = re.compile(r"\b(?:both|the two|each|either|two) (?:\w+ )?(?:ends?|sides?)\b", re.IGNORECASE)
_SAID = stems(
    "both", "end", "ends", "side", "sides", "link", "links", "circuit", "connection", "cable", "trunk", "uplink",
    "match", "matches", "same", "differ", "different", "compare", "agree", "agrees", "equal", "between", "identical",
    "mismatch", "mismatched", "consistent", "interface", "interfaces", "port", "ports", "line", "value", "values",
    "set", "configured", "vs", "versus", "each", "either", "adjacency", "difference", "setting", "settings",
)  # fmt: skip
_TWO, _SURE, _FEW = 2, 0.7, 24
NodeId = int | str


@dataclass(frozen=True, slots=True)
class _End:
    """One end: the entity that has its address or name, and all entities that say something of it, nearest first."""

    device: str
    name: str
    around: tuple[NodeId, ...]


def write_link_ends(scope: Scope) -> Statement | None:
    """Write the statement for a property at both ends of a link; None where this is not asked, or no link is found."""
    if len(scope.devices) != _TWO or not _ENDS.search(scope.text) or scope.asked.negations:
        return None
    if scope.asked.intent not in ("list", "lookup", "exists"):
        return None
    if any(not one.devices for one in scope.located):
        return None
    words = [word for word in scope.words if word.stem not in _SAID | DEVICE_STEMS]
    named = list(_named(scope, words))
    if not named:
        return None
    tied = [pairs for pairs in (_by_subnet(scope), _by_names(scope)) if pairs]
    found = (_statement(scope, pairs, named) for pairs in tied if len(pairs) <= _FEW)
    statement = next((one for one in found if one is not None), None)
    if statement is None and _BOTH_ENDS.search(scope.text):
        both = " and ".join(scope.devices)
        said = f"no link between {both} was read: no subnet and no two descriptions tie them"
        said = f"what ties {both} says nothing of it" if tied else said
        nothing = "MATCH (n:Configuration) WHERE n.device IS NULL RETURN n.device AS device"
        return Statement(nothing, {}, "list", ("device",), subject="link", declined=f"Not answered: {said}.")
    return statement


def _named(scope: Scope, words: Sequence[Word]) -> Iterator[Property]:
    """List the properties that all words which count name: "mtu" is an Ethernet MTU, too."""
    must = {word.index for word in words if word.index in scope.content}
    found = []
    for label in scope.lexicon.things:
        for one in label.properties.values():
            hidden = one.name in HEADER or one.name in INTERNAL or one.is_flag
            matched = match_words(one.words, words)
            sure = {place for place, weight in matched.positions.items() if weight >= _SURE}
            if label.name != ROOT and not hidden and sure and must <= sure:
                found.append((len(sure), one))
    most = max((count for count, _ in found), default=0)
    yield from (one for count, one in found if count == most)


def _by_subnet(scope: Scope) -> list[tuple[_End, _End]]:
    text = (
        "MATCH (n:Entity)-[:IN_SUBNET]->(:Subnet)<-[:IN_SUBNET]-(o:Entity) "
        "WHERE n.device = $near AND o.device = $far RETURN DISTINCT n.id, o.id"
    )
    near, far = scope.devices
    rows = scope.look_up.rows(text, {"near": near, "far": far})
    return [(_end(scope, near, row[0]), _end(scope, far, row[1])) for row in rows]


def _by_names(scope: Scope) -> list[tuple[_End, _End]]:
    """Find the only two things, one on each device, whose texts name the other device."""
    text = (
        "MATCH (n:Entity) WHERE n.device = $near AND n.type <> 'Configuration' "
        "AND any(name IN keys(n) WHERE name STARTS WITH 'descr' AND toLower(toString(n[name])) =~ $far) "
        "RETURN DISTINCT n.id"
    )
    sides = []
    for near, far in (scope.devices, scope.devices[::-1]):
        rows = scope.look_up.rows(text, {"near": near, "far": naming(far)})
        sides.append([_end(scope, near, row[0]) for row in rows])
    return [(sides[0][0], sides[1][0])] if all(len(one) == 1 for one in sides) else []


def naming(device: str) -> str:
    """Return the pattern of texts in lower case that say a device's name, whole."""
    return rf".*(?<![a-z0-9_-]){re.escape(device.lower())}(?![a-z0-9_-]).*"


def _end(scope: Scope, device: str, ident: Cell) -> _End:
    """Gather what says something of an end: itself, what it is a part of, and what either names or is named by."""
    over = (
        "MATCH (a:Entity)-[:HAS*0..3]->(n:Entity) WHERE n.id = $id AND a.type <> 'Configuration' "
        "RETURN a.id, toString(a.key)"
    )
    own = scope.look_up.rows(over, {"id": _plain(ident)})
    names = [str(row[1]) for row in own if row[1] and not str(row[1]).isdigit()]
    joined = [f"{one}.{row[1]}" for one in names for row in own if str(row[1]).isdigit()]
    beside = (
        "MATCH (n:Entity) WHERE n.device = $device AND NOT n.id IN $ids AND toString(n.key) IN $names "
        "AND n.type <> 'Configuration' RETURN n.id"
    )
    ids = tuple(_plain(row[0]) for row in own)
    alike = scope.look_up.rows(beside, {"device": device, "ids": ids, "names": (*names, *joined)})
    held = (
        "MATCH (n:Entity) WHERE n.id IN $ids MATCH (m:Entity) WHERE m.device = n.device AND NOT m.id IN $ids "
        "AND m.type <> 'Configuration' AND any(name IN keys(n) WHERE name <> 'key' AND name <> 'id' "
        "AND toString(n[name]) = toString(m.key)) AND NOT toString(m.key) =~ '[0-9]{1,5}' RETURN DISTINCT m.id"
    )
    further = scope.look_up.rows(held, {"ids": ids})
    around = (*ids, *(_plain(row[0]) for row in (*alike, *further)))
    return _End(device, names[0] if names else "", tuple(dict.fromkeys(around)))


def _plain(cell: Cell) -> NodeId:
    return cell if isinstance(cell, int | str) else str(cell)


def _statement(
    scope: Scope, pairs: Sequence[tuple[_End, _End]], named: Sequence[Property]
) -> Statement | None:
    names = tuple(dict.fromkeys(one.name for one in named))
    column = min(names, key=len)
    value = f"coalesce({', '.join(f'n.{quote_name(one)}' for one in names)})"
    parameters = Parameters()
    parts, said = [], []
    for pair in pairs:
        values = [_value(scope, one, value) for one in pair]
        if not any(values):
            continue
        for end, found in zip(pair, values, strict=True):
            if found is None:
                said.append(f"no {column.replace('_', ' ')} was read at {end.name} on {end.device}")
                continue
            parts.append(
                f"MATCH (n:Entity) WHERE n.id = {parameters.add(found[0])} RETURN DISTINCT n.device AS device, "
                f"{parameters.add(end.name)} AS interface, {value} AS {quote_name(column)}"
            )
        if all(values):
            same = len({one[1] for one in values if one}) == 1
            said.append(f"{'the same' if same else 'not the same'} at {pair[0].name} and {pair[1].name}")
    if not parts:
        return None
    note = f"read as: {column.replace('_', ' ')} at both ends; {'; '.join(dict.fromkeys(said))}"
    text = " UNION ".join(dict.fromkeys(parts))
    return Statement(
        text, parameters.values, "list", ("device", "interface", column), subject=column, note=note
    )


def _value(scope: Scope, end: _End, value: str) -> tuple[NodeId, str] | None:
    """Return the nearest entity around an end that has the property, and what it says."""
    text = f"MATCH (n:Entity) WHERE n.id IN $ids AND {value} IS NOT NULL RETURN n.id, toString({value})"
    found = {_plain(row[0]): str(row[1]) for row in scope.look_up.rows(text, {"ids": end.around})}
    return next(((one, found[one]) for one in end.around if one in found), None)
