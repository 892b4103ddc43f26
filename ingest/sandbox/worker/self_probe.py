"""Tries what a sealed process must not be able to do; only this makes a sandbox count as strong."""

from __future__ import annotations

import _socket
import _thread
import errno
import mmap
import os
import resource
from collections.abc import Callable

_REFUSALS = (errno.EPERM, errno.EACCES, errno.EMFILE, errno.EAGAIN)
_MISSING = "/nonexistent-probe"
_INET, _INET6, _UNIX, _STREAM, _DATAGRAM = 2, 10, 1, 1, 2


def self_probe() -> dict[str, str]:
    """Try each forbidden thing; say "refused", or how it ended instead.

    Only a refusal counts: deleting a file that is not there fails, yet shows that deleting was possible.
    """
    return {name: _outcome(attempt) for name, attempt in PROBES.items()}


def _outcome(attempt: Callable[[], object]) -> str:
    try:
        attempt()
    except OSError as error:
        return "refused" if error.errno in _REFUSALS else f"allowed ({errno.errorcode.get(error.errno or 0)})"
    except (ValueError, RuntimeError):  # setrlimit and threads say it this way
        return "refused"
    return "allowed"


def _open_file() -> None:
    """Try several: one that is closed to this user by its permissions would show nothing."""
    for path in (os.__file__, "/dev/null"):
        try:
            os.close(os.open(path, os.O_RDONLY))
        except OSError as error:
            refused = error
        else:
            return
    raise refused


def _write_file() -> None:
    os.close(os.open(_MISSING + "/file", os.O_WRONLY | os.O_CREAT, 0o600))


def _fork() -> None:
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)


def _raise_limit() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    if before[1] == resource.RLIM_INFINITY:
        return
    resource.setrlimit(resource.RLIMIT_NOFILE, (before[1] + 1, before[1] + 1))
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def _connect() -> None:
    _socket.socket(_INET, _STREAM).connect(("127.0.0.1", 1))


def _memory_file() -> None:
    os.close(os.memfd_create("probe") if hasattr(os, "memfd_create") else os.pipe()[0])


PROBES: dict[str, Callable[[], object]] = {
    "read a file": _open_file,
    "list a folder": lambda: os.listdir("/"),
    "see whether a file exists": lambda: os.stat("/"),
    "write a file": _write_file,
    "make a folder": lambda: os.mkdir(_MISSING + "/folder"),
    "delete a file": lambda: os.unlink(_MISSING),
    "rename a file": lambda: os.rename(_MISSING, _MISSING + "2"),
    "connect over TCP": _connect,
    "connect over TCP (IPv6)": lambda: _socket.socket(_INET6, _STREAM),
    "send over UDP": lambda: _socket.socket(_INET, _DATAGRAM),
    "connect to a local socket": lambda: _socket.socket(_UNIX, _STREAM),
    "make a file in memory": _memory_file,
    "start a process": _fork,
    "run a program": lambda: os.execve(_MISSING, ["probe"], {}),  # noqa: S606  it does not exist
    "start a thread": lambda: _thread.start_new_thread(lambda: None, ()),
    "signal its parent": lambda: os.kill(os.getppid(), 0),
    "raise its own limits": _raise_limit,
    "make executable memory": lambda: mmap.mmap(
        -1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC
    ),
}
