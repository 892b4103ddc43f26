"""Reads from a statement what its columns really are, whatever it calls them. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from agent.evidence.node_patterns import node_patterns, read_items, without_alias
from agent.model.signed_words import stems_of
from agent.records import Query
from graph_store.cypher_tokens import Clause, Token, split_clauses, tokenize

IDENTITIES = frozenset({"key", "name"})
AMOUNT = "count number times often amount"
COUNTS = frozenset({"COUNT", "SIZE"})
EARLIEST, LATEST = "first earliest", "last latest"
KEEPS = {
    "MIN": EARLIEST,
    "MAX": LATEST,
    "HEAD": EARLIEST,
    "LAST": LATEST,
    **dict.fromkeys(("SUM", "AVG", "COLLECT", "SUBSTRING", "LEFT", "TOSTRING", "TOINTEGER", "ROUND"), ""),
}
"""Functions that leave a property what it is, and what may be called so besides."""
UNSURE = frozenset({"OR", "XOR", "CASE", "COALESCE", "ANY", "NONE", "UNION"})
"""With these in a condition, nobody knows which part of it a row fulfils."""


def clauses_of(query: Query) -> Sequence[Clause]:
    """Return the clauses of a statement; none of a query that is no statement."""
    return _read_clauses(query.statement) if query.kind == "cypher" else ()


@lru_cache(maxsize=32)
def _read_clauses(statement: str) -> Sequence[Clause]:
    """Read a statement once for all of its rows."""
    return split_clauses(tokenize(statement))


def column_meanings(query: Query) -> Mapping[str, frozenset[str]] | None:
    """Return the stems of the words that each column of a statement is: those of its properties, not of its alias.

    None for a query that is no statement; its columns are called what they are.
    """
    clauses = clauses_of(query)
    if not any(one.keyword == "RETURN" for one in clauses):
        return None
    labels = _labels(clauses)
    found: dict[str, frozenset[str]] = {}
    for clause in clauses:
        for item in read_items(clause)[0] if clause.keyword in {"WITH", "RETURN"} else ():
            value = without_alias(item)
            name = item[-1].plain if value is not item else "".join(token.text for token in value)
            found[name.strip("`")] = _meaning(value, labels, found)
    return found


def label_words(query: Query) -> frozenset[str]:
    """Return the stems of the labels that every row of a statement has."""
    clauses = clauses_of(query)
    return frozenset().union(*_labels(clauses).values())


def conditions(query: Query) -> Iterator[Sequence[Token]]:
    """Yield the conditions that all rows fulfil: those joined by AND alone, without a function."""
    clauses = clauses_of(query)
    words = {token.word for clause in clauses for token in clause.tokens}
    for clause in clauses if not words & UNSURE else ():
        condition: list[Token] = []
        for token in clause.tokens if clause.keyword == "WHERE" else ():
            if token.word == "AND":
                yield condition
                condition = []
            else:
                condition.append(token)
        yield condition


def _labels(clauses: Sequence[Clause]) -> dict[str, frozenset[str]]:
    """Return of each node variable the stems that all labels of its pattern share."""
    found: dict[str, frozenset[str]] = {}
    for clause in clauses:
        for at, pattern in enumerate(node_patterns(clause.tokens) if clause.keyword == "MATCH" else ()):
            shared = [stems_of(label) for label in pattern.labels]
            name = pattern.name or f" {clause.start} {at}"
            found[name] = found.get(name, frozenset()) | (
                frozenset.intersection(*shared) if shared else frozenset()
            )
    return found


def _meaning(
    value: Sequence[Token], labels: Mapping[str, frozenset[str]], known: Mapping[str, frozenset[str]]
) -> frozenset[str]:
    if len(value) == 1:
        return known.get(value[0].plain, frozenset())
    if len(value) == 3 and value[1].text == "." and value[0].is_name:
        name = value[2].plain
        return stems_of(name) | (
            labels.get(value[0].plain, frozenset()) if name in IDENTITIES else frozenset()
        )
    function = value[0].word
    inner = [token for token in value[2:-1] if token.word != "DISTINCT"]
    if function in COUNTS and value[1].text == "(" and value[-1].text == ")":
        return stems_of(AMOUNT)
    if function == "COALESCE" and len(inner) >= 3:
        inner = inner[:3]
    elif function not in KEEPS or value[1].text != "(" or value[-1].text != ")":
        return frozenset()
    elif "," in {token.text for token in inner if token.depth == inner[0].depth}:
        inner = inner[: [token.text for token in inner].index(",")]
    return _meaning(inner, labels, known) | stems_of(KEEPS.get(function, "")) if inner else frozenset()
