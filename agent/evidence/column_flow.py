"""Traces each returned column to data in the graph, or to text in the statement itself. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from itertools import pairwise

from graph_store.cypher_tokens import (
    Clause,
    Token,
    aggregates,
    split_clauses,
    split_list,
    split_union,
    tokenize,
)

SUBQUERIES = frozenset({"COUNT", "EXISTS", "COLLECT"})
OPERATORS = frozenset({"=", "<>", "<", ">", "<=", ">=", "=~", "IN", "CONTAINS", "WITH"})
"""What stands before a text that is compared with, and never shown."""
SUMS = frozenset({"+", "-"})
MEASURES = frozenset({"SIZE", "LENGTH"})
ARROWS = frozenset({"->", "<-"})


@dataclass(frozen=True, slots=True)
class Flow:
    """What flows into a column: `data` of the graph, `texts` and `numbers` of the statement, named `parameters`.

    `names` are the properties read; `whole` is (variable, property) where the column is that property and no more.
    """

    data: bool = False
    texts: tuple[str, ...] = ()
    numbers: frozenset[float] = frozenset()
    parameters: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    whole: tuple[str, str] | None = None
    altered: bool = False
    """Whether the statement adds a number of its own, or the length of a text of its own."""

    def __or__(self, other: Flow) -> Flow:
        return Flow(
            self.data or other.data,
            (*self.texts, *other.texts),
            self.numbers | other.numbers,
            self.parameters | other.parameters,
            self.names | other.names,
            altered=self.altered or other.altered,
        )


DATA = Flow(data=True)


@lru_cache(maxsize=1000)
def column_flows(statement: str, columns: tuple[str, ...]) -> tuple[Flow, ...]:
    """Return the flow of each column; what cannot be told counts as data. Of a UNION's parts, all flow together."""
    found = [
        flows
        for part in split_union(tokenize(statement.strip().rstrip(";")))
        if (flows := Walk().columns(split_clauses(part), columns)) is not None
    ]
    if not found or any(len(flows) != len(columns) for flows in found):
        return (DATA,) * len(columns)
    return tuple(each[0] if len(each) == 1 else _together(each) for each in zip(*found, strict=True))


def _together(flows: Sequence[Flow]) -> Flow:
    """Join the same column of several parts: it is data only where each part's is."""
    joined = reduce(Flow.__or__, flows)
    whole = flows[0].whole if all(one.whole == flows[0].whole for one in flows) else None
    return replace(joined, data=all(one.data for one in flows), whole=whole)


