"""Loads documents on a cluster's workers; the client announces them, and makes them visible at the end."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from graph_store.records import Document
from ingest.cluster.spread import Spread, Spreader
from ingest.cluster.work import BLOCK_BYTES, DocumentJob, GraphLogin
from ingest.known_documents import KnownDocument
from ingest.load_document import DocumentLoad
from ingest.load_files import Progress
from ingest.read_lines import InputFile
from ingest.records import DocumentCounts, Parser

if TYPE_CHECKING:
    from distributed import Client

STAGE = "load on workers (kB)"
FLUSH_S = 20.0
"""So often documents that are whole become visible: whoever dies has to load the others alone again."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """The workers, the graph that they write into, and who is told how far they are."""

    client: Client
    login: GraphLogin
    allow_weak_sandbox: bool
    progress: Progress
    block_bytes: int = BLOCK_BYTES


@dataclass(frozen=True, slots=True)
class ClusterLoad(DocumentLoad):
    """Takes documents, and has the cluster load them when it is waited for; what was appended to one loads here."""

    cluster: Cluster
    begun: list[Spread] = field(default_factory=list)
    replaced: dict[int, int | None] = field(default_factory=dict)

    def whole(self, file: InputFile, document: Document, parser: Parser, old: KnownDocument | None) -> bool:
        """Announce a document; it is loaded in `wait`."""
        self.loader.start(document)
        shared = replace(file, location=_everywhere(file.location))
        job = DocumentJob(
            shared, document, self.times(file), self.cluster.login, self.cluster.allow_weak_sandbox
        )
        self.begun.append(Spread(job, parser))
        self.replaced[document.serial] = old.document.serial if old else None
        return False

    def wait(self) -> Iterator[tuple[Document, str]]:
        """Have the workers load what was begun; what is whole becomes visible now and then."""
        if not self.begun:
            return
        total, done = sum(one.job.document.bytes for one in self.begun), 0

        def tell(count: int) -> None:
            nonlocal done
            done += count
            self.cluster.progress(STAGE, done >> 10, total >> 10)

        tell(0)
        refused = self.loader.drain()
        self._give_up_again(refused)
        ready = [one for one in self.begun if one.job.document.serial not in refused]
        flushed = time.monotonic()
        for one in Spreader(self.cluster.client, ready, tell, self.cluster.block_bytes):
            if not one.fault:
                self._finish(one)
            yield one.job.document, one.fault
            if time.monotonic() - flushed > FLUSH_S:
                self._give_up_again(self.loader.flush())
                flushed = time.monotonic()

    def _finish(self, one: Spread) -> None:
        """Count a document that is whole in the graph."""
        document, counts, path = one.job.document, DocumentCounts(), one.job.file.path
        names: set[str] = set()
        if one.parser.kind != "text" and one.carried is not None:
            counted = one.carried.counted
            counted.doubt(one.carried.judge.doubts())
            self.tally.doubts.extend(counted.doubts)
            names, counts = counted.hosts | {document.device}, counted.counts()
        self.tally.take(one.tally)
        self.loader.finish(document, self.replaced[document.serial], names, counts)
        self.tally.count(path, counts)

    def _give_up_again(self, refused: dict[int, str]) -> None:
        """Have the round's last flush tell what failed before."""
        for one in self.begun:
            if one.job.document.serial in refused:
                self.loader.abandon(one.job.document, refused[one.job.document.serial])


def _everywhere(location: Path) -> Path:
    """Return a path that means the same on another machine that shares the folder; a URL's does."""
    return location.absolute() if isinstance(location, Path) else location
