"""Questions about things that nothing names, or nothing of a kind: by what properties hold, and by what lines say."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from agent.planner.plan_records import Statement
from agent.planner.related.dangling_names import SAID, called, nouns_of, says
from agent.planner.related.name_uses import Place, Use, Uses
from agent.planner.related.named_things import other_names
from agent.planner.related.spoken_kinds import with_filters
from agent.planner.scope import Scope
from agent.reader.value_index import quoted_phrase
from agent.reader.english import stem
from agent.planner.words.label_names import column_of
from agent.planner.words.question_words import Word
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name

_MOST_LOOKED_FOR = 200
_MOST_LINES = 40
_UNEXPLAINED = (stem("option"), stem("number"))
"""What a number is called by which nothing else says what it is."""
Ids = tuple[int | str, ...]


def write_unnamed(scope: Scope, said: re.Match[str]) -> Statement | None:
    """Write the statement for things that nothing names; None where the question is not understood.

    `said` is where the question says that they are not used: what stands before it is asked for, what stands
    behind it might have used them.
    """
    if other_names(scope, SAID):
        return None
    before, behind = _cut(scope, said)
    asked, users = (before, behind) if before else (behind, ())
    kinds = with_filters(scope.lexicon, _kinds(scope, asked), {word.stem for word in asked})
    if not kinds:
        return None
    every = list(Uses(scope, (*asked, *users)).all())
    kinds = tuple(one for one in kinds if Place(one, "key") not in {use.user for use in every})
    uses = [one for one in every if {end.label for end in one.named} & set(kinds)]
    must = {word.index for word in users if word.index in scope.content}
    uses = [one for one in uses if must <= one.explained] if must else uses
    if not uses:
        return None
    named = {end.label for use in uses for end in use.named}
    kinds = tuple(one for one in kinds if one in named or not must)
    found = tuple(one for kind in kinds for one in _unnamed(scope, kind, uses, bool(must)))
    return _statement(scope, kinds, found, uses)


def _cut(scope: Scope, said: re.Match[str]) -> tuple[tuple[Word, ...], tuple[Word, ...]]:
    """Part the nouns into those before and those behind what says that nothing uses the things."""
    before, behind = list[Word](), list[Word]()
    place = 0
    for word in nouns_of(scope):
        start = scope.text.lower().find(word.text.lower(), place)
        place = max(place, start)
        (behind if start >= said.start() or start < 0 else before).append(word)
    return tuple(before), tuple(behind)


def _kinds(scope: Scope, asked: Sequence[Word]) -> tuple[str, ...]:
    """Return the kinds of things that are asked for, where they explain all of what asks for them."""
    said = Uses(scope, asked).said
    must = [word for word in asked if word.index in scope.content]
    most = max((len(places) for places in said.values()), default=0)
    return tuple(
        name
        for name, places in sorted(said.items())
        if len(places) == most and all(word.index in places or says(scope, name, word) for word in must)
    )


def _unnamed(scope: Scope, kind: str, uses: Sequence[Use], only_these: bool) -> Iterator[int | str]:
    """List the things that no use names; where any use counts, those in other lines are left out, too."""
    reader = Uses(scope, ())
    ends = {end for one in uses for end in one.named if end.label == kind} or {Place(kind, "key")}
    named: dict[str, set[str]] = {}
    for use in uses:
        for device, items in reader.held(use.user).items():
            named.setdefault(device, set()).update(items)
    for device, things in _things(scope, kind, ends):
        left = [(ident, keys) for ident, keys in things.items() if not keys & named.get(device, set())]
        if len(left) > _MOST_LOOKED_FOR:
            return
        for ident, keys in left:
            if only_these or not any(_stands_elsewhere(scope, kind, device, key) for key in keys):
                yield ident


def _things(
    scope: Scope, kind: str, ends: Collection[Place]
) -> Iterator[tuple[str, Mapping[int | str, frozenset[str]]]]:
    """Read the things of a kind, by device, each with what it may be named by."""
    by_device: dict[str, dict[int | str, frozenset[str]]] = {}
    for end in sorted({*ends, Place(kind, "key")}, key=lambda one: one.property):
        on_devices = " AND n.device IN $devices" if scope.devices else ""
        text = (
            f"MATCH (n:{quote_name(kind)}) WHERE n.{quote_name(end.property)} IS NOT NULL{on_devices} "
            f"RETURN n.device, collect(n.id), collect(toString(n.{quote_name(end.property)}))"
        )
        for device, ids, keys in scope.look_up.rows(text, {"devices": scope.devices}):
            things = by_device.setdefault(str(device), {})
            if isinstance(ids, list | tuple) and isinstance(keys, list | tuple):
                for ident, key in zip(ids, keys, strict=True):
                    if isinstance(ident, int | str):
                        things[ident] = things.get(ident, frozenset()) | {str(key)}
    yield from by_device.items()


def _stands_elsewhere(scope: Scope, kind: str, device: str, key: str) -> bool:
    """Tell whether a name stands in a line that is none of the thing's own; a number where nothing says what it is."""
    if key.isdigit():
        return _stands_unexplained(scope, kind, device, key)
    own = (
        f"MATCH (n:{quote_name(kind)})-[:HAS*0..4]->(p:Entity)-[:HAS_LINE]->(l:Line) "
        "WHERE n.device = $device AND toString(n.key) = $key RETURN collect(DISTINCT l.path + ':' + toString(l.number))"
    )
    rows = scope.look_up.rows(own, {"device": device, "key": key})
    lines = set(rows[0][0]) if rows and isinstance(rows[0][0], list | tuple) else set()
    text = (
        "CALL db.index.fulltext.queryNodes('lines', $query) YIELD node "
        "MATCH (d:Document) WHERE d.path = node.path AND d.device = $device "
        f"RETURN node.path + ':' + toString(node.number), node.text LIMIT {_MOST_LINES}"
    )
    whole = re.compile(rf"(?<![\w.-]){re.escape(key)}(?![\w-])")
    found = scope.look_up.rows(text, {"query": quoted_phrase(key), "device": device})
    return any(str(place) not in lines and whole.search(str(line)) for place, line in found)


def _stands_unexplained(scope: Scope, kind: str, device: str, key: str) -> bool:
    """Tell whether a number stands where nothing says of what it is: it may be that of a list ("community x RO 10")."""
    own = {kind, *scope.lexicon.labels[kind].below}
    return any(
        scope.look_up.count(
            f"MATCH (n:{quote_name(label.name)}) WHERE n.device = $device "
            f"AND $number IN ([] + n.{quote_name(found.name)}) RETURN count(n) AS count",
            {"device": device, "number": int(key)},
        )
        for label in scope.lexicon.things
        if label.name not in own
        for found in label.properties.values()
        if found.words[-2:] == _UNEXPLAINED
    )


def _statement(scope: Scope, kinds: Sequence[str], ids: Ids, uses: Sequence[Use]) -> Statement:
    parameters = Parameters()
    noun = column_of(scope.lexicon.labels[kinds[0]])
    chosen = parameters.add(ids)
    text = " UNION ".join(
        f"MATCH (n:{quote_name(kind)}) WHERE n.id IN {chosen} "
        f"RETURN DISTINCT n.device AS device, n.key AS {quote_name(noun)}"
        for kind in kinds
    )
    said = ", ".join(sorted({called(scope, one.user) for one in uses})[:4])
    note = f"read as: each {noun.replace('_', ' ')} that is named by no {said} of its device"
    return Statement(text, parameters.values, "exists", ("device", noun), subject=kinds[0], note=note)
