"""Writes the companion of a statement: the same rows, with the nodes that each row matched. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from agent.evidence.node_patterns import (
    PLACES,
    Kind,
    NodePattern,
    NodeVariable,
    node_patterns,
    note_uses,
    whole_label,
)
from agent.evidence.value_companions import ValueAggregate, value_aggregates, write_value_companion
from graph_store.cypher_tokens import (
    Clause,
    Token,
    aggregates,
    split_clauses,
    split_list,
    split_union,
    tokenize,
)

# What a companion is: a statement to run beside another, and its columns that tell which nodes were matched.


@dataclass(frozen=True, slots=True)
class Handle:
    """A companion's column of node ids (of a device its names, of a document its paths).

    `properties` are what the statement names, None for all of them; `dynamic` when their names are computed.
    `counted` when two more columns follow: how many there are, and the last. `per_value` when each node stands for
    one distinct value; `unnamed` when nodes are counted whose names the statement does not speak of.
    """

    column: str
    kind: Kind
    properties: frozenset[str] | None
    dynamic: bool = False
    counted: bool = False
    per_value: bool = False
    unnamed: bool = False


@dataclass(frozen=True, slots=True)
class Companion:
    """A statement to run beside the first one. `keys` are the columns that rows are joined by, None for all.

    `extreme` is the column whose values the statement wants as a parameter. `instead` tell the evidence of single
    values, and stand for this one as long as they find something. `by_value` when each row counts one value.
    `ends` finds the first and the last node alone: for more nodes than a graph collects. `label` is the one whose
    nodes are all matched by the only row, and nothing else. `width` counts the first columns, which are the
    statement's own rows as they are; 0 where they may be others, or in another order.
    """

    statement: str
    handles: tuple[Handle, ...]
    keys: tuple[int, ...] | None
    extreme: int | None = None
    instead: tuple[Companion, ...] = ()
    by_value: bool = False
    ends: Companion | None = None
    label: str = ""
    width: int = 0


HANDLE_LIMIT = 2000


@lru_cache(maxsize=1000)
def derive_companions(statement: str) -> tuple[Companion, ...]:
    """Derive one companion per part of a UNION; none where what was matched cannot be told."""
    companions = []
    for part in split_union(tokenize(statement.strip().rstrip(";"))):
        companion = _Deriver(statement.strip(), part).derive()
        if companion is not None:
            companions.append(companion)
    return tuple(companions)


class _Deriver:
    """Walks the clauses of one part.

    `live` are node variables in scope, `carried` columns with the ids of those that left it.
    """

    def __init__(self, statement: str, tokens: Sequence[Token]) -> None:
        self.statement = statement
        self.start = tokens[0].start
        self.end = tokens[-1].end
        self.clauses = split_clauses(tokens)
        self.variables: dict[str, NodeVariable] = {}
        self.live: dict[str, str] = {}
        self.carried: dict[str, str] = {}
        self.edits: list[tuple[int, int, str]] = []
        self.names = 0

    def derive(self) -> Companion | None:
        """Return the companion, or None."""
        if not any(clause.keyword == "RETURN" for clause in self.clauses):
            return None
        for clause in self.clauses:
            if clause.keyword in {"MATCH", "OPTIONAL"}:
                self._match(clause)
            elif clause.keyword == "YIELD":
                self._yield(clause)
            elif clause.keyword == "CALL" and clause.tokens[:1] and clause.tokens[0].text in {"{", "("}:
                return None
        note_uses(self.variables, self.clauses)
        self.live.clear()
        for clause in self.clauses:
            if clause.keyword in {"MATCH", "OPTIONAL", "YIELD"}:
                self._enter(clause)
            elif clause.keyword == "WITH":
                self._with(clause)
            elif clause.keyword == "RETURN":
                return self._return(clause)
        return None

    def _match(self, clause: Clause) -> None:
        for pattern in node_patterns(clause.tokens):
            name = pattern.name or self._name_node(pattern)
            if name:
                variable = self.variables.setdefault(name, NodeVariable(name))
                variable.labels.update(pattern.labels)
                variable.properties.update(pattern.properties)
                self.live.setdefault(f"{clause.start} {name}", name)

    def _name_node(self, pattern: NodePattern) -> str:
        if not set(pattern.properties) - PLACES or "Device" in pattern.labels:
            return ""
        name = self._new("_n")
        self.edits.append((pattern.inside, pattern.inside, name))
        return name

    def _yield(self, clause: Clause) -> None:
        for item in split_list(clause.tokens):
            if item[0].plain == "node":
                self.variables[item[-1].plain] = NodeVariable(item[-1].plain, {"Line"}, counted=True)

    def _enter(self, clause: Clause) -> None:
        """Bring the variables that a clause binds into scope."""
        names = [pattern.name for pattern in node_patterns(clause.tokens) if pattern.name]
        if clause.keyword == "YIELD":
            names = [item[-1].plain for item in split_list(clause.tokens)]
        inserted = {text for offset, _, text in self.edits if clause.start <= offset <= clause.end}
        for name in [*names, *inserted]:
            if name in self.variables:
                self.live.setdefault(name, name)

    def _with(self, clause: Clause) -> None:
        items, distinct = _items(clause)
        grouping = distinct or any(aggregates(item) for item in items)
        if any(item[0].text == "*" for item in items):
            return
        kept: dict[str, str] = {}
        added: list[str] = []
        carried: dict[str, str] = {}
        for name, root in self.live.items():
            alias = _passed_on(name, items)
            if alias:
                kept[alias] = root
                self._rename(alias, root)
            else:
                carried[self._carry(added, self._handle_of(name, root), grouping)] = root
        for column, root in self.carried.items():
            carried[self._carry(added, column, grouping)] = root
        self.live, self.carried = kept, carried
        self._add(clause, added, distinct)

    def _rename(self, alias: str, root: str) -> None:
        other = self.variables.get(alias)
        if alias == root:
            return
        known = self.variables[root]
        renamed = other or NodeVariable(alias)
        note_uses({alias: renamed}, self.clauses)
        known.properties |= renamed.properties
        known.whole |= renamed.whole
        known.dynamic |= renamed.dynamic
        known.counted |= renamed.counted

    def _handle_of(self, name: str, root: str) -> str:
        return NodeVariable(name, self.variables[root].labels).handle

    def _carry(self, added: list[str], expression: str, grouping: bool) -> str:
        column = self._new("_c")
        added.append(
            f"collect(DISTINCT {expression}) AS {column}" if grouping else f"{expression} AS {column}"
        )
        return column

    def _new(self, prefix: str) -> str:
        self.names += 1
        return f"{prefix}{self.names}"

    def _add(self, clause: Clause, added: Sequence[str], distinct: bool) -> None:
        if distinct:
            self.edits.append((clause.tokens[0].start, clause.tokens[0].end, ""))
        if added:
            self.edits.append((clause.end, clause.end, ", " + ", ".join(added)))

    def _return(self, clause: Clause) -> Companion | None:
        items, distinct = _items(clause)
        star = any(item[0].text == "*" for item in items)
        grouping = not star and (distinct or any(aggregates(item) for item in items))
        sources = [(self._handle_of(name, root), root, True) for name, root in self.live.items()]
        sources += [(column, root, False) for column, root in self.carried.items()]
        handles: list[Handle] = []
        added: list[str] = []
        supporting = self._supporting(sources)
        instead = self._of_values(clause, items, supporting) if grouping and not distinct else ()
        keys = None if star else tuple(place for place, item in enumerate(items) if not aggregates(item))
        ends = self._ends(clause, supporting, keys, len(items)) if grouping and not distinct else None
        for expression, root, direct in supporting:
            handle = self._handle(added, expression, self.variables[root], grouping, direct, distinct, ends)
            handles.append(handle)
        if not handles:
            return None
        self._add(clause, added, grouping and distinct)
        by_value = grouping and not distinct and any(self._is_value(items[place]) for place in keys or ())
        label = whole_label(self.clauses, self.variables) if ends is not None and keys == () else ""
        width = 0 if star or distinct else len(items)
        return Companion(
            self._edited(self.end), tuple(handles), keys, None, instead, by_value, ends, label, width
        )

    def _ends(
        self,
        clause: Clause,
        sources: Sequence[tuple[str, str, bool]],
        keys: tuple[int, ...] | None,
        width: int,
    ) -> Companion | None:
        """Write the companion of little memory, where each row is a node: no node is counted twice."""
        patterns = [
            pattern
            for one in self.clauses
            if one.keyword in {"MATCH", "OPTIONAL"}
            for pattern in node_patterns(one.tokens)
        ]
        repeated = any(one.keyword in {"UNWIND", "CALL"} for one in self.clauses)
        if len(patterns) != 1 or repeated or len(sources) != 1 or not sources[0][2]:
            return None
        expression, root, _ = sources[0]
        added = f", min({expression}) AS _e1, count({expression}) AS _e1n, max({expression}) AS _e1z"
        self.edits.append((clause.end, clause.end, added))
        statement = self._edited(self.end)
        self.edits.pop()
        handle = self._known("_e1", self.variables[root], True, False)
        return Companion(
            statement,
            (replace(handle, unnamed="key" not in self.variables[root].properties),),
            keys,
            width=width,
        )

    def _is_value(self, item: Sequence[Token]) -> bool:
        """Say whether a column is what a line says, not only where the node is."""
        place = len(item) > 2 and item[1].text == "." and item[2].plain in PLACES
        return not place and not (item[0].plain in self.live and (len(item) == 1 or item[1].word == "AS"))

    def _of_values(
        self, clause: Clause, items: Sequence[Sequence[Token]], sources: Sequence[tuple[str, str, bool]]
    ) -> tuple[Companion, ...]:
        """Write a companion for each aggregate, where values decide all of them and the nodes are at hand."""
        if not sources or not all(direct for _, _, direct in sources):
            return ()
        keys = [None if aggregates(item) else self._expression(item) for item in items]
        return tuple(
            self._of_value(clause, keys, aggregate, sources)
            for aggregate in value_aggregates(items, self.live)
        )

    def _of_value(
        self,
        clause: Clause,
        keys: Sequence[str | None],
        aggregate: ValueAggregate,
        sources: Sequence[tuple[str, str, bool]],
    ) -> Companion:
        value = self.statement[aggregate.start : aggregate.end]
        statement = write_value_companion(
            self._edited(clause.start), keys, aggregate, value, [expression for expression, _, _ in sources]
        )
        handles = tuple(
            self._known(f"_e{place}", self.variables[root], True, not aggregate.extreme)
            for place, (_, root, _) in enumerate(sources, 1)
        )
        joined = {place for place, key in enumerate(keys) if key is not None}
        extreme = aggregate.place if aggregate.extreme else None
        joined |= set() if extreme is None else {extreme}
        return Companion(statement, handles, tuple(sorted(joined)), extreme)

    def _expression(self, item: Sequence[Token]) -> str:
        named = len(item) > 2 and item[-2].word == "AS"
        return self.statement[item[0].start : item[-3 if named else -1].end]

    def _supporting(self, sources: list[tuple[str, str, bool]]) -> list[tuple[str, str, bool]]:
        """Leave out nodes that the statement only passes through, as long as others support the row."""
        for kinds in ({"entity", "line"}, {"device"}, {"document"}):
            among = [source for source in sources if self.variables[source[1]].kind in kinds]
            used = [source for source in among if self.variables[source[1]].is_used]
            if among:
                return used or among
        return []

    def _handle(
        self,
        added: list[str],
        expression: str,
        variable: NodeVariable,
        grouping: bool,
        direct: bool,
        distinct: bool,
        ends: Companion | None,
    ) -> Handle:
        column = self._new("_e")
        counted = grouping and direct
        once = "DISTINCT " if ends is None else ""
        if not grouping:
            added.append(f"{expression} AS {column}")
        else:
            added.append(f"collect({once}{expression})[..{HANDLE_LIMIT}] AS {column}")
        if counted:
            added.append(f"count({once}{expression}) AS {column}n")
            added.append(f"max({expression}) AS {column}z")
        unnamed = counted and not distinct and "key" not in variable.properties
        return replace(self._known(column, variable, counted, False), unnamed=unnamed)

    def _known(self, column: str, variable: NodeVariable, counted: bool, per_value: bool) -> Handle:
        properties = None if variable.whole or variable.dynamic else frozenset(variable.properties)
        return Handle(column, variable.kind, properties, variable.dynamic, counted, per_value)

    def _edited(self, until: int) -> str:
        """Return this part of the statement with the edits, up to an offset."""
        parts, place = [], self.start
        for start, end, text in sorted(edit for edit in self.edits if edit[0] <= until):
            parts += [self.statement[place:start], text]
            place = end
        return "".join([*parts, self.statement[place:until]])


def _items(clause: Clause) -> tuple[list[tuple[Token, ...]], bool]:
    """Return the items of a WITH or RETURN, and whether it says DISTINCT."""
    tokens = clause.tokens
    distinct = bool(tokens) and tokens[0].word == "DISTINCT"
    body = tokens[1:] if distinct else tokens
    return split_list(body), distinct


def _passed_on(name: str, items: Sequence[Sequence[Token]]) -> str:
    """Return the name that a node has after a WITH; "" when it does not get through."""
    for item in items:
        if item[0].is_name and item[0].plain == name and (len(item) == 1 or item[1].word == "AS"):
            return item[-1].plain
    return ""
