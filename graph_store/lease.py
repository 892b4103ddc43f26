"""The locks of an embedded server's clients and of its supervisor; the kernel returns those of a dead process."""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path

from graph_store.errors import GraphServerError

LEASE_FILE = "lease"
SUPERVISOR_LOCK = "supervisor.lock"
RETRY_S = 0.05


class Lease:
    """A shared lock on KG/lease; a supervisor that gets the exclusive one knows that no client is left."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def release(self) -> None:
        """Give the lease back; a second call does nothing."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def take_lease(folder: Path, time_limit_s: float) -> Lease:
    """Become a client; waits while a supervisor is stopping its server."""
    descriptor = _open(folder / LEASE_FILE)
    deadline = time.monotonic() + time_limit_s
    while not _lock(descriptor, fcntl.LOCK_SH):
        if time.monotonic() > deadline:
            os.close(descriptor)
            raise GraphServerError(
                f"{folder}: the graph server was still stopping after {time_limit_s:.0f} s"
            )
        time.sleep(RETRY_S)
    return Lease(descriptor)


class LeaseWatch:
    """The supervisor's side: whether any client is left."""

    def __init__(self, folder: Path) -> None:
        self._descriptor = _open(folder / LEASE_FILE)

    def close_if_unused(self) -> bool:
        """Take the lease for good when no client holds one; new clients then wait until this process ends."""
        return _lock(self._descriptor, fcntl.LOCK_EX)

    def reopen(self) -> None:
        """Let clients in again."""
        fcntl.flock(self._descriptor, fcntl.LOCK_UN)


def supervise(folder: Path) -> bool:
    """Become the folder's supervisor until this process ends; False while another one is."""
    descriptor = _open(folder / SUPERVISOR_LOCK)
    if _lock(descriptor, fcntl.LOCK_EX):
        return True
    os.close(descriptor)
    return False


def _open(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


def _lock(descriptor: int, kind: int) -> bool:
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
