"""Has workers load documents block by block, with a limit per worker; blocks of a lost worker go to another."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
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

# How many lines each worker holds: a block goes to the one with most room, and waits where there is none.


LINES_A_THREAD = 40_000
"""Two blocks of the longest kind: one is parsed while the other is written."""


@dataclass(slots=True)
class Room:
    """The lines that workers hold, by address; `threads` are those of each worker that is there."""

    threads: dict[str, int] = field(default_factory=dict)
    held: Counter[str] = field(default_factory=Counter)

    def see(self, threads: Mapping[str, int]) -> None:
        """Take note of the workers that are there now."""
        self.threads = dict(threads)
        for gone in self.held.keys() - self.threads.keys():
            del self.held[gone]

    def choose(self, lines: int) -> str | None:
        """Choose the worker with most room; a block that is too long for any waits for one that holds nothing."""
        free = {name: count * LINES_A_THREAD - self.held[name] for name, count in self.threads.items()}
        name = max(free, key=lambda each: free[each], default=None)
        return None if name is None or (free[name] < lines and self.held[name]) else name

    def take(self, worker: str, lines: int) -> None:
        """Count a block's lines for a worker."""
        self.held[worker] += lines


ATTEMPTS = 8
"""How many workers a block may lose before its document is given up: it may be what they die of."""
GONE = "the cluster's scheduler is gone; start it, and run the same command again"
LOOK_S = 1.0
FETCH_S = 10.0
"""Seconds to fetch a worker's result. Dask never gives up on one whose worker has ended."""
NO_WORKER_S = 60.0
OPEN_DOCUMENTS = 4
"""Documents in work for each thread, so that many small ones keep all workers busy."""
PARSE, WRITE, BUILD = 0, 5, 10
"""Priorities: what the next block waits for comes first."""


@dataclass(eq=False, slots=True)
class PendingBlock:
    """A block on its way, with what the cluster does for it; `after` is the first ordinal behind it."""

    document: Spread
    index: int
    block: FileBlock
    worker: str = ""
    attempt: int = 0
    before: Carried | None = None
    after: int | None = None
    written: bool = False
    futures: dict[str, Future[Any]] = field(default_factory=dict)


