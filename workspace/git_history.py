"""Loads a git repository: the head as documents, its history as versions and changes with author and time."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import groupby, islice, pairwise
from pathlib import Path

from graph_store.bolt_graph import BoltGraph
from graph_store.describe import keep_description
from graph_store.records import Document
from ingest.errors import UnreadableInput
from ingest.files.find_files import InputFile, printable_name
from ingest.files.git_repository import LONGEST, MISSING, Commit, GitRepository
from ingest.files.read_lines import read_lines
from ingest.files.unpack_folder import unpack_folder
from timeline.changes import ChangedDocument, drop_changes, join_changes, version_name, write_changes
from workspace.versions import (
    COMPARED,
    FIELDS,
    KEPT,
    KEPT_DAYS,
    MOST_LINES,
    Version,
    keep_version,
    read_document,
)

_BY_PLACE = (
    "MATCH (d:Document {state: 'ready'}) WHERE d.location IN $places AND d.kind IN $kinds "
    f"{FIELDS}, d.location"
)
_KNOWN = "UNWIND $serials AS s MATCH (c:Change {document: s}) RETURN DISTINCT s, c.sha256, c.time"
_HEAD = "UNWIND $rows AS r MATCH (d:Document {serial: r[0]}) SET d.loaded = r[1], d.author = r[2]"
_STALE = "MERGE (s:Store {id: 1}) SET s.described = ''"
DAMAGED_COMMIT = "it, its parent or a folder in them is missing or damaged"
MOST = 1_000_000
TOGETHER = 8 << 20
"""Characters of versions that are written together."""


@dataclass(frozen=True, slots=True)
class GitHistory:
    """What was read of a history: commits, the changed versions that are new, and those beyond what is kept.

    `passed_over` names changes whose versions could not be read, and why.
    """

    commits: int
    versions: int
    older: int
    passed_over: tuple[tuple[str, str], ...] = ()


def load_history(
    kg: str,
    graph: BoltGraph,
    repository: GitRepository,
    root: Path,
    since: datetime | None = None,
    key: bytes = b"",
) -> GitHistory:
    """Keep the versions of the loaded documents of a repository, and what changed between them, once.

    `since` limits how far back; a year, and 50 versions of a document, are kept at most. Raises GraphError and OSError.
    """
    first = datetime.now(UTC) - timedelta(days=KEPT_DAYS)
    commits = repository.commits(max(first, since) if since else first, key)
    by_path: dict[str, list[Commit]] = defaultdict(list)
    for commit in commits:
        by_path[commit.path].append(commit)
    places = {printable_name(str(root.resolve() / path)): path for path in by_path}
    rows = graph.read(_BY_PLACE, {"places": list(places), "kinds": list(COMPARED)}, row_limit=MOST).rows
    documents = {places[str(row[-1])]: read_document(row[:-1]) for row in rows}
    serials = [document.serial for document in documents.values()]
    known = {
        (int(str(serial)), str(sha256), moment)
        for serial, sha256, time in graph.read(_KNOWN, {"serials": serials}, row_limit=MOST).rows
        for moment in (str(time), "")  # a commit ahead of the clock has another time at each load
    }
    kept, older = 0, 0
    passed: dict[str, str] = {}
    if repository.undated:
        passed[f"{repository.undated:,} commits"] = "they have no time"
    passed |= {f"commit {name}": DAMAGED_COMMIT for name in repository.damaged}
    with unpack_folder() as folder:
        for path, document in documents.items():
            older += max(0, len(by_path[path]) - KEPT)
            versions = _Versions(repository, path, key, folder / "version", passed)
            for some in _together(versions.pairs(by_path[path][-KEPT:])):
                kept += _keep(kg, graph, document, some, known)
    heads = [[documents[path].serial, by_path[path][-1].time, by_path[path][-1].author] for path in documents]
    graph.write_all([(_HEAD, {"rows": heads}), (_STALE, {})])
    join_changes(graph)
    keep_description(graph)
    graph.commit_lines(graph.generation() + 1)  # what an agent remembers of the graph is not all of it
    return GitHistory(len({(one.time, one.author) for one in commits}), kept, older, tuple(passed.items()))


_Blob = tuple[str, tuple[str, ...]]
"""The SHA-256 of a version's bytes, and its lines, redacted."""


