"""Proposes what is wanted where only addresses are asked for: those of what a question names, or what they name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.planner.plan_records import Target
from agent.planner.scope import Scope
from agent.planner.values.tie_values import ADDRESS_STEMS, holds_addresses, with_length
from agent.reader.english import stem
from agent.planner.words.lexicon import HEADER, INTERNAL, ROOT, Label, Property
from agent.planner.words.match_words import match_words
from agent.planner.words.question_words import Word

_WORTH = 0.6
_PREFIXES = frozenset(map(stem, ("prefix", "subnet", "network", "address")))


@dataclass(frozen=True, slots=True)
class Proposal:
    """A target with the score of its own words and the positions that these explain."""

    target: Target
    score: float
    explained: frozenset[int]


def addressed(scope: Scope, inside: Sequence[Word]) -> Iterator[Proposal]:
    """Propose what has addresses for names ("the IPs of the neighbors"), and the addresses of what is named."""
    if not inside or any(word.stem not in ADDRESS_STEMS for word in inside):
        return
    places = frozenset(word.index for word in inside)
    for label in scope.lexicon.things:
        named = match_words(label.words, scope.words)
        key = label.properties.get("key")
        if named.weight(scope.content) >= 1.0 and not named.missed and key and holds_addresses(key):
            yield Proposal(
                Target(label.name), named.weight(scope.content), places | frozenset(named.positions)
            )
    for name in dict.fromkeys(_keyed(scope)):
        found = _own_address(scope, scope.lexicon.labels[name])
        if found is not None:
            yield Proposal(Target(name, found.name), _WORTH, places)


def names_for_addresses(scope: Scope, target: Target) -> tuple[str, ...]:
    """Return the word for prefixes that are asked for, where the target only holds names of what lists them."""
    if not target.property or target.label not in scope.lexicon.labels:
        return ()
    found = scope.lexicon.labels[target.label].properties[target.property]
    first = next((one for one in scope.asked.phrases if one.sort == "thing" and one.positions), None)
    head = scope.tokens[first.positions[-1]] if first else None
    if not isinstance(head, Word) or head.stem not in _PREFIXES or head.text.lower() == head.stem:
        return ()
    texts = [one for one in found.examples if isinstance(one, str)]
    named = bool(texts) and not any(char in text for text in texts for char in "./:")
    return (head.text,) if named and head.stem in found.words and found.words[-1] != head.stem else ()


def _keyed(scope: Scope) -> Iterator[str]:
    """Return the labels of the things that the question names."""
    labels = {label.name for label in scope.lexicon.things} - {ROOT}
    for located in scope.located:
        yield from (one.label for one in located.occurrences if one.property == "key" and one.label in labels)


def _own_address(scope: Scope, label: Label) -> Property | None:
    """Return the property with the address of a thing: the only one that has a mask or length, or the only one."""
    fields = [
        one
        for one in label.properties.values()
        if one.name not in HEADER | INTERNAL and not one.name.endswith("_prefix") and holds_addresses(one)
    ]
    chosen = [one for one in fields if with_length(scope, one)] or fields
    return chosen[0] if len(chosen) == 1 else None
