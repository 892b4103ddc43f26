"""Mend a query without a model: a name that is spelled otherwise, a Lucene query that does not parse."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import get_close_matches

from agent.cypher_tokens import Token, tokenize
from agent.reader.value_index import ValueIndex
from agent.records import Outcome, Query, Question
from agent.routes import is_empty
from graph_store.records import Description, Scalar

LUCENE_SIGNS = re.compile(r'[+\-&|!(){}\[\]^"~*?:\\/]')
LUCENE_WORDS = frozenset({"AND", "OR", "NOT", "TO"})
OWN_NAMES = ("Device", "Document", "Line", "Entity", "Event", "HAS", "HAS_LINE", "HAS_DOCUMENT")
OWN_PROPERTIES = (
    "id",
    "type",
    "key",
    "device",
    "path",
    "number",
    "text",
    "name",
    "timestamp",
    "message",
    "template",
)
LIKENESS = 0.75


class SpellingRepairer:
    """Puts the graph's own spelling in the place of names and values that it does not know."""

    def __init__(self, description: Description, look_up: ValueIndex) -> None:
        self._names = _names(description)
        self._properties = _properties(description)
        self._look_up = look_up

    def repair(self, question: Question, outcome: Outcome, outcomes: Sequence[Outcome] = ()) -> Query | None:
        """Return the mended query, or None when nothing about it can be mended."""
        query = outcome.query
        if query.kind == "lucene":
            mended = _escape_query(query) if outcome.error else query
        else:
            mended = self._spell_names(query)
            if mended == query and is_empty(outcome):
                mended = self._spell_values(query)
        return (
            mended if (mended.statement, mended.parameters) != (query.statement, query.parameters) else None
        )

    def _spell_names(self, query: Query) -> Query:
        """Mend labels, relation types and property names."""
        tokens = tokenize(query.statement)
        statement = query.statement
        for place in range(len(tokens) - 1, 0, -1):
            known = self._known_at(tokens, place)
            name = tokens[place].plain
            close = _closest(name, known) if known and name not in known else None
            if close:
                statement = f"{statement[: tokens[place].start]}`{close}`{statement[tokens[place].end :]}"
        return replace(query, statement=statement)

    def _known_at(self, tokens: tuple[Token, ...], place: int) -> frozenset[str]:
        token, before = tokens[place], tokens[place - 1].text
        if token.kind != "name" or (place + 1 < len(tokens) and tokens[place + 1].text in {"(", "."}):
            return frozenset()
        if before in {":", "|", "&"} and not _in_map(tokens, place):
            return self._names
        return self._properties if before == "." else frozenset()

    def _spell_values(self, query: Query) -> Query:
        """Take the stored spelling of texts that the statement compares with, where the graph has another."""
        compared = _compared(tokenize(query.statement))
        parameters: dict[str, Scalar | tuple[Scalar, ...]] = dict(query.parameters)
        for name, value in query.parameters.items():
            if isinstance(value, str) and name in compared:
                parameters[name] = self._stored(value, compared[name])
        return replace(query, parameters=parameters)

    def _stored(self, value: str, column: str) -> Scalar:
        if column == "device":
            devices = self._look_up.devices(value)
            return devices[0] if len(devices) == 1 else value
        found = {one.value for one in self._look_up.find(value) if one.property == column}
        return value if value in found or len(found) != 1 else found.pop()


def _names(description: Description) -> frozenset[str]:
    labels = [label.name for label in description.labels]
    relations = [relation for _, relation, _, _ in description.relations]
    return frozenset([*labels, *relations, *OWN_NAMES])


def _properties(description: Description) -> frozenset[str]:
    learned = [one.name for label in description.labels for one in label.properties]
    return frozenset([*learned, *OWN_PROPERTIES])


def _closest(name: str, known: Iterable[str]) -> str | None:
    folded = {re.sub(r"[\W_]", "", one).lower(): one for one in sorted(known)}
    wanted = re.sub(r"[\W_]", "", name).lower()
    if wanted in folded:
        return folded[wanted]
    close = get_close_matches(wanted, folded, n=1, cutoff=LIKENESS)
    return folded[close[0]] if close else None


def _in_map(tokens: tuple[Token, ...], place: int) -> bool:
    """Say whether a name stands behind the colon of a `{name: value}`."""
    depth = tokens[place].depth
    for token in reversed(tokens[:place]):
        if token.depth < depth:
            return token.text == "{"
    return False


def _compared(tokens: tuple[Token, ...]) -> dict[str, str]:
    """Return which property each parameter is compared with: `n.p = $x`, `{p: $x}`."""
    found: dict[str, str] = {}
    for place, token in enumerate(tokens):
        if token.kind == "parameter" and place > 1 and tokens[place - 1].text in {"=", ":"}:
            found[token.text[1:].strip("`")] = tokens[place - 2].plain
    return found


def _escape_query(query: Query) -> Query:
    """Make plain words of every text that a Lucene query is written in."""
    parameters = {
        name: _plain_words(value) if isinstance(value, str) else value
        for name, value in query.parameters.items()
    }
    return replace(query, parameters=parameters)


def _plain_words(text: str) -> str:
    words = [word for word in text.split() if word not in LUCENE_WORDS]
    return " ".join(
        LUCENE_SIGNS.sub(lambda sign: "\\" + sign[0], word.strip('"()'))
        for word in words
        if word.strip('"()')
    )
