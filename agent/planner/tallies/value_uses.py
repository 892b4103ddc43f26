"""Writes which value most things of a kind name, over all makes: "which VLAN is used by the most interfaces"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent.planner.plan_records import Statement
from agent.planner.related.name_uses import Place, Uses, items, names_in
from agent.planner.scope import DEVICE_STEMS, Scope
from agent.planner.tallies.counted_kinds import kinds_named
from agent.planner.tallies.read_tally import NUMBER, Tally, count_of, holds
from agent.planner.tallies.unread_devices import configured_devices, say_unread
from agent.planner.tallies.write_tally import words_of
from agent.planner.words.lexicon import Property
from agent.planner.words.match_words import match_words
from agent.planner.words.question_words import Word
from agent.planner.write_conditions import Parameters, holds_value
from graph_store.names import quote_name

_MOST_VALUES, _SURE = 20, 0.6
_BOUND = r"more than|over|fewer than|less than|under|at least|at most|exactly"
_HOW = rf"(?:the )?(?P<how>most|fewest|least|{_BOUND})(?: {NUMBER})?"
_ON = r"(?: on (?P<place>\S+))?"
_USED = r"(?:used|named|assigned|configured|applied|carried|referenced|set|allowed|present)"
_ATLEAST = frozenset({"most", "more than", "over", "at least", "exactly"})
_UNNAMED = "This question was not answered: what nothing names is not counted."
_FORMS = (
    re.compile(
        rf"(?:which|what) (?P<noun>.+?) (?:is|are) {_USED} (?:by|to|on|in) {_HOW} (?P<users>.+?){_ON}"
    ),
    re.compile(rf"(?:which|what) (?P<noun>.+?) (?:has|have|with) {_HOW} (?P<users>.+?){_ON}"),
)
_Holder = tuple[str, int | str]


@dataclass(frozen=True, slots=True)
class _Asked:
    """The words for the values and for what names them, and which counts are wanted."""

    nouns: list[Word]
    users: list[Word]
    tally: Tally


def write_value_uses(scope: Scope) -> Statement | None:
    """Count the things that name each value; None where none of them has a property for such values."""
    asked = _read(scope)
    if asked is None:
        return None
    places = _places(scope, asked)
    counted = {place: _holders(scope, *place) for place in places}
    nodes: dict[str, set[_Holder]] = {}
    for found in counted.values():
        for value, holder in found:
            nodes.setdefault(value, set()).add(holder)
    chosen = _chosen(asked.tally, {value: len(own) for value, own in nodes.items()})
    if not 0 < len(chosen) <= _MOST_VALUES:
        return None
    parameters = Parameters()
    column = asked.tally.noun.removesuffix("s").replace(" ", "_")
    parts = [
        f"MATCH (n:Entity) WHERE n.id IN {parameters.add(tuple(sorted((node for _, node in nodes[value]), key=str)))} "
        f"RETURN {parameters.add(value)} AS {quote_name(column)}, count(DISTINCT n) AS count"
        for value in chosen
    ]
    note = _note(scope, asked, [place for place, found in counted.items() if found], nodes)
    return Statement(
        " UNION ".join(parts),
        parameters.values,
        "count",
        (column, "count"),
        subject=column,
        note=note,
        declined="" if asked.tally.bound in _ATLEAST else _UNNAMED,
    )


def _read(scope: Scope) -> _Asked | None:
    plain = scope.plain.lower()
    found = next((match for form in _FORMS if (match := form.fullmatch(plain))), None)
    if found is None or scope.asked.negations or (found["place"] and not scope.devices):
        return None
    least = found["how"] == "least" and not found["number"]
    bound = "fewest" if least else found["how"]
    if (bound in ("most", "fewest")) is bool(found["number"]):
        return None
    nouns, users = words_of(scope, found["noun"]), words_of(scope, found["users"])
    others = [one.mention.text for one in scope.located if not one.devices]
    if (
        not nouns
        or not users
        or others not in ([], [found["number"] or ""])
        or nouns[-1].stem in DEVICE_STEMS
    ):
        return None
    return _Asked(
        nouns, users, Tally("bound", found["noun"], bound=bound, number=count_of(found["number"] or "", 1))
    )


def _places(scope: Scope, asked: _Asked) -> list[tuple[str, Place]]:
    """Return the properties of the users or their parts that hold such values, each with the kind of the users."""
    kinds, named = kinds_named(scope, asked.users), set(kinds_named(scope, asked.nouns))
    referring = {
        use.user
        for use in Uses(scope, (*asked.nouns, *asked.users)).all()
        if {one.label for one in use.named} & named
    }
    found: list[tuple[str, Place]] = []
    for kind in kinds:
        for label in (kind, *scope.lexicon.labels[kind].below):
            for name in names_in(scope.lexicon.labels[label]):
                place = Place(label, name)
                called = _is_called(scope.lexicon.labels[label].properties[name], asked.nouns)
                if name != "key" and label not in named and (called or place in referring):
                    found.append((kind, place))
    return found


def _is_called(found: Property, nouns: Sequence[Word]) -> bool:
    """Tell whether a property is called as the values are: by all words, its last one or its number's name."""
    words = (
        found.words[:-1]
        if len(found.words) > 1 and found.words[-1] in ("id", "number", "tag")
        else found.words
    )
    matched = match_words(words, nouns).positions
    last = match_words(words[-1:], nouns[-1:]).positions.get(nouns[-1].index, 0.0)
    return last >= _SURE and all(matched.get(word.index, 0.0) >= _SURE for word in nouns)


def _holders(scope: Scope, kind: str, place: Place) -> set[tuple[str, _Holder]]:
    """Return each value with the device and node of what names it; lists and ranges are taken apart."""
    value = f"p.{quote_name(place.property)}"
    text = (
        f"MATCH (n:{quote_name(kind)})-[:HAS*0..3]->(p:{quote_name(place.label)}) WHERE {holds_value(value)} "
        f"UNWIND ([] + {value}) AS value RETURN n.device, n.id, toString(value)"
    )
    return {
        (item, (str(device), node))
        for device, node, held in scope.look_up.rows(text, {})
        for item in items(str(held))
        if isinstance(node, int | str) and (not scope.devices or device in scope.devices)
    }


def _chosen(tally: Tally, counts: Mapping[str, int]) -> list[str]:
    if tally.bound in ("most", "fewest") and counts:
        wanted = max(counts.values()) if tally.bound == "most" else min(counts.values())
        return sorted(value for value, count in counts.items() if count == wanted)
    found = [value for value, count in counts.items() if holds(tally, count)]
    return sorted(found, key=lambda value: (-counts[value], value))


def _note(
    scope: Scope,
    asked: _Asked,
    places: Sequence[tuple[str, Place]],
    nodes: Mapping[str, set[_Holder]],
) -> str:
    """Say what was counted, and on which devices nothing of it was read."""
    users = " ".join(word.text for word in asked.users)
    names = ", ".join(sorted({place.property.replace("_", " ") for _, place in places}))
    found = {device for own in nodes.values() for device, _ in own}
    unread = say_unread(scope.devices or configured_devices(scope), found)
    said = f"read as: how many {users} name each; counted: {names}"
    return f"{said}; {unread}" if unread else said
