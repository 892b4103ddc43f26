"""Refuses statements of people and models that a server could not stop. Pure.

The guard of the store (graph_store/read_only.py) lets every statement pass that reads. A server looks at the time, and
at its memory, only between two rows: what makes or walks large values inside of one expression stops it for everybody.
So statements that are not our own may use each such thing once, not one inside of another, and the sizes of texts and
lists are estimated: literals and parameters as they are, properties as short texts. What the columns of a subquery
rest on cannot be told, so no citation would hold for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from graph_store.cypher_tokens import (
    CLAUSE_ENDS,
    END,
    Token,
    checked_tokens,
    inside,
    split_clauses,
    split_union,
    token_at,
    tokenize,
)
from graph_store.errors import StatementRefusedError

ITERATING = frozenset({"any", "all", "none", "single"})
FOLDING = frozenset({"reduce", "filter", "extract"})
MOST_RANGE = {"UNWIND": 10_000, "WHERE": 1_000, "RETURN": 1_000}
"""How far a range() may count, by the clause that reads it; by 2 where its list could be given a name."""
MOST_GROWTH = 256
"""How often a text may grow by its own length, over all clauses."""
MOST_CHARACTERS = 1_000_000
PROPERTY = 100.0
"""Characters that a value counts for which only the server knows, and as many elements of a list."""
ROWS = 1_000.0
UNKNOWN = 10_000_000.0
ELEMENT = 8.0
"""Characters that an element of a list counts beside its text."""
SIZED = frozenset({"size", "length", "count", "sum", "avg", "min", "max", "id", "abs", "round"})
SMALL = SIZED | ITERATING | {"tointeger", "tofloat", "exists", "range"}
"""Functions that return a number, or whose list is counted where it is read."""
PADS = frozenset({"lpad", "rpad", "repeat", "space"})
STARTS = CLAUSE_ENDS | {"DISTINCT", "BY"}
"""Words behind which an expression begins."""

COSTLY = (
    "{} is refused: it may keep the graph busy for everybody, and nothing could end it; "
    "use MATCH, WHERE, WITH, and aggregates such as count() and collect()"
)


def refuse(statement: str, parameters: Mapping[str, object] | None = None) -> str:
    """Return why a statement of a person or a model is not run; "" where it may run."""
    try:
        checked_tokens(statement)
    except StatementRefusedError as error:
        return str(error)
    tokens = tokenize(statement)
    checks = (_store, _subquery, _folding, _nested, _ranges, _growth, _collected_again)
    for part in split_union(tokens):
        if costly := next(filter(None, (check(part) for check in checks)), ""):
            return COSTLY.format(costly)
    costly = _Sizes(tokens, parameters or {}).largest()
    return COSTLY.format(costly) if costly else ""


def _store(tokens: Sequence[Token]) -> str:
    stores = (at for at, token in enumerate(tokens) if token.plain == "Store")
    return "the store's own node" if any(_text(tokens, at - 1) in {":", "|"} for at in stores) else ""


def _text(tokens: Sequence[Token], at: int) -> str:
    return token_at(tokens, at).text


def _called(tokens: Sequence[Token], at: int) -> str:
    """Return the name of the function that is called at a place, in lower case; "" for none."""
    token = token_at(tokens, at)
    named = token.is_name and _text(tokens, at + 1) == "("
    return (token.word or token.plain).lower() if named else ""


def _end(tokens: Sequence[Token], at: int) -> int:
    return at + 1 + len(inside(tokens, at))


def _iterates(tokens: Sequence[Token], at: int) -> bool:
    """Say whether a bracket holds a comprehension: of a list, `[x IN ...`, or of a pattern, `[(a)--(b) | ...`."""
    if _text(tokens, at) != "[" or _text(tokens, at - 1) in {"-", "<-"}:
        return False
    first = at + (3 if _text(tokens, at + 2) == "=" else 1)
    return token_at(tokens, at + 2).word == "IN" or _text(tokens, first) == "("


def _iterations(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Yield the places of what is computed once for each item of a list or pattern, brackets included."""
    for at in range(len(tokens)):
        if _iterates(tokens, at):
            yield at, _end(tokens, at)
        elif _called(tokens, at) in ITERATING and token_at(tokens, at + 3).word == "IN":
            yield at + 1, _end(tokens, at + 1)


