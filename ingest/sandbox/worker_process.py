"""One sealed worker from the parent's side: started, asked, timed, killed."""

from __future__ import annotations

import contextlib
import fcntl
import json
import math
import os
import secrets
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal

from ingest.sandbox.errors import SandboxUnavailableError, WorkerKilledEarlyError
from ingest.sandbox.fork_server import Pipes, Process, start_alone
from ingest.sandbox.limits import SandboxLimits
from ingest.sandbox.worker import wire
from ingest.sandbox.worker.self_probe import PROBES

PIPE_BYTES = 1 << 20
_REPORT_BYTES = 1 << 20
_LONGEST_STEP_S = 0.1
_PATIENCE = 5
"""So many times its limit a worker may take that others keep from the processor."""
_DUMP_S = 0.2
_SENT_BY_OTHERS = ("SIGKILL", "SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT")
_AWAITED = (wire.HELLO, wire.LOADED, wire.RESULT, *wire.FAILURES)


@dataclass(frozen=True, slots=True)
class Strength:
    """What stands (`layers`), and what the worker could still do (`leaks`); nothing, when it is strong."""

    layers: tuple[str, ...]
    leaks: tuple[str, ...]

    @property
    def strong(self) -> bool:
        """Every probe was refused."""
        return not self.leaks

    def summary(self) -> str:
        """Say it in one line, as it is recorded with results."""
        state = "strong" if self.strong else "WEAK, could still: " + ", ".join(self.leaks)
        return f"{state} ({', '.join(self.layers) or 'no layers'})"


def read_strength(hello: bytes) -> Strength:
    """Judge a worker's first words, from before any generated code was sent; an unclear or missing probe is a leak."""
    strength = json.loads(hello)
    leaks = tuple(name for name in PROBES if strength["probes"].get(name) != "refused")
    return Strength(tuple(str(each) for each in strength["standing"]), leaks)


@dataclass(frozen=True, slots=True)
class WorkerReply:
    """A whole frame from the worker."""

    kind: bytes
    payload: bytes


Start = Callable[[wire.Settings, Pipes], Process]
"""Starts a worker on its ends of the pipes."""

Why = Literal["time", "died", "protocol", "too much output"]


@dataclass(frozen=True, slots=True)
class Ended:
    """The worker is dead: killed for one of these reasons, or on its own; `detail` says more."""

    why: Why
    detail: str = ""

    @property
    def from_outside(self) -> bool:
        """Something outside ended it, such as a person or a system short of memory; it may be tried again."""
        return self.why == "died" and self.detail in _SENT_BY_OTHERS


