"""Has a Dask cluster load documents block by block; what a worker had that ended, Dask gives to another one."""

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
LOOK_S = 1.0
FETCH_S = 10.0
"""Seconds to fetch a worker's result; then it is asked for again, as its worker may have ended meanwhile."""
NO_WORKER_S = 60.0
OPEN_DOCUMENTS = 4
"""Documents in work for each thread, so that many small ones keep all workers busy."""
PARSE, WRITE, BUILD = 0, 5, 10
"""Priorities: what the next block waits for comes first."""


@dataclass(eq=False, slots=True)
class PendingBlock:
    """A block on its way; `ends` are the first ordinals behind it, of which every build of it should give the same."""

    index: int
    block: FileBlock
    parsed: Future[Any] | None = None
    ends: set[int] = field(default_factory=set)


@dataclass(eq=False, slots=True)
class Spread:
    """A document in work; of `parts` those before `built` were built, `unplaced` ones wait for room.

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
    def over(self) -> bool:
        """Say whether nothing more is to be done."""
        return bool(self.fault) or (self.cut and self.built == self.written == len(self.parts))

    def forget(self) -> None:
        """Let workers forget what they hold of it."""
        self.futures.clear()
        for part in self.parts:
            part.parsed = None


class Spreader:
    """Spreads documents over the workers of a cluster; iterating yields each when it is over, in any order.

    Raises ClusterAwayError when the scheduler is gone, or all workers for a minute. A document that fails says so in
    `fault`; what it left in the graph is the caller's to remove.
    """

    def __init__(
        self, client: Client, documents: Sequence[Spread], tell_bytes: Callable[[int], None], block_bytes: int
    ) -> None:
        self._client, self._tell_bytes, self._block_bytes = client, tell_bytes, block_bytes
        self._waiting = deque(documents)
        self._open: list[Spread] = []
        self._events: SimpleQueue[tuple[str, Spread, PendingBlock | None, Future[Any]]] = SimpleQueue()
        self._parsers: dict[str, Future[Parser]] = {}
        self._threads = 0
        self._looked = self._seen = time.monotonic()
        self._run = f"{time.time_ns():x}"

    def __iter__(self) -> Iterator[Spread]:
        try:
            self._look()
            while self._waiting or self._open:
                self._place()
                for one in [one for one in self._open if one.over]:
                    self._open.remove(one)
                    one.forget()
                    yield one
                if not self._open:
                    continue
                with suppress(Empty):
                    self._hear(*self._events.get(timeout=LOOK_S))
                if time.monotonic() - self._looked > LOOK_S:
                    self._look()
        except (OSError, CancelledError) as error:  # of a closed connection, and of what went with it
            raise ClusterAwayError(GONE) from error

    def _place(self) -> None:
        """Hand over blocks while there is room; documents and their blocks in order."""
        most = OPEN_DOCUMENTS * max(1, self._threads)
        while self._waiting and len(self._open) < most:
            self._begin(self._waiting.popleft())
        held = sum(one.held for one in self._open)
        for one in self._open:
            while one.unplaced and not one.fault:
                lines = one.unplaced[0].block.lines
                if held and held + lines > LINES_A_THREAD * self._threads:
                    return
                held, one.held = held + lines, one.held + lines
                self._send(one, one.unplaced.popleft())

    def _begin(self, one: Spread) -> None:
        self._open.append(one)
        one.carried = work.begin(one.job)
        try:
            block = only_block(one.job.file, one.parser.kind, one.job.document.bytes, self._block_bytes)
        except OSError as error:
            one.fault = str(error)
            return
        if block is None:
            self._cut(one, BEGIN)
        else:
            self._add(one, (block,))
            one.cut = True

    def _cut(self, one: Spread, after: FileBlock) -> None:
        given = (one.job.file, one.parser.kind, one.job.document.bytes, self._block_bytes, after)
        self._await("cut", one, None, self._submit(f"cut-{after.end}", one, BUILD, work.cut, *given))

    def _add(self, one: Spread, blocks: Sequence[FileBlock]) -> None:
        parts = [PendingBlock(index, block) for index, block in enumerate(blocks, start=len(one.parts))]
        one.parts.extend(parts)
        one.unplaced.extend(parts)

    def _send(self, one: Spread, part: PendingBlock) -> None:
        given = (one.job, part.block, self._parser(one.parser))
        if one.cut and len(one.parts) == 1:
            self._await("load", one, part, self._submit("load", one, PARSE, work.load, *given))
            return
        part.parsed = self._submit(f"parse-{part.index}", one, PARSE, work.parse, *given)
        if part.index == one.built:
            self._build(one, part)

    def _build(self, one: Spread, part: PendingBlock) -> None:
        """Go on with a block that was parsed, or will be: the one before it was built."""
        given = (one.job, part.block, self._parser(one.parser))
        built = self._submit(f"build-{part.index}", one, BUILD, work.build, *given, part.parsed, one.carried)
        self._await("tell", one, part, self._submit(f"tell-{part.index}", one, BUILD, work.tell, built))
        write = self._submit(f"write-{part.index}", one, WRITE, work.write, *given, built)
        self._await("write", one, part, write)
        part.parsed = None

    def _hear(self, what: str, one: Spread, part: PendingBlock | None, future: Future[Any]) -> None:
        """Take note of what was done, or why it was not."""
        if one.over:
            return
        try:
            found = future.result(timeout=FETCH_S)
        except TimeoutError:
            self._events.put((what, one, part, future))
            return
        except (OSError, CancelledError):
            raise
        except Exception as error:  # a worker's, or Dask's where several workers ended over the same block
            one.fault = str(error)
            return
        one.futures.pop(str(future.key), None)
        if part is None:
            self._take_cut(one, found)
            return
        if what in ("tell", "load"):
            self._take_told(one, part, *found)
        if what in ("write", "load"):
            part.ends.add(found if what == "write" else found[0].counts.entities)
            one.written, one.held = one.written + 1, one.held - part.block.lines
            self._tell_bytes(part.block.span.bytes or one.job.document.bytes)
        if len(part.ends) > 1:
            one.fault = "its parser found other records when a block was parsed again"

    def _take_cut(self, one: Spread, blocks: Sequence[FileBlock]) -> None:
        self._add(one, blocks)
        if blocks and blocks[-1].end < one.job.document.bytes:
            self._cut(one, blocks[-1])
        else:
            one.cut = True

    def _take_told(self, one: Spread, part: PendingBlock, carried: Carried, tally: Tally) -> None:
        part.ends.add(carried.counts.entities)
        one.carried = carried
        one.tally.take(tally)
        one.built += 1
        if one.built < len(one.parts) and one.parts[one.built].parsed is not None:
            self._build(one, one.parts[one.built])

    def _look(self) -> None:
        """See how many threads the workers have that are there."""
        self._looked = time.monotonic()
        try:
            known = self._client.scheduler_info(n_workers=-1).get("workers")
        except (OSError, TimeoutError, RuntimeError, ValueError) as error:
            raise ClusterAwayError(GONE) from error
        if known is None or self._client.status != "running":  # a connection that was just lost tells nothing
            raise ClusterAwayError(GONE)
        self._threads = sum(int(worker["nthreads"]) for worker in known.values())
        self._seen = self._looked if known else self._seen
        if self._looked - self._seen > NO_WORKER_S:
            raise ClusterAwayError(f"the cluster has had no worker for {NO_WORKER_S:.0f} s")

    def _parser(self, parser: Parser) -> Future[Parser]:
        """Return the parser as it is on the cluster: sent once, under its hash."""
        name = f"parser-{hash_source(parser)}"
        if name not in self._parsers:
            self._parsers[name] = self._client.submit(work.keep, parser, key=name)
        return self._parsers[name]

    def _submit(
        self, name: str, one: Spread, priority: int, act: Callable[..., Any], *given: object
    ) -> Future[Any]:
        """Submit under a name that is used once."""
        key = f"{name}-{self._run}-{one.job.document.serial}"
        future: Future[Any] = self._client.submit(act, *given, key=key, priority=priority)
        return future

    def _await(self, what: str, one: Spread, part: PendingBlock | None, future: Future[Any]) -> None:
        """Hear of it when it is done."""
        one.futures[str(future.key)] = future
        future.add_done_callback(lambda done: self._events.put((what, one, part, done)))
