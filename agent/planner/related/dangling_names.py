"""Questions about names that nothing defines, and about things that nothing names: in whatever words these are said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.planner.plan_records import Statement
from agent.planner.related.name_uses import Place, Use, Uses, is_syntax, items
from agent.planner.related.named_things import other_names, stems
from agent.planner.scope import DEVICE_STEMS, Scope
from agent.planner.words.label_names import column_of, has_key, is_vague
from agent.planner.words.lexicon import ROOT
from agent.planner.words.question_words import Word
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name

SAID = stems(
    "used", "use", "uses", "using", "undefined", "defined", "declared", "configured", "referenced", "references",
    "reference", "referring", "refer", "missing", "dangling", "exist", "exists", "existing", "existent", "non",
    "nonexistent", "nowhere", "never", "applied", "apply", "orphan", "orphaned", "definition", "definitions", "name",
    "names", "named", "anything", "nothing", "thing", "things", "without", "attached", "point", "points", "not",
    "bound", "bind", "assigned", "called", "linked", "member", "created", "present", "absent", "unknown",
    "such", "set", "put", "place", "placed", "tied", "associated", "there", "carry", "belong", "stale", "broken",
    "unused", "unreferenced", "written", "wrote", "made", "nobody", "ever", "device", "config",
    "configuration", "anywhere", "match",
)  # fmt: skip
_VERBS = frozenset({"mapped"})
"""Verbs that a noun shares its stem with: a route map."""
_DEFAULT_VLAN = "1"
_MOST_SHOWN, _SHORT = 300, 3


def write_dangling(scope: Scope) -> Statement | None:
    """Write the statement for names of the kind asked for that are used and defined nowhere; None if unsure."""
    nouns = nouns_of(scope)
    names = names_above(scope)
    if not nouns or names is None:
        return None
    uses = Uses(scope, nouns)
    chosen = [
        one for one in _that_explain(scope, list(uses.all()), nouns) if names.fit(scope, one.user.label)
    ]
    if not chosen:
        return None
    found = [(use, bad) for use in chosen if (bad := _undefined(uses, use))]
    return _statement(scope, chosen, found, names)


@dataclass(frozen=True, slots=True)
class Names:
    """The names in a question that what refers has, or what it is a part of: the labels and keys."""

    labels: frozenset[str] = frozenset()
    keys: tuple[str, ...] = ()

    def fit(self, scope: Scope, label: str) -> bool:
        """Tell whether entities of a label, or what they are parts of, may have the names."""
        return not self.keys or bool({label, *scope.lexicon.labels[label].above} & self.labels)


def names_above(scope: Scope) -> Names | None:
    """Return the names that narrow who refers; None where something is named that has no name of its own."""
    labels: set[str] = set()
    keys: list[str] = []
    for one in other_names(scope, SAID):
        found = [held for held in one.occurrences if held.property == "key"]
        if not found:
            return None
        labels |= {held.label for held in found}
        keys += [str(held.value) for held in found]
    return Names(frozenset(labels), tuple(dict.fromkeys(keys)))


def nouns_of(scope: Scope) -> tuple[Word, ...]:
    return tuple(
        word
        for word in scope.words
        if word.stem not in SAID
        and word.text.lower() not in _VERBS
        and (word.stem not in DEVICE_STEMS or word.index in scope.content)
    )


def _that_explain(scope: Scope, uses: Sequence[Use], nouns: Sequence[Word]) -> list[Use]:
    """Keep the uses that explain all nouns that must count, with the most of the others."""
    must = [word for word in nouns if word.index in scope.content]
    all_nouns = frozenset(word.index for word in nouns)
    whole = [one for one in uses if all(_is_said(scope, one, word) for word in must)]
    most = max((len(one.explained & all_nouns) for one in whole), default=0)
    return [one for one in whole if len(one.explained & all_nouns) == most]


def _is_said(scope: Scope, use: Use, word: Word) -> bool:
    """Tell whether a noun names what refers or what is referred to, or stands in a line that defines such a thing."""
    return word.index in use.explained or any(says(scope, one.label, word) for one in use.named)


def says(scope: Scope, label: str, word: Word) -> bool:
    """Tell whether the first lines of things of a label say a word: "firewall", before "filter IN"."""
    text = (
        f"MATCH (n:{quote_name(label)})-[:HAS_LINE]->(l:Line) WHERE l.number = n.first_line "
        "AND toLower(l.text) CONTAINS $word RETURN count(*) AS count"
    )
    return len(word.stem) > _SHORT and scope.look_up.count(text, {"word": word.stem}) > 0


def _undefined(uses: Uses, use: Use) -> dict[str, frozenset[str]]:
    """Return the items that name nothing, by device; those of a device named are what others have to name."""
    scope, found = uses.scope, dict[str, frozenset[str]]()
    held = uses.held(use.user)
    here = [one for one in scope.devices if one in held]
    named = [uses.held(one) for one in use.named]
    everything = frozenset(item for one in named for there in one.values() for item in there)
    vlans = any("vlan" in scope.lexicon.labels[one.label].words for one in use.named)
    met = any(item in everything for there in held.values() for item in there)
    for device in here or held:
        if not met and not any(device in one for one in named):
            continue
        where = [device] if here or not scope.devices else list(scope.devices)
        known = frozenset(item for one in named for name in where for item in one.get(name, frozenset()))
        missing = frozenset(
            item
            for item in held[device] - known
            if not is_syntax(item, everything) and not (vlans and item == _DEFAULT_VLAN)
        )
        if missing:
            found[device] = missing
    return found


def _statement(
    scope: Scope, chosen: Sequence[Use], found: Sequence[tuple[Use, dict[str, frozenset[str]]]], names: Names
) -> Statement | None:
    noun = column_of(scope.lexicon.labels[chosen[0].named[0].label])
    parameters = Parameters()
    parts = [part for use, bad in found for part in _part(scope, use, bad, noun, parameters, names)]
    if not parts:
        place = chosen[0].user
        parts = [_empty(place, noun)]
    said = sorted({called(scope, one.user) for one in chosen})
    note = f"read as: each {', '.join(said[:3])} that names no {noun.replace('_', ' ')} there is"
    columns = ("device", noun, "used_as", "used_by")
    subject = chosen[0].named[0].label
    return Statement(" UNION ".join(parts), parameters.values, "exists", columns, subject=subject, note=note)


def called(scope: Scope, place: Place) -> str:
    label = column_of(scope.lexicon.labels[place.label])
    return (label if place.property == "key" else f"{place.property} of {label}").replace("_", " ")


def _empty(place: Place, noun: str) -> str:
    """Write a statement that finds nothing, where all names are defined."""
    return (
        f"MATCH (n:{quote_name(place.label)}) WHERE n.id IS NULL RETURN n.device AS device, "
        f"n.key AS {quote_name(noun)}, '' AS used_as, '' AS used_by"
    )


def _part(
    scope: Scope,
    use: Use,
    bad: dict[str, frozenset[str]],
    noun: str,
    parameters: Parameters,
    names: Names,
) -> list[str]:
    """Write which entities hold the items; each is shown by itself, out of a list, too."""
    label, name = use.user.label, quote_name(use.user.property)
    value = f"n.{name}"
    over = (
        "AND EXISTS { MATCH (a:Entity)-[:HAS*0..4]->(n) WHERE toString(a.key) IN $keys } "
        if names.keys
        else ""
    )
    text = (
        f"MATCH (n:{quote_name(label)}) WHERE n.device = $device AND {value} IS NOT NULL {over}"
        f"UNWIND ([] + {value}) AS value RETURN n.id, toString(value) LIMIT {_MOST_SHOWN}"
    )
    pairs = [
        (row[0], item)
        for device, missing in bad.items()
        for row in scope.look_up.rows(text, {"device": device, "keys": names.keys})
        for item in items(str(row[1]))
        if item in missing and isinstance(row[0], int | str)
    ]
    if not pairs:
        return []
    ids, held = parameters.add(tuple(one for one, _ in pairs)), parameters.add(tuple(one for _, one in pairs))
    own = scope.lexicon.labels[label]
    used_by = "up.key" if use.user.property == "key" or not has_key(own) else "n.key"
    if used_by == "n.key" and is_vague(own):
        used_by = "CASE WHEN coalesce(up.key, '') = '' THEN '' ELSE up.key + ' ' END + toString(n.key)"
    said = parameters.add(
        called(scope, use.user) if own.name == ROOT else use.user.property.replace("_", " ")
    )
    said = parameters.add(column_of(own).replace("_", " ")) if use.user.property == "key" else said
    written = (
        f"MATCH (n:{quote_name(label)}) WHERE n.id IN {ids} AND {value} IS NOT NULL "
        f"OPTIONAL MATCH (up:Entity)-[:HAS]->(n) UNWIND range(0, size({ids}) - 1) AS place "
        f"WITH n, up, place WHERE {ids}[place] = n.id RETURN DISTINCT n.device AS device, "
        f"{held}[place] AS {quote_name(noun)}, {said} AS used_as, {used_by} AS used_by"
    )
    return [written]