@dataclass(eq=False, slots=True)
class Spread:
    """A document in work; of `parts` those before `built` were built, and `unplaced` ones wait for room."""

    job: DocumentJob
    parser: Parser
    parts: list[PendingBlock] = field(default_factory=list)
    unplaced: deque[PendingBlock] = field(default_factory=deque)
    cut: bool = False
    cutting: Future[Any] | None = None
    built: int = 0
    written: int = 0
    carried: Carried | None = None
    tally: Tally = field(default_factory=Tally)
    fault: str = ""

    @property
    def over(self) -> bool:
        """Say whether nothing more is to be done."""
        return bool(self.fault) or (self.cut and self.built == self.written == len(self.parts))


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
        self._events: SimpleQueue[tuple[str, PendingBlock | Spread, int, Future[Any]]] = SimpleQueue()
        self._parsers: dict[str, Future[Parser]] = {}
        self._room = Room()
        self._looked = self._seen = time.monotonic()
        self._run = f"{time.time_ns():x}"

    def __iter__(self) -> Iterator[Spread]:
        try:
            self._look()
            while self._waiting or self._open:
                self._place()
                over = [one for one in self._open if one.over]
                for one in over:
                    self._open.remove(one)
                    self._release(*one.parts)
                    yield one
                if not self._open:
                    continue
                with suppress(Empty):
                    self._hear(*self._events.get(timeout=LOOK_S))
                if time.monotonic() - self._looked > LOOK_S:
                    self._look()
        except (OSError, CancelledError) as error:  # of a closed connection, and of what went with it
            raise ClusterAwayError(GONE) from error
        finally:
            self._release(*(part for one in self._open for part in one.parts))

    def _place(self) -> None:
        """Give blocks to workers while there is room; documents and their blocks in order."""
        most = OPEN_DOCUMENTS * max(1, sum(self._room.threads.values()))
        while self._waiting and len(self._open) < most:
            self._begin(self._waiting.popleft())
        for one in self._open:
            while one.unplaced and not one.fault:
                part = one.unplaced[0]
                worker = self._room.choose(part.block.lines)
                if worker is None and part.index == one.built:
                    worker = self._make_room(part)
                if worker is None:
                    return
                one.unplaced.popleft()
                self._send(part, worker)

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
        one.cutting = self._submit("cut", one, after.end, work.cut, *given)

    def _add(self, one: Spread, blocks: Sequence[FileBlock]) -> None:
        parts = [PendingBlock(one, index, block) for index, block in enumerate(blocks, start=len(one.parts))]
        one.parts.extend(parts)
        one.unplaced.extend(parts)

    def _send(self, part: PendingBlock, worker: str) -> None:
        one = part.document
        part.worker = worker
        self._room.take(worker, part.block.lines)
        given = (one.job, part.block, self._parser(one.parser))
        if one.cut and len(one.parts) == 1:
            self._work("load", part, PARSE, work.load, *given)
            return
        self._work("parse", part, PARSE, work.parse, *given)
        if part.index <= one.built:
            self._build(part)

    def _build(self, part: PendingBlock) -> None:
        """Go on with a block that was parsed, or will be: the one before it was built."""
        one = part.document
        part.before = part.before or one.carried
        given = (one.job, part.block, self._parser(one.parser))
        built = self._work("build", part, BUILD, work.build, *given, part.futures["parse"], part.before)
        self._work("tell", part, BUILD, work.tell, built)
        self._work("write", part, WRITE, work.write, *given, built)

    def _hear(self, what: str, item: PendingBlock | Spread, attempt: int, future: Future[Any]) -> None:
        """Take note of what was done, or why it was not."""
        one = item.document if isinstance(item, PendingBlock) else item
        if one.over or (isinstance(item, PendingBlock) and attempt != item.attempt):
            return
        if future.status == "error":
            one.fault = str(future.exception())
        elif future.status != "finished":
            self._look()
        else:
            try:
                found: Any = None if what == "write" else future.result(timeout=FETCH_S)
            except TimeoutError:
                self._events.put((what, item, attempt, future))
                self._look()
                return
            if isinstance(item, Spread):
                self._take_cut(item, found)
            else:
                self._take_done(what, item, found)

    def _take_cut(self, one: Spread, blocks: Sequence[FileBlock]) -> None:
        self._add(one, blocks)
        if blocks and blocks[-1].end < one.job.document.bytes:
            self._cut(one, blocks[-1])
        else:
            one.cut = True

    def _take_done(self, what: str, part: PendingBlock, found: Any) -> None:
        if what in ("tell", "load"):
            self._take_told(part, *found)
        if what in ("write", "load"):
            self._count(part, 1)
        if part.written and part.after is not None:
            part.before = None
            self._release(part)

    def _take_told(self, part: PendingBlock, carried: Carried, tally: Tally) -> None:
        one, free = part.document, carried.counts.entities
        if part.after is not None:  # built a second time, on another worker
            if part.after != free:
                one.fault = "its parser found other records when a block was parsed again"
            return
        one.carried, part.after = carried, free
        one.tally.take(tally)
        one.built += 1
        following = next(islice(one.parts, one.built, None), None)
        if following is not None and "parse" in following.futures:
            self._build(following)

    def _count(self, part: PendingBlock, change: int) -> None:
        """Count a block as written, or with -1 no more."""
        part.written = change > 0
        part.document.written += change
        self._tell_bytes(change * (part.block.span.bytes or part.document.job.document.bytes))

    def _look(self) -> None:
        """See which workers are there; what those held that are gone is done again."""
        self._looked = time.monotonic()
        try:
            info = self._client.scheduler_info(n_workers=-1)
        except (OSError, TimeoutError, RuntimeError, ValueError) as error:
            raise ClusterAwayError(GONE) from error
        known = info.get("workers")
        if known is None or self._client.status != "running":  # a connection that was just lost tells nothing
            raise ClusterAwayError(GONE)
        self._room.see({name: int(worker["nthreads"]) for name, worker in known.items()})
        self._seen = self._looked if known else self._seen
        if self._looked - self._seen > NO_WORKER_S:
            raise ClusterAwayError(f"the cluster has had no worker for {NO_WORKER_S:.0f} s")
        for one in self._open:
            lost = [part for part in one.parts if part.worker and part.worker not in known]
            for part in reversed(lost):
                self._lose(part)
                if part.attempt >= ATTEMPTS:
                    one.fault = f"{ATTEMPTS} workers ended while they had the same block of it"

    def _lose(self, part: PendingBlock) -> None:
        if part.written:
            self._count(part, -1)
        self._release(part)
        part.attempt += 1
        one = part.document
        one.unplaced = deque(sorted([*one.unplaced, part], key=lambda each: each.index))

    def _make_room(self, part: PendingBlock) -> str | None:
        """Take the last block back that waits for those before it, where a lost one of them finds no room."""
        placed = [each for one in self._open for each in one.parts if each.worker]
        later = [each for each in placed if each.index > each.document.built]
        if part.attempt == 0 or not later:
            return None
        self._lose(later[-1])
        return self._room.choose(part.block.lines)

    def _release(self, *parts: PendingBlock) -> None:
        """Let workers forget blocks; a worker that is gone holds none."""
        for part in parts:
            if part.worker in self._room.held:
                self._room.held[part.worker] -= part.block.lines
            part.worker = ""
            for future in part.futures.values():
                future.release()
            part.futures.clear()

    def _parser(self, parser: Parser) -> Future[Parser]:
        """Return the parser as it is on the cluster: sent once, under its hash."""
        name = f"parser-{hash_source(parser)}"
        if name not in self._parsers:
            self._parsers[name] = self._client.submit(work.keep, parser, key=name)
        return self._parsers[name]

    def _work(
        self, what: str, part: PendingBlock, priority: int, act: Callable[..., Any], *given: object
    ) -> Future[Any]:
        how = {"workers": [part.worker], "priority": priority}
        part.futures[what] = self._submit(what, part, part.attempt, act, *given, **how)
        return part.futures[what]

    def _submit(
        self,
        what: str,
        item: PendingBlock | Spread,
        attempt: int,
        act: Callable[..., Any],
        *given: object,
        **how: Any,
    ) -> Future[Any]:
        """Submit under a name that is used once, and hear of it when it is done."""
        one, number = (item.document, item.index) if isinstance(item, PendingBlock) else (item, "all")
        key = f"{what}-{self._run}-{one.job.document.serial}-{number}-{attempt}"
        future: Future[Any] = self._client.submit(act, *given, key=key, pure=False, **how)
        future.add_done_callback(lambda done: self._events.put((what, item, attempt, done)))
        return future
