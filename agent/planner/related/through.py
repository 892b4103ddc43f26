"""Questions about what a thing refers to: the ports of the service of a policy, the subnet of a rule's source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from agent.planner.order.read_entry import DENYING
from agent.planner.order.read_rule import is_off
from agent.planner.plan_records import Statement
from agent.planner.related.named_things import leaves_words, other_names, stems
from agent.planner.scope import Scope
from agent.reader.value_index import Occurrence
from agent.reader.english import stem
from agent.planner.words.label_names import column_of, has_key
from agent.planner.words.lexicon import HEADER, INTERNAL, ROOT, Label, Property
from agent.planner.words.match_words import match_words
from agent.planner.words.question_words import Word
from agent.planner.write_conditions import Parameters, names_key
from graph_store.names import quote_name

_ALLOWING = stems(
    "allow", "allows", "allowed", "permit", "permits", "permitted", "accept", "accepts", "open", "opens"
)
_SAID = _ALLOWING | stems(
    "use", "uses", "used", "apply", "applies", "let", "through", "match", "matches", "cover", "covers", "refer",
    "refers",
    "behind", "mean", "means", "stand", "stands", "pass", "passes", "have", "has", "name", "named", "called", "value",
    "deny", "denies", "denied", "block", "blocks", "blocked", "drop", "drops", "contain", "contains", "for", "object",
)  # fmt: skip
_NAME, _LONG = stem("name"), 4


@dataclass(frozen=True, slots=True)
class _Way:
    """The property of the named thing that refers, and the property asked for of what it refers to."""

    refers: str
    asked: Property
    positions: frozenset[int]
    weight: float


def write_through(scope: Scope) -> Statement | None:
    """Write the statement for a property of what the named thing refers to; None where the thing has it itself."""
    named = other_names(scope, _SAID)
    if len(named) != 1 or scope.asked.negations or scope.asked.intent not in ("list", "lookup"):
        return None
    for one in _names(scope, named[0].occurrences):
        label = scope.lexicon.labels[one.label]
        kind = frozenset(match_words(label.words, scope.words).positions)
        words = [word for word in scope.words if word.index not in kind and word.stem not in _SAID]
        ways = sorted(_ways(scope, label, words), key=lambda way: (-way.weight, way.refers))
        if not ways or (len(ways) > 1 and ways[1].weight >= ways[0].weight):
            continue
        explained = ways[0].positions | kind | {named[0].mention.index}
        if not leaves_words(scope, explained, _SAID):
            return _statement(scope, label, one, ways[0])
    return None


def _names(scope: Scope, occurrences: Sequence[Occurrence]) -> Iterator[Occurrence]:
    """List the things that have the text for their key, or for a property that is called their name."""
    for one in occurrences:
        label = scope.lexicon.labels.get(one.label)
        if label is None or label.is_event or one.label == ROOT or one.match != "whole":
            continue
        if one.property == "key" or _NAME in label.properties[one.property].words:
            yield one


def _ways(scope: Scope, label: Label, words: Sequence[Word]) -> Iterator[_Way]:
    """List the properties of other kinds that the words name, and the properties of the thing that lead there."""
    own = [one for one in label.properties.values() if _plain(one)]
    for found in own:
        beside = frozenset(match_words(found.words, words).positions)
        left = [word for word in words if word.index not in beside]
        if not left or any(_said(one.words, left) for one in own if one is not found):
            continue
        for other in scope.lexicon.things:
            if other.name in (ROOT, label.name) or not has_key(other):
                continue
            said = [(_said(one.words, left), one) for one in other.properties.values() if _plain(one)]
            if any(places for places, _ in said) and _leads(scope, label, found.name, other.name):
                for places, asked in said:
                    weight = len(places | beside) - 0.2 * (len(asked.words) - len(places))
                    if places:
                        yield _Way(found.name, asked, places | beside, weight)


def _plain(found: Property) -> bool:
    return found.name not in HEADER and found.name not in INTERNAL and found.name != "key"


def _said(names: Sequence[str], words: Sequence[Word]) -> frozenset[int]:
    """Return where words say a name: one of its words, or the beginning of one: port of portrange."""
    whole = frozenset(match_words(names, words).positions)
    begun = (
        word.index
        for word in words
        for name in names
        if len(word.stem) >= _LONG and name.startswith(word.stem) and not name.startswith(f"{word.stem}s")
    )
    return whole | frozenset(begun)


def _leads(scope: Scope, label: Label, name: str, other: str) -> bool:
    """Tell whether things of a kind name things of another kind by a property."""
    return scope.look_up.refers(label.name, name, other)


def _statement(scope: Scope, label: Label, named: Occurrence, way: _Way) -> Statement:
    parameters = Parameters()
    tests = [f"n.{quote_name(named.property)} = {parameters.add(named.value)}"]
    tests += [f"n.device IN {parameters.add(scope.devices)}"] if scope.devices else []
    refers, asked = quote_name(way.refers), quote_name(way.asked.name)
    columns = {"device": "n.device", column_of(label): "n.key"}
    columns |= {named.property: f"n.{quote_name(named.property)}"} if named.property != "key" else {}
    columns |= {way.refers: "m.key", way.asked.name: f"m.{asked}"}
    twin = f"{way.asked.name}_prefix"
    if twin in scope.lexicon.labels[way.asked.label].properties:
        columns[twin] = f"m.{quote_name(twin)}"
    returned = ", ".join(f"{what} AS {quote_name(alias)}" for alias, what in columns.items())
    text = (
        f"MATCH (n:{quote_name(label.name)}) WHERE {' AND '.join(tests)} "
        f"MATCH (m:{quote_name(way.asked.label)}) WHERE m.device = n.device AND {names_key(f'n.{refers}', 'm.key')} "
        f"AND m.{asked} IS NOT NULL RETURN DISTINCT {returned} ORDER BY device"
    )
    said, name = way.asked.name.replace("_", " "), way.refers.replace("_", " ")
    if not scope.look_up.rows(text, parameters.values):
        return _unsaid(label, tests, parameters, way)
    note = f"read as: the {said} of what its {name} names{_doubts(scope, label, tests, parameters, way)}"
    return Statement(text, parameters.values, "list", tuple(columns), subject=label.name, note=note)


def _unsaid(label: Label, tests: Sequence[str], parameters: Parameters, way: _Way) -> Statement:
    """Decline where what the thing names says nothing of what is asked, and show what it names."""
    column = column_of(label)
    text = (
        f"MATCH (n:{quote_name(label.name)}) WHERE {' AND '.join(tests)} AND n.{quote_name(way.refers)} IS NOT NULL "
        f"RETURN DISTINCT n.device AS device, n.key AS {quote_name(column)}, "
        f"n.{quote_name(way.refers)} AS {quote_name(way.refers)} ORDER BY device"
    )
    said, name = way.asked.name.replace("_", " "), way.refers.replace("_", " ")
    declined = f"The files do not say the {said} of what its {name} names."
    columns = ("device", column, way.refers)
    return Statement(text, parameters.values, "list", columns, subject=label.name, declined=declined)


def _doubts(scope: Scope, label: Label, tests: Sequence[str], parameters: Parameters, way: _Way) -> str:
    """Say which names lead nowhere, and that the thing is off, or does not let through what is asked to pass."""
    held_in = f"EXISTS {{ MATCH (m:{quote_name(way.asked.label)}) WHERE m.device = n.device "
    held_in += f"AND toString(m.key) = toString(one) AND m.{quote_name(way.asked.name)} IS NOT NULL }}"
    rows = scope.look_up.rows(
        f"MATCH (n:{quote_name(label.name)}) WHERE {' AND '.join(tests)} "
        f"UNWIND ([] + n.{quote_name(way.refers)}) AS one RETURN one, {held_in}, properties(n)",
        parameters.values,
    )
    unknown = dict.fromkeys(str(one) for one, known, _ in rows if not known)
    doubts = [f"; the files do not say it of {', '.join(unknown)}"] if unknown else []
    held = [values for _, _, values in rows if isinstance(values, Mapping)]
    asks_allowed = any(word.stem in _ALLOWING for word in scope.words)
    doubts += ["; it denies them"] if asks_allowed and any(_denies(values) for values in held) else []
    doubts += ["; it is switched off"] if any(map(is_off, held)) else []
    return "".join(doubts)


def _denies(values: Mapping[str, object]) -> bool:
    return any(str(value).lower() in DENYING for value in values.values())
