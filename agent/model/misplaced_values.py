"""Finds the values of a statement that stand under other labels than it asks. No model."""

from __future__ import annotations

import re
from collections.abc import Iterable

from agent.evidence.node_patterns import node_patterns
from agent.model.describe_graph import synonyms
from agent.model.near_values import LOOKS_GIVEN, MOST_PLACES, compared_values, told_places
from agent.reader.english import stem, stems_of
from agent.records import Query
from agent.value_index import ValueIndex
from graph_store.cypher_tokens import split_clauses, tokenize
from graph_store.records import Description


def misplaced_values(
    question: str, query: Query, description: Description, look_up: ValueIndex
) -> tuple[str, ...]:
    """Return the values that a statement compares with and that stand, spelled so, under other labels than it asks.

    Only of labels that the question names as well as those: that no NTP server has an address which a log server has
    is an answer. A device's name is misplaced nowhere: its records may have it as their host.
    """
    asked = {
        label
        for clause in split_clauses(tokenize(query.statement))
        for pattern in (node_patterns(clause.tokens) if clause.keyword == "MATCH" else ())
        for label in pattern.labels or ("Entity",)
    }
    if asked & {"Entity", "Line"}:
        return ()
    under = {label.name: {label.name, *(kind for kind, _ in label.spans)} for label in description.labels}
    types = {kind for label in asked for kind in under.get(label, {label})}
    said = set(map(stem, re.findall(r"[a-z]+", f"{question} {synonyms(question)}".lower())))

    def likeness(labels: Iterable[str]) -> int:
        return max((len(said.intersection(stems_of(label))) for label in labels), default=0)

    found = []
    values = (one for one in compared_values(query) if one not in description.devices)
    for value in (one for one in values if LOOKS_GIVEN.fullmatch(one) and not one.isdigit()):
        stored = [one for one in look_up.find(value) if one.match in {"whole", "member"}]
        others = [one for one in stored if one.label not in types]
        kinds = {name for one in others for name, held in under.items() if one.label in held}
        if len(others) == len(stored) and others and likeness(kinds) >= likeness(asked):
            found.append(f"{value}: {'; '.join(told_places(others)[:MOST_PLACES])}")
    return tuple(found)
