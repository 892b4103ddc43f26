"""Describes one entity with all its properties and parts, for questions that name it and ask for nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.planner.plan_records import Meaning, Statement
from agent.planner.scope import Scope
from agent.planner.values.locate_values import Located
from agent.planner.values.tie_values import ADDRESS_STEMS
from agent.reader.value_index import Occurrence
from agent.planner.words.label_names import column_of, has_key
from agent.planner.words.lexicon import HEADER, INTERNAL, ROOT, Label
from agent.planner.words.match_words import match_words, near
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name

_ASKS_ALL = re.compile(
    r"\bwhat(?:'s| is) (?:configured|set|defined)\b|\bdescribe\b|\bdetails?\b|\bconfig\w* (?:of|for|on)\b|\bsummar\w+|"
    r"^\s*(?:show|display|explain|print|get)\b|\btell me about\b|\bhow is\b.*\bconfigured\b|"
    r"^\s*what do(?:es)?\b.*\bdo\b",
    re.IGNORECASE,
)
_MOST_PROPERTIES, _MOST_PARTS = 20, 4


def write_description(scope: Scope, thing: Meaning | None) -> tuple[Statement, ...]:
    """Write a statement for the entity that the question names and one for each kind of its parts; or none."""
    named = [located for located in scope.located if located.occurrences and not located.devices]
    asked_more = thing is not None and (thing.target.property or thing.extras or thing.unlinked)
    missing = any(located.is_missing for located in scope.located)
    if len(named) != 1 or missing or asked_more or not _ASKS_ALL.search(scope.text):
        return ()
    occurrence = _entity(scope, named[0])
    if occurrence and _leaves_words(scope, occurrence, named[0]):
        return ()
    return _statements(scope, occurrence) if occurrence else ()


def _leaves_words(scope: Scope, occurrence: Occurrence, located: Located) -> bool:
    """Tell whether the question says more than the entity's kind."""
    said = match_words(scope.lexicon.labels[occurrence.label].words, scope.words).positions
    if located.mention.shape == "number" and max(said.values(), default=0.0) < 1.0:
        return True
    return any(
        (word.index in scope.content or word.stem in ADDRESS_STEMS) and word.index not in said
        for word in scope.words
    )


def _entity(scope: Scope, located: Located) -> Occurrence | None:
    """Choose the entity of this name that the words beside it say, or that has most to say."""
    beside = near(scope.words, located.mention.index)
    keyed = [
        one
        for one in located.occurrences
        if one.property == "key" and one.label in scope.lexicon.labels and one.label != ROOT
    ]
    keyed = [one for one in keyed if not scope.lexicon.labels[one.label].is_event]

    def rank(one: Occurrence) -> tuple[float, int, str]:
        label = scope.lexicon.labels[one.label]
        matched = match_words(label.words, beside)
        said = sum(matched.positions.values()) - 0.3 * matched.missed if matched.positions else -1.0
        return said, len(label.below) + len(label.properties), one.label

    return max(keyed, key=rank, default=None)


def _statements(scope: Scope, occurrence: Occurrence) -> tuple[Statement, ...]:
    label = scope.lexicon.labels[occurrence.label]
    parts = sorted(label.below, key=lambda name: (label.below[name], -scope.lexicon.labels[name].count, name))
    return (
        _statement(scope, label, label, occurrence),
        *(_statement(scope, label, scope.lexicon.labels[name], occurrence) for name in parts[:_MOST_PARTS]),
    )


def _statement(scope: Scope, label: Label, part: Label, occurrence: Occurrence) -> Statement:
    parameters = Parameters()
    tests = [f"n.key = {parameters.add(occurrence.value)}"]
    if scope.devices:
        tests.append(f"n.device IN {parameters.add(scope.devices)}")
    columns = {"device": "n.device", column_of(label): "n.key"}
    variable, path = "n", ""
    if part.name != label.name:
        variable, path = "c", f" MATCH (n)-[:HAS*1..{label.below[part.name]}]->(c:{quote_name(part.name)})"
        columns |= {column_of(part): "c.key"} if has_key(part) else {}
    for name in _telling(part):
        columns.setdefault(name, f"{variable}.{quote_name(name)}")
    returned = ", ".join(f"{what} AS {quote_name(alias)}" for alias, what in columns.items())
    order = f", {variable}.ordinal" if variable == "c" else ""
    text = (
        f"MATCH (n:{quote_name(label.name)}){path} WHERE {' AND '.join(tests)} "
        f"RETURN {returned} ORDER BY device{order}"
    )
    return Statement(text, parameters.values, "lookup", tuple(columns), subject=part.name)


def _telling(label: Label) -> Sequence[str]:
    found = [one for one in label.properties.values() if one.name not in INTERNAL and one.name not in HEADER]
    return [one.name for one in sorted(found, key=lambda one: (-one.count, one.name))[:_MOST_PROPERTIES]]
