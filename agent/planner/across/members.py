"""Questions about what is in a group or list that the question names: its values, or what these are names of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.planner.configurations.join_names import naming_properties
from agent.planner.plan_records import Statement
from agent.planner.scope import DEVICE_STEMS, Scope
from agent.planner.values.tie_values import ADDRESS_STEMS, holds_addresses
from agent.reader.value_index import Occurrence
from agent.planner.words.label_names import column_of, has_key
from agent.planner.words.lexicon import HEADER, INTERNAL, ROOT, Label, Property
from agent.planner.words.match_words import match_words, near
from agent.planner.words.question_words import Word
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name

_INSIDE = re.compile(
    r"\b(?:is|are|in|there) (?:listed |contained |included )?(?:in|behind|inside|within|part of)\b|"
    r"\bmembers? of\b|\bbelong(?:s|ing)? to\b|\bcontain(?:s|ed)?\b|\bincludes?d?\b",
    re.IGNORECASE,
)
_MOST_FACTS = 4


@dataclass(frozen=True, slots=True)
class Group:
    """An entity that the question names, its property that lists members, and the label these are names of."""

    label: Label
    occurrence: Occurrence
    members: Property
    defined: Label | None


def write_members(scope: Scope) -> Statement | None:
    """Write the statement for the members of a group; None when the question does not ask for them."""
    if (
        not _INSIDE.search(scope.text)
        or scope.asked.negations
        or any(one.is_missing for one in scope.located)
    ):
        return None
    group = _group(scope)
    phrase = next((one for one in scope.asked.phrases if one.positions), None)
    wanted = scope.at(phrase.positions) if phrase and phrase.sort == "thing" else []
    if (
        group is None
        or not wanted
        or not _asks_members(scope, group, wanted)
        or _says_more(scope, group, wanted)
    ):
        return None
    if scope.asked.intent == "count":
        return _count(scope, group)
    return _list(scope, group, wanted) if scope.asked.intent in ("list", "lookup") else None


def _group(scope: Scope) -> Group | None:
    named = [one for one in scope.located if not one.devices]
    if len(named) != 1:
        return None
    beside = near(scope.words, named[0].mention.index)
    for occurrence in named[0].occurrences:
        label = scope.lexicon.labels.get(occurrence.label)
        if label is None or label.is_event or label.name == ROOT or occurrence.property != "key":
            continue
        lists = [one for one in label.properties.values() if _is_list(scope, occurrence, one)]
        if lists and match_words(label.words, beside).positions:
            members = max(lists, key=lambda one: (one.distinct, one.name))
            return Group(label, occurrence, members, _defined(scope, members))
    return None


def _is_list(scope: Scope, occurrence: Occurrence, found: Property) -> bool:
    """Tell whether the named entity has several values in a property."""
    if found.is_flag or found.name in INTERNAL or found.name in HEADER:
        return False
    statement = (
        f"MATCH (n:{quote_name(occurrence.label)}) WHERE n.key = $key "
        f"UNWIND ([] + n.{quote_name(found.name)}) AS member "
        "WITH n, count(member) AS members RETURN max(members) AS members"
    )
    rows = scope.look_up.rows(statement, {"key": occurrence.value})
    return bool(rows) and isinstance(rows[0][0], int) and rows[0][0] > 1


def _defined(scope: Scope, members: Property) -> Label | None:
    """Return the label whose entities the members are names of."""
    for label in scope.lexicon.things:
        other = label.name not in (ROOT, members.label) and has_key(label)
        if other and scope.look_up.refers(members.label, members.name, label.name):
            return label
    return None


def _asks_members(scope: Scope, group: Group, wanted: Sequence[Word]) -> bool:
    """Tell whether what is wanted may be the members: their label or property, or a word for anything."""
    if any(match_words(scope.lexicon.labels[name].words, wanted).positions for name in group.label.below):
        return False
    vague = all(word.sort == "generic" or word.stem in DEVICE_STEMS for word in wanted)
    told = match_words(group.members.words, wanted).positions
    kind = match_words(group.defined.words, wanted).positions if group.defined else {}
    return bool(told or kind or (vague and not (group.defined and _own_words(scope, group, wanted))))


def _own_words(scope: Scope, group: Group, wanted: Sequence[Word]) -> bool:
    """Tell whether the words are another property of the group itself."""
    return any(
        match_words(one.words, wanted).positions
        for one in group.label.properties.values()
        if one.name not in INTERNAL and one.name not in HEADER and one is not group.members
    )


def _says_more(scope: Scope, group: Group, wanted: Sequence[Word]) -> bool:
    """Tell whether the question has words beside what is wanted and the group."""
    names = (*group.label.words, *group.members.words, *(group.defined.words if group.defined else ()))
    said = {*match_words(names, scope.words).positions, *(word.index for word in wanted)}
    return any(position not in said for position in scope.content)


def _start(scope: Scope, group: Group, parameters: Parameters) -> str:
    tests = [f"n.key = {parameters.add(group.occurrence.value)}"]
    if scope.devices:
        tests.append(f"n.device IN {parameters.add(scope.devices)}")
    members = f"n.{quote_name(group.members.name)}"
    return f"MATCH (n:{quote_name(group.label.name)}) WHERE {' AND '.join(tests)} UNWIND ([] + {members}) AS member"


def _count(scope: Scope, group: Group) -> Statement:
    parameters = Parameters()
    text = f"{_start(scope, group, parameters)} RETURN count(DISTINCT member) AS count"
    return Statement(
        text, parameters.values, "count", ("count",), subject=group.members.name, note=_note(group)
    )


def _list(scope: Scope, group: Group, wanted: Sequence[Word]) -> Statement:
    parameters = Parameters()
    columns = {"device": "n.device", column_of(group.label): "n.key", group.members.name: "member"}
    facts = list(_facts(group, wanted))[:_MOST_FACTS]
    defined = ""
    if group.defined and facts:
        defined = (
            f" MATCH (m:{quote_name(group.defined.name)}) "
            "WHERE m.device = n.device AND toString(m.key) = toString(member)"
        )
        columns |= {name: f"m.{quote_name(name)}" for name in facts}
    returned = ", ".join(f"{what} AS {quote_name(alias)}" for alias, what in columns.items())
    text = f"{_start(scope, group, parameters)}{defined} RETURN DISTINCT {returned} ORDER BY device"
    return Statement(
        text, parameters.values, "list", tuple(columns), subject=group.members.name, note=_note(group)
    )


def _facts(group: Group, wanted: Sequence[Word]) -> Iterator[str]:
    """List what is asked of the members beside their names."""
    if group.defined is None:
        return
    asks_addresses = any(word.stem in ADDRESS_STEMS for word in wanted)
    for found in group.defined.properties.values():
        if (
            found.name in INTERNAL
            or found.name in HEADER
            or found.name not in set(naming_properties(group.defined))
        ):
            continue
        told = match_words(found.words, wanted).positions
        if told or (asks_addresses and holds_addresses(found)):
            yield found.name


def _note(group: Group) -> str:
    members = group.members.name.replace("_", " ")
    return (
        f"read as: the {members} of the {column_of(group.label).replace('_', ' ')} {group.occurrence.value}"
    )
