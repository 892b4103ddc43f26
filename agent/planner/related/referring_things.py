"""Questions about which things refer to any of a kind and which to none: interfaces with an access list, or without."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from agent.planner.configurations.join_names import HANDING_ON
from agent.planner.plan_records import Statement
from agent.planner.related.named_things import other_names, stems
from agent.planner.related.spoken_kinds import Noun, nearest, referenced, spoken_nouns
from agent.planner.related.used import hands_on
from agent.planner.scope import DEVICE_STEMS, Scope
from agent.planner.values.collect_values import collected
from agent.planner.values.tie_values import names_addresses
from agent.planner.words.label_names import column_name, has_key, is_vague
from agent.planner.words.lexicon import ROOT
from agent.planner.words.match_words import match_words
from agent.planner.write_conditions import Parameters, where
from agent.records import Intent
from graph_store.names import quote_name
from graph_store.records import Scalar

_HAVING = re.compile(
    r"\b(?:ha(?:s|ve|ving)|with(?:out)?|us(?:es?|ed|ing)|appl(?:y|ies|ied)|attached|bound|assigned|lacks?|lacking)\b",
    re.IGNORECASE,
)
_WHERE = re.compile(r"\bwhere\b", re.IGNORECASE)
_APPLIED = re.compile(r"\b(?:used|applied|attached|bound|assigned)\b", re.IGNORECASE)
_WHOLE = re.compile(r"\b(?:all|every|each)\b(?! of)", re.IGNORECASE)
_NARROWING = frozenset(
    ["nobody", "nothing", "never", "nowhere", "only", "both", "except", "apart", "other", "instead", "same", "or",
     "and", "several", "one", "two", "more", "less", "fewer", "than", "least", "twice", "once"]
)  # fmt: skip
"""Small words that ask for more than this reads."""
_SAID = stems(
    "have", "has", "having", "use", "used", "uses", "using", "apply", "applied", "applies", "attached", "bound",
    "assigned", "without", "lack", "lacks", "lacking", "set", "configured", "place", "network", "device", "currently",
    "enabled", "config", "configuration",
)  # fmt: skip
_TWO = 2
_OWNER = "OPTIONAL MATCH (up:Entity)-[:HAS]->(p) WHERE up.type <> 'Configuration'"
_ADDRESSED = "(n.key CONTAINS '.' OR n.key CONTAINS ':')"


@dataclass(frozen=True, slots=True)
class _Way:
    """A pattern from a thing `n` to the part `p` that refers, with its tests; `giver` is what hands it on."""

    pattern: str
    tests: tuple[str, ...] = ()
    giver: str = ""


@dataclass(frozen=True, slots=True)
class _Asked:
    """Things of some kinds, and the kinds that they may refer to, each with what the question calls it."""

    users: tuple[str, ...]
    user: str
    goals: tuple[str, ...]
    goal: str
    turned: bool = False

    @property
    def column(self) -> str:
        """Return the column of the things: their kind's, or what the question calls several."""
        return column_name(self.users[0]) if len(self.users) == 1 else self.user.lower().replace(" ", "_")


def write_referring_things(scope: Scope) -> Statement | None:
    """Write the statement for things that refer to any of a kind, or to none; None where this is not asked."""
    if scope.asked.intent not in ("list", "lookup", "exists", "count") or other_names(scope, DEVICE_STEMS):
        return None
    if not _HAVING.search(scope.text) or (scope.asked.intent == "exists" and _WHOLE.search(scope.text)):
        return None
    nouns = (
        spoken_nouns(scope, _SAID) if not _NARROWING & {one.text.lower() for one in scope.tokens} else None
    )
    if not nouns or len(nouns) > _TWO:
        return None
    if len(nouns) == 1:
        wherever = _WHERE.search(scope.text) and _APPLIED.search(scope.text) and not scope.asked.negations
        return _everywhere(scope, nouns[0]) if wherever else None
    if scope.asked.negations and not _denies_last(scope, nouns):
        return None
    for reading in _readings(scope, *nouns):
        asked = _narrowed(scope, reading)
        ways = [way for way in _ways(scope, asked) if _holders(scope, asked, way)]
        if ways and scope.asked.negations:
            return None if asked.turned else _without(scope, asked, ways)
        if ways and scope.asked.intent == "count":
            return None if asked.turned else _counted(scope, asked, ways)
        if ways:
            return _with(scope, asked, ways)
    return _unread(scope, *nouns)


def _denies_last(scope: Scope, nouns: Sequence[Noun]) -> bool:
    """Tell whether the only "not" stands between two nouns."""
    places = scope.asked.negations
    return len(places) == 1 and nouns[0].words[-1].index < places[0] < nouns[1].words[0].index


def _readings(scope: Scope, first: Noun, second: Noun) -> Iterator[_Asked]:
    """List who may refer to whom: the first to the second, or "lists applied to doors" the other way."""
    for user, goal in ((first, second), (second, first)):
        goals, users = referenced(scope, goal), nearest(scope, user)
        if goals and users and not set(users) & set(goals):
            yield _Asked(users, user.called, goals, goal.called, turned=user is second)


