"""Places for the nodes of a picture: in layers along the relations, with few crossings. Pure.

Source: the layered method of Sugiyama, Tagawa and Toda (1981), with longest paths and the barycentre rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

SWEEPS = 6
Edge = tuple[int, int]


def lay_out(nodes: Sequence[int], edges: Sequence[Edge]) -> dict[int, tuple[int, float]]:
    """Return the layer of each node, from 0, and its row; rows of a layer are at least 1 apart, around 0."""
    layers = _layers(nodes, _without_cycles(nodes, edges))
    columns: list[list[int]] = [[] for _ in range(max(layers.values(), default=-1) + 1)]
    for node in nodes:
        columns[layers[node]].append(node)
    near = _neighbours(nodes, edges)
    for sweep in range(SWEEPS):
        backwards = sweep % 2 == 1
        for column in reversed(columns) if backwards else columns:
            _sort(column, columns, near)
    return _rows(columns, near)


def _without_cycles(nodes: Sequence[int], edges: Sequence[Edge]) -> list[Edge]:
    """Leave out the edges that lead back to where a walk came from."""
    after: dict[int, list[int]] = {node: [] for node in nodes}
    for start, end in edges:
        if start != end:
            after[start].append(end)
    kept: list[Edge] = []
    state: dict[int, int] = {}

    for root in nodes:
        if root in state:
            continue
        state[root] = 1
        walk = [(root, iter(after[root]))]
        while walk:
            node, waiting = walk[-1]
            following = next(waiting, None)
            if following is None:
                state[node] = 2
                walk.pop()
            elif state.get(following) != 1:
                kept.append((node, following))
                if following not in state:
                    state[following] = 1
                    walk.append((following, iter(after[following])))
    return kept


def _layers(nodes: Sequence[int], edges: Sequence[Edge]) -> dict[int, int]:
    """Put each node one layer behind the last of those that lead to it."""
    layers = dict.fromkeys(nodes, 0)
    for _ in nodes:
        moved = False
        for start, end in edges:
            if layers[end] <= layers[start]:
                layers[end], moved = layers[start] + 1, True
        if not moved:
            break
    return layers


def _neighbours(nodes: Sequence[int], edges: Sequence[Edge]) -> dict[int, list[int]]:
    near: dict[int, list[int]] = {node: [] for node in nodes}
    for start, end in edges:
        near[start].append(end)
        near[end].append(start)
    return near


def _sort(column: list[int], columns: Sequence[Sequence[int]], near: Mapping[int, Sequence[int]]) -> None:
    """Sort a column by where its neighbours in other columns stand, in shares of their columns' lengths."""
    share = {
        node: (place + 0.5) / len(other)
        for other in columns
        for place, node in enumerate(other)
        if other is not column
    }
    own = {node: (place + 0.5) / len(column) for place, node in enumerate(column)}
    column.sort(key=lambda node: fmean([share[one] for one in near[node] if one in share] or [own[node]]))


def _rows(
    columns: Sequence[Sequence[int]], near: Mapping[int, Sequence[int]]
) -> dict[int, tuple[int, float]]:
    """Spread the longest column evenly; every other node goes to the middle of its neighbours, if it can."""
    if not columns:
        return {}
    longest = max(range(len(columns)), key=lambda place: len(columns[place]))
    rows = {node: float(place) for place, node in enumerate(columns[longest])}
    order = [*range(longest - 1, -1, -1), *range(longest + 1, len(columns))]
    for place in order:
        wanted = [
            fmean([rows[one] for one in near[node] if one in rows] or [len(columns[longest]) / 2])
            for node in columns[place]
        ]
        rows.update(zip(columns[place], _apart(wanted), strict=True))
    middle = (max(rows.values()) + min(rows.values())) / 2
    return {node: (place, rows[node] - middle) for place, column in enumerate(columns) for node in column}


def _apart(wanted: Sequence[float]) -> list[float]:
    """Move rows, which keep their order, as little as is simple, until they are 1 apart."""
    rows: list[float] = []
    for one in wanted:
        rows.append(max(one, rows[-1] + 1) if rows else one)
    shift = fmean(wanted) - fmean(rows) if rows else 0.0
    return [row + shift for row in rows]
