"""Starts workers: as forks of one warm interpreter where the system can, else each as an interpreter of its own."""

from __future__ import annotations

import contextlib
import os
import platform
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import reading
from ingest.sandbox.errors import SandboxUnavailableError
from ingest.sandbox.worker import fork_workers, wire

_BOOTSTRAP = "import sys; sys.path.append(sys.argv[1]); from worker.main import main; main(*sys.argv[2:])"
_LIBRARY = str(Path(reading.__file__).parent)
_FLAGS = ("-I", "-S", "-B", "-u", "-X", "utf8", "-W", "ignore")
_TRIES = 3
_START_S = 30.0
_OUTPUT_BYTES = 4096
_STEP_S = 0.002

Pipes = tuple[int, int, int]
"""The worker's ends of its pipes: requests, output, replies."""


class Process(Protocol):
    """What the parent does with a worker's process; `subprocess.Popen` is one."""

    pid: int

    def poll(self) -> int | None: ...

    def wait(self, timeout: float | None = None) -> int: ...

    def send_signal(self, sig: int) -> None: ...

    def kill(self) -> None: ...


class ForkServer:
    """Starts workers as forks of an interpreter that has warmed up once, which takes a tenth of the time.

    No worker sees another: each is a process of its own, forked before any generated source was read. Where the system
    cannot fork so, each worker is an interpreter of its own. Raises SandboxUnavailableError where neither starts.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None

    def start(self, settings: wire.Settings, pipes: Pipes) -> Process:
        """Start one worker on its ends of the pipes."""
        if sys.platform != "linux" or platform.machine() not in fork_workers.CLONE_CALLS:
            return start_alone(settings, pipes)
        for tries_left in reversed(range(_TRIES)):
            with contextlib.suppress(OSError):  # something ended it: another one is started
                return self._fork(settings, pipes)
            printed = self.close()
            if not tries_left:
                raise SandboxUnavailableError(f"no worker can be forked: {printed}".rstrip(": "))
        raise AssertionError("the last try returns or raises")

    def close(self) -> str:
        """End the interpreter, not the workers; return what it printed."""
        if self._control is not None:
            self._control.close()
        self._control, process, self._process = None, self._process, None
        if process is None:
            return ""
        process.kill()
        printed, _ = process.communicate()
        return printed[-_OUTPUT_BYTES:].decode("utf-8", "replace")

    def _fork(self, settings: wire.Settings, pipes: Pipes) -> Process:
        control = self._control or self._open()
        own = settings._replace(reply_descriptor=wire.REPLY_DESCRIPTOR)  # there it arrives
        socket.send_fds(control, [own.to_json().encode()], pipes)
        reply = control.recv(fork_workers.REPLY.size)
        pid = fork_workers.REPLY.unpack(reply)[0] if reply else 0
        if pid <= 0:
            raise OSError(-pid, os.strerror(-pid) if pid else "it ended")
        return _Forked(pid)

    def _open(self) -> socket.socket:
        control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = _run("", theirs.fileno(), subprocess.PIPE, ())
        control.settimeout(_START_S)
        self._control = control
        return control


class _Forked:
    """A child of ours that we did not fork ourselves; its id stays its own until it is buried here."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._status: int | None = None

    def poll(self) -> int | None:
        """Return the exit status, or the negative number of the signal that ended it; None while it runs."""
        return self._bury(os.WNOHANG)

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit status when it has ended. Raises subprocess.TimeoutExpired."""
        end = time.monotonic() + (timeout or 0.0)
        while (status := self._bury(os.WNOHANG if timeout is not None else 0)) is None:
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired("worker", timeout or 0.0)
            time.sleep(_STEP_S)
        return status

    def send_signal(self, sig: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, sig)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)

    def _bury(self, options: int) -> int | None:
        if self._status is None:
            pid, status = os.waitpid(self.pid, options)
            self._status = os.waitstatus_to_exitcode(status) if pid else None
        return self._status


def start_alone(settings: wire.Settings, pipes: Pipes) -> Process:
    """Start a worker as an interpreter of its own."""
    requests, output, replies = pipes
    return _run(settings.to_json(), requests, output, (replies,))


def _run(settings: str, stdin: int, stdout: int, passed: Sequence[int]) -> subprocess.Popen[bytes]:
    """Run the interpreter itself (no virtual environment), isolated, without site packages or byte code."""
    if os.name != "posix":
        raise SandboxUnavailableError(f"no worker for {sys.platform}; possible: Linux on x86-64")
    python = getattr(sys, "_base_executable", "") or sys.executable
    return subprocess.Popen(  # noqa: S603  our own interpreter on our own file
        [python, *_FLAGS, "-c", _BOOTSTRAP, str(Path(__file__).parent), settings, _LIBRARY],
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.STDOUT,
        env={},
        cwd="/",
        close_fds=True,
        pass_fds=passed,
        start_new_session=True,
        bufsize=0,
    )
