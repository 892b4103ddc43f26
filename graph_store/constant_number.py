"""Computes the numbers that stand in a statement: literals, names and parameters, and simple arithmetic on them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from graph_store.cypher_tokens import Token

ROUNDING = frozenset({"TOINTEGER", "TOFLOAT", "ROUND", "FLOOR", "CEIL", "ABS"})
"""Functions that leave a number about as large as it is."""


def constant_number(tokens: Sequence[Token], names: Mapping[str, float]) -> float | None:
    """Return what an expression is worth, infinity for what no computer holds; None where only a server can tell."""
    reader = _Reader(tokens, names)
    value = reader.sum()
    return value if reader.place == len(tokens) else None


class _Reader:
    """Reads one expression from the left; None anywhere makes the whole None."""

    def __init__(self, tokens: Sequence[Token], names: Mapping[str, float]) -> None:
        self.place = 0
        self._tokens = tokens
        self._names = names

    def sum(self) -> float | None:
        value = self._product()
        while (sign := self._sign("+", "-")) is not None:
            other = self._product()
            value = _apply(sign, value, other)
        return value

    def _product(self) -> float | None:
        value = self._power()
        while (sign := self._sign("*", "/", "%")) is not None:
            other = self._power()
            value = _apply(sign, value, other)
        return value

    def _power(self) -> float | None:
        value = self._single()
        while self._sign("^") is not None:
            value = _apply("^", value, self._single())
        return value

    def _single(self) -> float | None:
        if (sign := self._sign("-", "+")) is not None:
            return _apply(sign, 0.0, self._single())
        token = self._next()
        if token is None:
            return None
        if token.kind == "number":
            return token.number
        if token.text == "$":
            named = self._next()
            return self._names.get(f"${named.text}") if named else None
        called = token.is_name and self._sign("(") is not None
        if token.text == "(" or (called and token.word in ROUNDING):
            value = self.sum()
            return value if self._sign(")") is not None else None
        return self._names.get(token.text.strip("`")) if token.is_name and not called else None

    def _next(self) -> Token | None:
        if self.place == len(self._tokens):
            return None
        self.place += 1
        return self._tokens[self.place - 1]

    def _sign(self, *signs: str) -> str | None:
        if self.place < len(self._tokens):
            token = self._tokens[self.place]
            if token.kind == "symbol" and token.text in signs:
                self.place += 1
                return token.text
        return None


def _apply(sign: str, left: float | None, right: float | None) -> float | None:
    if left is None or right is None:
        return None
    try:
        match sign:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
            case "/":
                return left / right
            case "%":
                return math.fmod(left, right)
            case _:
                return float(left**right)
    except OverflowError:
        return math.inf
    except (ZeroDivisionError, ValueError, TypeError):
        return None
