"""Keeps sealed workers: each holds one source for life, and idle ones wait to be asked again."""

from __future__ import annotations

import os
import warnings
from dataclasses import replace

from ingest.sandbox.errors import (
    Attempt,
    SandboxUnavailableError,
    WeakSandboxWarning,
    WorkerKilledEarlyError,
)
from ingest.sandbox.fork_server import ForkServer
from ingest.sandbox.judge_reply import judge_failure
from ingest.sandbox.limits import SandboxLimits
from ingest.sandbox.worker import wire
from ingest.sandbox.worker_process import Ended, Strength, WorkerProcess, WorkerReply

TRIES = 3
"""How often a worker is tried that something outside ends."""
_REPORT_BYTES = 1 << 20


class WorkerPool:
    """Hands out workers. One that has loaded a source never gets another: nothing passes between parsers."""

    def __init__(self, limits: SandboxLimits, layers: wire.Layers, allow_weak: bool) -> None:
        self.limits, self._layers, self._allow_weak = limits, layers, allow_weak
        self._idle: list[WorkerProcess] = []
        self._fork_server = ForkServer()
        self._strength: Strength | None = None
        self.started = 0

    def strength(self) -> Strength:
        """Say what the self-probe found; raises SandboxUnavailableError where the sandbox may not be used."""
        if self._strength is None:
            self._idle.append(self._start())
        assert self._strength is not None
        return self._strength

    def acquire(self, source: str, attempt: Attempt) -> WorkerProcess:
        """Give a worker that has loaded the source; raises what loading it raises."""
        if worker := self._take_idle(source):
            return worker
        for tries_left in reversed(range(TRIES)):
            worker = self._take_idle(None) or self._start()
            outcome = self._load(worker, source)
            if isinstance(outcome, WorkerReply) and outcome.kind == wire.LOADED:
                return worker
            printed, time_s = replace(attempt, printed=worker.printed()), self.limits.time_s(len(source))
            worker.close()
            if not tries_left or isinstance(outcome, WorkerReply) or not outcome.from_outside:
                raise judge_failure(outcome, printed, source, time_s, self.limits)
        raise AssertionError("the last try returns or raises")

    def release(self, worker: WorkerProcess, usable: bool) -> None:
        """Take a worker back; one that was stopped in mid-work, or is worn, is ended."""
        if not usable or not worker.alive or worker.busy_s > self.limits.worker_busy_s:
            worker.close()
            return
        self._idle.append(worker)
        while len(self._idle) > self.limits.warm_workers:
            self._idle.pop(0).close()

    def close(self) -> None:
        """End all workers that are not handed out."""
        for worker in self._idle:
            worker.close()
        self._idle = []
        self._fork_server.close()

    def _take_idle(self, source: str | None) -> WorkerProcess | None:
        """Return the latest idle worker with this source (None: with none yet), if one lives."""
        for worker in [each for each in reversed(self._idle) if each.loaded == source]:
            self._idle.remove(worker)
            if worker.alive:
                return worker
            worker.close()
        return None

    def _load(self, worker: WorkerProcess, source: str) -> WorkerReply | Ended:
        time_s = self.limits.time_s(len(source))
        try:
            worker.ask(wire.LOAD, source.encode("utf-8", "replace"), 0, time_s, _REPORT_BYTES)
            worker.loaded = source
            return worker.wait()
        except BaseException:
            worker.close()
            raise

    def _start(self) -> WorkerProcess:
        for tries_left in reversed(range(TRIES)):
            self.started += 1
            try:
                worker = WorkerProcess(self.limits, self._layers, self._fork_server.start)
                break
            except WorkerKilledEarlyError:
                if not tries_left:
                    raise
        strength, could = worker.strength, ", ".join(worker.strength.leaks)
        if not strength.strong and (not self._allow_weak or os.geteuid() == 0):
            worker.close()
            raise SandboxUnavailableError(
                f"generated code is not run here; its process could still: {could}"
                f" (layers that stand: {', '.join(strength.layers) or 'none'}); a weak sandbox "
                + ("is never used as root" if self._allow_weak else "can be allowed, except as root"),
                strength.leaks,
            )
        if not strength.strong and self._strength is None:
            warning = f"generated code runs in a weak sandbox: it could {could}"
            warnings.warn(warning, WeakSandboxWarning, stacklevel=4)
        if self._strength is None or not strength.strong:
            self._strength = strength
        return worker
