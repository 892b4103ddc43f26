"""Tells when configurations and captures were loaded, and writes what changed as a unified diff."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import pairwise

from graph_store.graph import ReadableGraph
from graph_store.records import Document
from timeline.compare_lines import Change, DiffLine, compare_lines, cut_hunks, find_changes
from workspace.errors import NoDeviceError, OneVersionError, TooLargeError
from workspace.versions import (
    COMPARED,
    FIELDS,
    Version,
    kept_headers,
    numbered_version,
    read_document,
    read_version,
)

MOST_DOCUMENTS = 100_000
DOCUMENTS = f"MATCH (d:Document {{state: 'ready'}}) WHERE d.kind IN $kinds {FIELDS} ORDER BY d.path"
DEVICES = "MATCH (v:Device) RETURN v.name ORDER BY v.name"


@dataclass(frozen=True, slots=True)
class Load:
    """A load that brought other content; `time` is "" where it is not known (UTC, ISO 8601).

    `added` and `removed` count lines against the version before; of the `first` that is known, `added` are all.
    `author` made it, "" where that is not known.
    """

    path: str
    device: str
    time: str
    added: int
    removed: int
    first: bool
    author: str = ""


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
        versions = _versions(kg, document)
        for new, old in pairwise(versions):
            counts = _counts(kg, graph, document, new, old)
            loads.append(Load(path, named, new.time, *counts, False, new.author))
        oldest = versions[-1]
        lines = len(_lines(kg, graph, document, oldest)) if oldest.number else document.lines
        loads.append(Load(path, named, oldest.time, lines, 0, True, oldest.author))
    return tuple(sorted(loads, key=lambda load: load.time, reverse=True))


def read_diffs(
    kg: str, graph: ReadableGraph, device: str, since: datetime | None = None
) -> tuple[DocumentDiff, ...]:
    """Compare a device's configurations, or the document of a path, with the version before, or that of a time.

    Raises NoDeviceError, and OneVersionError where nothing was loaded twice.
    """
    chosen = _choose(_documents(graph), graph, device, COMPARED[:1])
    versions = [(document, _versions(kg, document)) for document in chosen]
    if all(len(some) < 2 for _, some in versions):
        raise OneVersionError(device, [(document.path, some[0].time) for document, some in versions])
    return tuple(_diff(kg, graph, document, some, since) for document, some in versions)


def read_changes(kg: str, graph: ReadableGraph, path: str) -> tuple[Change, ...] | None:
    """Return what changed in a document since the version before; None where none is kept. Raises TooLargeError."""
    document = next((one for one in _documents(graph) if one.path == path), None)
    if document is None:
        return None
    versions = _versions(kg, document)
    if len(versions) < 2:
        return None
    old, new = (_lines(kg, graph, document, one) for one in (versions[1], versions[0]))
    return find_changes(old, new)


@dataclass(frozen=True, slots=True)
class _Known:
    """A version by its number, 0 for the loaded one, and when it came; `added` and `removed` are of the next one."""

    number: int
    sha256: str
    time: str
    author: str = ""
    added: int | None = None
    removed: int | None = None


def _versions(kg: str, document: Document) -> list[_Known]:
    """Return what is known of the versions of a document, newest first; of equal ones in a row the oldest."""
    kept = list(kept_headers(kg, document.path, document.serial))
    loaded = Version(document.path, document.sha256, "", loaded=document.loaded, author=document.author)
    all_of = [loaded, *kept]
    known = [
        _Known(
            number,
            one.sha256,
            one.loaded or (before.taken if before else ""),
            one.author,
            one.added,
            one.removed,
        )
        for number, (one, before) in enumerate(zip(all_of, [*kept, None], strict=True))
    ]
    changed = [one for one, older in pairwise(known) if one.sha256 != older.sha256]
    newest, *older = [*changed, known[-1]]
    return [replace(newest, number=0), *older]


def _counts(kg: str, graph: ReadableGraph, document: Document, new: _Known, old: _Known) -> tuple[int, int]:
    """Return how many lines came and went: as it was counted when the old version was kept, or counted now."""
    if old.added is not None and old.removed is not None and old.number == new.number + 1:
        return old.added, old.removed
    lines = compare_lines(*(_lines(kg, graph, document, one) for one in (old, new)))
    return sum(line.sign == "+" for line in lines), sum(line.sign == "-" for line in lines)


def _lines(kg: str, graph: ReadableGraph, document: Document, version: _Known) -> tuple[str, ...]:
    """Read the lines of a version. Raises TooLargeError."""
    path, serial = document.path, document.serial
    found = (
        numbered_version(kg, path, version.number, serial) if version.number else read_version(path, graph)
    )
    if found is None:
        raise TooLargeError(path, document.lines)
    return found.lines


def _diff(
    kg: str, graph: ReadableGraph, document: Document, versions: Sequence[_Known], since: datetime | None
) -> DocumentDiff:
    """Compare the newest version with the one before, or the one at a time."""
    new, old, complete = versions[0], versions[min(1, len(versions) - 1)], True
    if since is not None:
        moment = since.astimezone(UTC).isoformat(timespec="seconds")
        old = next((one for one in versions if one.time and one.time <= moment), versions[-1])
        complete = bool(old.time) and old.time <= moment
    hunks: tuple[tuple[DiffLine, ...], ...] = ()
    if len(versions) > 1:
        lines = compare_lines(*(_lines(kg, graph, document, one) for one in (old, new)))
        hunks = tuple(cut_hunks(lines))
    path, device = document.path, document.device
    return DocumentDiff(path, device, old.time, new.time, hunks, complete, len(versions))


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
