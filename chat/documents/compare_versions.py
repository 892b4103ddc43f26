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
    return tuple(_compare(_Tree(old.things), _Tree(new.things), (TOP, TOP), ()))


class _Tree:
    """The things of a version, with the places of those below each."""

    def __init__(self, things: Sequence[Thing]) -> None:
        self.things = things
        self.below: dict[int, list[int]] = defaultdict(list)
        for place, thing in enumerate(things):
            self.below[thing.parent].append(place)

    def by_name(self, parent: int) -> dict[tuple[str, str], list[int]]:
        found: dict[tuple[str, str], list[int]] = defaultdict(list)
        for place in self.below.get(parent, ()):
            found[self.things[place].name].append(place)
        return found

    def digest(self, place: int) -> str:
        """Write a thing with all that is in it, so that two are equal where nothing differs."""
        thing = self.things[place]
        inside = [self.digest(child) for child in self.below.get(place, ())]
        return repr((thing.name, sorted(thing.values.items(), key=repr), inside))

    def lines(self, place: int) -> tuple[int, ...]:
        lines = set(self.things[place].lines)
        for child in self.below.get(place, ()):
            lines.update(self.lines(child))
        return tuple(sorted(lines))


def _compare(old: _Tree, new: _Tree, parents: tuple[int, int], names: tuple[str, ...]) -> Iterator[Change]:
    """Compare what stands below a thing of each version."""
    olds, news = old.by_name(parents[0]), new.by_name(parents[1])
    pairs: list[tuple[int, int]] = []
    for name in dict.fromkeys((*news, *olds)):
        held: dict[str, list[int]] = defaultdict(list)
        for place in olds.get(name, ()):
            held[old.digest(place)].append(place)
        come: list[int] = []
        for place in news.get(name, ()):
            if equal := held[new.digest(place)]:
                pairs.append((equal.pop(0), place))
            else:
                come.append(place)
        gone = sorted(place for places in held.values() for place in places)
        has_key = bool(name[1])
        changed = list(zip(gone, come, strict=False)) if has_key or len(gone) == len(come) == 1 else []
        for pair in changed:
            pairs.append(pair)
            yield from _changed(old, new, pair, names)
        for place in come[len(changed) :]:
            yield Change("added", (*names, new.things[place].title), after=new.lines(place))
        for place in gone[len(changed) :]:
            yield Change("removed", (*names, old.things[place].title), before=old.lines(place))
    yield from _moved(old, new, pairs, names)


def _changed(old: _Tree, new: _Tree, pair: tuple[int, int], names: tuple[str, ...]) -> Iterator[Change]:
    before, after = old.things[pair[0]], new.things[pair[1]]
    named = (*names, after.title)
    either = dict.fromkeys((*before.values, *after.values))
    values = tuple(name for name in either if before.values.get(name) != after.values.get(name))
    if values:
        yield Change("changed", named, values, before.lines, after.lines)
    yield from _compare(old, new, pair, named)


def _moved(
    old: _Tree, new: _Tree, pairs: Sequence[tuple[int, int]], names: tuple[str, ...]
) -> Iterator[Change]:
    """Tell siblings of one type whose order is another: of rules, the order is what they mean."""
    by_type: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for before, after in sorted(pairs):
        by_type[new.things[after].type].append((before, after))
    for kind, found in by_type.items():
        turned = [pair for pair, following in pairwise(found) if pair[1] > following[1]]
        if turned:
            went = tuple(line for before, _ in turned for line in old.things[before].lines[:1])
            came = tuple(line for _, after in turned for line in new.things[after].lines[:1])
            yield Change("moved", (*names, kind), before=went, after=came)
