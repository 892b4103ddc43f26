"""Refuses expressions that would make more values than a server can stop in time.

`reduce` over a huge range() keeps Neo4j busy until it is restarted. Counted are literal ranges and lists, multiplied
where one is inside another; what only the server can tell (a property, the size of a list) counts as one value.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graph_store.cypher_tokens import CLOSING, END, OPENING, Token, checked_tokens
from graph_store.errors import StatementRefusedError

MOST_VALUES = 10_000_000
PREDICATES = frozenset({"ALL", "ANY", "NONE", "SINGLE"})
ITERATING = PREDICATES | {"REDUCE", "FILTER", "EXTRACT"}
ONE_VALUE = PREDICATES | {"SIZE", "COUNT", "SUM", "AVG", "MIN", "MAX", "HEAD", "LAST"}
"""What is worth one value, however long the list inside."""
ITEM_STARTS = frozenset({"WITH", "RETURN", "UNWIND", "DISTINCT", "WHERE", "MATCH"})
BEFORE_LIST = ITEM_STARTS | {
    "IN",
    "AND",
    "OR",
    "XOR",
    "NOT",
    "CASE",
    "WHEN",
    "THEN",
    "ELSE",
    "BY",
    "CONTAINS",
}


@dataclass(slots=True)
class _Bracket:
    """What stands between two brackets, while it is read.

    It is computed `times` times and has made `values` values so far. The part that is being read began at the token
    `start`, with `before` values. `source` is how many there were where the list began that is walked through; None
    before that, infinite behind it.
    """

    function: str
    times: float
    start: int
    iterates: bool = False
    is_list: bool = False
    values: float = 0.0
    before: float = 0.0
    source: float | None = None


def check_bounded_lists(statement: str, parameters: Mapping[str, object]) -> None:
    """Raise StatementRefusedError where nested literal ranges and lists make more than 10,000,000 values at once."""
    if "RANGE" not in statement.upper():
        return
    tokens = checked_tokens(statement)
    if any(token.text.strip("`").upper() == "RANGE" for token in tokens):
        given = {
            f"${name}": float(value) for name, value in parameters.items() if isinstance(value, int | float)
        }
        _Walk(statement, tokens, given).walk()


class _Walk:
    """Reads a statement once, from the left."""

    def __init__(self, statement: str, tokens: Sequence[Token], numbers: dict[str, float]) -> None:
        self._statement = statement
        self._tokens = tokens
        self._open = [_Bracket("", 1.0, 0)]
        self._lists: dict[str, float] = {}
        self._numbers = numbers

    def walk(self) -> None:
        for place, token in enumerate(self._tokens):
            if token.is_name:
                self._word(place, token)
            elif token.kind == "symbol":
                self._symbol(place, token.text)

    def _symbol(self, place: int, sign: str) -> None:
        here = self._open[-1]
        if sign in OPENING:
            self._enter(place, sign)
        elif sign in CLOSING and len(self._open) > 1:
            made = self._open.pop()
            self._open[-1].values += made.times if made.function in ONE_VALUE else made.values
        elif sign == "|":
            self._end_source(here)
        elif sign == ",":
            if here.is_list:
                self._add(1.0, "a list")
            here.before, here.start = here.values, place + 1

    def _enter(self, place: int, sign: str) -> None:
        before, times = self._at(place - 1), self._open[-1].times
        function = before.word if sign == "(" else ""
        walks = sign == "[" and self._at(place + 2).word == "IN"
        is_list = sign == "[" and not walks and not _is_value(before)
        self._open.append(_Bracket(function, times, place + 1, walks or function in ITERATING, is_list))
        if is_list and self._at(place + 1).text != "]":
            self._add(1.0, "a list")

    def _word(self, place: int, token: Token) -> None:
        here, before, after = self._open[-1], self._at(place - 1).text, self._at(place + 1).text
        name = token.text.strip("`")
        if before in (".", ":", "$"):
            return
        if name.upper() == "RANGE" and after == "(":
            self._add(self._span(place + 2), "range()")
        elif self._at(place - 1).word == "AS":
            self._name(here, place, name)
        elif token.word == "IN" and here.iterates and here.source is None:
            here.source = here.values
        elif token.word == "WHERE" and here.iterates:
            self._end_source(here)
        elif token.word in ITEM_STARTS:
            here.before, here.start = here.values, place + 1
        elif name in self._lists and after not in ("(", ":"):
            self._add(self._lists[name], f"the list {name!r}")

    def _end_source(self, here: _Bracket) -> None:
        """What follows is computed for each value of the list that was read."""
        if here.source is not None and here.source < math.inf:
            here.times *= max(1.0, (here.values - here.source) / here.times)
            here.source = math.inf

    def _name(self, here: _Bracket, place: int, name: str) -> None:
        """Remember what is called by a name: a number, or a list of so many values."""
        for known in (self._numbers, self._lists):
            known.pop(name, None)
        if self._at(here.start - 1).word == "UNWIND":
            return
        number = constant_number(self._tokens[here.start : place - 1], self._numbers)
        if number is not None:
            self._numbers[name] = number
        elif here.values > here.before:
            self._lists[name] = (here.values - here.before) / here.times

    def _span(self, start: int) -> float:
        """Return how many values a range has whose arguments begin at a place; 1 where only the server can tell."""
        arguments: list[list[Token]] = [[]]
        depth = 0
        for token in self._tokens[start:]:
            sign = token.text if token.kind == "symbol" else ""
            depth += (sign in OPENING) - (sign in CLOSING)
            if depth < 0:
                break
            if depth == 0 and sign == ",":
                arguments.append([])
            else:
                arguments[-1].append(token)
        numbers = [constant_number(one, self._numbers) for one in arguments]
        known = [number for number in numbers if number is not None and not math.isnan(number)]
        if len(known) != len(arguments) or len(known) not in (2, 3):
            return 1.0
        first, last, step = (*known, 1.0)[:3]
        return max(0.0, (last - first) / step + 1) if step and abs(step) < math.inf else 1.0

    def _add(self, values: float, what: str) -> None:
        here = self._open[-1]
        made = here.times * values
        here.values += made
        if made > MOST_VALUES:
            nested = " inside of another list" if here.times > 1 else ""
            raise StatementRefusedError(
                self._statement,
                what,
                f"found {what}{nested} that makes {made:.0e} values in one expression; expected at most "
                f"{MOST_VALUES:,}, as no server ends such an expression in time; ask for a smaller range",
            )

    def _at(self, place: int) -> Token:
        return self._tokens[place] if 0 <= place < len(self._tokens) else END


def _is_value(token: Token) -> bool:
    """Say whether a bracket behind a token is an index into it."""
    if token.kind == "word":
        return token.word not in BEFORE_LIST
    return token.kind in ("name", "string") or token.text in (")", "]", "}")


# Computes the numbers that stand in a statement: literals, names and parameters, and simple arithmetic on them.


ROUNDING = frozenset({"TOINTEGER", "TOFLOAT", "ROUND", "FLOOR", "CEIL", "ABS"})
"""Functions that leave a number about as large as it is."""
_LEVELS = ("+-", "*/%", "^")
_OPERATORS: Mapping[str, Callable[[float, float], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "%": math.fmod,
    "^": operator.pow,
}


def constant_number(tokens: Sequence[Token], names: Mapping[str, float]) -> float | None:
    """Return what an expression is worth, infinity for what no computer holds; None where only a server can tell."""
    reader = _Reader(tokens, names)
    value = reader.read()
    return value if reader.place == len(tokens) else None


class _Reader:
    """Reads one expression from the left; None anywhere makes the whole None."""

    def __init__(self, tokens: Sequence[Token], names: Mapping[str, float]) -> None:
        self.place = 0
        self._tokens = tokens
        self._names = names

    def read(self, level: int = 0) -> float | None:
        """Read the signs of a level, which bind weaker than those of the next one."""
        if level == len(_LEVELS):
            return self._single()
        value = self.read(level + 1)
        while (sign := self._sign(_LEVELS[level])) is not None:
            value = _apply(sign, value, self.read(level + 1))
        return value

    def _single(self) -> float | None:
        if (sign := self._sign("-+")) is not None:
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
            value = self.read()
            return value if self._sign(")") is not None else None
        return self._names.get(token.text.strip("`")) if token.is_name and not called else None

    def _next(self) -> Token | None:
        if self.place == len(self._tokens):
            return None
        self.place += 1
        return self._tokens[self.place - 1]

    def _sign(self, signs: str) -> str | None:
        if self.place < len(self._tokens):
            token = self._tokens[self.place]
            if token.kind == "symbol" and token.text in tuple(signs):
                self.place += 1
                return token.text
        return None


def _apply(sign: str, left: float | None, right: float | None) -> float | None:
    if left is None or right is None:
        return None
    try:
        return float(_OPERATORS[sign](left, right))
    except OverflowError:
        return math.inf
    except (ZeroDivisionError, ValueError, TypeError):
        return None