class WorkerProcess:
    """A process that inherits nothing of ours: no memory, environment, folder or descriptor."""

    def __init__(self, limits: SandboxLimits, layers: wire.Layers, start: Start = start_alone) -> None:
        self._limits = limits
        (requests, self._requests), (self._output, output), (self._replies, replies) = _pipes(3)
        self._pipes = [self._requests, self._output, self._replies]
        settings = wire.Settings(
            layers, replies, os.getpid(), limits.memory_bytes, limits.cpu_s, limits.source_bytes
        )
        try:
            self._process = start(settings, (requests, output, replies))
        except (OSError, SandboxUnavailableError) as error:
            self._close_pipes()
            raise SandboxUnavailableError(f"no worker could be started: {error}") from error
        finally:
            for descriptor in (requests, output, replies):
                os.close(descriptor)
        for descriptor in self._pipes:
            os.set_blocking(descriptor, False)
            _widen(descriptor)
        self.busy_s = self._spent_s = self._last = 0.0
        self.loaded: str | None = None
        self._reset(0, b"", limits.start_s, _REPORT_BYTES)
        self.strength = self._read_hello()

    @property
    def alive(self) -> bool:
        """The process runs."""
        return self._process.poll() is None

    def printed(self) -> str:
        """What the parser printed since the last request, cut to the limit."""
        return self._printed.decode("utf-8", "replace")

    def ask(self, kind: bytes, payload: bytes, line_count: int, time_s: float, most_bytes: int) -> None:
        """Begin a request that `step` carries on; its id cannot be guessed, nor a reply be written ahead."""
        number = secrets.randbits(32)
        header = wire.REQUEST.pack(kind, number, line_count, len(payload))
        self._reset(number, header + payload, time_s, most_bytes)

    def _reset(self, number: int, message: bytes, time_s: float, most_bytes: int) -> None:
        self._id, self._unsent, self._most_bytes = number, memoryview(message), most_bytes
        self._buffer = bytearray()
        self._printed, self._printed_all = bytearray(), False
        self._last, self._spent_s, self._limit_s = time.monotonic(), 0.0, time_s
        self._worked_s = self._processor_s()
        self._stage = 0

    def wait(self) -> WorkerReply | Ended:
        """Carry the request to its end."""
        while (outcome := self.step()) is None:
            wait_for([self])
        return outcome

    def step(self) -> WorkerReply | Ended | None:
        """Move what bytes can be moved, and look at the clock; None while there is no outcome."""
        now = time.monotonic()
        passed = min(now - self._last, _LONGEST_STEP_S)  # while nobody reads, the worker's clock stands still
        self._last = now
        self._spent_s += passed
        self.busy_s += passed
        with contextlib.suppress(BlockingIOError, BrokenPipeError):
            while self._unsent:
                self._unsent = self._unsent[os.write(self._requests, self._unsent[:PIPE_BYTES]) :]
        outcome = self._read()
        self._read_printed()
        return outcome or self._watch()

    def interest(self) -> list[tuple[int, int]]:
        """Descriptors and the poll events that would let `step` do something."""
        events = [(self._replies, select.POLLIN)]
        if not self._printed_all:
            events.append((self._output, select.POLLIN))
        if self._unsent:
            events.append((self._requests, select.POLLOUT))
        return events

    def close(self) -> None:
        """Kill the process and everything it may have started, and close the pipes."""
        self._kill()
        self._close_pipes()

    def _close_pipes(self) -> None:
        while self._pipes:
            os.close(self._pipes.pop())

    def _read_hello(self) -> Strength:
        outcome = self.wait()
        if isinstance(outcome, WorkerReply) and outcome.kind == wire.HELLO:
            with contextlib.suppress(ValueError, KeyError, TypeError, AttributeError):
                return read_strength(outcome.payload)
        self.close()
        if isinstance(outcome, Ended) and outcome.from_outside:
            raise WorkerKilledEarlyError(f"a worker was ended by {outcome.detail} while it started")
        found = f"{outcome.why} {outcome.detail}" if isinstance(outcome, Ended) else "unexpected words"
        raise SandboxUnavailableError(f"a worker did not start: {found} {self.printed()[-2000:]}".rstrip())

    def _read(self) -> WorkerReply | Ended | None:
        while True:
            try:
                part = os.read(self._replies, PIPE_BYTES)
            except BlockingIOError:
                return None
            if not part:
                return self._bury()
            self._buffer += part
            if outcome := self._frame():
                return outcome

    def _frame(self) -> WorkerReply | Ended | None:
        """Take a whole frame from the buffer; kill a worker whose frame is not the one that is awaited."""
        if len(self._buffer) < wire.REPLY.size:
            return None
        kind, number, length = wire.REPLY.unpack_from(self._buffer)
        if number != self._id or kind not in _AWAITED:
            return self._end("protocol", "a frame that was not asked for")
        most = self._most_bytes if kind == wire.RESULT else _REPORT_BYTES
        if length > most:
            return self._end("too much output", f"{length} bytes of output; expected at most {most}")
        surplus = len(self._buffer) - wire.REPLY.size - length
        if surplus < 0:
            return None
        if surplus:
            return self._end("protocol", "bytes after the frame")
        return WorkerReply(kind, bytes(memoryview(self._buffer)[wire.REPLY.size :]))

    def _read_printed(self) -> None:
        for _ in range(16):
            try:
                part = os.read(self._output, 65536)
            except BlockingIOError:
                return
            if not part:
                self._printed_all = True
                return
            self._printed += part[: max(0, self._limits.printed_bytes - len(self._printed))]

    def _watch(self) -> Ended | None:
        """Escalate: an exception in the parser, then a trace of where it is, then the end."""
        if self._spent_s <= self._limit_s or (self._stage == 0 and self._is_kept_waiting()):
            return None
        steps = ((signal.SIGUSR1, self._limits.grace_s), (signal.SIGUSR2, _DUMP_S))
        if self._stage == len(steps):
            return self._end("time")
        number, more_s = steps[self._stage]
        self._stage += 1
        self._limit_s = self._spent_s + more_s
        if self.alive:
            self._process.send_signal(number)
        return None

    def _is_kept_waiting(self) -> bool:
        """Tell whether a worker would be within its limit on a machine with nothing else to do."""
        patient = self._spent_s <= _PATIENCE * self._limit_s
        return patient and self._processor_s() - self._worked_s <= self._limit_s

    def _processor_s(self) -> float:
        """Return the processor time of the worker so far; infinite where the system does not tell."""
        with contextlib.suppress(OSError, ValueError):
            with open(f"/proc/{self._process.pid}/stat", encoding="ascii", errors="replace") as found:
                fields = found.read().rpartition(")")[2].split()  # from the third field on: proc_pid_stat(5)
            user, system = fields[11:13]
            return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
        return math.inf

    def _bury(self) -> Ended:
        """Say how a process ended that closed its end of the pipe; it may have closed only that."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1.0)
        status = self._process.poll()
        if status is None:
            return self._end("protocol", "the reply pipe was closed")
        try:
            ending = signal.Signals(-status).name if status < 0 else f"exit status {status}"
        except ValueError:
            ending = f"signal {-status}"
        return self._end("died", ending)

    def _end(self, why: Why, detail: str = "") -> Ended:
        self._kill()
        self._read_printed()
        return Ended(why, detail)

    def _kill(self) -> None:
        if self.alive:
            try:
                os.killpg(self._process.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                self._process.kill()
            self._process.wait()


def wait_for(workers: Sequence[WorkerProcess]) -> None:
    """Sleep until one of the workers can be stepped, at most 0.05 s."""
    poll = select.poll()
    for worker in workers:
        for descriptor, events in worker.interest():
            poll.register(descriptor, events)
    poll.poll(50)


def _pipes(count: int) -> list[tuple[int, int]]:
    """Open pipes, or none of them; each as its end to read from and its end to write to."""
    pipes: list[tuple[int, int]] = []
    try:
        while len(pipes) < count:
            pipes.append(os.pipe())
    except OSError as error:
        for descriptor in chain.from_iterable(pipes):
            os.close(descriptor)
        raise SandboxUnavailableError(f"no worker could be started: {error}") from error
    return pipes


def _widen(descriptor: int) -> None:
    """Let a pipe hold more than 64 KiB, where the system permits it."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            fcntl.fcntl(descriptor, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
