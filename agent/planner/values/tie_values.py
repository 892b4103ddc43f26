"""Ties the values that a question names to a target: by which property, and how far away that stands."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from agent.planner.plan_records import Condition, Target
from agent.planner.scope import Scope
from agent.planner.values.locate_values import Located
from agent.reader.value_index import Occurrence
from agent.reader.english import stem
from agent.planner.words.lexicon import ROOT, Label, Property
from agent.planner.words.match_words import match_words, near
from agent.planner.words.question_words import Mention, Word

ADDRESS_STEMS = frozenset(stem(word) for word in ("ip", "ips", "ipv4", "address"))
FAR = 1.5
"""What it costs when a condition and the target only share the device."""

_STEP, _SHARED_OWNER, _ELSEWHERE, _OTHER_CASE = 0.15, 0.5, 2.5, 0.5
_NAMED_ABOVE = 0.1
"""What it is worth, beyond the steps, that a value is the name of what the target is a part of."""
_OTHER_SIDE = 0.6
_OF, _TO = frozenset(["of", "from", "on"]), frozenset(["to", "towards", "toward"])
_FAR_SIDE = frozenset(
    map(stem, ("to", "remote", "peer", "far", "neighbor", "destination", "dst", "target", "towards"))
)
_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}(?:/\d{1,2})?")
_INSIDE = frozenset(["in", "within", "inside", "from", "subnet", "network", "range", "prefix", "of", "under"])


@dataclass(frozen=True, slots=True)
class Link:
    """A condition that explains some positions, at a cost."""

    condition: Condition
    cost: float
    explained: frozenset[int]


def distance(scope: Scope, label: str, other: str) -> float:
    """Return what it costs to go from one label to another; a blank label is a device."""
    if not label:
        return 0.0
    steps = scope.lexicon.steps(label, other)
    if steps is not None and ROOT not in (label, other):
        return _STEP * abs(steps)
    return _SHARED_OWNER if steps is None and scope.lexicon.common_owner(label, other) else FAR


def tie_value(scope: Scope, target: Target, located: Located) -> Link:
    """Tie a value to the target by the property that fits best; by the lines that show it when none holds it."""
    links = [
        link
        for occurrence in located.occurrences
        for link in [_link(scope, target, occurrence, located)]
        if link
    ]
    position = located.mention.index
    if not links:
        text = located.mention.text.lower()
        cost = _ELSEWHERE if located.occurrences else 1.0
        return Link(Condition(target.label or ROOT, "", "line", (text,)), cost, frozenset({position}))
    best = min(links, key=lambda link: (link.cost, link.condition.property != "key"))
    place = (best.condition.label, best.condition.property)
    same = [link for link in links if (link.condition.label, link.condition.property) == place]
    values = tuple(dict.fromkeys(value for link in same for value in link.condition.values))
    named = [link for link in links if link is best or link.condition.property == "key"]
    explained = frozenset[int]().union(*(link.explained for link in named))
    return Link(replace(best.condition, values=values), best.cost, explained)


def _link(scope: Scope, target: Target, occurrence: Occurrence, located: Located) -> Link | None:
    label = scope.lexicon.labels.get(occurrence.label)
    if (
        label is None
        or label.is_event
        or (occurrence.property != "key" and occurrence.property not in label.properties)
    ):
        return None
    position = located.mention.index
    matched = match_words(place_words(label, occurrence.property), near(scope.words, position))
    agreement = 0.8 * min(1.0, sum(matched.positions.values()) / 2) - (0.2 if label.name == ROOT else 0.0)
    condition = Condition(label.name, occurrence.property, located.test, (occurrence.value,))
    cost = distance(scope, target.label, label.name) - agreement
    above = scope.lexicon.labels[target.label].above if target.label else {}
    if occurrence.property == "key" and label.name in above and label.name != ROOT:
        cost -= _STEP * above[label.name] + _NAMED_ABOVE
    cost += _against_direction(scope, label, occurrence.property, position)
    cost += 0.0 if located.mention.shape == "number" or _is_spelled_so(located, occurrence) else _OTHER_CASE
    return Link(condition, cost, frozenset({position, *matched.positions}))


def _against_direction(scope: Scope, label: Label, name: str, position: int) -> float:
    """Return what it costs to read "of X" as what leads to X, or "to X" as what X has itself."""
    before = scope.tokens[position - 1].text.lower() if position else ""
    words = () if name == "key" or name not in label.properties else label.properties[name].words
    leads = bool(_FAR_SIDE & set(words))
    return _OTHER_SIDE if (before in _OF and leads) or (before in _TO and not leads) else 0.0


def _is_spelled_so(located: Located, occurrence: Occurrence) -> bool:
    """Tell whether a value is written like the mention, or not written like it in any case."""
    said, stored = located.mention.text, str(occurrence.value)
    return said == stored or said.lower() != stored.lower()


def place_words(label: Label, name: str) -> tuple[str, ...]:
    """Return the words of a property and its label; of a key, the label's."""
    found = label.properties.get(name)
    return label.words if name == "key" or found is None else (*found.words, *label.words)


