"""Questions about what a thing uses: the access list on an interface, the route maps towards another device or AS."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agent.planner.configurations.join_names import HANDING_ON
from agent.planner.plan_records import Statement
from agent.planner.related.named_things import kind_among, leaves_words, named_thing, stems
from agent.planner.related.near_ends import groups_over, near_ends
from agent.planner.related.spoken_kinds import called_so, with_filters
from agent.planner.scope import DEVICE_STEMS, Scope
from agent.planner.words.label_names import column_name
from agent.planner.words.lexicon import ROOT, Lexicon
from agent.planner.write_conditions import Parameters
from agent.records import Intent
from agent.render.words import singular
from graph_store.names import quote_name

_USES = re.compile(
    r"\b(?:appl(?:y|ies|ied)|us(?:es?|ed)|attach\w*|bound|assigned|filter\w*|polic(?:y|ies)|in (?:use|effect))\b",
    re.IGNORECASE,
)
_ON = re.compile(r"\bon (?:the )?(?:\w+ )?$", re.IGNORECASE)
"""What stands on a named port is used by it, where the noun is one for such things: the address on a port is none."""
_ANY_FILTER = stems("filter", "filters", "filtering", "policy", "policies", "restriction", "restrictions")
_SAID = _ANY_FILTER | stems(
    "use", "used", "uses", "apply", "applies", "applied", "attached", "bound", "assigned", "effect", "link", "packet",
    "traffic", "direction", "inbound", "outbound", "ingress", "egress", "in", "out", "towards", "toward", "peer",
    "session", "bgp", "neighbor", "interface", "port", "as", "summarize", "summary", "name", "facing",
)  # fmt: skip
_PACKETS = stems("packet", "packets", "traffic", "access")
_MOST = 200


@dataclass(frozen=True, slots=True)
class _Start:
    """The nodes that may use something, with what the question calls them; `positions` are explained by that."""

    ids: tuple[int | str, ...]
    called: str
    positions: frozenset[int]
    over: str = ""


def write_used(scope: Scope) -> Statement | None:
    """Write the statement for what the named thing, or what leads to the other end, refers to; None when not asked."""
    if (
        not (_USES.search(scope.text) or _is_on(scope))
        or scope.asked.negations
        or not scope.lexicon.references
    ):
        return None
    if scope.asked.intent not in ("list", "lookup", "exists", "summary"):
        return None
    start = _start(scope)
    if start is None or not start.ids:
        return None
    goals, positions = _goals(scope, start)
    if not goals or leaves_words(scope, start.positions | positions, _SAID):
        return None
    return _statement(scope, start, goals, positions)


def _is_on(scope: Scope) -> bool:
    """Tell whether something is asked for that stands on a named thing: "which list is on port P"."""
    names = [one.mention.text for one in scope.located if not one.devices]
    return len(names) == 1 and bool(_ON.search(scope.text[: max(scope.text.find(names[0]), 0)]))


def _start(scope: Scope) -> _Start | None:
    near = near_ends(scope)
    if near is not None:
        packets = any(word.stem in _PACKETS for word in scope.words)
        ids = near.interfaces if packets else (*near.neighbors, *near.interfaces)
        return _Start(ids, near.called, near.positions)
    thing = named_thing(scope, _SAID)
    if thing is None or not scope.devices:
        return None
    keys = tuple(map(str, thing.keys))
    own = _kin(scope.lexicon, thing.labels)
    ids = _ids(scope, own, keys)
    groups = _groups(scope, ids)
    more = _ids(scope, own, groups) if groups else ()
    over = f"{', '.join(keys)} takes over what {', '.join(groups)} says" if groups else ""
    return _Start((*ids, *more, *groups_over(scope, ids)), ", ".join(keys), thing.positions, over)


def _kin(lexicon: Lexicon, labels: Iterable[str]) -> tuple[str, ...]:
    """Return the labels and those whose names share a word with them: a neighbor of an address family, too."""
    words = {word for name in labels for word in lexicon.labels[name].words}
    return tuple(one.name for one in lexicon.things if one.name != ROOT and words & set(one.words))


def _ids(scope: Scope, labels: Sequence[str], keys: Sequence[str]) -> tuple[int | str, ...]:
    parameters = Parameters()
    tests = f"n.key IN {parameters.add(tuple(keys))} AND n.device IN {parameters.add(scope.devices)}"
    kinds = "|".join(map(quote_name, labels))
    rows = scope.look_up.rows(f"MATCH (n:{kinds}) WHERE {tests} RETURN n.id LIMIT {_MOST}", parameters.values)
    return tuple(row[0] for row in rows if isinstance(row[0], int | str))


def _groups(scope: Scope, ids: Sequence[int | str]) -> tuple[str, ...]:
    """Return the names of what some nodes take settings over from."""
    handing = [one[1] for one in scope.lexicon.references if hands_on(scope.lexicon, *one)]
    if not handing or not ids:
        return ()
    relations = "|".join(map(quote_name, dict.fromkeys(handing)))
    rows = scope.look_up.rows(
        f"MATCH (n:Entity)-[r:{relations}]->(g:Entity) WHERE n.id IN $ids RETURN DISTINCT g.key",
        {"ids": tuple(ids)},
    )
    return tuple(str(row[0]) for row in rows if row[0])


def hands_on(lexicon: Lexicon, start: str, relation: str, end: str) -> bool:
    """Tell whether a reference is one to what settings are taken over from: a group of the same kind of thing."""
    words = HANDING_ON & set(relation.lower().split("_"))
    kin = set(lexicon.labels[start].words) & set(lexicon.labels[end].words)
    return bool(words and kin) and relation != column_name(start).upper()


def _goals(scope: Scope, start: _Start) -> tuple[tuple[str, ...], frozenset[int]]:
    """Find the kinds that are asked for, among what anything refers to; for "filters" all kinds that have entries."""
    ends = {
        end
        for begin, relation, end in scope.lexicon.references
        if end != ROOT and not hands_on(scope.lexicon, begin, relation, end)
    }
    for phrase in scope.asked.phrases:
        words = [word for word in scope.at(phrase.positions) if word.index not in start.positions]
        words = [word for word in words if word.stem not in DEVICE_STEMS]
        kind = kind_among(scope, words) if words else None
        labels = (
            kind.labels if kind and _USES.search(scope.text) else called_so(scope, words) if words else ()
        )
        kinds = with_filters(scope.lexicon, labels, {word.stem for word in words})
        found = tuple(name for name in kinds if name in ends)
        if kind and found:
            return found, kind.positions
    if any(word.stem in _ANY_FILTER for word in scope.words if word.index not in start.positions):
        ends -= scope.lexicon.address_owners
        return tuple(sorted(one for one in ends if scope.lexicon.labels[one].below)), frozenset()
    return (), frozenset()


def _called(scope: Scope, positions: Iterable[int]) -> str:
    """Return what the question calls that which is used: "route_map"."""
    words = [scope.tokens[place].text.lower() for place in sorted(positions)]
    return singular("_".join(words))


def _statement(scope: Scope, start: _Start, goals: Sequence[str], positions: frozenset[int]) -> Statement:
    parameters = Parameters()
    ids, kinds = parameters.add(tuple(start.ids)), parameters.add(tuple(goals))
    match = (
        f"MATCH (n:Entity)-[:HAS*0..2]->(p:Entity)-[r]->(m:Entity) WHERE n.id IN {ids} AND r.inferred = 'reference' "
        f"AND (m.type IN {kinds} OR EXISTS {{ MATCH (u:Undefined) WHERE u.id = m.id "
        f"AND any(one IN u.expected WHERE one IN {kinds}) }})"
    )
    line = "MATCH (p)-[:HAS_LINE]->(l:Line) WHERE l.number IN r.lines"
    note = f"read as: what {start.called} refers to"
    note = f"{note}; {start.over}" if start.over else note
    if scope.asked.intent == "summary":
        quoted = "RETURN DISTINCT l.path AS path, l.number AS number, l.text AS text"
        text = f"{match} {line} {quoted} UNION {match} MATCH (m)-[:HAS*0..1]->(e:Entity)-[:HAS_LINE]->(l:Line) {quoted}"
        return Statement(
            text, parameters.values, "list", ("path", "number", "text"), subject="line", note=note
        )
    column = _called(scope, positions) or "filter"
    text = (
        f"{match} {line} RETURN DISTINCT n.device AS device, n.key AS used_by, r.value AS {quote_name(column)}, "
        "trim(l.text) AS written ORDER BY device, used_by"
    )
    columns = ("device", "used_by", column, "written")
    intent: Intent = "exists" if scope.asked.intent == "exists" else "list"
    return Statement(text, parameters.values, intent, columns, subject=column, note=note)
