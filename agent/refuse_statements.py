"""Refuses statements that a server could not stop. Pure.

The guard of the store (graph_store/read_only.py) lets every statement pass that reads. A server looks at the time only
between two rows: what makes or walks large values inside of one expression stops it for everybody. So statements that
are not our own may use each such thing once, not one inside of another. What the columns of a subquery rest on cannot
be told, so no citation would hold for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from agent.evidence.node_patterns import inside
from graph_store.cypher_tokens import Token, split_clauses, split_union, tokenize
from graph_store.records import Value
from language_model.calls import whole_characters

ITERATING = frozenset({"any", "all", "none", "single"})
FOLDING = frozenset({"reduce", "filter", "extract"})
INTEGERS = 1 << 63
"""What a parameter is below, and at least its negative."""
MOST_RANGE = 10_000
MOST_GROWTH = 256
"""How often a text may grow by its own length, over all clauses."""


COSTLY = (
    "{} is refused: it may keep the graph busy for everybody, and nothing could end it; "
    "use MATCH, WHERE, WITH, and aggregates such as count() and collect()"
)


def refuse(statement: str) -> str:
    """Return why a statement of a person or a model is not run; "" where it may run."""
    checks = (_store, _subquery, _folding, _nested, _large_range, _growth, _collected_again)
    for part in split_union(tokenize(statement)):
        if costly := next(filter(None, (check(part) for check in checks)), ""):
            return COSTLY.format(costly)
    return ""


def refuse_values(parameters: Mapping[str, Value]) -> str:
    """Return why a statement with these parameters is not run: what no store can take; "" where it may run."""
    for name, value in parameters.items():
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, int) and not -INTEGERS <= one < INTEGERS:
                return f"the parameter ${name} is an integer of more than 64 bits"
            if isinstance(one, str) and whole_characters(one) != one:
                return f"the parameter ${name} holds half of a character, which is no text"
    return ""


def _store(tokens: Sequence[Token]) -> str:
    named = (
        at
        for at, token in enumerate(tokens)
        if token.plain == "Store" and _text(tokens, at - 1) in {":", "|"}
    )
    return "the store's own node" if any(True for _ in named) else ""


def _text(tokens: Sequence[Token], at: int) -> str:
    return tokens[at].text if 0 <= at < len(tokens) else ""


def _called(tokens: Sequence[Token], at: int) -> str:
    """Return the name of the function that is called at a place, in lower case; "" for none."""
    named = tokens[at].is_name and _text(tokens, at + 1) == "("
    return tokens[at].plain.lower() if named else ""


def _end(tokens: Sequence[Token], at: int) -> int:
    return at + 1 + len(inside(tokens, at))


def _iterates(tokens: Sequence[Token], at: int) -> bool:
    """Say whether a bracket holds a comprehension: of a list, `[x IN ...`, or of a pattern, `[(a)--(b) | ...`."""
    if _text(tokens, at) != "[" or _text(tokens, at - 1) in {"-", "<-"}:
        return False
    first = at + (3 if _text(tokens, at + 2) == "=" else 1)
    return (at + 2 < len(tokens) and tokens[at + 2].word == "IN") or _text(tokens, first) == "("


def _iterations(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Yield the places of what is computed once for each item of a list or pattern, brackets included."""
    for at in range(len(tokens)):
        if _iterates(tokens, at):
            yield at, _end(tokens, at)
        elif _called(tokens, at) in ITERATING and at + 3 < len(tokens) and tokens[at + 3].word == "IN":
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


def _large_range(tokens: Sequence[Token]) -> str:
    for at in range(len(tokens)):
        if _called(tokens, at) != "range":
            continue
        given = inside(tokens, at + 1)
        large = any(one.kind == "number" and one.number > MOST_RANGE for one in given)
        if large or any(one.text in {"*", "^", "$"} for one in given):
            return f"a range() of more than {MOST_RANGE:,}"
    return ""


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
        ends = at + 1 == len(tokens) or _text(tokens, at + 1) == "," or tokens[at + 1].word == "AS"
        if token.is_name and token.plain in many and alone and ends:
            return token.plain
    return _walked(tokens, many)


def _walked(tokens: Sequence[Token], many: set[str]) -> str:
    names = (one for start, end in _iterations(tokens) for one in tokens[start:end] if one.is_name)
    return next((one.plain for one in names if one.plain in many), "")
