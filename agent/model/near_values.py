"""How the graph spells what a question and a statement name, for a repair. No model."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from itertools import pairwise

from agent.cypher_tokens import tokenize
from agent.model.question_values import question_values
from agent.reader.value_index import ValueIndex
from agent.records import Query

MOST_VALUES = 8
RESULTS = frozenset({"THEN", "ELSE"})
"""Words before a text that a CASE returns, which is compared with nothing."""
MOST_PLACES = 4
LIKENESS = 0.75


def near_values(question: str, query: Query, devices: Sequence[str], look_up: ValueIndex) -> tuple[str, ...]:
    """Return a line for each value: where the graph has it or one like it; none for what it does not know."""
    lines = []
    for value in list(dict.fromkeys([*compared_values(query), *question_values(question)]))[:MOST_VALUES]:
        named = _devices(value, devices, look_up)
        places = named if value in look_up.devices(value) else [*named, *_places(value, look_up)]
        if places:
            lines.append(f"{value}: {'; '.join(places[:MOST_PLACES])}")
    return tuple(lines)


def contradictions(query: Query, look_up: ValueIndex) -> tuple[str, ...]:
    """Return the values that a statement compares with and that the graph spells otherwise, or has elsewhere."""
    found = []
    for value in compared_values(query):
        named, stored = look_up.devices(value), look_up.find(value)
        fits = any(str(one.value) == value and one.property in query.statement for one in stored)
        if not fits and value not in named and (named or stored):
            places = [f"device = {name}" for name in named] + _places(value, look_up)
            found.append(f"{value}: {'; '.join(places[:MOST_PLACES])}")
    return tuple(found)


def compared_values(query: Query) -> tuple[str, ...]:
    """Return the texts that a statement compares with, as literals or parameters."""
    tokens = tokenize(query.statement)
    literals = (
        token.text[1:-1]
        for before, token in pairwise((None, *tokens))
        if token is not None and token.kind == "text" and (before is None or before.word not in RESULTS)
    )
    parameters = (one for value in query.parameters.values() for one in _items(value))
    texts = [text for text in (*parameters, *literals) if isinstance(text, str)]
    return tuple(dict.fromkeys(text for text in texts if text and text != "lines"))


def _devices(value: str, devices: Sequence[str], look_up: ValueIndex) -> list[str]:
    found = look_up.devices(value)
    close = found or get_close_matches(
        value.lower(), [name.lower() for name in devices], n=2, cutoff=LIKENESS
    )
    by_fold = {name.lower(): name for name in devices}
    return [f"device = {by_fold.get(name.lower(), name)}" for name in close]


def _places(value: str, look_up: ValueIndex) -> list[str]:
    """Say where a value stands. Of a name it does not say "key =", which looks like a secret's key."""
    return [
        f"{one.label} named {one.value}"
        if one.property == "key"
        else f"{one.label}.{one.property} = {one.value}"
        for one in look_up.find(value)
    ]


def _items(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)