class Walk:
    """Walks the clauses of one part; `known` are the variables in scope, `matched` when rows stand for data."""

    def __init__(self) -> None:
        self.known: dict[str, Flow] = {}
        self.matched = False

    def columns(self, clauses: Sequence[Clause], columns: Sequence[str]) -> tuple[Flow, ...] | None:
        """Return the flows of what a part returns; None where it returns nothing."""
        for clause in clauses:
            if clause.keyword == "RETURN":
                items = split_list(_body(clause))
                if any(item[0].text == "*" for item in items):
                    found = self._items(clause)
                    return tuple(found.get(name, DATA) for name in columns)
                return tuple(self.flow(_value(item)) for item in items)
            self.step(clause)
        return None

    def step(self, clause: Clause) -> None:
        """Take in what one clause binds."""
        if clause.keyword in {"MATCH", "OPTIONAL", "YIELD", "CALL"}:
            self._bind(clause)
        elif clause.keyword == "UNWIND" and clause.tokens:
            self.known[clause.tokens[-1].plain] = replace(self.flow(_value(clause.tokens)), whole=None)
        elif clause.keyword == "WITH":
            self.known = self._items(clause)

    def _bind(self, clause: Clause) -> None:
        """Take every new name of a pattern, or of what a procedure yields, for data."""
        if clause.keyword == "CALL" and clause.tokens[:1] and clause.tokens[0].text not in {"{", "("}:
            return  # a procedure; what it finds is yielded
        self.matched = True
        before, subquery = "", clause.keyword == "CALL"
        for token in clause.tokens:
            if token.is_name and before not in {":", ".", "|", "&"}:
                self.known.setdefault(
                    token.plain, replace(DATA, whole=None if subquery else (token.plain, ""))
                )
            before = token.text

    def _items(self, clause: Clause) -> dict[str, Flow]:
        found: dict[str, Flow] = {}
        for item in split_list(_body(clause)):
            if item[0].text == "*":
                found |= self.known
            else:
                found[item[-1].plain] = self.flow(_value(item))
        return found

    def flow(self, tokens: Sequence[Token]) -> Flow:
        """Join what an expression speaks of; what it only compares with does not flow."""
        read = _property(tokens)
        if read is not None and read[0] in self.known:
            flow = self.known[read[0]]
            if not read[1]:
                return flow
            whole = (read[0], read[1]) if flow.whole == (read[0], "") else None
            return replace(flow, names=flow.names | {read[1]}, whole=whole)
        counted = aggregates(tokens)
        flow = Flow(data=(self.matched and counted) or _looks_up(tokens))
        for at, token in enumerate(tokens):
            flow |= self._of_token(tokens, at, token, counted)
        return flow

    def _of_token(self, tokens: Sequence[Token], at: int, token: Token, counted: bool) -> Flow:
        before = tokens[at - 1] if at else None
        after = tokens[at + 1] if at + 1 < len(tokens) else None
        if token.is_name:
            if before is not None and before.text == ".":
                return Flow(names=frozenset({token.plain}))
            labelled = before is not None and before.text == ":" and token.plain not in self.known
            key = after is not None and after.text == ":" and before is not None and before.text in {"{", ","}
            called = after is not None and after.text == "("
            if labelled or key or called:
                return Flow()
            return replace(self.known.get(token.plain, Flow()), whole=None)
        if before is not None and (before.word in OPERATORS or before.text in OPERATORS):
            return Flow()
        if token.kind == "string":
            measured = at > 1 and tokens[at - 2].word in MEASURES
            return Flow(texts=(token.text[1:-1],), altered=measured)
        if token.kind == "parameter":
            return Flow(parameters=frozenset({token.text[1:].strip("`")}))
        if token.kind == "number":
            numbers = frozenset[float]() if counted else frozenset({token.number})
            return Flow(numbers=numbers, altered=_is_added(tokens, at))
        return Flow()


def _is_added(tokens: Sequence[Token], at: int) -> bool:
    """Say whether a number is added or subtracted: `count(n) + 95`, and not `parts[-1]`."""
    behind = at + 1 < len(tokens) and tokens[at + 1].text in SUMS
    before = at > 1 and tokens[at - 1].text in SUMS
    return behind or (
        before
        and (tokens[at - 2].is_name or tokens[at - 2].kind == "number" or tokens[at - 2].text in {")", "]"})
    )


def _body(clause: Clause) -> Sequence[Token]:
    return clause.tokens[1:] if clause.tokens and clause.tokens[0].word == "DISTINCT" else clause.tokens


def _value(item: Sequence[Token]) -> Sequence[Token]:
    """Return an item without its alias."""
    named = len(item) > 2 and item[-2].word == "AS"
    return item[:-2] if named else item


def _property(tokens: Sequence[Token]) -> tuple[str, str] | None:
    """Return the variable and the property of `n.name`; the property is "" of a variable alone."""
    if len(tokens) == 1 and tokens[0].is_name:
        return tokens[0].plain, ""
    if len(tokens) == 3 and tokens[0].is_name and tokens[2].is_name and tokens[1].text == ".":
        return tokens[0].plain, tokens[2].plain
    return None


def _looks_up(tokens: Sequence[Token]) -> bool:
    """Say whether an expression asks the graph itself: it has a pattern, or a subquery."""
    opened = any(one.word in SUBQUERIES and after.text == "{" for one, after in pairwise(tokens))
    return opened or any(one.word == "MATCH" or one.text in ARROWS for one in tokens)
