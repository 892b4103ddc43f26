"""Reads from a statement what its columns really are, whatever it calls them. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from agent.evidence.node_patterns import node_patterns, read_items, without_alias
from agent.model.signed_words import Signs, signed_words, stems_of
from agent.records import Query
from graph_store.cypher_tokens import Clause, Token, aggregates, split_clauses, tokenize

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
GIVEN = frozenset({"parameter", "string", "number"})
UNSURE = frozenset({"OR", "XOR", "CASE", "COALESCE", "ANY", "NONE"})
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


def label_signs(query: Query) -> Signs:
    """Return the stems of the labels that every row of a statement has, with their signs."""
    clauses = clauses_of(query)
    labels = (
        label
        for clause in clauses
        for pattern in (node_patterns(clause.tokens) if clause.keyword == "MATCH" else ())
        for label in pattern.labels
    )
    opposite = {word for word, denied, _ in signed_words(" , ".join(labels)) if denied}
    words = frozenset().union(*_labels(clauses).values())
    return {word: frozenset({word in opposite}) for word in words}


def gathers(query: Query) -> bool:
    """Say whether a statement counts or collects, so that one row is about several nodes."""
    gathering = (one for one in clauses_of(query) if one.keyword in {"WITH", "RETURN"})
    return any(aggregates(item) for clause in gathering for item in read_items(clause)[0])


def _held_parts(query: Query) -> Iterator[Sequence[Token]]:
    """Yield what AND joins in the conditions that all rows fulfil."""
    clauses = clauses_of(query)
    if sum(clause.keyword == "RETURN" for clause in clauses) > 1:  # a row of a UNION is of one of its parts
        return
    optional = [at + 2 for at, clause in enumerate(clauses) if clause.keyword == "OPTIONAL"]
    for at, clause in enumerate(clauses):
        if clause.keyword == "WHERE" and at not in optional:
            yield from _split(clause.tokens, "AND")


def _either(part: Sequence[Token]) -> list[Sequence[Token]]:
    """Return what OR joins in a part of a condition."""
    return [*_split(part[1:-1] if part and part[0].text == "(" else part, "OR")]


def conditions(query: Query) -> Iterator[Sequence[Token]]:
    """Yield the conditions that all rows fulfil: those joined by AND alone, without a function.

    Of "n.a IS NULL OR n.a = ''" the first: both say that there is none.
    """
    for part in _held_parts(query):
        either = _either(part)
        condition = either[0] if len(either) == 2 and _is_empty(either[0], either[1]) else part
        if not {token.word for token in condition} & UNSURE:
            yield condition


def condition_texts(query: Query) -> Iterator[str]:
    """Yield the texts that a property of each row is, or has in it, as the conditions of all rows say."""
    clauses = clauses_of(query)
    whole = sum(clause.keyword == "RETURN" for clause in clauses) == 1
    before = ""
    for clause in clauses if whole else ():
        if clause.keyword == "MATCH" and before != "OPTIONAL":
            yield from _given_texts(query, clause)
        before = clause.keyword
    for part in _held_parts(query):
        yield from set.intersection(*({*_compared_texts(query, one)} for one in _either(part)))


def _compared_texts(query: Query, condition: Sequence[Token]) -> Iterator[str]:
    """Yield the texts that a property is, or has in it, or among it, where a condition is fulfilled."""
    words = [token.text.upper() for token in condition]
    if {*words} & (UNSURE | {"NOT", "<>", "{"}) or not {*words} & {"=", "CONTAINS", "STARTS", "ENDS", "IN"}:
        return
    last = words.index("IN") if "IN" in words else len(words)
    yield from (_text_of(query, token) for token in condition[:last] if token.kind in GIVEN)


def _given_texts(query: Query, clause: Clause) -> Iterator[str]:
    """Yield what a pattern asks of its properties: `{device: $d}`."""
    for sign, token in pairwise(clause.tokens):
        if sign.text == ":" and token.kind in GIVEN:
            yield _text_of(query, token)


def _text_of(query: Query, token: Token) -> str:
    if token.kind == "parameter":
        return str(query.parameters.get(token.text.strip("$`"), ""))
    return token.text.strip("'\"")


def _split(tokens: Sequence[Token], word: str) -> Iterator[Sequence[Token]]:
    """Yield the parts between a word that stands in no brackets."""
    depth, part = tokens[0].depth if tokens else 0, list[Token]()
    for token in tokens:
        if token.word == word and token.depth == depth:
            yield part
            part = []
        else:
            part.append(token)
    yield part


def _is_empty(one: Sequence[Token], other: Sequence[Token]) -> bool:
    """Say whether "n.a IS NULL" and "n.a = ''" are about one property."""
    texts = [token.text for token in one], [token.text for token in other]
    return (
        [text.upper() for text in texts[0][3:]] == ["IS", "NULL"]
        and texts[0][:3] == texts[1][:3]
        and texts[1][3:] in (["=", "''"], ["=", '""'])
    )


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
