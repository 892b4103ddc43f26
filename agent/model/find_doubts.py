"""Finds reasons why a query may not answer the question: unknown names, values it leaves out. Pure."""

from __future__ import annotations

import re
from itertools import chain

from agent.evidence.node_patterns import OWN_RELATIONS, NodeVariable, node_patterns, note_pattern, note_uses
from agent.model.near_values import (
    WORDS,
    asked_devices,
    compared_values,
    question_values,
    telling_words,
)
from agent.records import DoubtKind, Query, StatementDoubt
from agent.value_index import ValueIndex
from graph_store.cypher_tokens import Token, split_clauses, tokenize
from graph_store.records import ENTITY_PROPERTIES, EVENT, Description

OWN_LABELS = frozenset(
    {"Device", "Document", "Line", "Entity", "Event", "Subnet", "Undefined", "Type", "Finding", "Change"}
)
OF_RECORDS = frozenset({"timestamp", "timestamp_text", "message", "template", "text", "number"})
OWN_PROPERTIES = (
    ENTITY_PROPERTIES | OF_RECORDS | {"expected", "prefix", "version", "length", "first", "last", "name"}
)
OF_THE_STORE = frozenset(
    {"kind", "state", "lines", "sha256", "aliases", "bytes", "serial", "search_text", "words"}
)
"""Properties of nodes that are no entities, which a variable without a label may be."""
MOST_NAMED = 12
FEW_OCCURRENCES = 20
"""Of a plain word, which says much where it is rare."""
SHORTEST_VALUE = 3
"""Letters and digits of a value that says something: "v2" is one of many things."""
SHORT_NUMBER = 2
"""Digits of a number that may be a day, an hour or an amount."""
PLAIN = re.compile(r"[\W_]+")
NUMBERED = re.compile(r"[^\W\d_]{1,6}[ -]?(?P<number>\d+)")
PORT = re.compile(r"[A-Za-z][A-Za-z-]*\s?(\d+(?:[/:]\d+)+)")
NAME_PARTS = re.compile(r"[\W\d_]+")
SHORTEST_PART = 3
"""Letters of a part of a device's name by which a question may mean it."""
SPELLED = re.compile(r"(?<![\w./:-])[^\W\d_]+[-_]?\d+(?![\w/:-]|\.\w)")
"""A name with a number: "nx1", "ax-11"."""
LETTERS_OR_DIGITS = re.compile(r"[^\W\d_]+|\d+")


def find_doubts(
    question: str, query: Query, description: Description, look_up: ValueIndex
) -> tuple[StatementDoubt, ...]:
    """Return why what a statement finds may not be what was asked; each says what is wrong."""
    values = _missing_values(question, query, description, look_up)
    names = unknown_names(query.statement, description) if query.kind == "cypher" else []
    return (*(StatementDoubt("name", text) for text in names), *values)


def unknown_names(statement: str, description: Description) -> list[str]:
    """Name the labels, relations and properties that are nowhere in the graph."""
    tokens = _outside_coalesce(tokenize(statement))
    properties = {label.name: {one.name for one in label.properties} for label in description.labels}
    relations = OWN_RELATIONS | {name for _, name, _, _ in description.relations}
    doubts = []
    for token, kind, others in _typed_names(tokens):
        known = relations if kind == "relation" else OWN_LABELS | properties.keys()
        if token.plain not in known and known.isdisjoint(others):
            doubts.append(f"there is no {kind} {token.plain!r} in the graph")
    return [*dict.fromkeys(doubts), *_unknown_properties(tokens, properties)]