_Pair = tuple[Commit | None, Commit, _Blob, _Blob]
"""A commit of a file, the one before, and the versions before and after it."""


@dataclass(frozen=True, slots=True)
class _Versions:
    """The versions of a file, of which two are held at a time; `passed` gets those that are not read, and why."""

    repository: GitRepository
    path: str
    key: bytes
    file: Path
    passed: dict[str, str]

    def pairs(self, commits: Sequence[Commit]) -> Iterator[_Pair]:
        """Read what was before and after each commit that changed the file, as a load would."""
        changed = [(before, one) for before, one in _with_before(commits) if one.before and one.after]
        sizes = self.repository.sizes([name for _, one in changed for name in (one.before, one.after)])
        usable = [
            (before, one)
            for before, one in changed
            if self._is_usable(one.before, one, sizes) and self._is_usable(one.after, one, sizes)
        ]
        names = [name for _, one in usable for name in (one.before, one.after)]
        contents = self.repository.read_objects([name for name, _ in groupby(names)])
        held: dict[str, _Blob | None] = {}
        last = ""
        for before, one in usable:
            held = {last: held[last]} if last == one.before else {}
            for name in (one.before, one.after):
                if name not in held:
                    held[name] = self._read(one, next(contents)[1])
            old, new, last = held[one.before], held[one.after], one.after
            if old and new:
                yield before, one, old, new

    def _is_usable(self, name: str, commit: Commit, sizes: Mapping[str, int]) -> bool:
        if name not in sizes:
            self._pass(commit, MISSING)
        elif sizes[name] > LONGEST:
            self._pass(commit, f"longer than {LONGEST >> 20} MB")
        return sizes.get(name, LONGEST + 1) <= LONGEST

    def _read(self, commit: Commit, content: bytes | None) -> _Blob | None:
        if content is None:
            self._pass(commit, MISSING)
            return None
        self.file.write_bytes(content)
        try:
            read = read_lines(InputFile(self.path, self.file, key=self.key))
            lines = tuple(line.text for line in islice(read, MOST_LINES + 1))
        except UnreadableInput as error:
            self._pass(commit, error.reason)
            return None
        if len(lines) > MOST_LINES:
            self._pass(commit, f"it has more than {MOST_LINES:,} lines")
            return None
        return hashlib.sha256(content).hexdigest(), lines

    def _pass(self, commit: Commit, reason: str) -> None:
        self.passed[version_name(self.path, commit.time)] = reason


def _together(pairs: Iterator[_Pair]) -> Iterator[list[_Pair]]:
    """Yield what is written together."""
    some: list[_Pair] = []
    size = 0
    for pair in pairs:
        some.append(pair)
        size += sum(len(line) + 1 for _, lines in pair[2:] for line in lines)
        if size > TOGETHER:
            yield some
            some, size = [], 0
    if some:
        yield some


def _keep(
    kg: str, graph: BoltGraph, document: Document, pairs: Sequence[_Pair], known: set[tuple[int, str, str]]
) -> int:
    """Keep what the commits of one document replaced, and how; returns how many were not known."""
    changed = [
        pair
        for pair in pairs
        if (document.serial, pair[3][0], "" if pair[1].ahead else pair[1].time) not in known
    ]
    changes = [
        (
            ChangedDocument(
                document.path, document.device, document.serial, document.kind, new[0],
                before.time if before else "", one.time, one.author,
            ),
            old[1],
            new[1],
        )
        for before, one, old, new in changed
    ]  # fmt: skip
    counts = write_changes(graph, changes)
    oldest = ""
    for (before, one, (sha256, lines), _), (added, removed) in zip(changed, counts, strict=True):
        version = Version(document.path, sha256, one.time, lines, device=document.device)
        number = int(datetime.fromisoformat(one.time).timestamp())
        version = replace(version, serial=number, added=added, removed=removed)
        if before:
            version = replace(version, loaded=before.time, author=before.author)
        oldest = keep_version(kg, version, in_order=False) or oldest
    if oldest:
        drop_changes(graph, of_documents={document.serial: oldest})
    return len(changed)


def _with_before(commits: Sequence[Commit]) -> Iterator[tuple[Commit | None, Commit]]:
    yield from pairwise([None, *commits])
