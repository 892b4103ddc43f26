"""Sealed workers kept for use: each holds one source for life, and idle ones wait to be asked again."""

from __future__ import annotations

import os
import warnings

from ingest.sandbox.errors import (
    Attempt,
    ParserError,
    SandboxUnavailableError,
    WeakSandboxWarning,
    WorkerKilledEarlyError,
)
from ingest.sandbox.judge_reply import judge_failure
from ingest.sandbox.limits import Limits
from ingest.sandbox.strength import Strength
from ingest.sandbox.worker import wire
from ingest.sandbox.worker.settings import Layers
from ingest.sandbox.worker_process import Ended, Reply, WorkerProcess

_REPORT_BYTES = 1 << 20
TRIES = 3
"""How often something is tried while others end its workers."""


class WorkerPool:
    """Hands out workers. One that has loaded a source never gets another: nothing passes between parsers."""

    def __init__(self, limits: Limits, layers: Layers, allow_weak: bool) -> None:
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
            if isinstance(outcome, Reply) and outcome.kind == wire.LOADED:
                return worker
            failure = self._load_failure(worker, outcome, source, attempt)
            worker.close()
            if not tries_left or isinstance(outcome, Reply) or not outcome.from_outside:
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

    def _load(self, worker: WorkerProcess, source: str) -> Reply | Ended:
        time_s = self._limits.time_s(len(source))
        try:
            worker.ask(wire.LOAD, source.encode("utf-8", "replace"), 0, time_s, _REPORT_BYTES)
            worker.loaded = source
            return worker.wait()
        except BaseException:
            worker.close()
            raise

    def _load_failure(
        self, worker: WorkerProcess, outcome: Reply | Ended, source: str, attempt: Attempt
    ) -> ParserError:
        printed = Attempt(attempt.parser, attempt.function, attempt.lines, worker.printed())
        return judge_failure(outcome, printed, source, self._limits.time_s(len(source)), self._limits)


def _refusal(strength: Strength, allow_weak: bool) -> str:
    could = "generated code is not run here; its process could still: " + ", ".join(strength.leaks)
    layers = f" (layers that stand: {', '.join(strength.layers) or 'none'})"
    if allow_weak:
        return could + layers + "; a weak sandbox is never used as root"
    return could + layers + "; a weak sandbox can be allowed, except as root"