def _outside_coalesce(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Leave out what stands in coalesce(...): where one of its names is unknown, another may be known."""
    kept: list[Token] = []
    depth = -1
    for place, token in enumerate(tokens):
        if depth < 0 and token.text == "(" and place and tokens[place - 1].text.lower() == "coalesce":
            depth = token.depth
        elif depth >= 0 and token.text == ")" and token.depth <= depth:
            depth = -1
        elif depth < 0:
            kept.append(token)
    return tuple(kept)


def _typed_names(tokens: tuple[Token, ...]) -> list[tuple[Token, str, frozenset[str]]]:
    """Return the labels and relation types of patterns, each with those that may stand in its place: `A|B`."""
    found = []
    opened: list[str] = []
    for place, token in enumerate(tokens):
        if token.text in {"(", "[", "{"}:
            opened.append(token.text)
        elif token.text in {")", "]", "}"} and opened:
            opened.pop()
        elif opened and opened[-1] != "{" and token.is_name and _is_typed(tokens, place):
            found.append((token, "relation" if opened[-1] == "[" else "label", _in_its_place(tokens, place)))
    return found


def _in_its_place(tokens: tuple[Token, ...], place: int) -> frozenset[str]:
    first = last = place
    while first >= 2 and tokens[first - 1].text == "|" and tokens[first - 2].is_name:
        first -= 2
    while last + 2 < len(tokens) and tokens[last + 1].text == "|" and tokens[last + 2].is_name:
        last += 2
    return frozenset(token.plain for token in tokens[first : last + 1 : 2]) - {tokens[place].plain}


def _is_typed(tokens: tuple[Token, ...], place: int) -> bool:
    """Go back over A|B|C to the colon; the | of a list or of reduce() has none."""
    while place >= 2 and tokens[place - 1].text in {"|", "&"} and tokens[place - 2].is_name:
        place -= 2
    return place >= 1 and tokens[place - 1].text == ":"


def _unknown_properties(tokens: tuple[Token, ...], properties: dict[str, set[str]]) -> list[str]:
    """Name properties of variables whose one label is known, and does not have them."""
    variables: dict[str, NodeVariable] = {}
    clauses = split_clauses(tokens)
    for pattern in (pattern for clause in clauses for pattern in node_patterns(clause.tokens)):
        if pattern.name:
            note_pattern(variables, pattern.name, pattern)
    note_uses(variables, clauses)
    anywhere = {name for names in properties.values() for name in names}
    doubts = []
    for variable in variables.values():
        labels = [label for label in variable.labels if label in properties]
        if variable.labels <= {"Entity", EVENT} and properties:
            unknown = variable.properties - anywhere - OWN_PROPERTIES - OF_THE_STORE
            doubts += [f"nothing in the graph has a property {name!r}" for name in sorted(unknown)]
        if len(labels) != 1 or labels == [EVENT] or not properties[labels[0]]:
            continue
        has = properties[labels[0]]
        for name in sorted(variable.properties - has - OWN_PROPERTIES):
            doubts.append(
                f"{labels[0]} has no property {name!r}; it has: {', '.join(sorted(has)[:MOST_NAMED])}"
            )
    return doubts


def _missing_values(
    question: str, query: Query, description: Description, look_up: ValueIndex
) -> list[StatementDoubt]:
    """Name the values of the question that the statement says nothing of, and devices that it names instead."""
    said = _plain(" ".join([query.statement, *map(str, query.parameters.values())]))
    numbers = _compared_numbers(query)
    telling = [value for value in question_values(question) if _is_telling(value, look_up)]
    forms = {value: (value, *_spellings(value, look_up)) for value in telling}
    unsaid = {
        value: them
        for value, them in forms.items()
        if not any(_is_said(form, said) for form in them)
        and not ((named := NUMBERED.fullmatch(value)) and named["number"] in numbers)
    }
    known = any(len(them) > 1 for them in unsaid.values())
    stray = _stray_devices(question, query, description, look_up) if query.kind == "cypher" else []
    about = "the statement is about {!r}, a device that the question does not name"
    doubts = [StatementDoubt("value", about.format(device)) for device in stray]
    if not unsaid or not (known or stray):
        return doubts
    text = f"the statement uses nothing of {', '.join(unsaid)}, which the question names"
    kind: DoubtKind = "values" if stray or len(unsaid) == len(forms) else "value"
    return [StatementDoubt(kind, text, tuple(chain.from_iterable(unsaid.values()))), *doubts]


def _compared_numbers(query: Query) -> frozenset[str]:
    """Return the numbers that a statement compares with: 20 says `po20` where it stands for the group's number."""
    literals = (token.text for token in tokenize(query.statement) if token.kind == "number")
    given = (
        one
        for value in query.parameters.values()
        for one in (value if isinstance(value, tuple) else (value,))
    )
    return frozenset(map(str, (*literals, *compared_values(query), *given)))


def _stray_devices(question: str, query: Query, description: Description, look_up: ValueIndex) -> list[str]:
    """Name the devices that a statement is about, and that the question names by no part, "the core", and no make."""
    said, words = _plain(question), frozenset(re.findall(r"[^\W_]+", question.lower()))
    stray = [
        value
        for value in compared_values(query)
        if value in look_up.devices(value)
        and not _is_said(value, said)
        and words.isdisjoint(_telling_parts(value.lower()))
    ]
    if not stray:
        return []
    meant = {name.lower() for name in asked_devices(question, description, look_up).all}
    meant |= _meant_by_part(question, description)
    return [value for value in stray if value.lower() not in meant]


def _telling_parts(name: str) -> set[str]:
    """Return the parts of a device's name that tell it from others: "core" and "3f" of core-3f, not "r" or "3"."""
    pieces = re.split(r"[\W_]+", name)
    mixed = (one for one in pieces if len(one) > 1 and not (one.isalpha() or one.isdecimal()))
    return {*mixed, *(one for one in NAME_PARTS.split(name) if len(one) >= SHORTEST_PART)}


def _meant_by_part(question: str, description: Description) -> set[str]:
    """Return the devices that a question shortens so that only one fits: "nx1" is hq-nx-01, "Hamburg" ham-sw-01."""
    names = {name.lower(): _parts_of(name) for name in description.devices}
    found = [
        {
            name
            for name, parts in names.items()
            if any(parts[at : at + len(spelled)] == spelled for at in range(len(parts)))
        }
        for spelled in map(_parts_of, SPELLED.findall(question))
    ]
    found += [
        {
            name
            for name, parts in names.items()
            if any(len(part) >= SHORTEST_PART and word.lower().startswith(part) for part in parts)
        }
        for word in telling_words(question, description)
    ]
    return {name for one in found if len(one) == 1 for name in one}


def _parts_of(name: str) -> list[str]:
    """Return the letters and numbers that a name is made of: of "hq-nx-01" hq, nx and 1."""
    return [part.lstrip("0") or "0" for part in LETTERS_OR_DIGITS.findall(name.lower())]


def _is_telling(value: str, look_up: ValueIndex) -> bool:
    """Tell whether a statement has to say a value: a name with signs or digits, or a word that stands in few places."""
    if value.isdigit():
        return len(value) > SHORT_NUMBER
    if WORDS.fullmatch(value) and not look_up.find(value):  # "ssh/telnet"
        return False
    if len(value) < SHORTEST_VALUE and not look_up.devices(value):
        return False
    occurrences = sum(one.count for one in look_up.find(value)) if value.isalpha() else 0
    return bool(look_up.devices(value)) or occurrences <= FEW_OCCURRENCES


def _spellings(value: str, look_up: ValueIndex) -> tuple[str, ...]:
    """Return how the graph spells a value; what only holds it as a part is none."""
    stored = (one for one in look_up.find(value) if one.match in {"whole", "member", "short"})
    return (*look_up.devices(value), *(str(one.value) for one in stored))


def _is_said(form: str, said: str) -> bool:
    """Tell whether a text says a value, a prefix's or an address's first part, or the numbers of a port's name."""
    plain = _plain(form)
    numbers = PORT.fullmatch(form)
    beginning = _plain(re.split(r"[./:-](?=[^./:-]*$)", form)[0])
    shortened = len(beginning) > 4 and any(sign.isdigit() for sign in beginning)
    is_port = numbers is not None and _plain(numbers[1]) in said
    return plain in said or (shortened and beginning in said) or is_port


def _plain(text: str) -> str:
    return PLAIN.sub("", text).lower()
