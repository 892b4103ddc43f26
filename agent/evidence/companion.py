"""Writes the companion of a statement: the same rows, with the nodes that each row matched. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from agent.evidence.node_patterns import (
    PLACES,
    Kind,
    NodeVariable,
    expression_text,
    node_patterns,
    note_pattern,
    note_uses,
    read_items,
    references,
    whole_label,
)
from graph_store.cypher_tokens import (
    AGGREGATES,
    Clause,
    Token,
    aggregates,
    inside,
    split_clauses,
    split_list,
    split_union,
    tokenize,
)


@dataclass(frozen=True, slots=True)
class Handle:
    """A companion's column of node ids (of a device its names, of a document its paths).

    `properties` are what the statement names, None for all of them; `dynamic` when their names are computed.
    `counted` when two more columns follow: how many there are, and the last. `per_value` when each node stands for
    one distinct value; `unnamed` when nodes are counted whose names the statement does not speak of; `instead` when
    they stand for a row in which an OPTIONAL MATCH found nothing.
    """

    column: str
    kind: Kind
    properties: frozenset[str] | None
    dynamic: bool = False
    counted: bool = False
    per_value: bool = False
    unnamed: bool = False
    instead: bool = False


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
VALUE_LIMIT = 50
"""Of so many distinct values per row, the nodes are read."""
NODE_LIMIT = 2000
"""Of so many nodes with an extreme value per row, the ids are read."""
EXTREMES = "_extremes"
"""The parameter with the extreme values that the statement found."""
_Source = tuple[str, str, bool]
"""An expression that identifies nodes, their variable, and whether it is the node itself, not a carried column."""


@lru_cache(maxsize=1000)
def derive_companions(statement: str) -> tuple[Companion, ...]:
    """Derive one companion per part of a UNION; none where what was matched cannot be told."""
    parts = split_union(tokenize(statement.strip().rstrip(";")))
    found = (_Deriver(statement.strip(), part).derive() for part in parts)
    return tuple(companion for companion in found if companion is not None)


class _Deriver:
    """Walks the clauses of one part; `live` are node variables in scope, `carried` ids of those that left it."""

    def __init__(self, statement: str, tokens: Sequence[Token]) -> None:
        self.statement = statement
        self.start = tokens[0].start
        self.end = tokens[-1].end
        self.clauses = split_clauses(tokens)
        self.variables: dict[str, NodeVariable] = {}
        self.live: dict[str, str] = {}
        self.carried: dict[str, str] = {}
        self.optional: set[str] = set()
        self.spare: set[str] = set()
        self.edits: list[tuple[int, int, str]] = []
        self.names = 0

    def derive(self) -> Companion | None:
        """Return the companion, or None."""
        optional = False
        for clause in self.clauses:
            if clause.keyword == "MATCH":
                known = set(self.variables)
                self._match(clause)
                self.optional |= set(self.variables) - known if optional else set()
            elif clause.keyword == "YIELD":
                for item in split_list(clause.tokens):
                    if item[0].plain == "node":
                        name = item[-1].plain
                        self.variables[name] = NodeVariable(name, {"Line"}, counted=True)
            elif clause.keyword == "CALL" and clause.tokens[:1] and clause.tokens[0].text in {"{", "("}:
                return None
            optional = clause.keyword == "OPTIONAL"
        note_uses(self.variables, self.clauses)
        for clause in self.clauses:
            if clause.keyword in {"MATCH", "OPTIONAL", "YIELD"}:
                self._enter(clause)
            elif clause.keyword == "WITH":
                self._with(clause)
            elif clause.keyword == "RETURN":
                return self._return(clause)
        return None

    def _match(self, clause: Clause) -> None:
        """Note the nodes of a pattern, and name those without a name whose properties a line shows."""
        referring = [*references(clause.tokens)]
        for pattern in node_patterns(clause.tokens):
            name = pattern.name
            if not name and set(pattern.properties) - PLACES and "Device" not in pattern.labels:
                name = self._new("_n")
                self.edits.append((pattern.inside, pattern.inside, name))
            if name:
                note_pattern(self.variables, name, pattern)
                self.variables[name].properties |= {one for at, one in referring if at == pattern.inside}

    def _enter(self, clause: Clause) -> None:
        names = [pattern.name for pattern in node_patterns(clause.tokens)]
        if clause.keyword == "YIELD":
            names = [item[-1].plain for item in split_list(clause.tokens)]
        inserted = {text for offset, _, text in self.edits if clause.start <= offset <= clause.end}
        for name in [*names, *inserted]:
            if name in self.variables:
                self.live.setdefault(name, name)

    def _with(self, clause: Clause) -> None:
        items, distinct = read_items(clause)
        if any(item[0].text == "*" for item in items):
            return
        grouping = distinct or any(map(aggregates, items))
        gathers = [""] if not grouping else ["min", "max"] if self._groups_again(clause) else ["collect"]
        kept: dict[str, str] = {}
        leaving: list[tuple[str, str]] = []
        for name, root in self.live.items():
            if alias := _passed_on(name, items):
                kept[alias] = root
                self._rename(alias, root)
            else:
                leaving.append((self._handle_of(name, root), root))
        added: list[str] = []
        carried: dict[str, str] = {}
        for expression, root in [*leaving, *self.carried.items()]:
            for gather in gathers:
                column = self._new("_c")
                added.append(f"{f'{gather}(DISTINCT {expression})' if gather else expression} AS {column}")
                carried[column] = root
        self.live, self.carried = kept, carried
        self._add(clause, added, distinct)

    def _groups_again(self, clause: Clause) -> bool:
        """Say whether a later clause groups what this one groups: lists of lists are more than a graph makes."""
        later = self.clauses[self.clauses.index(clause) + 1 :]
        grouped = (read_items(one) for one in later if one.keyword in {"WITH", "RETURN"})
        return any(distinct or any(map(aggregates, items)) for items, distinct in grouped)

    def _rename(self, alias: str, root: str) -> None:
        """Note what is asked for of a variable under its new name, too."""
        if alias == root:
            return
        known = self.variables[root]
        renamed = self.variables.get(alias) or NodeVariable(alias)
        note_uses({alias: renamed}, self.clauses)
        known.properties |= renamed.properties
        known.whole |= renamed.whole
        known.dynamic |= renamed.dynamic
        known.counted |= renamed.counted

    def _handle_of(self, name: str, root: str) -> str:
        return NodeVariable(name, self.variables[root].labels).handle

    def _new(self, prefix: str) -> str:
        self.names += 1
        return f"{prefix}{self.names}"

    def _add(self, clause: Clause, added: Sequence[str], distinct: bool) -> None:
        if distinct:
            self.edits.append((clause.tokens[0].start, clause.tokens[0].end, ""))
        if added:
            self.edits.append((clause.end, clause.end, ", " + ", ".join(added)))

    def _return(self, clause: Clause) -> Companion | None:
        items, distinct = read_items(clause)
        star = any(item[0].text == "*" for item in items)
        grouping = not star and (distinct or any(map(aggregates, items)))
        counting = grouping and not distinct
        live = [(self._handle_of(name, root), root, True) for name, root in self.live.items()]
        sources = self._supporting([*live, *((column, root, False) for column, root in self.carried.items())])
        if not sources:
            return None
        instead = self._of_values(clause, items, sources) if counting else ()
        keys = None if star else tuple(place for place, item in enumerate(items) if not aggregates(item))
        ends = self._ends(clause, sources, keys, len(items)) if counting else None
        once = "DISTINCT " if ends is None else ""
        handles: list[Handle] = []
        added: list[str] = []
        for expression, root, direct in sources:
            column = self._new("_e")
            counted = grouping and direct
            collected = f"collect({once}{expression})[..{HANDLE_LIMIT}]"
            added.append(f"{collected if grouping else expression} AS {column}")
            if counted:
                added += [f"count({once}{expression}) AS {column}n", f"max({expression}) AS {column}z"]
            unnamed = counted and not distinct and "key" not in self.variables[root].properties
            handle = self._handle(column, root, counted=counted, unnamed=unnamed)
            handles.append(replace(handle, instead=root in self.spare))
        self._add(clause, added, grouping and distinct)
        by_value = counting and any(self._is_value(items[place]) for place in keys or ())
        label = whole_label(self.clauses, self.variables) if ends is not None and keys == () else ""
        width = 0 if star or distinct else len(items)
        statement = self._edited(self.end)
        return Companion(statement, tuple(handles), keys, None, instead, by_value, ends, label, width)

    def _ends(
        self, clause: Clause, sources: Sequence[_Source], keys: tuple[int, ...] | None, width: int
    ) -> Companion | None:
        """Write the companion of little memory, where each row is a node: no node is counted twice."""
        matches = [one for one in self.clauses if one.keyword in {"MATCH", "OPTIONAL"}]
        patterns = [pattern for one in matches for pattern in node_patterns(one.tokens)]
        repeated = any(one.keyword in {"UNWIND", "CALL"} for one in self.clauses)
        if len(patterns) != 1 or repeated or len(sources) != 1 or not sources[0][2]:
            return None
        expression, root, _ = sources[0]
        added = f", min({expression}) AS _e1, count({expression}) AS _e1n, max({expression}) AS _e1z"
        statement = self._edited(self.end, (clause.end, clause.end, added))
        unnamed = "key" not in self.variables[root].properties
        handle = self._handle("_e1", root, counted=True, unnamed=unnamed)
        return Companion(statement, (handle,), keys, width=width)

    def _is_value(self, item: Sequence[Token]) -> bool:
        """Say whether a column is what a line says, not only where the node is."""
        place = len(item) > 2 and item[1].text == "." and item[2].plain in PLACES
        return not place and not (item[0].plain in self.live and (len(item) == 1 or item[1].word == "AS"))

    def _of_values(
        self, clause: Clause, items: Sequence[Sequence[Token]], sources: Sequence[_Source]
    ) -> tuple[Companion, ...]:
        """Write a companion for each aggregate, where values decide all of them and the nodes are at hand."""
        if not all(direct for _, _, direct in sources):
            return ()
        keys = [None if aggregates(item) else expression_text(self.statement, item) for item in items]
        found = _value_aggregates(items, self.live)
        return tuple(self._of_value(clause, keys, aggregate, sources) for aggregate in found)

    def _of_value(
        self,
        clause: Clause,
        keys: Sequence[str | None],
        aggregate: _ValueAggregate,
        sources: Sequence[_Source],
    ) -> Companion:
        value = self.statement[aggregate.start : aggregate.end]
        ids = [expression for expression, _, _ in sources]
        statement = _write_value_companion(self._edited(clause.start), keys, aggregate, value, ids)
        handles = tuple(
            self._handle(f"_e{place}", root, counted=True, per_value=not aggregate.extreme)
            for place, (_, root, _) in enumerate(sources, 1)
        )
        extreme = aggregate.place if aggregate.extreme else None
        joined = tuple(place for place, key in enumerate(keys) if key is not None or place == extreme)
        return Companion(statement, handles, joined, extreme)

    def _supporting(self, sources: list[_Source]) -> list[_Source]:
        """Leave out nodes that the statement only passes through, as long as others support the row.

        Where an OPTIONAL MATCH may find none of those, what it was looked for stays.
        """
        kinds = ({"entity", "line"}, {"device"}, {"document"})
        groups = [[one for one in sources if self.variables[one[1]].kind in each] for each in kinds]
        among: list[_Source] = next(filter(None, groups), [])
        kept = [source for source in among if self.variables[source[1]].is_used] or among
        if not all(source[1] in self.optional for source in kept):
            return kept
        sure = ([one for one in group if one[1] not in self.optional] for group in groups)
        spare: list[_Source] = next(filter(None, sure), [])
        self.spare = {root for _, root, _ in spare}
        return [*kept, *spare]

    def _handle(
        self, column: str, root: str, *, counted: bool, per_value: bool = False, unnamed: bool = False
    ) -> Handle:
        variable = self.variables[root]
        properties = None if variable.whole or variable.dynamic else frozenset(variable.properties)
        return Handle(column, variable.kind, properties, variable.dynamic, counted, per_value, unnamed)

    def _edited(self, until: int, *more: tuple[int, int, str]) -> str:
        """Return this part of the statement with the edits, up to an offset."""
        parts, place = [], self.start
        for start, end, text in sorted(edit for edit in [*self.edits, *more] if edit[0] <= until):
            parts += [self.statement[place:start], text]
            place = end
        return "".join([*parts, self.statement[place:until]])


def _passed_on(name: str, items: Iterable[Sequence[Token]]) -> str:
    """Return the name that a node has after a WITH; "" when it does not get through."""
    for item in items:
        if item[0].is_name and item[0].plain == name and (len(item) == 1 or item[1].word == "AS"):
            return item[-1].plain
    return ""


# Companions of aggregates: the first node of each distinct value, the nodes of a minimum or maximum.


@dataclass(frozen=True, slots=True)
class _ValueAggregate:
    """One aggregate that single values decide, of the expression from `start` to `end` in the column `place`."""

    place: int
    start: int
    end: int
    extreme: bool


def _value_aggregates(
    items: Sequence[Sequence[Token]], nodes: Collection[str]
) -> tuple[_ValueAggregate, ...]:
    """Find the aggregates that values decide, not nodes; none when one is about all rows, as a plain count is."""
    found: list[_ValueAggregate] = []
    for place, item in enumerate(items):
        for index, token in enumerate(item[:-1]):
            if token.text.lower() in AGGREGATES and item[index + 1].text == "(":
                aggregate = _value_aggregate(item, index, place, nodes)
                if aggregate is None:
                    return ()
                found.append(aggregate)
    return tuple(dict.fromkeys(found))


def _value_aggregate(
    item: Sequence[Token], index: int, place: int, nodes: Collection[str]
) -> _ValueAggregate | None:
    within = inside(item, index + 1)
    distinct = bool(within) and within[0].word == "DISTINCT"
    body = within[1:] if distinct else within
    function = item[index].text.lower()
    after = item[index + 3 + len(within) :]
    extreme = function in {"min", "max"} and index == 0 and (not after or after[0].word == "AS")
    counted = distinct and function in {"count", "collect"}
    if not body or not (extreme or counted) or (len(body) == 1 and body[0].plain in nodes):
        return None
    return _ValueAggregate(place, body[0].start, body[-1].end, extreme)


def _write_value_companion(
    before: str, keys: Sequence[str | None], aggregate: _ValueAggregate, value: str, ids: Sequence[str]
) -> str:
    """Write the statement for one aggregate: the columns of the first one, then three for each of `ids`.

    `before` is all that stands before RETURN; `keys` the expressions of the columns, None for aggregates; `ids`
    the expressions that identify the matched nodes. The three are `_e1` a list of ids, `_e1n` how many there are,
    `_e1z` the last.
    """
    kept = {f"_k{place}": key for place, key in enumerate(keys) if key is not None}
    columns = [f"{key} AS {name}" for name, key in kept.items()]
    nodes = [f"{expression} AS _h{place}" for place, expression in enumerate(ids, 1)]
    test = f"_v IN ${EXTREMES}" if aggregate.extreme else "_v IS NOT NULL"
    rows = f"{before}WITH {', '.join([*columns, f'{value} AS _v', *nodes])} WHERE {test} "
    if not aggregate.extreme:
        firsts = [f"min(_h{place}) AS _f{place}" for place in range(1, len(ids) + 1)]
        rows += f"WITH {', '.join([*kept, '_v', *firsts])} ORDER BY _f1 "
    found = []
    for place, key in enumerate(keys):
        own = "_v" if aggregate.extreme and place == aggregate.place else "null"
        found.append(f"{own} AS _a{place}" if key is None else f"_k{place}")
    limit = NODE_LIMIT if aggregate.extreme else VALUE_LIMIT
    for place in range(1, len(ids) + 1):
        node = f"_h{place}" if aggregate.extreme else f"_f{place}"
        found.append(f"collect(DISTINCT {node})[..{limit}] AS _e{place}")
        found += [f"count(DISTINCT {node}) AS _e{place}n", f"max({node}) AS _e{place}z"]
    return f"{rows}RETURN {', '.join(found)}"