def _narrowed(scope: Scope, asked: _Asked) -> _Asked:
    """Keep the kinds of which any thing refers; all where none does."""
    using = [
        name
        for name in asked.users
        if any(
            _holders(scope, one, way) for one in [replace(asked, users=(name,))] for way in _ways(scope, one)
        )
    ]
    return replace(asked, users=tuple(using) or asked.users)


def _ways(scope: Scope, asked: _Asked) -> Iterator[_Way]:
    """List how things come by what refers: by themselves or where they are named, and by what hands settings on.

    A statement of its own may name both ("bind LIST to door D"): in one line.
    """
    user, kin = "|".join(map(quote_name, asked.users)), set(asked.users)
    said = (
        "s.inferred = 'reference'",
        "s.property = 'key'",
        "k.device = {0}.device",
        "toString(k.key) = toString({0}.key)",
    )
    yield _Way(f"(n:{user})-[:HAS*0..3]->(p:Entity)")
    yield _Way(f"(n:{user})<-[s]-(k:Entity)-[:HAS*0..2]->(p:Entity)", tuple(one.format("n") for one in said))
    beside = ("q.inferred = 'reference'", "q.property <> 'key'", "any(one IN q.lines WHERE one IN r.lines)")
    yield _Way(f"(n:{user})<-[q]-(p:Entity)", beside)
    handing = [one for one in scope.lexicon.references if one[0] in kin and hands_on(scope.lexicon, *one)]
    if handing:
        giving = "|".join(dict.fromkeys(quote_name(relation) for _, relation, _ in handing))
        yield _Way(f"(n:{user})-[:{giving}]->(g:Entity)-[:HAS*0..3]->(p:Entity)", giver="g.key")
        named = tuple(one.format("g") for one in said)
        yield _Way(
            f"(n:{user})-[:{giving}]->(g:Entity)<-[s]-(k:Entity)-[:HAS*0..2]->(p:Entity)", named, "g.key"
        )
    over = {name for one in asked.users for name in scope.lexicon.labels[one].above}
    groups = [name for name in sorted(over) if HANDING_ON & set(scope.lexicon.labels[name].words)]
    if groups:
        yield _Way(f"(n:{user})<-[:HAS*1..2]-(p:{'|'.join(map(quote_name, groups))})", giver="p.key")


def _refers(scope: Scope, goals: Sequence[str], parameters: Parameters) -> tuple[str, list[str]]:
    """Write the references that lead to some kinds, and the test that what is referred to, or should be, is of them."""
    relations = dict.fromkeys(relation for _, relation, end in scope.lexicon.references if end in goals)
    kinds = parameters.add(tuple(goals))
    expected = (
        f"EXISTS {{ MATCH (u:Undefined) WHERE u.id = m.id AND any(one IN u.expected WHERE one IN {kinds}) }}"
    )
    pattern = f"-[r:{'|'.join(map(quote_name, relations))}]->(m:Entity)"
    return pattern, ["r.inferred = 'reference'", f"(m.type IN {kinds} OR {expected})"]


def _match(scope: Scope, asked: _Asked, way: _Way, parameters: Parameters) -> str:
    refers, tests = _refers(scope, asked.goals, parameters)
    tests += [f"n.device IN {parameters.add(scope.devices)}"] if scope.devices else []
    return f"MATCH {way.pattern}{refers}{where([*way.tests, *tests, *_whole_things(scope, asked)])}"


def _whole_things(scope: Scope, asked: _Asked) -> list[str]:
    """Leave out what only hands settings on: neighbors are addresses, groups of them are not."""
    labels = [scope.lexicon.labels[name] for name in asked.users]
    handing = any(hands_on(scope.lexicon, *one) for one in scope.lexicon.references if one[0] in asked.users)
    return [_ADDRESSED] if handing and any(names_addresses(one.properties["key"]) for one in labels) else []


def _holders(scope: Scope, asked: _Asked, way: _Way) -> tuple[Scalar, ...]:
    parameters = Parameters()
    return collected(scope, _match(scope, asked, way, parameters), "n.id", parameters.values)


def _with(scope: Scope, asked: _Asked, ways: Sequence[_Way]) -> Statement:
    parameters = Parameters()
    user, goal = asked.column, asked.goal.lower().replace(" ", "_")
    handed = any(way.giver for way in ways)
    parts = []
    for way in ways:
        cells = {"device": "n.device", user: "n.key"}
        cells |= {"inherited_from": way.giver or "null"} if handed else {}
        cells |= {goal: "r.value", "written": "trim(l.text)"}
        returned = ", ".join(f"{what} AS {quote_name(alias)}" for alias, what in cells.items())
        parts.append(
            f"{_match(scope, asked, way, parameters)} MATCH (p)-[:HAS_LINE]->(l:Line) WHERE l.number IN r.lines "
            f"RETURN DISTINCT {returned}"
        )
    note = f"read as: each {asked.user} that refers to any {asked.goal}"
    intent: Intent = "exists" if scope.asked.intent == "exists" else "list"
    return Statement(
        " UNION ".join(parts), parameters.values, intent, tuple(cells), subject=asked.column, note=note
    )


