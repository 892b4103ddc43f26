"""Turns words of a question that nothing explains yet into conditions on entities near the target."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.planner.configurations.contrary_switches import (
    OFF,
    contrary_switches,
    said_contrary,
    said_on,
    stated_off,
)
from agent.planner.plan_records import Condition, Target, Test
from agent.planner.scope import Scope
from agent.planner.values.tie_values import ADDRESS_STEMS, FAR, Link, distance
from agent.reader.english import aliases, stem
from agent.planner.words.lexicon import HEADER, INTERNAL, ROOT, Label, Property
from agent.planner.words.match_words import match_words, near
from agent.planner.words.question_words import Word

_FEW_VALUES = 12
_MOST_CONDITIONS = 4
_NAMED = 0.1
"""What it is worth that a word is the name of an entity, not just some value."""
_NUMBERED = re.compile(r"([A-Za-z][A-Za-z-]*[A-Za-z])-?\d")
_ENOUGH = 0.7
"""How much of an unexplained word a name has to say."""


@dataclass(frozen=True, slots=True)
class Unexplained:
    """The content words that are left, and the positions that are not."""

    words: tuple[Word, ...]
    explained: frozenset[int]

    @property
    def positions(self) -> frozenset[int]:
        """Return the words' positions."""
        return frozenset(word.index for word in self.words)


def words_above(scope: Scope, label: str) -> frozenset[int]:
    """Return the positions that a label and the labels over it explain: "BGP" of a neighbor."""
    found = scope.lexicon.labels[label]
    names = [
        word for other in (label, *found.above) if other != ROOT for word in scope.lexicon.labels[other].words
    ]
    return frozenset(match_words(names, scope.words).positions)


def conditions_of_words(
    scope: Scope,
    target: Target,
    given: Sequence[Condition],
    explained: frozenset[int],
    avoided: Sequence[Condition] = (),
) -> tuple[list[Condition], frozenset[int]]:
    """Find conditions for the words that are left, the one that explains most first, without some."""
    found: list[Condition] = []
    for _ in range(_MOST_CONDITIONS):
        left = _left(scope, explained)
        anchors = [condition.label for condition in (*given, *found) if condition.label]
        links = _links(scope, target, anchors[0] if anchors else "", left) if left.words else iter(())
        best = min(
            (link for link in links if link.condition not in avoided),
            key=lambda link: link.cost,
            default=None,
        )
        if best is None:
            break
        found.append(best.condition)
        explained = explained | best.explained
    return found, explained


def _left(scope: Scope, explained: frozenset[int]) -> Unexplained:
    words = tuple(word for word in scope.words if word.index in scope.content and word.index not in explained)
    return Unexplained(words, explained)


def _links(scope: Scope, target: Target, anchor: str, left: Unexplained) -> Iterator[Link]:
    start = target.label or anchor
    for label in scope.lexicon.things:
        far = distance(scope, start, label.name)
        if far >= FAR and target.label:
            continue
        above = words_above(scope, label.name)
        if label.name not in (ROOT, start):
            yield from _label_links(scope, label.name, above, left, far)
        yield from _kind_links(scope, label, left, far)
        key = label.properties.get("key")
        if key is not None:
            yield from _value_links(scope, key, left, far - _NAMED)
        for found in label.properties.values():
            if found.name not in HEADER and found.name not in INTERNAL:
                yield from _flag_links(scope, target, found, above, left, far)
                yield from _off_links(found, above, left, far)
                yield from _value_links(scope, found, left, far)


def _label_links(
    scope: Scope, name: str, above: frozenset[int], left: Unexplained, far: float
) -> Iterator[Link]:
    matched = match_words(scope.lexicon.labels[name].words, scope.words)
    own = matched.weight(left.positions)
    if own >= _ENOUGH:
        gain = own + 0.9 * len((above - frozenset(matched.positions)) & left.positions)
        cost = far - gain + 0.1 * matched.missed - 0.05
        yield Link(Condition(name), cost, frozenset(matched.positions) | above)


