"""Applies one parser to a stream of batches: several workers, one batch in each, results in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from ingest.sandbox.errors import Attempt, InputLimitError, ParserError
from ingest.sandbox.judge_reply import judge_failure
from ingest.sandbox.limits import SandboxLimits
from ingest.sandbox.worker import wire
from ingest.sandbox.worker_pool import TRIES, WorkerPool
from ingest.sandbox.worker_process import Ended, WorkerProcess, WorkerReply, wait_for

Found = TypeVar("Found")
"""What the check of a reply gives."""
_AHEAD = 3
_STILL_USABLE = (wire.RESULT, wire.RAISED, wire.BAD_OUTPUT)
_SURROGATES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class _Running:
    """A batch in a worker."""

    worker: WorkerProcess
    attempt: Attempt
    size_bytes: int
    tries_left: int


@dataclass(slots=True)
class BatchRun(Generic[Found]):
    """Applies `split` or `parse` (the `function`) of a source; `read` checks what a worker returned."""

    pool: WorkerPool
    source: str
    parser: str
    function: str
    read: Callable[[bytes, Attempt, int, SandboxLimits], Found]
    _running: dict[int, _Running] = field(default_factory=dict)
    _done: dict[int, Found | ParserError] = field(default_factory=dict)

    def results(self, batches: Iterable[Sequence[str]], workers: int) -> Iterator[Found | ParserError]:
        """Yield for each batch, in order, what was found or why it failed; batches are read as they are needed.

        A batch whose worker was ended from outside (SIGKILL, SIGTERM) is tried again, twice.
        At most `workers` batches run and 3 times as many are held. Raises what loading the source raises.
        """
        waiting, exhausted, position = enumerate(batches), False, 0
        running, done = self._running, self._done
        try:
            while True:
                while (
                    not exhausted and len(running) < workers and len(running) + len(done) < _AHEAD * workers
                ):
                    index, lines = next(waiting, (-1, ()))
                    if index < 0:
                        exhausted = True
                    else:
                        self._begin(index, lines, TRIES - 1)
                while position in done:
                    yield done.pop(position)
                    position += 1
                if not running and exhausted:
                    return
                self._advance()
        finally:
            for each in running.values():
                each.worker.close()

    def _begin(self, index: int, lines: Sequence[str], tries_left: int) -> None:
        attempt, payload, limits = (
            Attempt(self.parser, self.function, lines),
            _encode(lines),
            self.pool.limits,
        )
        if len(payload) > limits.input_bytes:
            self._done[index] = InputLimitError(attempt, len(payload), limits.input_bytes)
            return
        worker = self.pool.acquire(self.source, attempt)
        kind = wire.SPLIT if self.function == "split" else wire.PARSE
        time_s, most_bytes = limits.time_s(len(payload)), limits.output_bytes(len(payload), len(lines))
        worker.ask(kind, payload, len(lines), time_s, most_bytes)
        self._running[index] = _Running(worker, attempt, len(payload), tries_left)

    def _advance(self) -> None:
        wait_for([each.worker for each in self._running.values()])
        for index, each in list(self._running.items()):
            outcome = each.worker.step()
            if outcome is None:
                continue
            del self._running[index]
            if isinstance(outcome, Ended) and outcome.from_outside and each.tries_left:
                each.worker.close()
                self._begin(index, each.attempt.lines, each.tries_left - 1)
                continue
            self._done[index] = result = self._judge(each, outcome)
            if isinstance(result, ParserError):
                result.batch = index
            usable = isinstance(outcome, WorkerReply) and outcome.kind in _STILL_USABLE
            self.pool.release(each.worker, usable)

    def _judge(self, running: _Running, outcome: WorkerReply | Ended) -> Found | ParserError:
        attempt, limits = replace(running.attempt, printed=running.worker.printed()), self.pool.limits
        if not isinstance(outcome, WorkerReply) or outcome.kind != wire.RESULT:
            return judge_failure(outcome, attempt, self.source, limits.time_s(running.size_bytes), limits)
        try:
            return self.read(outcome.payload, attempt, running.size_bytes, limits)
        except ParserError as error:
            return error


def _encode(lines: Sequence[str]) -> bytes:
    """Join lines for the pipe; NUL and half characters arrive in the parser as U+FFFD."""
    text = "\n".join(lines)
    if text.count("\n") != max(len(lines) - 1, 0):
        index = next(index for index, line in enumerate(lines) if "\n" in line)
        raise ValueError(f"line {index} of the batch holds a newline; expected lines without")
    text = text.replace("\0", "\ufffd")
    return (text if text.isascii() else _SURROGATES.sub("\ufffd", text)).encode()
