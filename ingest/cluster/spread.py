"""Has a Dask cluster load documents block by block; Dask gives the blocks of a worker that ended to another."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from ingest.cluster import work
from ingest.cluster.work import BEGIN, Carried, DocumentJob, FileBlock, only_block
from ingest.errors import ClusterAwayError
from ingest.learn.parser_folder import hash_source
from ingest.load.tally import Tally
from ingest.records import Parser

if TYPE_CHECKING:
    from distributed import Client, Future

LINES_A_THREAD = 40_000
"""Lines in work for each thread of the cluster: two blocks of the longest kind, of which one is parsed."""
GONE = "the cluster's scheduler is gone; start it, and run the same command again"
COUNT_S = 1.0
FETCH_S = 10.0
"""Seconds to fetch a worker's result; then it is asked for again, as its worker may have ended meanwhile."""
NO_WORKER_S = 60.0
OPEN_DOCUMENTS = 4
"""Documents in work for each thread, so that many small ones keep all workers busy."""
PARSE, WRITE, BUILD = 0, 5, 10
"""Priorities: what the next block waits for comes first."""


@dataclass(eq=False, slots=True)
class PendingBlock:
    """A block on its way; `ends` are the first ordinals behind it, the same for every build of it."""

    index: int
    block: FileBlock
    parsed: Future[Any] | None = None
    ends: set[int] = field(default_factory=set)


