"""The clauses, lists and unions of a Cypher statement's tokens. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from graph_store.cypher_tokens import Token

CLAUSES = frozenset(
    {"MATCH", "OPTIONAL", "WITH", "UNWIND", "WHERE", "RETURN", "ORDER", "SKIP", "LIMIT", "CALL", "YIELD"}
)
CLAUSE_ENDS = CLAUSES | {"UNION"}
AGGREGATES = frozenset(
    {"count", "sum", "avg", "min", "max", "collect", "stdev", "stdevp", "percentilecont", "percentiledisc"}
)


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause at the top level; `tokens` are those after its keyword."""

    keyword: str
    start: int
    tokens: tuple[Token, ...]

    @property
    def first(self) -> int:
        """Return the offset where the clause's body begins."""
        return self.tokens[0].start if self.tokens else self.start

    @property
    def end(self) -> int:
        """Return the offset where the clause's body ends."""
        return self.tokens[-1].end if self.tokens else self.start


def split_clauses(tokens: Sequence[Token]) -> tuple[Clause, ...]:
    """Cut the tokens where a clause begins, outside all brackets; none where none begins."""
    starts = [place for place in range(len(tokens)) if _begins_clause(tokens, place)]
    ends = [*starts[1:], len(tokens)] if starts else []
    return tuple(
        Clause(tokens[start].word, tokens[start].start, tuple(tokens[start + 1 : end]))
        for start, end in zip(starts, ends, strict=True)
    )


def _begins_clause(tokens: Sequence[Token], place: int) -> bool:
    token = tokens[place]
    if token.depth or token.word not in CLAUSE_ENDS:
        return False
    before = tokens[place - 1] if place else None
    if before is not None and (before.text in {".", ":"} or before.word == "AS"):
        return False
    return not (token.word == "WITH" and before is not None and before.word in {"STARTS", "ENDS"})


def split_list(tokens: Sequence[Token]) -> list[tuple[Token, ...]]:
    """Cut tokens at the commas outside all brackets that the first token is not in."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.text == "," and token.depth == tokens[0].depth:
            parts.append([])
        else:
            parts[-1].append(token)
    return [tuple(part) for part in parts if part]


def aggregates(tokens: Sequence[Token]) -> bool:
    """Say whether an expression calls an aggregating function; `COUNT { ... }` is none."""
    pairs = pairwise(tokens)
    return any(token.text.lower() in AGGREGATES and after.text == "(" for token, after in pairs)


def split_union(tokens: Sequence[Token]) -> list[tuple[Token, ...]]:
    """Cut a statement into the parts of its UNION; the only part is the statement itself."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.word == "UNION" and token.depth == 0:
            parts.append([])
        elif not (token.word == "ALL" and not parts[-1] and len(parts) > 1):
            parts[-1].append(token)
    return [tuple(part) for part in parts if part]
