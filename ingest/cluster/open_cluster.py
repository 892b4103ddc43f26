"""Connects to a cluster, or starts two local workers, and has it load documents, which the client makes visible."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from graph_store.records import Document
from ingest.cluster.spread import Spread, Spreader
from ingest.cluster.work import BLOCK_BYTES, DocumentJob, GraphLogin
from ingest.errors import ClusterAwayError, NoDaskError, OtherVersionError, StoreNotSharedError
from ingest.files.find_files import InputFile
from ingest.load.load_document import DocumentLoad
from ingest.load.load_graph import KnownDocument
from ingest.records import DocumentCounts, Parser

if TYPE_CHECKING:
    from distributed import Client

    from ingest.load.load_files import OpenLoad, Progress

LOCAL = "local"
WORKERS, THREADS = 2, 2
"""Of a worker's two threads one writes while the other parses."""
CONNECT_LIMIT_S = 15.0
STAGE = "load on workers (kB)"
FLUSH_S = 20.0
"""So often documents that are whole become visible: whoever dies has to load the others alone again."""


def check_cluster(kg: str) -> None:
    """Say at once what a cluster lacks. Raises NoDaskError and StoreNotSharedError."""
    if find_spec("distributed") is None:
        raise NoDaskError
    if "://" not in kg:
        raise StoreNotSharedError(kg)


@contextmanager
def open_cluster(
    address: str,
    login: GraphLogin,
    *,
    allow_weak_sandbox: bool,
    progress: Progress,
    show: Callable[[str], None],
    block_bytes: int = BLOCK_BYTES,
) -> Iterator[OpenLoad]:
    """Connect to a scheduler, or to two new workers for "local". Raises ClusterAwayError and OtherVersionError."""
    with ExitStack() as stack:
        client = stack.enter_context(_connected(address, stack))
        _check_versions(client)
        if client.dashboard_link:
            show(f"Dask's dashboard: {client.dashboard_link}")
        job = partial(DocumentJob, login=login, allow_weak_sandbox=allow_weak_sandbox)
        yield partial(ClusterLoad, client=client, job=job, progress=progress, block_bytes=block_bytes)


def _connected(address: str, stack: ExitStack) -> Client:
    from distributed import Client, LocalCluster

    for name in ("distributed", "asyncio"):  # a worker that is lost is told by us
        logging.getLogger(name).setLevel(logging.CRITICAL)
    if address == LOCAL:
        here = LocalCluster(
            n_workers=WORKERS,
            threads_per_worker=THREADS,
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,
        )
        return Client(stack.enter_context(here))
    try:
        return Client(address, timeout=CONNECT_LIMIT_S)
    except (OSError, TimeoutError, ValueError) as error:
        raise ClusterAwayError(f"{address}: no Dask scheduler answers there: {error}") from error


def _check_versions(client: Client) -> None:
    """Have every worker say which wirelore it has: another one could read the same lines otherwise."""
    ours = version("wirelore")
    try:
        found = client.run(version, "wirelore")
    except Exception as error:  # what a worker raises that has none is not known here
        raise OtherVersionError(f"a worker cannot say which wirelore it has: {error}") from error
    for name, theirs in found.items():
        if theirs != ours:
            raise OtherVersionError(f"worker {name} has wirelore {theirs}; expected {ours}, as here")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterLoad(DocumentLoad):
    """Takes documents, and has the cluster load them when it is waited for; what was appended to one loads here."""

    client: Client
    job: Callable[..., DocumentJob]
    progress: Progress
    block_bytes: int
    begun: list[Spread] = field(default_factory=list)
    replaced: dict[int, int | None] = field(default_factory=dict)

    def whole(self, file: InputFile, document: Document, parser: Parser, old: KnownDocument | None) -> bool:
        """Announce a document; it is loaded in `wait`."""
        self.loader.start(document)
        shared = file
        if isinstance(file.location, Path):  # workers share the folder, not where this process was started
            shared = replace(file, location=file.location.absolute())
        job = self.job(shared, document, self.times(file), device_of_sender=self.loader.device_of_sender)
        self.begun.append(Spread(job, parser))
        self.replaced[document.serial] = old.document.serial if old else None
        return False

    def wait(self) -> Iterator[tuple[Document, str]]:
        """Have the workers load what was begun; what is whole becomes visible now and then."""
        if not self.begun:
            return
        total, done = sum(spread.job.document.bytes for spread in self.begun), 0

        def tell(count: int) -> None:
            nonlocal done
            done += count
            self.progress(STAGE, done >> 10, total >> 10)

        tell(0)
        refused = self.loader.drain()
        self._give_up_again(refused)
        ready = [spread for spread in self.begun if spread.job.document.serial not in refused]
        flushed = time.monotonic()
        for spread in Spreader(self.client, ready, tell, self.block_bytes):
            if not spread.fault:
                self._finish(spread)
            yield spread.job.document, spread.fault
            if time.monotonic() - flushed > FLUSH_S:
                self._give_up_again(self.loader.flush())
                flushed = time.monotonic()

    def _finish(self, spread: Spread) -> None:
        """Count a document that is whole in the graph."""
        document, counts = spread.job.document, DocumentCounts()
        if spread.parser.kind != "text" and spread.carried is not None:
            counts = spread.carried.counts
            counts.doubt(spread.carried.judge.doubts())
            self.tally.doubts.extend(counts.doubts)
        self.tally.take(spread.tally)
        self.loader.finish(document, self.replaced[document.serial], counts)
        self.tally.count(spread.job.file.path, counts)

    def _give_up_again(self, refused: dict[int, str]) -> None:
        """Have the round's last flush tell what failed before."""
        for spread in self.begun:
            if spread.job.document.serial in refused:
                self.loader.abandon(spread.job.document, refused[spread.job.document.serial])
