"""Traces each returned column to data in the graph, or to text in the statement itself. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from itertools import pairwise

from agent.evidence.node_patterns import read_items, without_alias
from graph_store.cypher_tokens import Clause, Token, aggregates, split_clauses, split_union, tokenize

SUBQUERIES = frozenset({"COUNT", "EXISTS", "COLLECT"})
OPERATORS = frozenset({"=", "<>", "<", ">", "<=", ">=", "=~", "IN", "CONTAINS", "WITH"})
"""What stands before a text that is compared with, and never shown."""
SUMS = frozenset({"+", "-"})
MEASURES = frozenset({"SIZE", "LENGTH"})
ARROWS = frozenset({"->", "<-"})


@dataclass(frozen=True, slots=True)
class Flow:
    """What flows into a column: data and properties of the graph, or literals and parameters of a statement."""

    data: bool = False
    texts: tuple[str, ...] = ()
    numbers: frozenset[float] = frozenset()
    parameters: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    whole: tuple[str, str] | None = None
    """The variable and its property, where the column is that and no more."""
    altered: bool = False
    """Whether the statement adds a number of its own, or the length of a text of its own."""
    blank: bool = False
    """Whether it is null or an empty text, which says nothing."""
    mixed: bool = False
    """Whether only some parts of a UNION have data here: what the others write themselves is taken out of cells."""

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
    parts = split_union(tokenize(statement.strip().rstrip(";")))
    walks = (Walk().columns(split_clauses(part), columns) for part in parts)
    found = [flows for flows in walks if flows is not None]
    if not found or any(len(flows) != len(columns) for flows in found):
        return (DATA,) * len(columns)
    return tuple(map(_together, zip(*found, strict=True)))


def _together(flows: Sequence[Flow]) -> Flow:
    """Join the same column of several parts."""
    whole = flows[0].whole if len({one.whole for one in flows}) == 1 else None
    told = [one for one in flows if not one.blank]
    mixed = any(one.data for one in told) and not all(one.data for one in told)
    return replace(reduce(Flow.__or__, told or flows), whole=whole, mixed=mixed)


class Walk:
    """Walks the clauses of one part; `known` are the variables in scope, `matched` when rows stand for data."""

    def __init__(self) -> None:
        self.known: dict[str, Flow] = {}
        self.matched = False

    def columns(self, clauses: Sequence[Clause], columns: Sequence[str]) -> tuple[Flow, ...] | None:
        """Return the flows of what a part returns; None where it returns nothing."""
        for clause in clauses:
            if clause.keyword == "RETURN":
                items, _ = read_items(clause)
                if any(item[0].text == "*" for item in items):
                    found = self._items(clause)
                    return tuple(found.get(name, DATA) for name in columns)
                return tuple(self.flow(without_alias(item)) for item in items)
            self.step(clause)
        return None

    def step(self, clause: Clause) -> None:
        """Take in what one clause binds."""
        if clause.keyword in {"MATCH", "OPTIONAL", "YIELD", "CALL"}:
            self._bind(clause)
        elif clause.keyword == "UNWIND" and clause.tokens:
            self.known[clause.tokens[-1].plain] = replace(self.flow(without_alias(clause.tokens)), whole=None)
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
        for item in read_items(clause)[0]:
            if item[0].text == "*":
                found |= self.known
            else:
                found[item[-1].plain] = self.flow(without_alias(item))
        return found

    def flow(self, tokens: Sequence[Token]) -> Flow:
        """Join what an expression speaks of; what it only compares with does not flow."""
        if len(tokens) == 1 and (tokens[0].word == "NULL" or tokens[0].text in ("''", '""')):
            return Flow(blank=True)
        name = tokens[0].plain if tokens[:1] and tokens[0].is_name else ""
        read = tokens[2].plain if len(tokens) == 3 and tokens[1].text == "." and tokens[2].is_name else ""
        if name in self.known and (read or len(tokens) == 1):
            flow = self.known[name]
            if not read:
                return flow
            whole = (name, read) if flow.whole == (name, "") else None
            return replace(flow, names=flow.names | {read}, whole=whole)
        counted = aggregates(tokens)
        looks_up = any(one.word in SUBQUERIES and after.text == "{" for one, after in pairwise(tokens))
        looks_up |= any(one.word == "MATCH" or one.text in ARROWS for one in tokens)  # has a pattern
        flow = Flow(data=(self.matched and counted) or looks_up)
        for at in range(len(tokens)):
            flow |= self._of_token(tokens, at, counted)
        return flow

    def _of_token(self, tokens: Sequence[Token], at: int, counted: bool) -> Flow:
        token, before = tokens[at], tokens[at - 1] if at else Token("", "")
        after = tokens[at + 1].text if at + 1 < len(tokens) else ""
        if token.is_name:
            if before.text == ".":
                return Flow(names=frozenset({token.plain}))
            labelled = before.text == ":" and token.plain not in self.known
            if labelled or (after == ":" and before.text in {"{", ","}) or after == "(":
                return Flow()
            return replace(self.known.get(token.plain, Flow()), whole=None)
        if before.word in OPERATORS or before.text in OPERATORS:
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
    if at + 1 < len(tokens) and tokens[at + 1].text in SUMS:
        return True
    if at < 2 or tokens[at - 1].text not in SUMS:
        return False
    return tokens[at - 2].is_name or tokens[at - 2].kind == "number" or tokens[at - 2].text in {")", "]"}