def tie_subnet(scope: Scope, target: Target, mention: Mention) -> Link | None:
    """Read "in 10.0.0.0/8" as a test on the target's address; None for anything else."""
    before = scope.tokens[mention.index - 1] if mention.index else None
    if mention.shape != "prefix" or not isinstance(before, Word) or before.text.lower() not in _INSIDE:
        return None
    try:
        network = ipaddress.ip_network(mention.text, strict=False)
    except ValueError:
        return None
    if network.version != 4 or not target.label:
        return None
    fields = own_addresses(scope, target.label) or [
        found for found in _related(scope, target.label) if holds_addresses(found)
    ]
    if not fields:
        return None
    best = fields[0]
    bounds = (int(network.network_address), int(network.broadcast_address))
    explained = match_words(best.words, scope.words).positions
    return Link(
        Condition(best.label, best.name, "within", bounds), -0.5, frozenset({mention.index, *explained})
    )


def _related(scope: Scope, label: str) -> Iterator[Property]:
    for name in (label, *scope.lexicon.labels[label].below):
        yield from scope.lexicon.labels[name].properties.values()


def holds_addresses(found: Property) -> bool:
    """Tell whether most of a property's commonest values are IPv4 addresses or prefixes; masks are not."""
    texts = [str(example) for example in found.examples if not isinstance(example, bool)]
    if "mask" in found.words:
        return False
    return bool(texts) and 2 * sum(bool(_ADDRESS.fullmatch(text)) for text in texts) >= len(texts)


def names_addresses(found: Property) -> bool:
    """Tell whether some of a property's commonest values are IPv4 addresses."""
    return any(_ADDRESS.fullmatch(str(example)) for example in found.examples)


def own_addresses(scope: Scope, label: str = "") -> list[Property]:
    """List the properties that hold addresses of the device itself, the surest first; of one label, or all.

    Those are called addresses, and have a length, or a twin that has one.
    """
    found = [
        one
        for other in scope.lexicon.things
        for one in other.properties.values()
        if other.name != ROOT
        and (not label or other.name == label or label in other.above)
        and holds_addresses(one)
        and ("address" in one.words or "inet" in one.words or set(one.words) <= ADDRESS_STEMS)
        and not one.name.endswith("_prefix")
    ]
    return sorted(found, key=lambda one: (not _has_length(scope, one), -one.distinct, one.label, one.name))


def address_fields(scope: Scope, needs_length: bool = False) -> list[Property]:
    """List the surest address property of every label that has one: makes of devices name them differently."""
    fields: dict[str, Property] = {}
    for found in own_addresses(scope):
        if with_length(scope, found) or not (needs_length or fields):
            fields.setdefault(found.label, found)
    return list(fields.values())


def with_length(scope: Scope, found: Property) -> str:
    """Return the property that has an address with its length: the property itself, or its twin; or blank."""
    twin = f"{found.name}_prefix"
    if twin in scope.lexicon.labels[found.label].properties:
        return twin
    return found.name if any("/" in str(example) for example in found.examples) else ""


def _has_length(scope: Scope, found: Property) -> bool:
    return bool(with_length(scope, found))
