"""Writes companions of aggregates: the first node of each distinct value, the nodes of a minimum or maximum. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from graph_store.cypher_tokens import AGGREGATES, Token

VALUE_LIMIT = 50
"""Of so many distinct values per row, the nodes are read."""
NODE_LIMIT = 2000
"""Of so many nodes with an extreme value per row, the ids are read."""
EXTREMES = "_extremes"
"""The parameter with the extreme values that the statement found."""


@dataclass(frozen=True, slots=True)
class ValueAggregate:
    """One aggregate that single values decide, of the expression from `start` to `end` in the column `place`."""

    place: int
    start: int
    end: int
    extreme: bool


def value_aggregates(items: Sequence[Sequence[Token]], nodes: Collection[str]) -> tuple[ValueAggregate, ...]:
    """Find the aggregates of the returned items; none when one is about all rows, as a plain count is.

    `nodes` are the names of node variables: different nodes are no values.
    """
    found: list[ValueAggregate] = []
    for place, item in enumerate(items):
        for index in _aggregate_places(item):
            aggregate = _value_aggregate(item, index, place, nodes)
            if aggregate is None:
                return ()
            found.append(aggregate)
    return tuple(dict.fromkeys(found))


def _aggregate_places(item: Sequence[Token]) -> list[int]:
    return [
        index
        for index, token in enumerate(item[:-1])
        if token.text.lower() in AGGREGATES and item[index + 1].text == "("
    ]


def _value_aggregate(
    item: Sequence[Token], index: int, place: int, nodes: Collection[str]
) -> ValueAggregate | None:
    depth = item[index].depth
    inside = []
    for token in item[index + 2 :]:
        if token.depth <= depth:
            break
        inside.append(token)
    distinct = bool(inside) and inside[0].word == "DISTINCT"
    body = inside[1:] if distinct else inside
    function = item[index].text.lower()
    after = item[index + 3 + len(inside) :]
    bare = index == 0 and (not after or after[0].word == "AS")
    extreme = function in {"min", "max"} and bare
    counted = distinct and function in {"count", "collect"}
    if not body or not (extreme or counted) or (len(body) == 1 and body[0].plain in nodes):
        return None
    return ValueAggregate(place, body[0].start, body[-1].end, extreme)


def write_value_companion(
    before: str, keys: Sequence[str | None], aggregate: ValueAggregate, value: str, ids: Sequence[str]
) -> str:
    """Write the statement for one aggregate: the columns of the first one, then three for each of `ids`.

    `before` is all that stands before RETURN; `keys` the expressions of the columns, None for aggregates; `ids`
    the expressions that identify the matched nodes. The three are `_e1` a list of ids, `_e1n` how many there are,
    `_e1z` the last.
    """
    columns = [f"{key} AS _k{place}" for place, key in enumerate(keys) if key is not None]
    kept = [f"_k{place}" for place, key in enumerate(keys) if key is not None]
    nodes = [f"{expression} AS _h{place}" for place, expression in enumerate(ids, 1)]
    test = f"_v IN ${EXTREMES}" if aggregate.extreme else "_v IS NOT NULL"
    rows = f"{before}WITH {', '.join([*columns, f'{value} AS _v', *nodes])} WHERE {test} "
    if not aggregate.extreme:
        firsts = [f"min(_h{place}) AS _f{place}" for place in range(1, len(ids) + 1)]
        rows += f"WITH {', '.join([*kept, '_v', *firsts])} ORDER BY _f1 "
    limit = NODE_LIMIT if aggregate.extreme else VALUE_LIMIT
    found = [_column(place, key, aggregate) for place, key in enumerate(keys)]
    for place in range(1, len(ids) + 1):
        node = f"_h{place}" if aggregate.extreme else f"_f{place}"
        found += [
            f"collect(DISTINCT {node})[..{limit}] AS _e{place}",
            f"count(DISTINCT {node}) AS _e{place}n",
            f"max({node}) AS _e{place}z",
        ]
    return f"{rows}RETURN {', '.join(found)}"


def _column(place: int, key: str | None, aggregate: ValueAggregate) -> str:
    if key is not None:
        return f"_k{place}"
    return f"_v AS _a{place}" if aggregate.extreme and place == aggregate.place else f"null AS _a{place}"
