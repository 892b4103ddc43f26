"""A KG folder: its marker and format version, and the locks of ingests, clients and the supervisor."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from graph_store.errors import (
    DiskFullError,
    GraphError,
    GraphServerError,
    LockedGraphError,
    MissingGraphError,
    NewerGraphError,
    OlderGraphError,
)
from graph_store.server_file import write_private

FORMAT = 2
"""Since 2, a KG holds stand-ins in the place of secrets."""
FORMAT_FILE = "format.json"
HASH_KEY = "redaction.key"
INGEST_LOCK = "ingest.lock"
INGEST_PID = "ingest.pid"
CHAT = "chat"
"""The chat's own folder: it may be there before the KG is."""
LOOK_S = 0.3
"""Longer than anybody holds the lock who only looks whether it is free."""


def require_folder(folder: Path, create: bool) -> None:
    """Check that a KG is there and can be read; make an empty one if `create`.

    Raises MissingGraphError, NewerGraphError, OlderGraphError, DiskFullError or GraphError.
    """
    if not (folder / FORMAT_FILE).is_file():
        if not create:
            raise MissingGraphError(
                f"{folder}: no KG there; make one with: wirelore ingest PATH --kg {folder}"
            )
        _make(folder)
    if folder.stat().st_mode & 0o077:  # older versions left it open to others, and its index holds every word
        with suppress(PermissionError):  # another's KG, that this user may read
            folder.chmod(0o700)
    found = _read_format(folder)
    if found > FORMAT:
        raise NewerGraphError(
            f"{folder}: written by a newer version (format {found}, this version reads up to {FORMAT}); "
            "update wirelore, or ingest into another folder"
        )
    if found < FORMAT:
        raise OlderGraphError(str(folder), f"{folder}-2")


def hash_key(folder: Path) -> bytes:
    """Return the key under which a KG hashes secrets; it is made once, for this user alone. Raises OSError."""
    path = folder / HASH_KEY
    if not path.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        write_private(path, secrets.token_hex(32))
    return bytes.fromhex(path.read_text("ascii"))


@contextmanager
def hold_ingest_lock(folder: Path) -> Iterator[None]:
    """Be the only ingest; meanwhile the process makes files for their owner only.

    Raises LockedGraphError with the other's pid.
    """
    with hold_lock(folder / INGEST_LOCK, LOOK_S) as held:
        if not held:
            pid = 0
            with suppress(OSError, ValueError):
                pid = int((folder / INGEST_PID).read_text("utf-8"))
            raise LockedGraphError(f"{folder}: another ingest is running (pid {pid or 'unknown'})", pid)
        before = os.umask(0o077)
        try:
            write_private(folder / INGEST_PID, str(os.getpid()))
            yield
        finally:
            os.umask(before)


def ingest_runs(folder: Path) -> bool:
    """Say whether an ingest holds the lock."""
    with hold_lock(folder / INGEST_LOCK, 0) as held:
        return not held


def _make(folder: Path) -> None:
    try:
        if folder.exists() and (not folder.is_dir() or any(each.name != CHAT for each in folder.iterdir())):
            raise GraphError(
                f"{folder}: is there, but is no KG; expected a KG, an empty folder, or a new name"
            )
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_private(folder / FORMAT_FILE, json.dumps({"format": FORMAT}))
    except OSError as error:
        kind = DiskFullError if error.errno == errno.ENOSPC else GraphError
        raise kind(f"{folder}: the KG cannot be made there: {error.strerror}") from error


def _read_format(folder: Path) -> int:
    path = folder / FORMAT_FILE
    try:
        number = json.loads(path.read_text("utf-8"))["format"]
    except OSError as error:
        raise GraphError(f"{path}: cannot be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise GraphError(f'{path}: damaged; expected {{"format": {FORMAT}}}') from error
    if not isinstance(number, int):
        raise GraphError(f"{path}: damaged; expected a whole number as format, found {number!r}")
    return number


# The locks of an embedded server's clients and of its supervisor; the kernel returns those of a dead process.


LEASE_FILE = "lease"
SUPERVISOR_LOCK = "supervisor.lock"
RETRY_S = 0.05


@contextmanager
def hold_lock(path: Path, wait_s: float) -> Iterator[bool]:
    """Hold a file's exclusive lock; yields whether it could be had within so many seconds."""
    descriptor = _open(path)
    try:
        yield _wait_for(descriptor, fcntl.LOCK_EX, wait_s)
    finally:
        # What was forked meanwhile has the file open, too.
        fcntl.flock(descriptor, fcntl.LOCK_UN)
        os.close(descriptor)


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
    if not _wait_for(descriptor, fcntl.LOCK_SH, time_limit_s):
        os.close(descriptor)
        raise GraphServerError(f"{folder}: the graph server was still stopping after {time_limit_s:.0f} s")
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


def _wait_for(descriptor: int, kind: int, wait_s: float) -> bool:
    deadline = time.monotonic() + wait_s
    while not _lock(descriptor, kind):
        if time.monotonic() >= deadline:
            return False
        time.sleep(RETRY_S)
    return True


def _lock(descriptor: int, kind: int) -> bool:
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