def _counted(scope: Scope, asked: _Asked, ways: Sequence[_Way]) -> Statement:
    parameters = Parameters()
    ids = parameters.add(tuple(dict.fromkeys(one for way in ways for one in _holders(scope, asked, way))))
    kinds = "|".join(map(quote_name, asked.users))
    text = f"MATCH (n:{kinds}) WHERE n.id IN {ids} RETURN count(DISTINCT n) AS count"
    note = f"read as: each {asked.user} that refers to any {asked.goal}"
    return Statement(text, parameters.values, "count", ("count",), subject=asked.column, note=note)


def _without(scope: Scope, asked: _Asked, ways: Sequence[_Way]) -> Statement:
    """Write the things that no way leads from; only devices count on which any of the kind is defined or used."""
    parameters = Parameters()
    kinds, goals = ("|".join(map(quote_name, one)) for one in (asked.users, asked.goals))
    holders = tuple(dict.fromkeys(one for way in ways for one in _holders(scope, asked, way)))
    using = collected(scope, f"MATCH (n:{kinds}) WHERE n.id IN $ids", "n.device", {"ids": holders})
    there = {*collected(scope, f"MATCH (m:{goals})", "m.device", {}), *using}
    having = collected(scope, f"MATCH (n:{kinds})", "n.device", {})
    asked_of = [str(name) for name in having if name in scope.devices or not scope.devices]
    read = tuple(name for name in asked_of if name in there)
    tests = [f"n.device IN {parameters.add(read)}", f"NOT n.id IN {parameters.add(holders)}"]
    match = f"MATCH (n:{kinds}){where([*tests, *_whole_things(scope, asked)])}"
    others = sorted(name for name in asked_of if name not in there)
    note = f"read as: each {asked.user} that refers to no {asked.goal}"
    note += f"; left out, as none was read there: {', '.join(others)}" if others else ""
    if scope.asked.intent == "count":
        return Statement(
            f"{match} RETURN count(DISTINCT n) AS count",
            parameters.values,
            "count",
            ("count",),
            subject=asked.column,
            note=note,
        )
    column = asked.column
    text = f"{match} RETURN DISTINCT n.device AS device, n.key AS {quote_name(column)} ORDER BY device"
    return Statement(text, parameters.values, "list", ("device", column), subject=asked.column, note=note)


def _everywhere(scope: Scope, noun: Noun) -> Statement:
    """Write all that refers to any of a kind, with the line that says so."""
    goals = referenced(scope, noun)
    if not goals:
        return _declined(f"no reference to any {noun.called} was read", noun.labels[0])
    starts = dict.fromkeys(start for start, _, end in scope.lexicon.references if end in goals)
    parameters = Parameters()
    refers, tests = _refers(scope, goals, parameters)
    tests += [f"p.device IN {parameters.add(scope.devices)}"] if scope.devices else []
    goal = noun.called.lower().replace(" ", "_")
    parts = [
        f"MATCH (p:{quote_name(start)}){refers}{where(tests)} {_OWNER} MATCH (p)-[:HAS_LINE]->(l:Line) "
        f"WHERE l.number IN r.lines RETURN DISTINCT p.device AS device, r.value AS {quote_name(goal)}, "
        f"{_user(scope, start)} AS used_by, trim(l.text) AS written"
        for start in starts
    ]
    columns = ("device", goal, "used_by", "written")
    note = f"read as: all that refers to any {noun.called}"
    text = " UNION ".join(parts)
    return Statement(text, parameters.values, "list", columns, subject=goals[0], note=note)


def _user(scope: Scope, start: str) -> str:
    """Write what to call things that refer: what they are parts of where their own name is a number or only refers."""
    label = scope.lexicon.labels[start]
    only_name = any(
        one[0] == start and one[1] == column_name(start).upper() for one in scope.lexicon.references
    )
    if start == ROOT:
        return "null"
    return "coalesce(up.key, p.key)" if only_name or not has_key(label) or is_vague(label) else "p.key"


def _unread(scope: Scope, first: Noun, second: Noun) -> Statement | None:
    """Decline where things of the one kind might refer to the other's, and no reference was read that leads there."""
    users, goals = nearest(scope, first), referenced(scope, second)
    if not users or not goals or set(first.labels) & set(second.labels):
        return None
    if any(scope.lexicon.steps(one, other) is not None for one in users for other in second.labels):
        return None
    content = [word for word in second.words if word.index in scope.content] or second.words
    properties = [found.words for name in users for found in scope.lexicon.labels[name].properties.values()]
    if any(match_words(words, content).positions for words in properties):
        return None
    return _declined(f"no reference from any {first.called} to any {second.called} was read", users[0])


def _declined(said: str, subject: str) -> Statement:
    nothing = "MATCH (n:Configuration) WHERE n.device IS NULL RETURN n.device AS device"
    return Statement(nothing, {}, "list", ("device",), subject=subject, declined=f"Not answered: {said}.")
