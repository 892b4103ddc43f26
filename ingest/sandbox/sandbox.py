"""The sandbox: the only place where generated source runs."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Generic, Self, TypeVar

from ingest.sandbox.check_output import RawRecord, read_records, read_sections
from ingest.sandbox.errors import (
    Attempt,
    InputLimitError,
    ParserError,
    SandboxUnavailableError,
    WeakSandboxWarning,
    WorkerKilledEarlyError,
)
from ingest.sandbox.judge_reply import judge_failure
from ingest.sandbox.limits import SandboxLimits
from ingest.sandbox.worker import wire
from ingest.sandbox.worker.wire import Layers
from ingest.sandbox.worker_process import Ended, Strength, WorkerProcess, WorkerReply, wait_for

# Sealed workers kept for use: each holds one source for life, and idle ones wait to be asked again.


_REPORT_BYTES = 1 << 20
TRIES = 3
"""How often something is tried while others end its workers."""


class WorkerPool:
    """Hands out workers. One that has loaded a source never gets another: nothing passes between parsers."""

    def __init__(self, limits: SandboxLimits, layers: Layers, allow_weak: bool) -> None:
        self._limits, self._layers, self._allow_weak = limits, layers, allow_weak
        self._idle: list[WorkerProcess] = []
        self._blank: WorkerProcess | None = None
        self._strength: Strength | None = None
        self.started = 0

    def strength(self) -> Strength:
        """Say what the self-probe found; raises SandboxUnavailableError where the sandbox may not be used."""
        if self._strength is None:
            self._blank = self._start()
        assert self._strength is not None
        return self._strength

    def acquire(self, source: str, attempt: Attempt) -> WorkerProcess:
        """Give a worker that has loaded the source; raises what loading it raises."""
        for index in reversed(range(len(self._idle))):
            if self._idle[index].loaded == source:
                worker = self._idle.pop(index)
                if worker.alive:
                    return worker
                worker.close()
        for tries_left in reversed(range(TRIES)):
            worker = self._take_blank() or self._start()
            outcome = self._load(worker, source)
            if isinstance(outcome, WorkerReply) and outcome.kind == wire.LOADED:
                return worker
            failure = self._load_failure(worker, outcome, source, attempt)
            worker.close()
            if not tries_left or isinstance(outcome, WorkerReply) or not outcome.from_outside:
                raise failure
        raise AssertionError("the last try returns or raises")

    def release(self, worker: WorkerProcess, usable: bool) -> None:
        """Take a worker back; one that was stopped in mid-work, or is worn, is ended."""
        if not usable or not worker.alive or worker.busy_s > self._limits.worker_busy_s:
            worker.close()
            return
        self._idle.append(worker)
        while len(self._idle) > self._limits.warm_workers:
            self._idle.pop(0).close()

    def close(self) -> None:
        """End all workers that are not handed out."""
        for worker in (*self._idle, *([self._blank] if self._blank else [])):
            worker.close()
        self._idle, self._blank = [], None

    def _take_blank(self) -> WorkerProcess | None:
        blank, self._blank = self._blank, None
        if blank is not None and not blank.alive:
            blank.close()
            return None
        return blank

    def _start(self) -> WorkerProcess:
        worker = self._start_process()
        strength = worker.strength
        if not strength.strong and (not self._allow_weak or os.geteuid() == 0):
            worker.close()
            raise SandboxUnavailableError(_refusal(strength, self._allow_weak), strength.leaks)
        if not strength.strong and self._strength is None:
            could = ", ".join(strength.leaks)
            warnings.warn(
                f"generated code runs in a weak sandbox: it could {could}", WeakSandboxWarning, stacklevel=4
            )
        if self._strength is None or not strength.strong:
            self._strength = strength
        return worker

    def _start_process(self) -> WorkerProcess:
        for tries_left in reversed(range(TRIES)):
            self.started += 1
            try:
                return WorkerProcess(self._limits, self._layers)
            except WorkerKilledEarlyError:
                if not tries_left:
                    raise
        raise AssertionError("the last try returns or raises")

    def _load(self, worker: WorkerProcess, source: str) -> WorkerReply | Ended:
        time_s = self._limits.time_s(len(source))
        try:
            worker.ask(wire.LOAD, source.encode("utf-8", "replace"), 0, time_s, _REPORT_BYTES)
            worker.loaded = source
            return worker.wait()
        except BaseException:
            worker.close()
            raise

    def _load_failure(
        self, worker: WorkerProcess, outcome: WorkerReply | Ended, source: str, attempt: Attempt
    ) -> ParserError:
        printed = Attempt(attempt.parser, attempt.function, attempt.lines, worker.printed())
        return judge_failure(outcome, printed, source, self._limits.time_s(len(source)), self._limits)


def _refusal(strength: Strength, allow_weak: bool) -> str:
    could = "generated code is not run here; its process could still: " + ", ".join(strength.leaks)
    layers = f" (layers that stand: {', '.join(strength.layers) or 'none'})"
    if allow_weak:
        return could + layers + "; a weak sandbox is never used as root"
    return could + layers + "; a weak sandbox can be allowed, except as root"


# Apply one parser to a stream of batches: several workers, one batch in each, results in order.


Item = TypeVar("Item")
_SURROGATES = re.compile("[\ud800-\udfff]")
_AHEAD = 3
_STILL_USABLE = (wire.RESULT, wire.RAISED, wire.BAD_OUTPUT)


@dataclass(frozen=True, slots=True)
class SandboxJob(Generic[Item]):
    """What to apply: a source's `split` or `parse`, and how its output is checked."""

    source: str
    parser: str
    function: str
    read: Callable[[bytes, Attempt, int, SandboxLimits], list[Item]]

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
    pool: WorkerPool,
    job: SandboxJob[Item],
    batches: Iterable[Sequence[str]],
    workers: int,
    limits: SandboxLimits,
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
    job: SandboxJob[Item],
    index: int,
    lines: Sequence[str],
    limits: SandboxLimits,
    running: dict[int, _Running],
    done: dict[int, list[Item] | ParserError],
) -> None:
    attempt, payload = Attempt(job.parser, job.function, lines), _encode(lines)
    if len(payload) > limits.input_bytes:
        done[index] = InputLimitError(attempt, len(payload), limits.input_bytes)
        return
    running[index] = _ask(pool, job, attempt, payload, limits, TRIES - 1)


