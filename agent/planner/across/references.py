"""Questions about names that refer: used but defined nowhere, or defined but used nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.planner.plan_records import Statement
from agent.planner.related.dangling_names import write_dangling
from agent.planner.related.named_things import first_run
from agent.planner.related.undefined import write_undefined, write_unused
from agent.planner.related.undefined_members import write_undefined_members
from agent.planner.related.unnamed_things import write_unnamed
from agent.planner.related.used_words import used_words
from agent.planner.scope import Scope
from agent.planner.words.label_names import column_of, has_key, owner_of
from agent.planner.words.lexicon import HEADER, INTERNAL, ROOT, Label
from agent.planner.words.match_words import match_words
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name

_UNDEFINED = re.compile(
    r"\b(?:defined|declared|configured|found) (?:nowhere|on no|in no)\b|\bundefined\b|\bunknown\b|"
    r"\bdangling\b|\bnon-?existent\b|\bmissing\b.*\bdefinition|\b(?:missing|lacks?|lacking) (?:its|their)\b|"
    r"\b(?:referenced|used|applied)\b.*\bmissing\b|\bmissing\b.*\b(?:referenced|used|applied)\b|"
    r"\b(?:is|are) missing(?: on \S+)?\s*\??$|\b(?:has|have|with) no definition\b|"
    r"\b(?:not|never|n't|without (?:being|having been))\b (?:\w+ )?(?:been )?"
    r"(?:defined|declared|configured|exist\w*|created|written|made|present|there)\b|"
    r"\b(?:nobody|no one)\b (?:has )?(?:ever )?(?:defined|declared|configured|created|wrote|written|made)\b|"
    r"\bdo(?:es)? ?(?:n't|not) (?:actually |even |really )?exist\b",
    re.IGNORECASE,
)
_UNUSED = re.compile(
    r"\bunused\b|\bunreferenced\b|\borphan\w*|\bnot in use\b|"
    r"\b(?:used|applied|referenced|bound|attached|assigned|called|mapped) (?:by|in|on|to) (?:no|nothing)\b|"
    r"\b(?:used|applied|referenced|attached|bound) nowhere\b|\b(?:on|by|in|to) no (?:\w+ )?(?:interface|port|rule|"
    r"neighbor|policy|line|vlan)s?\b|\b(?:nothing|nobody|no one|no (?:\w+ )?(?:interface|port|rule|neighbor|policy)) "
    r"(?:uses?|refers?|references?|applies|calls?|points?)\b|"
    r"\b(?:not|never|n't|without (?:being|having been))\b (?:\w+ )?(?:been )?"
    r"(?:used|applied|referenced|referred|attached|bound|assigned|called|mapped|linked|tied|associated)\b",
    re.IGNORECASE,
)
_MOST_TESTED = 40


@dataclass(frozen=True, slots=True)
class Place:
    """A property that holds names, or the key of a label."""

    label: str
    property: str


@dataclass(frozen=True, slots=True)
class Named:
    """What a noun of the question stands for: the labels that define it, and the places that refer to it."""

    definitions: tuple[str, ...]
    references: tuple[Place, ...]
    explained: frozenset[int]


def write_references(scope: Scope) -> Statement | None:
    """Write the statement for undefined or unused names; None when the question asks for neither."""
    undefined, unused = _UNDEFINED.search(scope.text), _UNUSED.search(scope.text)
    if not (undefined or unused):
        return None
    named = _named(scope)
    known = named is not None and bool(named.definitions) and bool(named.references)
    if undefined:
        dangling = write_dangling(scope)
        if dangling is not None and scope.look_up.rows(dangling.text, dangling.parameters):
            return dangling
        related = write_undefined(scope)
        if dangling is not None:
            return related if related and scope.look_up.rows(related.text, related.parameters) else dangling
        found = [one for one in (related, _undefined(scope, named) if named and known else None) if one]
        chosen = next((one for one in found if scope.look_up.rows(one.text, one.parameters)), related)
        return chosen or write_undefined_members(scope)
    unnamed = write_unnamed(scope, unused) if unused else None
    if unnamed is not None:
        return unnamed
    told = [_not_used_in(place) for place in named.references] if named else []
    related = write_unused(scope, told)
    if related is not None or scope.lexicon.references:
        return related
    return _unused(scope, named) if named and known else None


def _named(scope: Scope) -> Named | None:
    """Find the kind of entity that the question speaks of first, with its references."""
    ranked: list[tuple[float, str, frozenset[int]]] = []
    used = used_words(scope)
    words = scope.words if used is None else used
    for label in scope.lexicon.things:
        matched = match_words(label.words, words)
        if label.name != ROOT and has_key(label) and matched.weight(scope.content) >= 0.7:
            run = first_run(matched.positions)
            lacking = len(label.words) - len(run)
            ranked.append((len(run) - 0.3 * lacking - 0.05 * min(run), label.name, run))
    if not ranked:
        return None
    ranked.sort(key=lambda one: (-one[0], one[1]))
    noun = ranked[0][2]
    alike = [name for _, name, places in ranked if noun <= places]
    references = tuple(_references(scope, noun, alike))
    referring = {place.label for place in references if place.property == "key"}
    definitions = tuple(name for name in alike if name not in referring)
    below = {other for name in definitions for other in scope.lexicon.labels[name].below}
    references = tuple(place for place in references if place.label not in below)
    kept = _narrowed(
        scope,
        noun,
        [place for place in references if place.label not in definitions or place.property != "key"],
    )
    return Named(definitions, kept, noun)


def _references(scope: Scope, noun: frozenset[int], alike: Sequence[str]) -> Iterator[Place]:
    """Find the places that refer to a noun: their name says all of it, or their values are keys of its entities."""
    words = scope.at(sorted(noun))
    whole = {word.index for word in words}
    tested = 0
    for label in scope.lexicon.things:
        for name in _naming(label):
            own = label.words if name == "key" else label.properties[name].words
            matched = match_words(own, words).positions
            if not matched or (name == "key" and label.name == alike[0]):
                continue
            if whole <= set(matched) and (name != "key" or _is_part(label)):
                yield Place(label.name, name)
            elif tested < _MOST_TESTED:
                tested += 1
                others = [other for other in alike if other != label.name]
                if any(scope.look_up.refers(label.name, name, other) for other in others):
                    yield Place(label.name, name)


def _naming(label: Label) -> list[str]:
    names = ["key"] if has_key(label) and label.name != ROOT else []
    for found in label.properties.values():
        plain = found.name not in INTERNAL and found.name not in HEADER and not found.is_flag
        if plain and any(
            isinstance(example, str | int) and not isinstance(example, bool) for example in found.examples
        ):
            names.append(found.name)
    return names


def _is_part(label: Label) -> bool:
    """Tell whether entities of a label only ever stand inside others, and hold nothing themselves."""
    return not label.below and any(other != ROOT for other in label.above)


def _narrowed(scope: Scope, noun: frozenset[int], places: Sequence[Place]) -> tuple[Place, ...]:
    """Keep the places that the rest of the question speaks of, if it speaks of any."""
    rest = [word for word in scope.words if word.index in scope.content and word.index not in noun]
    fitting = []
    for place in places:
        label = scope.lexicon.labels[place.label]
        names = [
            word
            for other in (label.name, *label.above)
            if other != ROOT
            for word in scope.lexicon.labels[other].words
        ]
        if match_words(names, rest).positions:
            fitting.append(place)
    return tuple(fitting or places)


def _undefined(scope: Scope, named: Named) -> Statement:
    parameters = Parameters()
    noun = column_of(scope.lexicon.labels[named.definitions[0]])
    parts = [_undefined_part(scope, place, named.definitions, noun, parameters) for place in named.references]
    columns = ("device", noun, "used_by")
    text = " UNION ".join(parts)
    note = (
        f"read as: names of the kind {noun.replace('_', ' ')} that are used on a device where none is defined"
    )
    return Statement(text, parameters.values, "exists", columns, subject=named.definitions[0], note=note)


def _undefined_part(
    scope: Scope, place: Place, definitions: Sequence[str], noun: str, parameters: Parameters
) -> str:
    label = scope.lexicon.labels[place.label]
    value = f"n.{quote_name(place.property)}"
    absent = " AND ".join(
        f"NOT EXISTS {{ MATCH (d:{quote_name(name)}) WHERE d.device = n.device AND toString(d.key) = toString(value) }}"
        for name in definitions
    )
    tests = [f"{value} IS NOT NULL"]
    if scope.devices:
        tests.append(f"n.device IN {parameters.add(scope.devices)}")
    owner = _owner(scope, label) if place.property == "key" or not has_key(label) else ""
    used_by = "up.key" if owner else "n.key" if place.property != "key" else "n.type"
    return (
        f"MATCH (n:{quote_name(label.name)}) WHERE {' AND '.join(tests)} UNWIND ([] + {value}) AS value "
        f"WITH n, value WHERE NOT value IN [true, false] AND {absent} {owner}"
        f"RETURN DISTINCT n.device AS device, toString(value) AS {quote_name(noun)}, {used_by} AS used_by"
    )


def _owner(scope: Scope, label: Label) -> str:
    owner = owner_of(scope.lexicon, label)
    return f"OPTIONAL MATCH (up:{quote_name(owner[1].name)})-[:HAS*1..{owner[0]}]->(n) " if owner else ""


def _unused(scope: Scope, named: Named) -> Statement:
    parameters = Parameters()
    noun = column_of(scope.lexicon.labels[named.definitions[0]])
    parts = []
    for definition in named.definitions:
        tests = [f"n.device IN {parameters.add(scope.devices)}"] if scope.devices else []
        tests += [_not_used_in(place) for place in named.references if place != Place(definition, "key")]
        parts.append(
            f"MATCH (n:{quote_name(definition)}) WHERE {' AND '.join(tests)} "
            f"RETURN DISTINCT n.device AS device, n.key AS {quote_name(noun)}"
        )
    note = f"read as: each {noun.replace('_', ' ')} whose name nothing else on its device refers to"
    return Statement(
        " UNION ".join(parts),
        parameters.values,
        "exists",
        ("device", noun),
        subject=named.definitions[0],
        note=note,
    )


def _not_used_in(place: Place) -> str:
    value = f"r.{quote_name(place.property)}"
    return (
        f"NOT EXISTS {{ MATCH (r:{quote_name(place.label)}) WHERE r.device = n.device AND r.id <> n.id "
        f"AND any(value IN ([] + {value}) WHERE toString(value) = toString(n.key)) }}"
    )