def _kind_links(scope: Scope, label: Label, left: Unexplained, far: float) -> Iterator[Link]:
    """Read a word beside a label's as the beginning of its names: "loopback interfaces" are Loopback0 and lo0."""
    key = label.properties.get("key")
    beginnings = {match[1] for one in (key.examples if key else ()) if (match := _NUMBERED.match(str(one)))}
    beside = match_words(label.words, scope.words).positions
    for word in left.words:
        if not any(abs(place - word.index) == 1 for place in beside):
            continue
        spoken = word.text.lower()
        fitting = sorted(
            one for one in beginnings if spoken.startswith(one.lower()) or one.lower().startswith(spoken)
        )
        if not fitting and len(spoken) > 1 and scope.look_up.begins(label.name, spoken):
            fitting = [spoken]
        if fitting:
            condition = Condition(label.name, "key", "starts", tuple(fitting))
            yield Link(condition, far - 0.95, frozenset({word.index, *beside}))


def _flag_links(
    scope: Scope, target: Target, found: Property, above: frozenset[int], left: Unexplained, far: float
) -> Iterator[Link]:
    """Read words as a property that has to be there, or on."""
    matched = match_words(found.words, scope.words)
    own = matched.weight(left.positions)
    told = len(found.words) - matched.missed
    if (
        own < _ENOUGH
        or (told <= len(found.words) / 3 and not match_words(found.words[:1], left.words).positions)
        or (found.label, found.name) == (target.label, target.property)
    ):
        return
    gain = own + 0.9 * len((above - frozenset(matched.positions)) & left.positions)
    also = (
        _same_flags(scope, found, left)
        if found.is_flag
        else ()
        if said_on(found)
        else _longer_names(scope, found)
    )
    contrary = contrary_switches(scope.lexicon.labels[found.label], found) if found.is_flag else ()
    off = found.is_flag and len(found.words) == 1 and found.words[0] in OFF
    stated = stated_off(scope.lexicon.labels[found.label]) if off else ()
    yes = said_on(found)
    test: Test = "on" if found.is_flag else "equal" if yes else "present"
    condition = Condition(found.label, found.name, test, yes, also=also, contrary=contrary, stated=stated)
    yield Link(condition, far - gain + 0.35 * matched.missed + 0.1, frozenset(matched.positions) | above)


def _off_links(found: Property, above: frozenset[int], left: Unexplained, far: float) -> Iterator[Link]:
    """Read "disabled" as a switch that is off, where one says whether things are enabled."""
    words = said_contrary(found, left.words)
    if found.is_flag and words:
        condition = Condition(found.label, found.name, "equal", (False,))
        yield Link(condition, far - len(words) + 0.3, frozenset(word.index for word in words) | above)


def _longer_names(scope: Scope, found: Property) -> tuple[str, ...]:
    """Return the properties that begin with what the question says of one: "description to" is a description, too."""
    said = [any(match_words([word], [other]).positions for other in scope.words) for word in found.words]
    words = found.words[: said.index(False)] if False in said else found.words
    if 2 * len(words) < len(found.words) or all(word in ADDRESS_STEMS for word in words):
        return ()
    others = scope.lexicon.labels[found.label].properties.values()
    return tuple(
        sorted(one.name for one in others if one.words[: len(words)] == words and one.name != found.name)
    )


def _same_flags(scope: Scope, found: Property, left: Unexplained) -> tuple[str, ...]:
    """Return the other flags of the label that say the same by one word, as "shutdown" and "disable" do."""
    if len(found.words) > 1:
        return ()
    others = scope.lexicon.labels[found.label].properties.values()
    words = [word for word in left.words if match_words(found.words, [word]).positions]
    same = [
        one
        for one in others
        if one.is_flag and len(one.words) == 1 and match_words(one.words, words).positions
    ]
    return tuple(sorted(one.name for one in same if one.name != found.name))


def _value_links(scope: Scope, found: Property, left: Unexplained, far: float) -> Iterator[Link]:
    """Read a word as one of a property's few values: permit, inbound, disabled."""
    if found.distinct > _FEW_VALUES or found.is_flag:
        return
    for word in left.words:
        stems = [other for other, weight in aliases(word.stem).items() if weight >= 0.6]
        value = next((one for one in found.examples if isinstance(one, str) and stem(one) in stems), None)
        if value is not None:
            named = match_words(found.words, near(scope.words, word.index)).positions
            condition = Condition(found.label, found.name, "equal", (value,))
            yield Link(condition, far - 0.85 - 0.1 * len(named), frozenset({word.index, *named}))
