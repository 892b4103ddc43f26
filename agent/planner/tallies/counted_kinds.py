"""Finds what a counted noun stands for in every make: kinds of things, and properties that hold such values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from agent.planner.configurations.join_names import HANDING_ON
from agent.planner.related.named_things import stems
from agent.planner.related.spoken_kinds import with_filters
from agent.planner.scope import Scope
from agent.planner.values.tie_values import holds_addresses, names_addresses
from agent.reader.english import phrases as short_forms
from agent.reader.english import short_names, split_name, stem
from agent.planner.words.label_names import has_key
from agent.planner.words.lexicon import HEADER, INTERNAL, ROOT, Label, Property
from agent.planner.words.match_words import match_words
from agent.planner.words.question_words import Word
from graph_store.names import quote_name

_SURE = 0.6
_QUALIFIERS = stems(
    "static", "standard", "extended", "basic", "advanced", "number", "name", "named", "ipv4", "ipv6"
)
"""What may stand behind the noun in the name of a kind, and names no other kind: no "map" of routes."""
_STATIC, _ROUTE = stem("static"), "rout"
_ROUTES = stems("ip", "ipv4", "ipv6", "inet", "inet6", "route", "static")
_ADDRESSED = re.compile(r"[.:]")
_NUMBERING = stems("id", "vid", "number", "value")
_HOSTS = stems("server", "host", "address", "collector", "source")


@dataclass(frozen=True, slots=True)
class Held:
    """A kind of things by its name, or a property that holds such values; `rank` is 0 for what is no part of things.

    `number` is the property that numbers the things, which may be called by names besides.
    """

    label: str
    property: str = "key"
    rank: int = 0
    number: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing or value that is counted: the entity that has it, and what it is called."""

    device: str
    node: int | str
    held: Held
    name: str


def value_of(held: Held) -> str:
    """Return what names each, of an entity `n`: its number where it has one, as other makes name them by it."""
    own = f"n.{quote_name(held.property)}"
    return f"coalesce(n.{quote_name(held.number)}, {own})" if held.number else own


def counted_items(scope: Scope, nouns: Sequence[Word]) -> list[Item]:
    """Return all that a noun stands for, on every device; a device's own kinds before parts and properties."""
    held = sorted(_held(scope, nouns), key=lambda one: (one.rank, len(split_name(one.label)), one.label))
    found: list[Item] = []
    before: set[tuple[str, str]] = set()
    ranks: dict[str, int] = {}
    addresses, grouped = any(_holds_hosts(scope, one) for one in held), _has_groups(scope, held)
    for one in held:
        own: dict[tuple[str, str, str], Item] = {}
        for item in _items(scope, one):
            told = (item.device, item.name) in before and (addresses or one.rank > 0)
            is_group = grouped and not _ADDRESSED.search(item.name)
            other = not addresses and ranks.setdefault(item.device, one.rank) != one.rank
            if not (told or is_group or other):
                own[item.device, item.name, "" if addresses else str(item.node)] = item
        found += own.values()
        before |= {(item.device, item.name) for item in own.values()}
    return found


def kinds_named(scope: Scope, nouns: Sequence[Word]) -> list[str]:
    """Return the kinds of things of every make that a noun names; parts of things among them only where no other is."""
    held = [one for one in _held(scope, nouns) if one.property == "key"]
    return [one.label for one in held if one.rank == 0] or [one.label for one in held]


def _has_groups(scope: Scope, held: Sequence[Held]) -> bool:
    """Tell whether what is called by no address only hands settings on: a group of neighbors is none itself."""
    labels = [scope.lexicon.labels[one.label] for one in held if one.property == "key"]
    handing = any(
        HANDING_ON & set(found.words)
        for label in labels
        for found in label.properties.values()
        if found.name != "key"
    )
    return handing and any(names_addresses(label.properties["key"]) for label in labels)


def _holds_hosts(scope: Scope, held: Held) -> bool:
    found = scope.lexicon.labels[held.label].properties[held.property]
    return held.property != "key" and holds_addresses(found)


def _held(scope: Scope, nouns: Sequence[Word]) -> Iterator[Held]:
    labels = {label.name for label in scope.lexicon.things if _names(scope, label, nouns)}
    labels |= (
        set(with_filters(scope.lexicon, tuple(labels), {word.stem for word in nouns})) if labels else set()
    )
    if (
        len(nouns) == 1
        and labels
        and not any(_is_whole(scope.lexicon.labels[name], nouns) for name in labels)
    ):
        return
    top = {name for name in labels if not (set(scope.lexicon.labels[name].above) - {ROOT})}
    for name in sorted(labels):
        label = scope.lexicon.labels[name]
        of_another = set(label.above) & labels
        refers = any(scope.look_up.refers(name, "key", other) for other in top - {name})
        if has_key(label) and not of_another and not (name not in top and refers):
            yield Held(name, "key", 0 if name in top else 1, _number(label))
    for label in scope.lexicon.things:
        if label.name not in labels:
            for found in label.properties.values():
                if _holds(label, found, nouns):
                    yield Held(label.name, found.name, 2)


