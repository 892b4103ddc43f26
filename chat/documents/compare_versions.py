"""Compares two versions of a document: lines added, removed, changed or moved. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from graph_store.records import Cell

TOP = -1
Kind = Literal["added", "removed", "changed", "moved"]


@dataclass(frozen=True, slots=True)
class Thing:
    """An entity of a document; `parent` is its place among the version's things, TOP for none, `lines` are its own."""

    type: str
    key: str
    parent: int = TOP
    values: Mapping[str, Cell] = field(default_factory=dict)
    lines: tuple[int, ...] = ()

    @property
    def name(self) -> tuple[str, str]:
        return self.type, self.key

    @property
    def title(self) -> str:
        return f"{self.type} {self.key}".strip()


@dataclass(frozen=True, slots=True)
class Version:
    """A document as it was loaded at a time (UTC, ISO 8601): its things in file order, and its lines."""

    path: str
    sha256: str
    taken: str
    things: tuple[Thing, ...] = ()
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """One difference. `names` are the thing's and those it stands in, the outermost first; `values` what differs.

    `before` and `after` are line numbers in the old and in the new version; those of what is inside a thing that
    came or went are among them.
    """

    kind: Kind
    names: tuple[str, ...]
    values: tuple[str, ...] = ()
    before: tuple[int, ...] = ()
    after: tuple[int, ...] = ()


def compare_versions(old: Version, new: Version) -> tuple[Change, ...]:
    """Return what changed, in the order of the new version; what went stands where its siblings are.

    Siblings of one type and name are told apart by what they hold, so that one more of them is one change.
    """
    return tuple(_Comparison(old, new).below(TOP, TOP, ()))


class _Comparison:
    def __init__(self, old: Version, new: Version) -> None:
        self._old, self._new = old.things, new.things
        self._old_below, self._new_below = _children(old.things), _children(new.things)

    def below(self, old: int, new: int, names: tuple[str, ...]) -> Iterator[Change]:
        """Compare what stands below a thing of each version."""
        groups: dict[tuple[str, str], tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
        for place in self._new_below[new]:
            groups[self._new[place].name][1].append(place)
        for place in self._old_below[old]:
            groups[self._old[place].name][0].append(place)
        pairs: list[tuple[int, int]] = []
        for olds, news in groups.values():
            yield from self._group(olds, news, names, pairs)
        yield from self._moved(pairs, names)

    def _group(
        self, olds: list[int], news: list[int], names: tuple[str, ...], pairs: list[tuple[int, int]]
    ) -> Iterator[Change]:
        """Compare siblings of one type and name."""
        held: dict[str, list[int]] = defaultdict(list)
        for place in olds:
            held[_digest(place, self._old, self._old_below)].append(place)
        left: list[int] = []
        for place in news:
            if equal := held[_digest(place, self._new, self._new_below)]:
                pairs.append((equal.pop(0), place))
            else:
                left.append(place)
        gone = sorted(place for places in held.values() for place in places)
        named = (
            bool(self._new[news[0]].key if news else self._old[olds[0]].key) or len(gone) == len(left) == 1
        )
        both = list(zip(gone, left, strict=False)) if named else []
        for before, after in both:
            pairs.append((before, after))
            yield from self._changed(before, after, names)
        for place in left[len(both) :]:
            lines = _all_lines(place, self._new, self._new_below)
            yield Change("added", (*names, self._new[place].title), after=lines)
        for place in gone[len(both) :]:
            lines = _all_lines(place, self._old, self._old_below)
            yield Change("removed", (*names, self._old[place].title), before=lines)

    def _changed(self, before: int, after: int, names: tuple[str, ...]) -> Iterator[Change]:
        old, new = self._old[before], self._new[after]
        named = (*names, new.title)
        names_of_values = dict.fromkeys((*old.values, *new.values))
        values = tuple(name for name in names_of_values if old.values.get(name) != new.values.get(name))
        if values:
            yield Change("changed", named, values, old.lines, new.lines)
        yield from self.below(before, after, named)

    def _moved(self, pairs: Sequence[tuple[int, int]], names: tuple[str, ...]) -> Iterator[Change]:
        """Tell siblings of one type whose order is another: of rules, the order is what they mean."""
        by_type: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for before, after in sorted(pairs):
            by_type[self._new[after].type].append((before, after))
        for kind, found in by_type.items():
            turned = [pair for pair, following in pairwise(found) if pair[1] > following[1]]
            if turned:
                old = tuple(line for before, _ in turned for line in self._old[before].lines[:1])
                new = tuple(line for _, after in turned for line in self._new[after].lines[:1])
                yield Change("moved", (*names, kind), before=old, after=new)


def _children(things: Sequence[Thing]) -> Mapping[int, list[int]]:
    below: dict[int, list[int]] = defaultdict(list)
    for place, thing in enumerate(things):
        below[thing.parent].append(place)
    return below


def _digest(place: int, things: Sequence[Thing], below: Mapping[int, list[int]]) -> str:
    """Write a thing with all that is in it, so that two are equal where nothing differs."""
    thing = things[place]
    inside = [_digest(child, things, below) for child in below.get(place, ())]
    return repr((thing.name, sorted(thing.values.items(), key=repr), inside))


def _all_lines(place: int, things: Sequence[Thing], below: Mapping[int, list[int]]) -> tuple[int, ...]:
    lines = set(things[place].lines)
    for child in below.get(place, ()):
        lines.update(_all_lines(child, things, below))
    return tuple(sorted(lines))
