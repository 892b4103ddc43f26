"""Refuses statements that are too long, or that grow a text or list beyond what a server holds.

A server looks neither at the time nor at its memory inside of one expression: text that doubles takes all of it, and
ends the server for everybody. Sizes are estimated from what stands in the statement: literals, ranges, and what
`reduce`, `replace` and their like make of them, also by the names that WITH gives; properties count as short texts.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from graph_store.bounded_lists import constant_number
from graph_store.cypher_tokens import END, Token, checked_tokens
from graph_store.errors import StatementRefusedError

KNOWN_STATEMENTS = 1_000
MOST_TOKENS = 5_000
MOST_OPEN = 60
"""Brackets and CASE inside of each other: servers read them by calling themselves."""
MOST_CHARACTERS = 1_000_000
PROPERTY = 100
"""Characters that a value counts for which only the server knows, and as many elements of a list."""
ROWS = 1_000
UNKNOWN_RANGE = 10_000_000
ONE_NUMBER = frozenset(
    """
    SIZE LENGTH COUNT SUM AVG MIN MAX ID TOINTEGER TOFLOAT EXISTS ABS ROUND ANY ALL NONE SINGLE
    """.split()  # noqa: SIM905 - a list of words reads better without quotes
)
PADS = frozenset({"LPAD", "RPAD", "REPEAT", "SPACE"})
CLAUSES = frozenset(
    """
    WITH RETURN UNWIND MATCH OPTIONAL WHERE ORDER SKIP LIMIT UNION CALL YIELD DISTINCT BY
    """.split()  # noqa: SIM905 - a list of words reads better without quotes
)
CLOSING = {"(": ")", "[": "]", "{": "}"}


def check_bounded_text(statement: str, parameters: Mapping[str, object]) -> None:
    """Raise StatementRefusedError where a text or list would grow without bound, or the statement is too long."""
    given = {name: _given(value) for name, value in parameters.items()}
    large = {name: 2.0 ** math.ceil(math.log2(size)) for name, size in given.items() if size > PROPERTY}
    numbers = {
        name: float(value)
        for name, value in parameters.items()
        if isinstance(value, int | float) and value > PROPERTY
    }
    _check(statement, tuple(sorted(large.items())), tuple(sorted(numbers.items())))


@lru_cache(maxsize=KNOWN_STATEMENTS)
def _check(
    statement: str, texts: tuple[tuple[str, float], ...], numbers: tuple[tuple[str, float], ...]
) -> None:
    """Check a statement; texts of parameters count by their size, rounded up, so that it is done once for most."""
    tokens = checked_tokens(statement)
    if len(tokens) > MOST_TOKENS:
        found = f"{len(tokens):,} words and signs"
        _refuse(statement, found, f"found {found} in one statement; expected at most {MOST_TOKENS:,}")
    depth = 0
    for token in tokens:
        depth += (token.text in CLOSING or token.word == "CASE") - (
            token.text in CLOSING.values() or token.word == "END"
        )
        if depth > MOST_OPEN:
            found = f"more than {MOST_OPEN} brackets inside of each other"
            _refuse(statement, found, f"found {found}; write the statement with fewer")
    _Sizes(statement, tokens, dict(texts), dict(numbers)).clauses(0, len(tokens))


def _refuse(statement: str, found: str, message: str) -> None:
    raise StatementRefusedError(statement, found, message)


class _Sizes:
    """Estimates how many characters each expression makes."""

    def __init__(
        self,
        statement: str,
        tokens: Sequence[Token],
        texts: Mapping[str, float],
        numbers: Mapping[str, float],
    ) -> None:
        self._statement = statement
        self._tokens = tokens
        self._known = {f"${name}": size for name, size in texts.items()}
        self._numbers = {f"${name}": number for name, number in numbers.items()}
        self._ends = _matching(tokens)
        self._counts: dict[str, float] = {}
        self._rows = 1.0

    def clauses(self, start: int, end: int) -> None:
        """Walk the items of a statement or subquery; each may give what it makes a name."""
        item, place = start, start
        unwinds = False
        while place < end:
            token = self._tokens[place]
            if token.text in CLOSING and token.kind == "symbol":
                place = self._ends[place]
            elif token.word in CLAUSES or token.text == ",":
                self._item(item, place, False)
                unwinds, item = token.word == "UNWIND", place + 1
            elif token.word == "AS" and place + 1 < end:
                self._name(item, place, unwinds)
                item = place + 2
                place += 1
            place += 1
        self._item(item, end, False)

    def _name(self, start: int, end: int, unwinds: bool) -> None:
        name = self._tokens[end + 1].text.strip("`")
        size = self._item(start, end, unwinds)
        number = constant_number(self._tokens[start:end], self._numbers)
        self._numbers.pop(name, None)
        if number is not None and not unwinds:
            self._numbers[name] = number
        self._known[name] = size
        self._counts.pop(name, None)
        if self._token(start).word in ("COLLECT", "RANGE") and self._ends[start + 1] == end - 1:
            self._counts[name] = self._elements(start, end)

    def _item(self, start: int, end: int, unwinds: bool) -> float:
        if start < end and self._tokens[start].text == "{":  # a subquery
            self.clauses(start + 1, self._ends[start])
            return 0.0
        if unwinds:
            self._rows *= max(1.0, self._elements(start, end))
            return 0.0 if self._tokens[start].word == "RANGE" else self._size(start, end)
        return self._size(start, end)

    def _size(self, start: int, end: int) -> float:
        """Return how many characters the expression between two places makes. Raises StatementRefusedError."""
        size, place = 0.0, start
        while place < end:
            token = self._tokens[place]
            if token.kind == "symbol" and token.text in CLOSING:
                size += self._bracket(place)
                place = self._ends[place]
            elif token.kind == "string":
                size += len(token.text) - 2
            elif token.is_name:
                size += self._word(place)
            place += 1
        return self._checked(size)

    def _word(self, place: int) -> float:
        before, after = self._text(place - 1), self._text(place + 1)
        name = self._tokens[place].text.strip("`")
        if before == "$":
            return self._known.get(f"${name}", PROPERTY)
        if before in (".", ":") or after in ("(", ":"):
            return 0.0
        if name in self._known:
            return self._known[name]
        return PROPERTY if after == "." else 0.0

    def _bracket(self, place: int) -> float:
        """Return the size of what a bracket holds, by the function before it."""
        end, called = self._ends[place], self._tokens[place - 1].word if place else ""
        first = place + 1
        if self._text(place) == "(" and called:
            return self._call(called, first, end)
        if self._text(place) == "[" and self._token(first + 1).word == "IN":
            return self._comprehension(first, end)
        if self._text(place) == "{" and self._token(first).word in CLAUSES:
            self.clauses(first, end)
            return 0.0
        parts = self._parts(first, end, ",")
        each = 8.0 if self._text(place) == "[" else 0.0
        return sum(self._size(*part) + each for part in parts)

    def _call(self, called: str, first: int, end: int) -> float:
        parts = self._parts(first, end, ",")
        if called == "REDUCE":
            return self._reduce(parts)
        if called in PADS and parts:
            texts = self._size(*parts[0])
            at = parts[-1] if called in ("REPEAT", "SPACE") else parts[min(1, len(parts) - 1)]
            found = constant_number(self._tokens[slice(*at)], self._numbers)
            times = float(UNKNOWN_RANGE) if found is None or math.isnan(found) else found
            return self._checked(texts * times if called == "REPEAT" else texts + times)
        sizes = [self._size(*part) for part in parts]
        if called == "REPLACE" and len(sizes) == 3:
            literal = parts[1][1] - parts[1][0] == 1 and self._token(parts[1][0]).kind == "string"
            searched = max(1.0, sizes[1]) if literal else 1.0
            return self._checked(sizes[0] * max(1.0, sizes[2] / searched))
        if called == "SPLIT":
            return self._checked(sum(sizes) * 8)
        if called == "COLLECT":
            return self._checked(sum(sizes) * max(ROWS, self._rows))
        if called == "TOSTRING":
            return max(8.0, sum(sizes))
        return 0.0 if called in ONE_NUMBER or called == "RANGE" else sum(sizes)

    def _reduce(self, parts: Sequence[tuple[int, int]]) -> float:
        """`reduce(s = init, x IN list | body)`: what the body adds, once for each element."""
        if len(parts) < 2 or self._text(parts[0][0] + 1) != "=":
            return 0.0
        accumulator = self._tokens[parts[0][0]].text.strip("`")
        begin = self._size(parts[0][0] + 2, parts[0][1])
        head, *body = self._parts(parts[1][0], parts[-1][1], "|")
        times = self._elements(head[0] + 2, head[1])
        if not body:
            return begin
        start, end = body[0][0], body[-1][1]
        if self._uses(accumulator, start, end) > 1:
            found = f"the accumulator {accumulator!r} more than once in its own body"
            message = f"found {found}; expected it once, or it doubles with each element"
            _refuse(self._statement, found, message)
        return self._checked(begin + times * self._with(accumulator, head, start, end))

    def _comprehension(self, first: int, end: int) -> float:
        head, *body = self._parts(first, end, "|")
        if not body:
            return self._size(head[0] + 2, head[1])
        size = self._with("", head, body[0][0], body[-1][1])
        return self._checked(self._elements(head[0] + 2, head[1]) * size)

    def _with(self, accumulator: str, head: tuple[int, int], start: int, end: int) -> float:
        """Return the size of a body, where the accumulator counts nothing and an element what is known of it."""
        element = self._tokens[head[0]].text.strip("`")
        before = dict(self._known)
        self._known[accumulator] = 0.0
        self._known[element] = 0.0 if self._token(head[0] + 2).word == "RANGE" else float(PROPERTY)
        size = self._size(start, end)
        self._known = before
        return size

    def _uses(self, name: str, start: int, end: int) -> int:
        """Count how often a name may come into one value: of the branches of a CASE only one does, no condition."""
        uses, place = 0, start
        while place < end:
            token = self._tokens[place]
            if token.word == "CASE" and token.kind == "word":
                branches, place = self._branches(place, end)
                uses += max((self._uses(name, *branch) for branch in branches), default=0)
            elif token.is_name and token.text.strip("`") == name:
                is_other = self._text(place - 1) in (".", ":", "$") or self._text(place + 1) in ("(", ":")
                uses += not is_other
            place += 1
        return uses

    def _branches(self, place: int, end: int) -> tuple[list[tuple[int, int]], int]:
        """Return what a CASE may give, without its conditions, and where it ends."""
        marks, depth, close = [], 0, end
        for at in range(place, end):
            folded = self._tokens[at].word
            depth += (folded == "CASE") - (folded == "END")
            if depth == 0:
                close = at
                break
            if depth == 1 and folded in ("WHEN", "THEN", "ELSE"):
                marks.append(at)
        bounds = pairwise([*marks, close])
        return [(start + 1, stop) for start, stop in bounds if self._tokens[start].word != "WHEN"], close

    def _elements(self, start: int, end: int) -> float:
        """Return how many elements a list has."""
        first = self._token(start)
        if first.word == "RANGE" and self._text(start + 1) == "(":
            return self._span(start + 2, self._ends[start + 1])
        if first.text == "[" and self._ends[start] == end - 1 and self._token(start + 2).word != "IN":
            return float(len(self._parts(start + 1, end - 1, ",")))
        if first.text == "[" and self._token(start + 2).word == "IN":
            head = self._parts(start + 1, self._ends[start], "|")[0]
            return self._elements(head[0] + 2, head[1])
        if first.word == "COLLECT":
            return max(ROWS, self._rows)
        if first.word == "SPLIT":
            return max(1.0, self._size(start, end) / 8)
        name = first.text.strip("`")
        if name in self._counts:
            return self._counts[name]
        known = self._known.get(f"${self._text(start + 1)}" if name == "$" else name)
        return float(PROPERTY) if known is None else max(1.0, known / 8 if known > PROPERTY else known)

    def _span(self, start: int, end: int) -> float:
        numbers = [constant_number(self._tokens[a:b], self._numbers) for a, b in self._parts(start, end, ",")]
        first, last, step = (*numbers, 1.0)[:3] if len(numbers) in (2, 3) else (None, None, None)
        if first is not None and last is not None and step:
            return max(0.0, (last - first) / step + 1)
        sized = any(token.word in ONE_NUMBER - {"TOINTEGER", "TOFLOAT"} for token in self._tokens[start:end])
        return float(ROWS if sized else UNKNOWN_RANGE)

    def _checked(self, size: float) -> float:
        if size > MOST_CHARACTERS:
            found = f"a text or list of some {size:.0e} characters"
            most = f"expected at most {MOST_CHARACTERS:,} in one expression, as no server holds more"
            _refuse(self._statement, found, f"found {found}; {most}")
        return size

    def _parts(self, start: int, end: int, sign: str) -> list[tuple[int, int]]:
        """Cut at a sign that stands outside of inner brackets."""
        parts, begin, place = [], start, start
        while place < end:
            text = self._text(place)
            if text in CLOSING and self._tokens[place].kind == "symbol":
                place = self._ends[place]
            elif text == sign:
                parts.append((begin, place))
                begin = place + 1
            place += 1
        return [*parts, (begin, end)] if begin < end or parts else []

    def _token(self, place: int) -> Token:
        return self._tokens[place] if 0 <= place < len(self._tokens) else END

    def _text(self, place: int) -> str:
        return self._token(place).text


def _matching(tokens: Sequence[Token]) -> dict[int, int]:
    """Return where each bracket closes; the statement's end for one that does not, which no server accepts."""
    ends: dict[int, int] = {}
    opened: list[int] = []
    for place, token in enumerate(tokens):
        if token.kind == "symbol" and token.text in CLOSING:
            opened.append(place)
        elif token.kind == "symbol" and token.text in CLOSING.values() and opened:
            ends[opened.pop()] = place
    return ends | dict.fromkeys(opened, len(tokens))


def _given(value: object) -> float:
    if isinstance(value, str):
        return float(len(value))
    return float(sum(_given(each) for each in value) + len(value)) if isinstance(value, list | tuple) else 0.0
