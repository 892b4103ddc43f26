"""The client side of the embedded server: finds the folder's server or starts one, and holds a lease on it."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import psutil

from graph_store.errors import DiskFullError, GraphServerError
from graph_store.java_cache import cache_options, passed_on
from graph_store.java_server import SERVER_SEES, STOP_LIMIT_S
from graph_store.kg_folder import Lease, hold_lock, take_lease
from graph_store.server_file import ROOT_FOLDER, SERVER_FILE, ServerRecord, read_server

START_LOCK = "start.lock"
START_LIMIT_S = 150.0
IDLE_S = 30.0
HEAP = "1g"
JAVA_OPTIONS = "WIRELORE_JAVA_OPTIONS"


@dataclass(frozen=True, slots=True)
class ServerLease:
    """A running server that stays while the lease is held."""

    server: ServerRecord
    lease: Lease

    def release(self) -> None:
        """Let the server stop when nobody else uses it."""
        self.lease.release()


def lease_server(folder: Path, idle_s: float = IDLE_S, heap: str = HEAP) -> ServerLease:
    """Join the folder's server, or start it. Raises GraphServerError when it does not start."""
    lease = take_lease(folder, STOP_LIMIT_S + 10)
    try:
        return ServerLease(_find_or_start(folder, idle_s, heap), lease)
    except BaseException:
        lease.release()
        raise


def _find_or_start(folder: Path, idle_s: float, heap: str) -> ServerRecord:
    with hold_lock(folder / START_LOCK, START_LIMIT_S) as held:
        if not held:
            raise GraphServerError(
                f"{folder}: another process has been starting the graph server for over {START_LIMIT_S:.0f} s"
            )
        found = read_server(folder)
        if found is None or not found.serves(folder):
            _clear_remains(folder, found)
            _start(folder, idle_s, heap)
            found = read_server(folder)
    if found is None:
        raise GraphServerError(f"{folder}: the graph server ended as soon as it had started")
    return found


def _clear_remains(folder: Path, record: ServerRecord | None) -> None:
    """End what is left of a server that lost its supervisor or its java, so that a new one can start."""
    for process in record.remains(folder) if record else ():
        try:
            process.kill()
            process.wait(STOP_LIMIT_S)
        except psutil.NoSuchProcess:
            continue
        except psutil.Error as error:
            raise GraphServerError(
                f"{folder}: the remains of its graph server cannot be ended (pid {process.pid}): {error}"
            ) from error
    (folder / SERVER_FILE).unlink(missing_ok=True)


def _start(folder: Path, idle_s: float, heap: str) -> None:
    log = folder / ROOT_FOLDER / "log" / "supervisor.log"
    log.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        own = shlex.split(os.environ.get(JAVA_OPTIONS, ""))
    except ValueError as error:
        raise GraphServerError(f"{JAVA_OPTIONS}: {error}") from error
    command = [sys.executable, "-P", "-m", "graph_store.supervisor", str(folder.resolve()), str(idle_s), heap]
    with log.open("wb") as errors:
        done = subprocess.run(  # noqa: S603 - our own command, no shell
            [*command, *cache_options(), *own],
            env=passed_on(SERVER_SEES),
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=True,
            umask=0o077,
            check=False,
        )
    if not done.stdout:
        lines = log.read_text("utf-8", errors="replace").splitlines()[-1:]
        raise GraphServerError(f"{folder}: the graph server's supervisor ended early: {' '.join(lines)}")
    report = json.loads(done.stdout)
    if "error" in report:
        is_full = report["kind"] == "DiskFullError" or "No space left" in report["error"]
        raise (DiskFullError if is_full else GraphServerError)(report["error"])
