"""Loads a git repository: the head as documents, its history as versions and changes with author and time."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from graph_store.bolt_graph import BoltGraph
from graph_store.describe import keep_description
from graph_store.records import Document
from ingest.files.find_files import InputFile
from ingest.files.git_repository import Commit, GitRepository
from ingest.files.read_lines import read_lines
from timeline.changes import ChangedDocument, drop_changes, join_changes, write_changes
from workspace.versions import COMPARED, FIELDS, KEPT, KEPT_DAYS, Version, keep_version, read_document

_BY_PLACE = (
    "MATCH (d:Document {state: 'ready'}) WHERE d.location IN $places AND d.kind IN $kinds "
    f"{FIELDS}, d.location"
)
_KNOWN = "UNWIND $serials AS s MATCH (c:Change {document: s}) RETURN DISTINCT s, c.sha256, c.time"
_HEAD = "UNWIND $rows AS r MATCH (d:Document {serial: r[0]}) SET d.loaded = r[1], d.author = r[2]"
_STALE = "MERGE (s:Store {id: 1}) SET s.described = ''"
MOST = 1_000_000


@dataclass(frozen=True, slots=True)
class GitHistory:
    """What was read of a history: commits, the changed versions that are new, and those beyond what is kept."""

    commits: int
    versions: int
    older: int


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
    commits = repository.commits(max(first, since) if since else first)
    by_path: dict[str, list[Commit]] = defaultdict(list)
    for commit in commits:
        by_path[commit.path].append(commit)
    places = {str(root.resolve() / path): path for path in by_path}
    rows = graph.read(_BY_PLACE, {"places": list(places), "kinds": list(COMPARED)}, row_limit=MOST).rows
    documents = {places[str(row[-1])]: read_document(row[:-1]) for row in rows}
    serials = [document.serial for document in documents.values()]
    known = {
        (int(str(serial)), str(sha256), str(time))
        for serial, sha256, time in graph.read(_KNOWN, {"serials": serials}, row_limit=MOST).rows
    }
    kept, older = 0, 0
    with TemporaryDirectory(prefix="wirelore-git-") as folder:
        for path, document in documents.items():
            told = by_path[path]
            older += max(0, len(told) - KEPT)
            some = told[-KEPT:]
            reader = _Blobs(repository, path, key, Path(folder))
            kept += _keep(kg, graph, document, some, reader.read(some), known)
    heads = [[documents[path].serial, by_path[path][-1].time, by_path[path][-1].author] for path in documents]
    graph.write_all([(_HEAD, {"rows": heads}), (_STALE, {})])
    join_changes(graph)
    keep_description(graph)
    graph.commit_lines(graph.generation() + 1)  # what an agent remembers of the graph is not all of it
    return GitHistory(len({(one.time, one.author) for one in commits}), kept, older)


_Blob = tuple[str, tuple[str, ...]]
"""The SHA-256 of a version's bytes, and its lines, redacted."""


@dataclass(frozen=True, slots=True)
class _Blobs:
    repository: GitRepository
    path: str
    key: bytes
    folder: Path

    def read(self, commits: Sequence[Commit]) -> dict[str, _Blob]:
        """Read all versions of a file as a load would."""
        names = [name for one in commits for name in (one.before, one.after) if name]
        found = {}
        for name, content in self.repository.read_objects(names).items():
            file = self.folder / "version"
            file.write_bytes(content)
            lines = read_lines(InputFile(self.path, file, key=self.key))
            found[name] = hashlib.sha256(content).hexdigest(), tuple(line.text for line in lines)
        return found


def _keep(
    kg: str,
    graph: BoltGraph,
    document: Document,
    commits: Sequence[Commit],
    blobs: Mapping[str, _Blob],
    known: set[tuple[int, str, str]],
) -> int:
    """Keep what the commits of one document replaced, and how; returns how many were not known."""
    changed = [
        (before, one)
        for before, one in _with_before(commits)
        if one.before and one.after and (document.serial, blobs[one.after][0], one.time) not in known
    ]
    told = [
        (
            ChangedDocument(
                document.path, document.device, document.serial, document.kind, blobs[one.after][0],
                before.time if before else "", one.time, one.author,
            ),
            blobs[one.before][1],
            blobs[one.after][1],
        )
        for before, one in changed
    ]  # fmt: skip
    counts = write_changes(graph, told)
    oldest = ""
    for (before, one), (added, removed) in zip(changed, counts, strict=True):
        sha256, lines = blobs[one.before]
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