@dataclass(eq=False, slots=True)
class Spread:
    """A document in work: `parts` before `built` are built, `unplaced` ones wait for room.

    `held` lines of it are in work; `futures` are what is waited for.
    """

    job: DocumentJob
    parser: Parser
    parts: list[PendingBlock] = field(default_factory=list)
    unplaced: deque[PendingBlock] = field(default_factory=deque)
    cut: bool = False
    built: int = 0
    written: int = 0
    held: int = 0
    carried: Carried | None = None
    tally: Tally = field(default_factory=Tally)
    fault: str = ""
    futures: dict[str, Future[Any]] = field(default_factory=dict)

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to do."""
        return bool(self.fault) or (self.cut and self.built == self.written == len(self.parts))

    def forget(self) -> None:
        """Let workers forget what they hold of it."""
        self.futures.clear()
        for part in self.parts:
            part.parsed = None


class Spreader:
    """Spreads documents over the workers of a cluster; iterating yields each when it is finished, in any order.

    Raises ClusterAwayError when the scheduler is gone, or all workers for a minute. A document that fails says so in
    `fault`; what it left in the graph is the caller's to remove.
    """

    def __init__(
        self,
        client: Client,
        documents: Sequence[Spread],
        report_bytes: Callable[[int], None],
        block_bytes: int,
    ) -> None:
        self._client, self._report_bytes, self._block_bytes = client, report_bytes, block_bytes
        self._waiting = deque(documents)
        self._open: list[Spread] = []
        self._events: SimpleQueue[tuple[str, Spread, PendingBlock | None, Future[Any]]] = SimpleQueue()
        self._parsers: dict[str, Future[Parser]] = {}
        self._threads = 0
        self._counted = self._last_worker = time.monotonic()
        self._run = f"{time.time_ns():x}"

    def __iter__(self) -> Iterator[Spread]:
        try:
            self._count_threads()
            while self._waiting or self._open:
                self._place()
                for spread in [spread for spread in self._open if spread.is_finished]:
                    self._open.remove(spread)
                    spread.forget()
                    yield spread
                if not self._open:
                    continue
                with suppress(Empty):
                    self._take_result(*self._events.get(timeout=COUNT_S))
                if time.monotonic() - self._counted > COUNT_S:
                    self._count_threads()
        except (OSError, CancelledError) as error:  # of a closed connection, and of what went with it
            raise ClusterAwayError(GONE) from error

    def _place(self) -> None:
        """Hand over blocks while there is room; documents and their blocks in order."""
        most = OPEN_DOCUMENTS * max(1, self._threads)
        while self._waiting and len(self._open) < most:
            self._begin(self._waiting.popleft())
        held = sum(spread.held for spread in self._open)
        for spread in self._open:
            while spread.unplaced and not spread.fault:
                lines = spread.unplaced[0].block.lines
                if held and held + lines > LINES_A_THREAD * self._threads:
                    return
                held, spread.held = held + lines, spread.held + lines
                self._send(spread, spread.unplaced.popleft())

    def _begin(self, spread: Spread) -> None:
        self._open.append(spread)
        spread.carried = work.begin(spread.job)
        try:
            block = only_block(
                spread.job.file, spread.parser.kind, spread.job.document.bytes, self._block_bytes
            )
        except OSError as error:
            spread.fault = str(error)
            return
        if block is None:
            self._cut(spread, BEGIN)
        else:
            self._add(spread, (block,))
            spread.cut = True

    def _cut(self, spread: Spread, after: FileBlock) -> None:
        given = (
            spread.job.file,
            spread.parser.kind,
            spread.job.document.bytes,
            self._block_bytes,
            after,
        )
        self._await("cut", spread, None, self._submit(f"cut-{after.end}", spread, BUILD, work.cut, *given))

    def _add(self, spread: Spread, blocks: Sequence[FileBlock]) -> None:
        parts = [PendingBlock(index, block) for index, block in enumerate(blocks, start=len(spread.parts))]
        spread.parts.extend(parts)
        spread.unplaced.extend(parts)

    def _send(self, spread: Spread, part: PendingBlock) -> None:
        given = (spread.job, part.block, self._parser(spread.parser))
        if spread.cut and len(spread.parts) == 1:
            self._await("load", spread, part, self._submit("load", spread, PARSE, work.load, *given))
            return
        part.parsed = self._submit(f"parse-{part.index}", spread, PARSE, work.parse, *given)
        if part.index == spread.built:
            self._build(spread, part)

    def _build(self, spread: Spread, part: PendingBlock) -> None:
        """Build a block, parsed or still being parsed, once the block before it is built."""
        given = (spread.job, part.block, self._parser(spread.parser))
        built = self._submit(
            f"build-{part.index}", spread, BUILD, work.build, *given, part.parsed, spread.carried
        )
        self._await(
            "summarize",
            spread,
            part,
            self._submit(f"summarize-{part.index}", spread, BUILD, work.summarize, built),
        )
        write = self._submit(f"write-{part.index}", spread, WRITE, work.write, *given, built)
        self._await("write", spread, part, write)
        part.parsed = None

    def _take_result(self, what: str, spread: Spread, part: PendingBlock | None, future: Future[Any]) -> None:
        """Record a result, or why there is none."""
        if spread.is_finished:
            return
        try:
            found = future.result(timeout=FETCH_S)
        except TimeoutError:
            self._events.put((what, spread, part, future))
            return
        except (OSError, CancelledError):
            raise
        except Exception as error:  # a worker's, or Dask's where several workers ended over the same block
            spread.fault = str(error)
            return
        spread.futures.pop(str(future.key), None)
        if part is None:
            self._take_cut(spread, found)
            return
        if what in ("summarize", "load"):
            self._take_built(spread, part, *found)
        if what in ("write", "load"):
            part.ends.add(found if what == "write" else found[0].counts.entities)
            spread.written, spread.held = spread.written + 1, spread.held - part.block.lines
            self._report_bytes(part.block.span.bytes or spread.job.document.bytes)
        if len(part.ends) > 1:
            spread.fault = "its parser found other records when a block was parsed again"

    def _take_cut(self, spread: Spread, blocks: Sequence[FileBlock]) -> None:
        self._add(spread, blocks)
        if blocks and blocks[-1].end < spread.job.document.bytes:
            self._cut(spread, blocks[-1])
        else:
            spread.cut = True

    def _take_built(self, spread: Spread, part: PendingBlock, carried: Carried, tally: Tally) -> None:
        part.ends.add(carried.counts.entities)
        spread.carried = carried
        spread.tally.take(tally)
        spread.built += 1
        if spread.built < len(spread.parts) and spread.parts[spread.built].parsed is not None:
            self._build(spread, spread.parts[spread.built])

    def _count_threads(self) -> None:
        """Count the threads of the workers that are connected."""
        self._counted = time.monotonic()
        try:
            known = self._client.scheduler_info(n_workers=-1).get("workers")
        except (OSError, TimeoutError, RuntimeError, ValueError) as error:
            raise ClusterAwayError(GONE) from error
        if known is None or self._client.status != "running":  # a connection that was just lost tells nothing
            raise ClusterAwayError(GONE)
        self._threads = sum(int(worker["nthreads"]) for worker in known.values())
        self._last_worker = self._counted if known else self._last_worker
        if self._counted - self._last_worker > NO_WORKER_S:
            raise ClusterAwayError(f"the cluster has had no worker for {NO_WORKER_S:.0f} s")

    def _parser(self, parser: Parser) -> Future[Parser]:
        """Return the parser as it is on the cluster: sent once, under its hash."""
        name = f"parser-{hash_source(parser)}"
        if name not in self._parsers:
            self._parsers[name] = self._client.submit(work.keep, parser, key=name)
        return self._parsers[name]

    def _submit(
        self, name: str, spread: Spread, priority: int, act: Callable[..., Any], *given: object
    ) -> Future[Any]:
        """Submit under a name that is used once."""
        key = f"{name}-{self._run}-{spread.job.document.serial}"
        future: Future[Any] = self._client.submit(act, *given, key=key, priority=priority)
        return future

    def _await(self, what: str, spread: Spread, part: PendingBlock | None, future: Future[Any]) -> None:
        """Queue an event for when it is done."""
        spread.futures[str(future.key)] = future
        future.add_done_callback(lambda done: self._events.put((what, spread, part, done)))
