"""Tells when configurations and captures were loaded, and writes what changed as a unified diff."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Literal

from graph_store.graph import ReadableGraph
from graph_store.records import Document
from workspace.errors import NoDeviceError, OneVersionError, TooLargeError
from workspace.versions import COMPARED, FIELDS, Version, kept_versions, read_document, read_version

MOST_DOCUMENTS = 100_000
CONTEXT = 3
"""Lines around a change, as in `diff -u`."""
MOST_PAIRS = 250_000
"""Above so many pairs of lines, a changed part is shown as removed and added as a whole."""
DOCUMENTS = f"MATCH (d:Document {{state: 'ready'}}) WHERE d.kind IN $kinds {FIELDS} ORDER BY d.path"
DEVICES = "MATCH (v:Device) RETURN v.name ORDER BY v.name"


@dataclass(frozen=True, slots=True)
class Load:
    """A load that brought other content; `time` is "" where it is not known (UTC, ISO 8601).

    `added` and `removed` count lines against the version before; of the `first` that is known, `added` are all.
    """

    path: str
    device: str
    time: str
    added: int
    removed: int
    first: bool


@dataclass(frozen=True, slots=True)
class DiffLine:
    """A line of both versions (" "), of the old one ("-") or of the new one ("+"), with its number in each; 0: none."""

    sign: Literal[" ", "-", "+"]
    before: int
    after: int
    text: str


@dataclass(frozen=True, slots=True)
class DocumentDiff:
    """What changed in a document from `before` to `after`, which are times of loading; "" for not known.

    `hunks` are changed lines with those around them. Not `complete`: no version is known to be as old as was asked for.
    Of a document that has one version, `versions` is 1, and both times are when that was loaded.
    """

    path: str
    device: str
    before: str
    after: str
    hunks: tuple[tuple[DiffLine, ...], ...] = ()
    complete: bool = True
    versions: int = 1

    @property
    def added(self) -> int:
        return sum(line.sign == "+" for hunk in self.hunks for line in hunk)

    @property
    def removed(self) -> int:
        return sum(line.sign == "-" for hunk in self.hunks for line in hunk)


def read_history(kg: str, graph: ReadableGraph, device: str = "") -> tuple[Load, ...]:
    """Return the loads of all loaded documents, of a device's, or of one path, newest first.

    Raises NoDeviceError.
    """
    documents = _documents(graph)
    loads: list[Load] = []
    for document in _choose(documents, graph, device, COMPARED) if device else documents:
        path, named = document.path, document.device
        versions = _read_versions(kg, document, graph)
        for (new, time), (old, _) in pairwise(versions):
            counts = Counter(line.sign for line in compare_lines(old.lines, new.lines))
            loads.append(Load(path, named, time, counts["+"], counts["-"], False))
        oldest, time = versions[-1]
        lines = len(oldest.lines) if len(versions) > 1 else document.lines
        loads.append(Load(path, named, time, lines, 0, True))
    return tuple(sorted(loads, key=lambda load: load.time, reverse=True))


def read_diffs(
    kg: str, graph: ReadableGraph, device: str, since: datetime | None = None
) -> tuple[DocumentDiff, ...]:
    """Compare a device's configurations, or the document of a path, with the version before, or that of a time.

    Raises NoDeviceError, and OneVersionError where nothing was loaded twice.
    """
    chosen = _choose(_documents(graph), graph, device, COMPARED[:1])
    versions = [(document, _read_versions(kg, document, graph)) for document in chosen]
    if all(len(some) < 2 for _, some in versions):
        raise OneVersionError(device, [(document.path, some[0][1]) for document, some in versions])
    return tuple(_diff(document, some, since) for document, some in versions)


_Timed = tuple[Version, str]
"""A version, and when it was loaded; "" for not known."""


def _diff(document: Document, versions: Sequence[_Timed], since: datetime | None) -> DocumentDiff:
    """Compare the newest version with the one before, or the one at a time."""
    (new, now), (old, then), complete = versions[0], versions[min(1, len(versions) - 1)], True
    if since is not None:
        moment = since.astimezone(UTC).isoformat(timespec="seconds")
        old, then = next((one for one in versions if one[1] and one[1] <= moment), versions[-1])
        complete = bool(then) and then <= moment
    hunks = tuple(cut_hunks(compare_lines(old.lines, new.lines)))
    return DocumentDiff(document.path, document.device, then, now, hunks, complete, len(versions))


def _read_versions(kg: str, document: Document, graph: ReadableGraph) -> list[_Timed]:
    """Read the versions of a document, newest first; of equal ones in a row the oldest. Raises TooLargeError.

    The lines of a document that has one version are left out.
    """
    kept = list(kept_versions(kg, document.path, document.serial))
    if not kept:
        return [(Version(document.path, document.sha256, ""), document.loaded)]
    loaded = read_version(document.path, graph)
    if loaded is None:
        raise TooLargeError(document.path, document.lines)
    versions = [loaded, *kept]
    timed = [
        (version, version.loaded or (before.taken if before else ""))
        for version, before in zip(versions, [*kept, None], strict=True)
    ]
    changed = [one for one, older in pairwise(timed) if one[0].sha256 != older[0].sha256]
    (_, time), *older = [*changed, timed[-1]]
    return [(loaded, time), *older]


def _documents(graph: ReadableGraph) -> list[Document]:
    """Return the documents whose versions are kept."""
    rows = graph.read(DOCUMENTS, {"kinds": list(COMPARED)}, row_limit=MOST_DOCUMENTS).rows
    return [read_document(row) for row in rows]


def _choose(
    documents: Sequence[Document], graph: ReadableGraph, device: str, kinds: Sequence[str]
) -> list[Document]:
    """Choose the documents of a device, or the one of a path, which may be of any kind that is kept."""
    names = {one.device for one in documents if one.device.lower() == device.lower()}
    own = [one for one in documents if one.device == device or (device not in names and one.device in names)]
    chosen = [one for one in own if one.kind in kinds] or [one for one in documents if one.path == device]
    if not chosen:
        devices = [str(row[0]) for row in graph.read(DEVICES, row_limit=MOST_DOCUMENTS).rows]
        raise NoDeviceError(device, devices, [one.path for one in own])
    return chosen


# Compares lines. Pure.


def compare_lines(old: Sequence[str], new: Sequence[str]) -> list[DiffLine]:
    """Return the lines of both versions in order, those that went before those that came."""
    lines: list[DiffLine] = []
    for kind, begin, end, first, last in _opcodes(old, new):
        if kind == "equal":
            both = zip(range(begin, end), range(first, last), strict=True)
            lines += [DiffLine(" ", before + 1, after + 1, new[after]) for before, after in both]
        else:
            lines += [DiffLine("-", place + 1, 0, old[place]) for place in range(begin, end)]
            lines += [DiffLine("+", 0, place + 1, new[place]) for place in range(first, last)]
    return lines


_Opcode = tuple[str, int, int, int, int]


def _opcodes(old: Sequence[str], new: Sequence[str]) -> Iterator[_Opcode]:
    """Yield what is equal and what is not; common lines such as "!" are no anchors, and are matched between them."""
    least = min(len(old), len(new))
    head = next((place for place in range(least) if old[place] != new[place]), least)
    most = least - head
    tail = next((place for place in range(most) if old[-1 - place] != new[-1 - place]), most)
    yield "equal", 0, head, 0, head
    middles = old[head : len(old) - tail], new[head : len(new) - tail]
    for kind, *places in SequenceMatcher(None, *middles).get_opcodes():
        begin, end, first, last = (place + head for place in places)
        if kind != "replace" or (end - begin) * (last - first) > MOST_PAIRS:
            yield kind, begin, end, first, last
            continue
        for inner, *inside in SequenceMatcher(
            None, old[begin:end], new[first:last], autojunk=False
        ).get_opcodes():
            yield inner, begin + inside[0], begin + inside[1], first + inside[2], first + inside[3]
    yield "equal", len(old) - tail, len(old), len(new) - tail, len(new)


def cut_hunks(lines: Sequence[DiffLine]) -> Iterator[tuple[DiffLine, ...]]:
    """Yield the changed lines with three around them; those that touch are one hunk."""
    changed = [place for place, line in enumerate(lines) if line.sign != " "]
    while changed:
        count = next(
            (
                count
                for count, (place, following) in enumerate(pairwise(changed), 1)
                if following - place > 2 * CONTEXT + 1
            ),
            len(changed),
        )
        yield tuple(lines[max(0, changed[0] - CONTEXT) : changed[count - 1] + CONTEXT + 1])
        changed = changed[count:]
