"""Questions about what has no part in something: interfaces that do not run a protocol, by who does on the device."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from agent.planner.plan_records import Statement
from agent.planner.related.dangling_names import says
from agent.planner.related.name_uses import Place, Uses, names_in
from agent.planner.scope import DEVICE_STEMS, Scope
from agent.planner.words.label_names import column_of, has_key
from agent.planner.words.lexicon import ROOT
from agent.planner.words.match_words import match_words
from agent.planner.words.question_words import Word
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name

_NOT_IN = re.compile(
    r"\b(?:not|never) (?:\w+ )?(?:run(?:ning)?|in|part of|participat\w+ in|speak(?:ing)?|under|enabled (?:for|in)|"
    r"using|added to|included in)\b",
    re.IGNORECASE,
)
_SURE = 0.9
Names = Mapping[str, frozenset[str]]


def write_not_in(scope: Scope) -> Statement | None:
    """Write the statement for things of a kind that have no part in what is named; None where that is not read."""
    cut = _NOT_IN.search(scope.text)
    if cut is None or any(not one.devices for one in scope.located):
        return None
    if scope.asked.intent not in ("list", "lookup"):
        return None
    before, behind = _parted(scope, cut)
    what = [word for word in behind if word.index in scope.content]
    if not before or not what:
        return None
    uses = Uses(scope, before)
    best = max(_pairs(scope, uses, what), key=lambda one: one[0], default=None)
    if best is None:
        return None
    _, kind, names = best
    must = [word for word in before if word.index in scope.content]
    if not all(word.index in uses.said[kind] or says(scope, kind, word) for word in must):
        return None
    return _statement(scope, kind, names, " ".join(word.text for word in what))


def _parted(scope: Scope, cut: re.Match[str]) -> tuple[list[Word], list[Word]]:
    before, behind = list[Word](), list[Word]()
    place = scope.asked.negations[0] if scope.asked.negations else len(scope.tokens)
    said = {word.lower() for word in re.findall(r"\w+", cut[0])}
    for word in scope.words:
        if word.stem not in DEVICE_STEMS and word.text.lower() not in said:
            (before if word.index < place else behind).append(word)
    return before, behind


def _pairs(scope: Scope, uses: Uses, what: Sequence[Word]) -> Iterator[tuple[int, str, Names]]:
    """List the kinds of things with the names that have part, by device; those with the most in common count most."""
    for place in _parts(scope, what):
        names = uses.held(place)
        for kind in uses.said:
            if kind == place.label or not has_key(scope.lexicon.labels[kind]):
                continue
            own = uses.held(Place(kind, "key"))
            shared = sum(
                any(_is_of(key, name) for name in names.get(device, frozenset()))
                for device, keys in own.items()
                for key in keys
            )
            if shared and (not scope.devices or all(one in names for one in scope.devices)):
                yield shared, kind, names


def _parts(scope: Scope, what: Sequence[Word]) -> Iterator[Place]:
    """List the properties and parts that are called by what is named, and hold names."""
    for label in scope.lexicon.things:
        for name in names_in(label):
            own = label.words if name == "key" else label.properties[name].words
            own = own if label.name == ROOT else (*own, *label.words)
            over = [
                word for other in label.above if other != ROOT for word in scope.lexicon.labels[other].words
            ]
            found = match_words((*own, *over), what).positions
            if all(found.get(word.index, 0.0) >= _SURE for word in what):
                yield Place(label.name, name)


def _is_of(key: str, name: str) -> bool:
    """Tell whether a name is that of a thing, or of a part of it: ge-0/0/1.0 of ge-0/0/1."""
    return name == key or name.startswith(f"{key}.")


def _statement(scope: Scope, kind: str, names: Names, what: str) -> Statement:
    parameters = Parameters()
    label = scope.lexicon.labels[kind]
    devices = tuple(one for one in names if not scope.devices or one in scope.devices)
    column = column_of(label)
    text = f"MATCH (n:{quote_name(kind)}) WHERE n.device = $device RETURN n.id, toString(n.key)"
    ids = tuple(
        row[0]
        for device in devices
        for row in scope.look_up.rows(text, {"device": device})
        if isinstance(row[0], int | str) and not any(_is_of(str(row[1]), one) for one in names[device])
    )
    written = (
        f"MATCH (n:{quote_name(kind)}) WHERE n.id IN {parameters.add(ids)} "
        f"RETURN DISTINCT n.device AS device, n.key AS {quote_name(column)} ORDER BY device"
    )
    note = f"read as: each {column.replace('_', ' ')} that is not named there; only devices with {what} were asked"
    return Statement(written, parameters.values, "list", ("device", column), subject=kind, note=note)