def _ask(
    pool: WorkerPool,
    job: SandboxJob[Item],
    attempt: Attempt,
    payload: bytes,
    limits: SandboxLimits,
    tries_left: int,
) -> _Running:
    worker = pool.acquire(job.source, attempt)
    time_s, most_bytes = limits.time_s(len(payload)), limits.output_bytes(len(payload), len(attempt.lines))
    worker.ask(job.kind, payload, len(attempt.lines), time_s, most_bytes)
    return _Running(worker, attempt, len(payload), tries_left)


def _advance(
    pool: WorkerPool,
    job: SandboxJob[Item],
    limits: SandboxLimits,
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
            pool.release(each.worker, isinstance(outcome, WorkerReply) and outcome.kind in _STILL_USABLE)


def _judge(
    job: SandboxJob[Item], running: _Running, outcome: WorkerReply | Ended, limits: SandboxLimits
) -> list[Item] | ParserError:
    attempt = replace(running.attempt, printed=running.worker.printed())
    if not isinstance(outcome, WorkerReply) or outcome.kind != wire.RESULT:
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


class Sandbox:
    """Runs `split` and `parse` of generated sources in sealed workers, which are reused.

    Entering it starts one worker and raises SandboxUnavailableError unless its self-probe passes;
    `allow_weak` permits less with a warning, never as root. `layers` exists to measure single layers.
    Use it in one thread: a worker ends with the thread that started it.
    """

    def __init__(
        self,
        *,
        workers: int = 2,
        limits: SandboxLimits | None = None,
        allow_weak: bool = False,
        layers: Layers | None = None,
    ) -> None:
        if workers < 1:
            raise ValueError(f"workers is {workers}; expected at least 1")
        self.workers, self.limits = workers, limits or SandboxLimits()
        self._pool = WorkerPool(self.limits, layers or Layers(), allow_weak)

    def __enter__(self) -> Self:
        self._pool.strength()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._pool.close()

    def strength(self) -> Strength:
        """Report what the self-probe found; the weakest worker speaks for all."""
        return self._pool.strength()

    @property
    def workers_started(self) -> int:
        """How many processes were started until now."""
        return self._pool.started

    def run_split(self, source: str, lines: Sequence[str], *, parser: str = "split") -> list[str]:
        """Give each line its section. Raises ParserError."""
        return self._run(SandboxJob(source, parser, "split", read_sections), lines)

    def run_parse(self, source: str, lines: Sequence[str], *, parser: str = "parse") -> list[RawRecord]:
        """Read the records of one batch. Raises ParserError."""
        return self._run(SandboxJob(source, parser, "parse", read_records), lines)

    def map_parse(
        self, source: str, batches: Iterable[Sequence[str]], *, parser: str = "parse"
    ) -> Iterator[list[RawRecord]]:
        """Read the records of each batch, in order, one batch in flight per worker.

        Raises the first failing batch's ParserError, with its index in `batch`, in that batch's turn.
        """
        for outcome in self.try_parse(source, batches, parser=parser):
            if isinstance(outcome, ParserError):
                raise outcome
            yield outcome

    def try_parse(
        self, source: str, batches: Iterable[Sequence[str]], *, parser: str = "parse"
    ) -> Iterator[list[RawRecord] | ParserError]:
        """Like `map_parse`, but a batch that fails gives its error, and the others go on.

        Raises only what concerns all batches: the source is rejected or cannot be loaded.
        """
        return run_batches(
            self._pool, SandboxJob(source, parser, "parse", read_records), batches, self.workers, self.limits
        )

    def _run(self, job: SandboxJob[Item], lines: Sequence[str]) -> list[Item]:
        (outcome,) = run_batches(self._pool, job, [lines], 1, self.limits)
        if isinstance(outcome, ParserError):
            raise outcome
        return outcome