def _subquery(tokens: Sequence[Token]) -> str:
    for at, token in enumerate(tokens):
        if token.word == "CALL" and _text(tokens, at + 1) in {"{", "("}:
            return "CALL { ... }"
        if token.word == "COLLECT" and _text(tokens, at + 1) == "{":
            return "COLLECT { ... }"
        if token.text == "{" and _text(tokens, at + 1) == ".":
            return "a map projection {.*}"
    return ""


def _folding(tokens: Sequence[Token]) -> str:
    return next((f"{name}()" for at in range(len(tokens)) if (name := _called(tokens, at)) in FOLDING), "")


def _nested(tokens: Sequence[Token]) -> str:
    found = list(_iterations(tokens))
    for start, end in found:
        if any(start < other < end for other, _ in found):
            return "a walk through a list inside of another"
        for at in range(start, end):
            typed = _text(tokens, at - 1) in {"[", ":"} or _text(tokens, at - 2) in {":", "|"}
            if _text(tokens, at) == "*" and typed:
                return "a path of any length inside of a list"
    return ""


def _ranges(tokens: Sequence[Token]) -> str:
    """Find a range() of unknown or too many numbers, one whose list could be used again, or two in one walk."""
    ranged = False
    for clause in split_clauses(tokens):
        for at in range(len(clause.tokens)):
            if _called(clause.tokens, at) != "range":
                continue
            before = clause.tokens[at - 1].word if at else clause.keyword
            most = MOST_RANGE.get("UNWIND" if before == "UNWIND" else clause.keyword, 2)
            if before not in {"UNWIND", "IN"} or not _counts_to(most, inside(clause.tokens, at + 1)):
                return f"a range() of more than {most:,}, or one that is neither behind UNWIND nor IN,"
        walks = [[_called(clause.tokens, at) for at in range(*walk)] for walk in _iterations(clause.tokens)]
        if any(walk.count("range") > 1 for walk in walks) or (ranged and clause.keyword == "ORDER" and walks):
            return "a range() inside of another"
        ranged = ranged or "range" in (_called(clause.tokens, at) for at in range(len(clause.tokens)))
    return ""


def _counts_to(most: int, given: Sequence[Token]) -> bool:
    """Tell whether a range stays below a number, as far as numbers stand in it; no name may stand for one."""
    numbers = [one.number for one in given if one.kind == "number"]
    named = (
        one.is_name and _text(given, at + 1) not in {".", "("} and _text(given, at - 1) != "."
        for at, one in enumerate(given)
    )
    signs = any(one.kind in {"parameter", "string"} or one.text in {"*", "^", "/", "%"} for one in given)
    small = max(numbers, default=0) <= most and sum(numbers) <= 2 * most
    return small and not signs and not any(named) and all(one.is_integer() for one in numbers)


def _growth(tokens: Sequence[Token]) -> str:
    """Multiply how often each clause joins values: text that grows by itself in each WITH has no end."""
    growth = 1
    for clause in split_clauses(tokens):
        threes = zip(clause.tokens, clause.tokens[1:], clause.tokens[2:], strict=False)
        growth *= 1 + sum(
            one.text == "+" and "number" not in {before.kind, after.kind} for before, one, after in threes
        )
    return "a text or list that grows in each WITH" if growth > MOST_GROWTH else ""


