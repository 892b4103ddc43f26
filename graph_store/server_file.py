"""KG/server.json (which server serves the folder) and its credentials, in files that only the owner may read."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import psutil

ROOT_FOLDER = "server"
SERVER_FILE = "server.json"
CREDENTIALS_FILE = "credentials.json"
CLOCK_TOLERANCE_S = 1.0


@dataclass(frozen=True, slots=True)
class ProcessMark:
    """A process, not to be mistaken for a later one with its pid. `started` is in seconds since 1970."""

    pid: int
    started: float

    def process(self) -> psutil.Process | None:
        """Find the process; None when it has ended, even if another one has its pid now."""
        try:
            process = psutil.Process(self.pid)
            alive = process.is_running() and process.status() != psutil.STATUS_ZOMBIE
            same = abs(process.create_time() - self.started) < CLOCK_TOLERANCE_S
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            return None
        return process if alive and same else None


@dataclass(frozen=True, slots=True)
class Credentials:
    """The two users of an embedded server: one that may write, and one that may only read."""

    writer: str
    writer_password: str
    reader: str
    reader_password: str


@dataclass(frozen=True, slots=True)
class ServerRecord:
    """A running server: its supervisor, its own process, its loopback ports, and how to log in."""

    supervisor: ProcessMark
    server: ProcessMark
    bolt_port: int
    http_port: int
    credentials: Credentials

    def is_alive(self) -> bool:
        """Say whether both processes still run."""
        return self.supervisor.process() is not None and self.server.process() is not None

    def remains(self, folder: Path) -> list[psutil.Process]:
        """Return those of its processes that run for this folder: a copied file names another folder's."""
        marked = (self.server.process(), self.supervisor.process())
        return [process for process in marked if process is not None and _runs_for(process, folder)]

    def serves(self, folder: Path) -> bool:
        """Say whether both processes run, for this folder."""
        return len(self.remains(folder)) == 2


def _runs_for(process: psutil.Process, folder: Path) -> bool:
    """Tell whether a process has the folder, or the server's in it, in its command line, as both of ours have."""
    try:
        named = {part.rpartition("=")[2] for part in process.cmdline()}
    except psutil.Error:  # it ended meanwhile, or is somebody else's
        return False
    for name in filter(os.path.isabs, named):
        for place in (folder, folder / ROOT_FOLDER):
            with suppress(OSError, ValueError):
                if place.samefile(name):
                    return True
    return False


def mark_process(pid: int) -> ProcessMark:
    """Take down a living process. Raises psutil.NoSuchProcess when it has ended."""
    return ProcessMark(pid, psutil.Process(pid).create_time())


def read_server(folder: Path) -> ServerRecord | None:
    """Read KG/server.json; None when there is none, or nothing in it that makes sense."""
    try:
        data = json.loads((folder / SERVER_FILE).read_text("utf-8"))
        return ServerRecord(
            supervisor=_read_mark(data["supervisor"]),
            server=_read_mark(data["server"]),
            bolt_port=int(data["bolt_port"]),
            http_port=int(data["http_port"]),
            credentials=Credentials(**data["credentials"]),
        )
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return None


def _read_mark(data: Mapping[str, Any]) -> ProcessMark:
    mark = ProcessMark(int(data["pid"]), float(data["started"]))
    if mark.pid <= 0:
        raise ValueError("no process has such a number")
    return mark


def write_server(folder: Path, record: ServerRecord) -> None:
    """Write KG/server.json, readable by its owner only."""
    write_private(folder / SERVER_FILE, json.dumps(asdict(record), indent=1))


def read_credentials(folder: Path) -> Credentials | None:
    """Read the credentials that were made for this KG; None when there are none that make sense."""
    try:
        return Credentials(**json.loads((folder / CREDENTIALS_FILE).read_text("utf-8")))
    except (FileNotFoundError, ValueError, TypeError):
        return None


def make_credentials(folder: Path) -> Credentials:
    """Make and keep new ones. Nobody else knows the names either: wrong logins lock a user by its name."""
    writer, reader = (f"{kind}-{secrets.token_hex(8)}" for kind in ("writer", "reader"))
    made = Credentials(writer, secrets.token_urlsafe(24), reader, secrets.token_urlsafe(24))
    write_private(folder / CREDENTIALS_FILE, json.dumps(asdict(made), indent=1))
    return made


# Files that only their owner may read, replaced as a whole.


def write_private(path: Path, content: str | bytes) -> None:
    """Replace `path` at once; a reader sees the old content or the new one, mode 0600 either way."""
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content.encode("utf-8") if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:  # a full disk, most likely
        part.unlink(missing_ok=True)
        raise