def _is_whole(label: Label, nouns: Sequence[Word]) -> bool:
    """Tell whether a kind has no other name than a noun of one word: a route map is no map."""
    own = [word for word in _words(label.name) if word not in _QUALIFIERS]
    return not match_words(tuple(own), nouns).missed or _are_routes(label, nouns)


def _number(label: Label) -> str:
    numbers = (one.name for one in label.properties.values() if one.name not in INTERNAL and one.is_number)
    return next((name for name in numbers if set(_words(name)) <= _NUMBERING), "")


def _names(scope: Scope, label: Label, nouns: Sequence[Word]) -> bool:
    """Tell whether a label is called by a noun: by all of its words, the last one at the label's end."""
    if label.name == ROOT:
        return False
    if _are_routes(label, nouns):
        return True
    words = _words(label.name)
    own = match_words(tuple(words), nouns).positions
    above = {one for name in label.above if name != ROOT for one in _words(name)}
    over = match_words(tuple(above), nouns).positions
    head = [word for word in words if word not in _QUALIFIERS] or words
    last = match_words(tuple(head[-1:]), nouns[-1:]).positions.get(nouns[-1].index, 0.0)
    short = (
        nouns[-1].index in own and (nouns[-2].stem, nouns[-1].stem) in short_names()
        if len(nouns) > 1
        else False
    )
    if last < _SURE and not (short and head[-1] == short_names()[nouns[-2].stem, nouns[-1].stem]):
        return False
    return all(max(own.get(word.index, 0.0), over.get(word.index, 0.0)) >= _SURE for word in nouns)


def _are_routes(label: Label, nouns: Sequence[Word]) -> bool:
    """Tell whether a label's things are static routes: a route in a configuration is one, without the word."""
    said = {word.stem for word in nouns}
    if not said <= _ROUTES or not any(word.startswith(_ROUTE) for word in said):
        return False
    words = set(_words(label.name))
    routes = any(word.startswith(_ROUTE) for word in words)
    return routes and (words <= _ROUTES or (_STATIC in words and len(words - _ROUTES) <= 1))


def _holds(label: Label, found: Property, nouns: Sequence[Word]) -> bool:
    """Tell whether a property holds what a noun names: by its own words, or its thing's; servers by their addresses."""
    if found.name in HEADER | INTERNAL or found.is_flag:
        return False
    words = _words(found.name)
    own = match_words(tuple(words), nouns).positions
    over = match_words(tuple(_words(label.name)), nouns).positions if label.name != ROOT else {}
    explained = {place for place, weight in {**over, **own}.items() if weight >= _SURE}
    if label.name != ROOT and not over:
        return False
    if nouns[-1].stem in _HOSTS and holds_addresses(found):
        return bool(explained) and all(word.index in explained or word.stem in _HOSTS for word in nouns)
    last = match_words(tuple(words[-1:]), nouns[-1:]).positions.get(nouns[-1].index, 0.0)
    return last >= _SURE and all(word.index in explained for word in nouns)


def _words(name: str) -> list[str]:
    """Return the stems of a name, with the field's short names for two words of it: a name server is a DNS server."""
    words = [word.lower() for word in split_name(name)]
    place = 0
    while place + 1 < len(words):
        long = short_forms().get((words[place], words[place + 1]))
        words[place : place + 2] = list(long) if long else words[place : place + 2]
        place += 1
    return [stem(word) for word in words]


def _items(scope: Scope, held: Held) -> Iterator[Item]:
    value = value_of(held)
    text = (
        f"MATCH (n:{quote_name(held.label)}) WHERE {value} IS NOT NULL UNWIND ([] + {value}) AS one "
        "RETURN n.device, collect(n.id), collect(toString(one))"
    )
    for device, nodes, names in scope.look_up.rows(text, {}):
        if isinstance(nodes, list | tuple) and isinstance(names, list | tuple):
            for node, name in zip(nodes, names, strict=True):
                if isinstance(node, int | str):
                    yield Item(str(device), node, held, str(name))


def by_device(items: Sequence[Item]) -> Mapping[str, list[Item]]:
    """Part items by their devices."""
    found: dict[str, list[Item]] = {}
    for item in items:
        found.setdefault(item.device, []).append(item)
    return found
