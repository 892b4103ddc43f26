"""Which property a statement counts or averages the values of. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from agent.cypher_tokens import Token, tokenize
from agent.render.words import column_words


def aggregated_property(statement: str) -> str:
    """Say which property's values a statement counts or averages; "" when it counts nodes."""
    tokens = tokenize(statement)
    for place, (token, after) in enumerate(pairwise(tokens)):
        if token.text.lower() in {"count", "avg"} and after.text == "(":
            inside = _inside(tokens[place + 2 :], token.depth)
            return _property_in(inside) or _unwound(tokens[:place], inside)
    return ""


def _inside(tokens: Sequence[Token], depth: int) -> list[Token]:
    end = next((place for place, token in enumerate(tokens) if token.depth <= depth), len(tokens))
    return list(tokens[:end])


def _property_in(tokens: Sequence[Token]) -> str:
    """Return the first property; of a CASE the one that it gives."""
    given = next((place for place, token in enumerate(tokens) if token.word == "THEN"), 0)
    found = (column_words(after.plain) for before, after in pairwise(tokens[given:]) if before.text == ".")
    return next(found, "")


def _unwound(tokens: Sequence[Token], inside: Sequence[Token]) -> str:
    """Return the property whose items an UNWIND gave a name to, where that name stands inside."""
    words = [token.word for token in tokens]
    if "UNWIND" not in words:
        return ""
    unwound = tokens[words.index("UNWIND") + 1 :]
    alias = next((after.plain for before, after in pairwise(unwound) if before.word == "AS"), "")
    return _property_in(unwound) if alias in {token.plain for token in inside} else ""
