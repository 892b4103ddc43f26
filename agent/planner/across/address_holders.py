"""Writes what holds addresses, over all labels that do: makes of devices name and nest them differently."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from agent.planner.scope import Scope
from agent.planner.values.tie_values import address_fields, holds_addresses, with_length
from agent.planner.words.label_names import column_of, has_key, is_vague, owner_of
from agent.planner.words.lexicon import ROOT, Label, Property
from agent.planner.words.match_words import match_words
from graph_store.names import quote_name

_DEEPEST = 4


@dataclass(frozen=True, slots=True)
class Holders:
    """The properties that hold addresses, one for each label, and the label of what they belong to."""

    fields: tuple[tuple[str, str], ...]
    top: Label

    @property
    def column(self) -> str:
        """Return the column that names what has the address."""
        return column_of(self.top)

    def pattern(self, variable: str) -> str:
        """Write the node pattern of all that hold addresses."""
        return f"({variable}:{'|'.join(quote_name(label) for label, _ in self.fields)})"

    def address(self, variable: str) -> str:
        """Write the address of one of them."""
        values = [
            f"CASE WHEN {variable}.type = '{label}' THEN {variable}.key END"
            if name == "key"
            else f"{variable}.{quote_name(name)}"
            for label, name in self.fields
        ]
        return f"coalesce({', '.join(dict.fromkeys(values))})" if len(values) > 1 else values[0]

    def named(self, variable: str) -> str:
        """Write the match of what one of them belongs to, as `up`."""
        return f"OPTIONAL MATCH (up:{quote_name(self.top.name)})-[:HAS*1..{_DEEPEST}]->({variable})"

    def name(self, variable: str) -> str:
        """Write the name of what one of them belongs to, or its own."""
        return f"coalesce(up.key, {variable}.key)"


def find_holders(scope: Scope, lengths: bool = False) -> Holders | None:
    """Find what holds the devices' own addresses; with `lengths` the properties that have the prefix length.

    Where the question names a kind of thing, only its addresses and those of its parts count.
    """
    fields = address_fields(scope, lengths)
    kinds = _kinds(scope)
    related = [one for one in fields if kinds & {one.label, *scope.lexicon.labels[one.label].above}]
    found = related or [one for one in fields if _are_of_hosts(scope, one)] or fields[:1]
    if not found:
        return None
    named = tuple((one.label, with_length(scope, one) if lengths else one.name) for one in found)
    return Holders(named, _top(scope, found, kinds))


def _are_of_hosts(scope: Scope, found: Property) -> bool:
    """Tell whether most addresses of a property are a host's with its network: 10.0.0.1/24, not 10.0.0.0/24."""
    name = with_length(scope, found)
    prefixes = [
        text
        for example in (scope.lexicon.labels[found.label].properties[name].examples if name else ())
        if "/" in (text := str(example))
    ]
    return bool(prefixes) and 2 * sum(map(_is_of_host, prefixes)) >= len(prefixes)


def _is_of_host(prefix: str) -> bool:
    try:
        address = ipaddress.ip_interface(prefix)
    except ValueError:
        return False
    small = address.network.prefixlen >= address.network.max_prefixlen - 1
    return small or address.ip != address.network.network_address


def _kinds(scope: Scope) -> set[str]:
    """Return the labels that the question's words or the keys that it names stand for."""
    kinds = {one.label for located in scope.located for one in located.occurrences if one.property == "key"}
    for label in scope.lexicon.things:
        matched = match_words(label.words, scope.words)
        if label.name != ROOT and not matched.missed and matched.weight(scope.content) >= 1.0:
            kinds.add(label.name)
    return kinds


def _top(scope: Scope, found: Sequence[Property], kinds: Collection[str]) -> Label:
    tops: Counter[str] = Counter()
    for one in found:
        label = scope.lexicon.labels[one.label]
        owner = owner_of(scope.lexicon, label)
        over = [
            name for name in (label.name, *sorted(label.above, key=label.above.__getitem__)) if name in kinds
        ]
        named = has_key(label) and not is_vague(label) and not holds_addresses(label.properties["key"])
        tops[over[0] if over else owner[1].name if owner and not named else label.name] += 1 + label.count
    return scope.lexicon.labels[max(tops, key=lambda name: (tops[name], name))]
