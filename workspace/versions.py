"""Keeps configurations and captures that an ingest replaces, beside the KG, and compares versions."""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from conversations.records import digest
from graph_store.graph import ReadableGraph
from graph_store.records import ENTITY_PROPERTIES, Cell, Document
from graph_store.server_file import write_private
from workspace.folders import chat_folder, make_folder

if TYPE_CHECKING:
    from ingest.load.load_graph import Replaced

VERSIONS = "versions"
MOST_ROWS = 500_000
KEPT, KEPT_DAYS = 50, 365
"""How many versions of a document are kept at most, and for how long after they were replaced."""
READ_S = 120.0
COMPARED = ("configuration", "capture")
"""The kinds of documents whose versions are kept."""
OURS = ENTITY_PROPERTIES | {"labels", "inferred"}
FIELDS = "RETURN d.path, d.sha256, d.kind, d.device, d.loaded, d.serial, d.lines"
DOCUMENT = f"MATCH (d:Document {{path: $path, state: 'ready'}}) {FIELDS}"
BY_SERIAL = f"MATCH (d:Document {{serial: $serial, state: 'ready'}}) {FIELDS}"
THINGS = "MATCH (e:Entity {document: $serial}) RETURN e.ordinal, e"
PARENTS = "MATCH (p:Entity {document: $serial})-[:HAS]->(e:Entity) RETURN e.id, p.id"
OWN_LINES = "MATCH (e:Entity {document: $serial})-[:HAS_LINE]->(l:Line) RETURN l.number, e.id"
LINES = "MATCH (l:Line {document: $serial}) RETURN l.number, l.text"


def read_version(path: str, graph: ReadableGraph) -> Version | None:
    """Read a document as it is loaded; None for a log, a text, or what is not there. Raises GraphError."""
    found = graph.read(DOCUMENT, {"path": path}, row_limit=1).rows
    document = next(map(read_document, found), None)
    return _read_loaded(document, graph) if document and document.kind in COMPARED else None


def read_document(row: Sequence[Cell]) -> Document:
    """Read what `FIELDS` return."""
    path, sha256, kind, device, loaded = (str(cell or "") for cell in row[:5])
    serial, lines = (int(str(cell or 0)) for cell in row[5:])
    return Document(path, sha256, kind, serial, lines, device=device, loaded=loaded)


def keep_replaced(kg: str, graph: ReadableGraph, replaced: Sequence[Replaced]) -> Sequence[str]:
    """Keep the documents that an ingest is about to replace or prune; returns what is not kept, and why.

    Not kept are logs, texts, and what is replaced by the same content. An ingest that is killed afterwards, and is
    run again, keeps none twice. Raises OSError and GraphError.
    """
    not_kept: list[str] = []
    for serial, new in replaced:
        found = graph.read(BY_SERIAL, {"serial": serial}, row_limit=1).rows
        old = next(map(read_document, found), None)
        if old is None or old.kind not in COMPARED:
            continue
        path = new.path if new else old.path
        _move_versions(kg, old.path, path)
        if new is not None and new.sha256 == old.sha256:
            continue
        version = _read_loaded(old, graph)
        if version is None:
            not_kept.append(
                f"{path}: its version before is not kept: it has more than {MOST_ROWS:,} lines or things"
            )
        else:
            keep_version(kg, replace(version, path=path))
    if replaced:
        _drop_old(kg)
    return not_kept


def keep_version(kg: str, version: Version) -> None:
    """Keep a version, readable for its owner only, and drop those beyond the limit. Raises OSError.

    One that is there already was kept by an ingest that was killed: it is replaced now, not then.
    """
    folder = make_folder(_folder(kg, version.path))
    kept = sorted(folder.glob("*.json*"))
    taken = max(version.taken, *map(_taken, kept[-1:]), "")  # a clock that was set back changes no order
    mark = f".{version.serial:010}-{version.sha256}.json.gz"
    file = folder / f"{taken.replace(':', '').replace('+0000', 'Z')}{mark}"
    again = next((each for each in kept if each.name.endswith(mark)), None)
    if again is not None:
        again.replace(file)
        return
    written = json.dumps(asdict(version), ensure_ascii=False).encode("utf-8", "surrogatepass")
    write_private(file, gzip.compress(written, mtime=0))
    for old in sorted(folder.glob("*.json*"))[:-KEPT]:
        old.unlink(missing_ok=True)


def last_version(kg: str, path: str, other_than: str) -> Version | None:
    """Read the newest version whose content is not `other_than` (a SHA-256); None where none is kept."""
    return next((found for found in map(_read, _files(kg, path)) if found.sha256 != other_than), None)


def numbered_version(kg: str, path: str, number: int, loaded: int = 0) -> Version | None:
    """Read a version by its number: 1 is the newest that is kept. None where there are not so many.

    `loaded` is the serial of the loaded one, which an ingest that was killed may have kept already.
    """
    files = _files(kg, path, loaded)
    return _read(files[number - 1]) if 0 < number <= len(files) else None


