"""Questions about what two files say differently of one thing: its address in the inventory and in a list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.planner.across.sources import labels_of, sources
from agent.planner.plan_records import Statement
from agent.planner.related.named_things import leaves_words, stems
from agent.planner.scope import DEVICE_STEMS, RECORD_STEMS, Scope
from agent.planner.values.tie_values import ADDRESS_STEMS, holds_addresses
from agent.reader.english import stem
from agent.planner.words.label_names import column_of, has_key
from agent.planner.words.lexicon import HEADER, INTERNAL, ROOT, Property
from agent.planner.words.match_words import match_words
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name

_DIFFERS = re.compile(
    r"\b(?:different|differs?|differing|mismatch\w*|disagrees?|another|other than|not the same|unequal|inconsistent\w*|"
    r"do(?:es)?(?:n't| not) (?:match|agree))\b",
    re.IGNORECASE,
)
_SAID = stems(
    "different", "differ", "differs", "differing", "mismatch", "mismatched", "mismatching", "disagree", "disagrees",
    "another", "other", "same", "unequal", "inconsistent", "match", "matches", "agree", "agrees", "file", "files",
    "list", "say", "says", "compared", "value", "according", "recorded", "listed",
)  # fmt: skip
_TWO, _SURE, _OF_KIND = 2, 0.7, 0.5
"""For a property of the kind of thing that the question names."""


@dataclass(frozen=True, slots=True)
class _Side:
    """The property that one file says it with; `positions` are the words that name it."""

    found: Property
    weight: float
    positions: frozenset[int]


def write_unequal_sources(scope: Scope) -> Statement | None:
    """Write the statement for things of one name whose property two files say differently; None when not asked."""
    named = sources(scope)
    if len(named) != _TWO or not _DIFFERS.search(scope.text) or scope.asked.intent not in ("list", "lookup"):
        return None
    sides = [_best(scope, one.device) for one in named]
    first, second = sides
    if (
        first is None
        or second is None
        or any(not one.devices and not _is_noun(one.mention.text) for one in scope.located)
    ):
        return None
    explained = first.positions | second.positions | {one.position for one in named}
    if leaves_words(scope, explained, _SAID | RECORD_STEMS | _kinds(scope, (first, second))):
        return None
    return _statement(scope, (named[0].device, named[1].device), (first.found, second.found))


def _is_noun(text: str) -> bool:
    """Tell a word for devices, which an inventory has for a value, from a value that narrows what is compared."""
    return stem(text) in DEVICE_STEMS


def _kinds(scope: Scope, sides: Sequence[_Side]) -> frozenset[str]:
    """Return the stems that say what is compared: "address" where addresses are, and the things' own names."""
    own = {word for side in sides for word in scope.lexicon.labels[side.found.label].words}
    return frozenset(own) | (
        ADDRESS_STEMS if all(holds_addresses(one.found) for one in sides) else frozenset()
    )


def _best(scope: Scope, device: str) -> _Side | None:
    ranked = sorted(_sides(scope, device), key=lambda one: (-one.weight, one.found.label, one.found.name))
    if not ranked or (len(ranked) > 1 and ranked[1].weight >= ranked[0].weight):
        return None
    return ranked[0]


def _sides(scope: Scope, device: str) -> Iterator[_Side]:
    for name in labels_of(scope, device):
        label = scope.lexicon.labels[name]
        if name == ROOT or not has_key(label):
            continue
        for found in label.properties.values():
            if found.name in HEADER or found.name in INTERNAL or found.name == "key":
                continue
            matched = match_words(found.words, scope.words)
            sure = {place for place, weight in matched.positions.items() if weight >= _SURE}
            if sure:
                kind = match_words(label.words, scope.words)
                of_kind = _OF_KIND if not kind.missed and not sure & set(kind.positions) else 0.0
                yield _Side(found, len(sure) - 0.2 * matched.missed + of_kind, frozenset(sure))


def _statement(scope: Scope, devices: tuple[str, str], found: tuple[Property, Property]) -> Statement | None:
    parameters = Parameters()
    one, other = found
    column = column_of(scope.lexicon.labels[one.label])
    names = [f"{side.name}_in_{_plain(device)}" for side, device in zip(found, devices, strict=True)]
    match = (
        f"MATCH (n:{quote_name(one.label)}) MATCH (m:{quote_name(other.label)}) "
        f"WHERE n.device = {parameters.add(devices[0])} AND m.device = {parameters.add(devices[1])} "
        f"AND toLower(toString(n.key)) = toLower(toString(m.key)) "
    )
    if not scope.look_up.count(f"{match} RETURN count(*) AS count", parameters.values):
        return None
    values = f"n.{quote_name(one.name)}", f"m.{quote_name(other.name)}"
    text = (
        f"{match} AND {values[0]} IS NOT NULL AND {values[1]} IS NOT NULL "
        f"AND toLower(toString({values[0]})) <> toLower(toString({values[1]})) "
        f"RETURN DISTINCT n.key AS {quote_name(column)}, {values[0]} AS {quote_name(names[0])}, "
        f"{values[1]} AS {quote_name(names[1])} ORDER BY {quote_name(column)}"
    )
    note = (
        f"read as: what both {devices[0]} and {devices[1]} have by the same name, where {one.name.replace('_', ' ')} "
        f"and {other.name.replace('_', ' ')} are not the same"
    )
    return Statement(text, parameters.values, "list", (column, *names), subject=one.label, note=note)


def _plain(device: str) -> str:
    return re.sub(r"\W+", "_", device)
