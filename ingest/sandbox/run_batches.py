"""Apply one parser to a stream of batches: several workers, one batch in each, results in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from ingest.sandbox.errors import Attempt, InputLimitError, ParserError
from ingest.sandbox.judge_reply import judge_failure
from ingest.sandbox.limits import Limits
from ingest.sandbox.worker import wire
from ingest.sandbox.worker_pool import TRIES, WorkerPool
from ingest.sandbox.worker_process import Ended, Reply, WorkerProcess, wait_for

Item = TypeVar("Item")
_SURROGATES = re.compile("[\ud800-\udfff]")
_AHEAD = 3
_STILL_USABLE = (wire.RESULT, wire.RAISED, wire.BAD_OUTPUT)


@dataclass(frozen=True, slots=True)
class Job(Generic[Item]):
    """What to apply: a source's `split` or `parse`, and how its output is checked."""

    source: str
    parser: str
    function: str
    read: Callable[[bytes, Attempt, int, Limits], list[Item]]

    @property
    def kind(self) -> bytes:
        """The request that runs the function."""
        return wire.SPLIT if self.function == "split" else wire.PARSE


@dataclass(frozen=True, slots=True)
class _Running:
    """A batch in a worker."""

    worker: WorkerProcess
    attempt: Attempt
    size_bytes: int
    tries_left: int


def run_batches(
    pool: WorkerPool, job: Job[Item], batches: Iterable[Sequence[str]], workers: int, limits: Limits
) -> Iterator[list[Item] | ParserError]:
    """Yield for each batch, in order, what was found or why it failed; batches are read as they are needed.

    A batch whose worker somebody else ended (SIGKILL, SIGTERM) is tried again, twice: that is no parser's fault.
    At most `workers` batches run and 3 times as many are held. Raises what loading the source raises.
    """
    waiting, exhausted = enumerate(batches), False
    running: dict[int, _Running] = {}
    done: dict[int, list[Item] | ParserError] = {}
    position = 0
    try:
        while True:
            while not exhausted and len(running) < workers and len(running) + len(done) < _AHEAD * workers:
                index, lines = next(waiting, (-1, ()))
                if index < 0:
                    exhausted = True
                else:
                    _begin(pool, job, index, lines, limits, running, done)
            while position in done:
                yield done.pop(position)
                position += 1
            if not running and exhausted:
                return
            _advance(pool, job, limits, running, done)
    finally:
        for each in running.values():
            each.worker.close()


def _begin(
    pool: WorkerPool,
    job: Job[Item],
    index: int,
    lines: Sequence[str],
    limits: Limits,
    running: dict[int, _Running],
    done: dict[int, list[Item] | ParserError],
) -> None:
    attempt, payload = Attempt(job.parser, job.function, lines), _encode(lines)
    if len(payload) > limits.input_bytes:
        done[index] = InputLimitError(attempt, len(payload), limits.input_bytes)
        return
    running[index] = _ask(pool, job, attempt, payload, limits, TRIES - 1)


def _ask(
    pool: WorkerPool, job: Job[Item], attempt: Attempt, payload: bytes, limits: Limits, tries_left: int
) -> _Running:
    worker = pool.acquire(job.source, attempt)
    time_s, most_bytes = limits.time_s(len(payload)), limits.output_bytes(len(payload), len(attempt.lines))
    worker.ask(job.kind, payload, len(attempt.lines), time_s, most_bytes)
    return _Running(worker, attempt, len(payload), tries_left)


def _advance(
    pool: WorkerPool,
    job: Job[Item],
    limits: Limits,
    running: dict[int, _Running],
    done: dict[int, list[Item] | ParserError],
) -> None:
    wait_for([each.worker for each in running.values()])
    for index, each in list(running.items()):
        outcome = each.worker.step()
        if isinstance(outcome, Ended) and outcome.from_outside and each.tries_left:
            each.worker.close()
            del running[index]
            payload = _encode(each.attempt.lines)
            running[index] = _ask(pool, job, each.attempt, payload, limits, each.tries_left - 1)
        elif outcome is not None:
            del running[index]
            result = _judge(job, each, outcome, limits)
            if isinstance(result, ParserError):
                result.batch = index
            done[index] = result
            pool.release(each.worker, isinstance(outcome, Reply) and outcome.kind in _STILL_USABLE)


def _judge(
    job: Job[Item], running: _Running, outcome: Reply | Ended, limits: Limits
) -> list[Item] | ParserError:
    attempt = replace(running.attempt, printed=running.worker.printed())
    if not isinstance(outcome, Reply) or outcome.kind != wire.RESULT:
        return judge_failure(outcome, attempt, job.source, limits.time_s(running.size_bytes), limits)
    try:
        return job.read(outcome.payload, attempt, running.size_bytes, limits)
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