def _collected_again(tokens: Sequence[Token]) -> str:
    """Find a collected list that is returned, or walked through, once for each row of what is read after it."""
    collected: set[str] = set()
    many: set[str] = set()
    for clause in split_clauses(tokens):
        if clause.keyword in {"MATCH", "UNWIND", "OPTIONAL"}:
            many |= collected
        if clause.keyword in {"WITH", "RETURN"}:
            if found := _used_whole(clause.tokens, many):
                return f"the collected list {found!r} once for each row"
            for at, token in enumerate(clause.tokens):
                if _called(clause.tokens, at) == "collect":
                    end = at + 1 + _end(clause.tokens[at + 1 :], 0)
                    if end + 2 < len(clause.tokens) and clause.tokens[end + 1].word == "AS":
                        collected.add(clause.tokens[end + 2].plain)
                elif token.word == "AS" and at and clause.tokens[at - 1].plain in collected:
                    collected.add(_text(clause.tokens, at + 1).strip("`"))
        elif clause.keyword == "WHERE" and (found := _walked(clause.tokens, many)):
            return f"the collected list {found!r} once for each row"
    return ""


def _used_whole(tokens: Sequence[Token], many: set[str]) -> str:
    """Find a name of a list that is an item of its own, or walked through."""
    for at, token in enumerate(tokens):
        alone = not at or (token.depth == tokens[0].depth and _text(tokens, at - 1) in {"", ",", "DISTINCT"})
        after = token_at(tokens, at + 1)
        ends = after is END or after.text == "," or after.word == "AS"
        if token.is_name and token.plain in many and alone and ends:
            return token.plain
    return _walked(tokens, many)


def _walked(tokens: Sequence[Token], many: set[str]) -> str:
    names = (one for start, end in _iterations(tokens) for one in tokens[start:end] if one.is_name)
    return next((one.plain for one in names if one.plain in many), "")


