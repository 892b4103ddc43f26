"""Keeps the versions of documents before they are replaced, beside the KG, and compares versions."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

from conversations.records import digest
from graph_store.graph import ReadableGraph
from graph_store.records import ENTITY_PROPERTIES, Cell
from graph_store.server_file import write_private
from workspace.folders import chat_folder, make_folder

VERSIONS = "versions"
MOST_ROWS = 500_000
KEPT = 20
CONFIGURATION = "configuration"
OURS = ENTITY_PROPERTIES | {"labels", "inferred"}
DOCUMENT = "MATCH (d:Document {path: $path, state: 'ready'}) RETURN d.serial, d.sha256, d.kind"
THINGS = "MATCH (e:Entity {document: $serial}) RETURN e ORDER BY e.ordinal"
PARENTS = "MATCH (p:Entity {document: $serial})-[:HAS]->(e:Entity) RETURN e.id, p.id"
OWN_LINES = (
    "MATCH (e:Entity {document: $serial})-[:HAS_LINE]->(l:Line) RETURN e.id, l.number ORDER BY l.number"
)
LINES = "MATCH (l:Line {document: $serial}) RETURN l.text ORDER BY l.number"


def read_version(path: str, graph: ReadableGraph) -> Version | None:
    """Read a configuration as it is loaded; None for a log, a text, or what is not there. Raises GraphError."""
    found = graph.read(DOCUMENT, {"path": path}, row_limit=1).rows
    if not found or found[0][2] != CONFIGURATION:
        return None
    serial = {"serial": found[0][0]}

    def read(statement: str) -> tuple[tuple[Any, ...], ...]:
        return graph.read(statement, serial, row_limit=MOST_ROWS).rows

    nodes = [row[0] for row in read(THINGS) if isinstance(row[0], dict)]
    places = {node["id"]: place for place, node in enumerate(nodes)}
    parents = dict(read(PARENTS))
    lines: dict[object, list[int]] = {}
    for entity, number in read(OWN_LINES):
        lines.setdefault(entity, []).append(int(number))
    things = tuple(
        Thing(
            str(node["type"]),
            str(node.get("key") or ""),
            places.get(parents.get(node["id"]), TOP),
            {name: value for name, value in node.items() if name not in OURS},
            tuple(lines.get(node["id"], ())),
        )
        for node in nodes
    )
    texts = tuple(str(row[0]) for row in read(LINES))
    return Version(path, str(found[0][1]), datetime.now(UTC).isoformat(timespec="seconds"), things, texts)


def keep_version(kg: str, version: Version) -> None:
    """Keep a version, readable for its owner only, and drop all but the last 20 of its document. Raises OSError."""
    folder = make_folder(_folder(kg, version.path))
    name = version.taken.replace(":", "").replace("+0000", "Z")
    write_private(folder / f"{name}.json", json.dumps(asdict(version)))
    for old in sorted(folder.glob("*.json"))[:-KEPT]:
        old.unlink(missing_ok=True)


def last_version(kg: str, path: str, other_than: str) -> Version | None:
    """Read the newest version whose content is not `other_than` (a SHA-256); None where none is kept."""
    return next((found for found in map(_read, _files(kg, path)) if found.sha256 != other_than), None)


def numbered_version(kg: str, path: str, number: int) -> Version | None:
    """Read a version by its number: 1 is the newest that is kept. None where there are not so many."""
    files = _files(kg, path)
    return _read(files[number - 1]) if 0 < number <= len(files) else None


def kept_times(kg: str, path: str) -> list[str]:
    """Return when each kept version was replaced, newest first: "2026-11-21 10:00 UTC"."""
    names = [file.stem for file in _files(kg, path)]
    return [f"{name[:10]} {name[11:13]}:{name[13:15]} UTC" for name in names]


def versioned_paths(kg: str) -> list[str]:
    """Return the paths of documents that have a kept version."""
    newest = [max(folder.glob("*.json"), default=None) for folder in (chat_folder(kg) / VERSIONS).glob("*")]
    return sorted(json.loads(file.read_text("utf-8"))["path"] for file in newest if file)


def forget_versions(kg: str, path: str) -> None:
    """Delete a document's versions. Raises OSError."""
    for file in _folder(kg, path).glob("*.json"):
        file.unlink(missing_ok=True)


def _read(file: Path) -> Version:
    found = json.loads(file.read_text("utf-8"))
    things = tuple(
        Thing(**{**thing, "values": _frozen(thing["values"]), "lines": tuple(thing["lines"])})
        for thing in found["things"]
    )
    return Version(**{**found, "things": things, "lines": tuple(found["lines"])})


def _frozen(values: Mapping[str, Any]) -> dict[str, Any]:
    """Make tuples of lists, as the graph gives them."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}


def _files(kg: str, path: str) -> list[Path]:
    return sorted(_folder(kg, path).glob("*.json"), reverse=True)


def _folder(kg: str, path: str) -> Path:
    return chat_folder(kg) / VERSIONS / digest(path)


# Compares two versions. Pure.


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
    """Return the changes in the order of the new version; a removed thing stands among its former siblings.

    Siblings of one type and name are matched by their contents, so that adding one of them is one change.
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
        """Write a thing with its contents: equal texts mean equal things."""
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
    """Report siblings of one type whose order changed: the order of rules decides what they do."""
    by_type: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for before, after in sorted(pairs):
        by_type[new.things[after].type].append((before, after))
    for kind, found in by_type.items():
        turned = [pair for pair, following in pairwise(found) if pair[1] > following[1]]
        if turned:
            went = tuple(line for before, _ in turned for line in old.things[before].lines[:1])
            came = tuple(line for _, after in turned for line in new.things[after].lines[:1])
            yield Change("moved", (*names, kind), before=went, after=came)
