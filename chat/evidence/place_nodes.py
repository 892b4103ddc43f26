"""Where the nodes and relations of a picture stand: from left to right, or downwards where the ways are long. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from chat.evidence.lay_out import Edge, lay_out

MOST_COLUMNS = 3
"""So many names stand side by side on a phone."""
ROW_PX, LINE_PX, AROUND_PX = 68, 96, 64
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Placed:
    """Places in units of the axes; `width` and `height` are the least and the most, `height_px` is of the whole."""

    places: Mapping[int, Point]
    downwards: bool
    width: tuple[float, float]
    height: tuple[float, float]
    height_px: int

    def way(self, start: int, end: int) -> tuple[Point, ...]:
        """Return the points of a relation's line; one that skips a layer or stays in one is bent."""
        first, last = self.places[start], self.places[end]
        return (first, last) if self._is_next(first, last) else (first, self._bend(first, last), last)

    def label(self, start: int, end: int, turn: int = 0) -> Point:
        """Return where a relation's label stands: nearer to its end, as a name stands beside or under the start.

        `turn` counts the relations of one start, whose labels would else stand side by side.
        """
        first, last = self.places[start], self.places[end]
        if not self._is_next(first, last):
            return self._bend(first, last)
        share = 0.64 + turn % 3 * 0.09 if self.downwards and last[1] < first[1] else 0.6
        return first[0] + (last[0] - first[0]) * share, first[1] + (last[1] - first[1]) * share

    def _is_next(self, first: Point, last: Point) -> bool:
        return abs(first[1] - last[1]) == 1 if self.downwards else abs(first[0] - last[0]) == 1

    def _bend(self, first: Point, last: Point) -> Point:
        x, y = (first[0] + last[0]) / 2, (first[1] + last[1]) / 2
        if self.downwards:
            return (x, y + 0.3) if first[1] == last[1] else (x + 0.42, y)
        return (x + 0.3, y) if first[0] == last[0] else (x, y + 0.45)


def place_nodes(nodes: Sequence[int], edges: Sequence[Edge]) -> Placed:
    """Place the nodes of a picture that has to be read on a narrow panel."""
    laid = lay_out(nodes, edges)
    layers = 1 + max((layer for layer, _ in laid.values()), default=0)
    if layers > MOST_COLUMNS:
        return _downwards(laid, layers)
    places = {node: (float(layer), -row) for node, (layer, row) in laid.items()}
    rows = [y for _, y in places.values()] or [0.0]
    height = (min(rows) - 0.75, max(rows) + 0.35)
    return Placed(places, False, (-0.5, layers - 0.5), height, _pixels(height, ROW_PX))


def _downwards(laid: Mapping[int, tuple[int, float]], layers: int) -> Placed:
    """Put each layer on a line of its own, or on several where it has many nodes."""
    places: dict[int, Point] = {}
    line = 0
    for layer in range(layers):
        among = sorted((node for node in laid if laid[node][0] == layer), key=lambda node: laid[node][1])
        for first in range(0, len(among), MOST_COLUMNS):
            side = among[first : first + MOST_COLUMNS]
            places |= {node: (place - (len(side) - 1) / 2, -float(line)) for place, node in enumerate(side)}
            line += 1
    height = (-line + 0.35, 0.3)
    return Placed(places, True, (-MOST_COLUMNS / 2, MOST_COLUMNS / 2), height, _pixels(height, LINE_PX))


def _pixels(height: tuple[float, float], unit: int) -> int:
    return round(AROUND_PX + unit * (height[1] - height[0]))