class _Sizes:
    """Estimates how many characters each expression makes, also by the names that WITH gives."""

    def __init__(self, tokens: Sequence[Token], parameters: Mapping[str, object]) -> None:
        self._tokens = tokens
        self._ends = {at: _end(tokens, at) for at, token in enumerate(tokens) if _opens(token)}
        self._known = {f"${name}": _given(value) for name, value in parameters.items()}
        self._lists: dict[str, float] = {}
        self._rows = 1.0
        self._most = 0.0

    def largest(self) -> str:
        """Return what is said of the largest expression; "" where none is too large."""
        self._clauses(0, len(self._tokens))
        return f"a text or list of some {self._most:.0e} characters" if self._most > MOST_CHARACTERS else ""

    def _clauses(self, start: int, end: int) -> None:
        """Walk the items of a statement or subquery; each may give what it makes a name."""
        item, place, unwinds = start, start, False
        while place < end:
            token = self._tokens[place]
            if token.word in STARTS or token.text == ",":
                self._item(item, place, False)
                unwinds, item = token.word == "UNWIND", place + 1
            elif token.word == "AS" and place + 1 < end:
                name = self._tokens[place + 1].plain
                self._known[name] = self._item(item, place, unwinds)
                self._lists.pop(name, None)
                if _called(self._tokens, item) == "collect" and self._ends[item + 1] == place - 1:
                    self._lists[name] = max(ROWS, self._rows)
                item = place = place + 2
                continue
            place = self._ends.get(place, place) + 1
        self._item(item, end, False)

    def _item(self, start: int, end: int, unwinds: bool) -> float:
        if unwinds:
            self._rows *= max(1.0, self._elements(start, end))
        return self._size(start, end)

    def _size(self, start: int, end: int) -> float:
        """Return how many characters the expression between two places makes."""
        size, place = 0.0, start
        while place < end:
            token = self._tokens[place]
            if _opens(token):
                size += self._bracket(place)
            elif token.kind == "string":
                size += len(token.text) - 2
            elif token.kind == "parameter":
                size += max(PROPERTY, self._known.get(token.text, 0.0))
            elif token.is_name and _text(self._tokens, place - 1) not in {".", ":"}:
                after = _text(self._tokens, place + 1)
                unknown = PROPERTY if after == "." else 0.0
                size += 0.0 if after in {"(", ":"} else self._known.get(token.plain, unknown)
            place = self._ends.get(place, place) + 1
        return self._noted(size)

    def _bracket(self, place: int) -> float:
        """Return the size of what a bracket holds, by the function before it."""
        first, end, sign = place + 1, self._ends[place], self._tokens[place].text
        if sign == "{" and token_at(self._tokens, first).word in STARTS:
            self._clauses(first, end)
            return 0.0
        if sign == "[" and first + 1 < end and token_at(self._tokens, first + 1).word == "IN":
            head, *body = self._parts(first, end, "|")
            if not body:
                return self._size(head[0] + 2, head[1])
            return self._noted(
                self._elements(head[0] + 2, head[1]) * self._body(head, body[0][0], body[-1][1])
            )
        parts = self._parts(first, end, ",")
        each = ELEMENT if sign == "[" else 0.0
        sizes = [self._size(*part) + each for part in parts]
        return self._call(_called(self._tokens, place - 1), parts, sizes) if sign == "(" else sum(sizes)

    def _call(self, called: str, parts: Sequence[tuple[int, int]], sizes: Sequence[float]) -> float:
        """Return the size of what a function makes of arguments; that of their sum for a bracket without one."""
        if called in PADS and parts:
            start, end = parts[-1] if called in {"repeat", "space"} else parts[min(1, len(parts) - 1)]
            number = token_at(self._tokens, start)
            times = number.number if end - start == 1 and number.kind == "number" else UNKNOWN
            return self._noted(sizes[0] * times if called == "repeat" else sizes[0] + times)
        if called == "replace" and len(sizes) == 3:
            start, end = parts[1]
            literal = end - start == 1 and token_at(self._tokens, start).kind == "string"
            return self._noted(sizes[0] * max(1.0, sizes[2] / (max(1.0, sizes[1]) if literal else 1.0)))
        times = {"split": ELEMENT, "collect": max(ROWS, self._rows)}.get(called, 1.0)
        if called == "tostring":
            return max(ELEMENT, sum(sizes))
        return 0.0 if called in SMALL else self._noted(sum(sizes) * times)

    def _body(self, head: tuple[int, int], start: int, end: int) -> float:
        """Return the size of what a list makes of an element."""
        element, before = self._tokens[head[0]].plain, dict(self._known)
        self._known[element] = 0.0 if _called(self._tokens, head[0] + 2) == "range" else PROPERTY
        size = self._size(start, end)
        self._known = before
        return size

    def _elements(self, start: int, end: int) -> float:
        """Return how many elements a list has."""
        first, called = token_at(self._tokens, start), _called(self._tokens, start)
        if called == "range":
            given = self._tokens[start + 2 : self._ends[start + 1]]
            named = [one.plain.lower() for one in given if one.is_name]
            numbers = sum(one.number for one in given if one.kind == "number") + 1
            return numbers if not named else ROWS + numbers if SIZED.intersection(named) else UNKNOWN
        inner = token_at(self._tokens, start + 2)
        if first.text == "[" and start + 2 < self._ends[start] and inner.word == "IN":
            head = self._parts(start + 1, self._ends[start], "|")[0]
            return self._elements(head[0] + 2, head[1])
        if first.text == "[" and self._ends[start] == end - 1:
            return float(len(self._parts(start + 1, end - 1, ",")))
        if called == "collect":
            return max(ROWS, self._rows)
        if called == "split":
            return max(1.0, self._size(start, end) / ELEMENT)
        if first.plain in self._lists:
            return self._lists[first.plain]
        known = self._known.get(first.plain)
        if known is None:
            return PROPERTY
        return max(1.0, known / ELEMENT if known > PROPERTY else known)

    def _noted(self, size: float) -> float:
        self._most = max(self._most, size)
        return size

    def _parts(self, start: int, end: int, sign: str) -> list[tuple[int, int]]:
        """Cut at a sign that stands outside of inner brackets; no part where nothing stands."""
        places, place = [start - 1], start
        while place < end:
            if self._tokens[place].text == sign:
                places.append(place)
            place = self._ends.get(place, place) + 1
        return [(before + 1, after) for before, after in pairwise([*places, end])] if start < end else []


def _opens(token: Token) -> bool:
    return token.kind == "symbol" and token.text in {"(", "[", "{"}


def _given(value: object) -> float:
    if isinstance(value, str):
        return float(len(value))
    return sum(map(_given, value)) + len(value) if isinstance(value, list | tuple) else 0.0