def kept_versions(kg: str, path: str, loaded: int = 0) -> Iterator[Version]:
    """Read the kept versions of a document, newest first."""
    return map(_read, _files(kg, path, loaded))


def kept_times(kg: str, path: str, loaded: int = 0) -> list[str]:
    """Return when each kept version was replaced, newest first: "2026-11-21 10:00 UTC"."""
    return [f"{_taken(file)[:16].replace('T', ' ')} UTC" for file in _files(kg, path, loaded)]


def versioned_paths(kg: str) -> list[str]:
    """Return the paths of documents that have a kept version."""
    newest = [max(folder.glob("*.json*"), default=None) for folder in (chat_folder(kg) / VERSIONS).glob("*")]
    return sorted(_read(file).path for file in newest if file)


def forget_versions(kg: str, path: str) -> None:
    """Delete a document's versions. Raises OSError."""
    for file in _folder(kg, path).glob("*.json*"):
        file.unlink(missing_ok=True)


def _read_loaded(document: Document, graph: ReadableGraph) -> Version | None:
    """Read a document whole; None if it is too large for that."""
    cut = document.lines > MOST_ROWS

    def read(statement: str) -> tuple[tuple[Any, ...], ...]:
        nonlocal cut
        found = graph.read(statement, {"serial": document.serial}, row_limit=MOST_ROWS, time_limit_s=READ_S)
        cut = cut or found.cut
        return found.rows

    texts = () if cut else tuple(str(text) for _, text in sorted(read(LINES)))
    things = () if cut else _read_things(read)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    named = document.serial, document.loaded, document.device
    return None if cut else Version(document.path, document.sha256, now, things, texts, *named)


def _read_things(read: Callable[[str], tuple[tuple[Any, ...], ...]]) -> tuple[Thing, ...]:
    found = sorted(read(THINGS), key=itemgetter(0))  # the store takes twice as long to sort
    nodes = [node for _, node in found if isinstance(node, dict)]
    places = {node["id"]: place for place, node in enumerate(nodes)}
    parents = dict(read(PARENTS))
    lines: dict[object, list[int]] = {}
    for number, entity in sorted(read(OWN_LINES)):
        lines.setdefault(entity, []).append(int(number))
    return tuple(
        Thing(
            str(node["type"]),
            str(node.get("key") or ""),
            places.get(parents.get(node["id"]), TOP),
            {name: value for name, value in node.items() if name not in OURS},
            tuple(lines.get(node["id"], ())),
        )
        for node in nodes
    )


def _move_versions(kg: str, before: str, path: str) -> None:
    """Have a document's versions follow it to another path."""
    if before != path and (files := _files(kg, before)):
        folder = make_folder(_folder(kg, path))
        for file in files:
            file.replace(folder / file.name)


def _drop_old(kg: str) -> None:
    """Drop what was replaced too long ago, and what a process that was killed had half written."""
    first = (datetime.now(UTC) - timedelta(days=KEPT_DAYS)).isoformat(timespec="seconds")
    for file in (chat_folder(kg) / VERSIONS).glob("*/*"):
        if file.suffix == ".part" or (".json" in file.suffixes and _taken(file) < first):
            file.unlink(missing_ok=True)


def _read(file: Path) -> Version:
    content = file.read_bytes()
    text = gzip.decompress(content) if file.suffix == ".gz" else content
    found = json.loads(text.decode("utf-8", "surrogatepass"))
    things = tuple(
        Thing(**{**thing, "values": _frozen(thing["values"]), "lines": tuple(thing["lines"])})
        for thing in found["things"]
    )
    return Version(**{**found, "taken": _taken(file), "things": things, "lines": tuple(found["lines"])})


def _taken(file: Path) -> str:
    """Return when a version was replaced, out of its file's name: "2026-11-21T10:00:00+00:00"."""
    name = file.name
    return f"{name[:13]}:{name[13:15]}:{name[15:17]}+00:00"


def _frozen(values: Mapping[str, Any]) -> dict[str, Any]:
    """Make tuples of lists, as the graph gives them."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}


def _files(kg: str, path: str, loaded: int = 0) -> list[Path]:
    """Return the files of the kept versions, newest first, without that of the `loaded` serial."""
    found = sorted(_folder(kg, path).glob("*.json*"), reverse=True)
    return [file for file in found if not loaded or f".{loaded:010}-" not in file.name]


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
    """A document as it was loaded: its things in file order, and its lines.

    `loaded` is when its content came, "" for not known; `taken` when it was replaced, or, while it is loaded, read
    (UTC, ISO 8601).
    """

    path: str
    sha256: str
    taken: str
    things: tuple[Thing, ...] = ()
    lines: tuple[str, ...] = ()
    serial: int = 0
    loaded: str = ""
    device: str = ""


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
