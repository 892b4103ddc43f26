"""A PostgreSQL server of the tests' own: a free port of the loopback, a folder that goes, never run as root."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

INSTALLED = "/usr/lib/postgresql"
USERS = ("postgres", "nobody")
"""Who runs it where the tests are root's: PostgreSQL itself refuses root."""
NAME = "wirelore"
UP_WITHIN_S = 60.0
QUICK = ("fsync=off", "full_page_writes=off", "synchronous_commit=off")


def find_postgresql() -> Path | None:
    """Return the folder of its programs: that of the PATH, else the newest where Debian puts them."""
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    folders = [path.parent for path in Path(INSTALLED).glob("*/bin/initdb")]
    return max(folders, key=lambda folder: float(folder.parent.name), default=None)


@contextmanager
def serve_postgresql(programs: Path) -> Iterator[str]:
    """Make a database, serve it, and yield its URL."""
    with tempfile.TemporaryDirectory(prefix="wirelore-postgresql-") as made:
        folder, password = Path(made), secrets.token_hex(8)
        (folder / "password").write_text(password)
        user = _user()
        if user is not None:
            shutil.chown(folder, user)
            shutil.chown(folder / "password", user)
        made_as = ("-A", "scram-sha-256", "-U", NAME, "--pwfile", "password", "-E", "UTF8", "--no-locale")
        made_by = _start(folder, programs / "initdb", "-D", "data", "--no-sync", *made_as)
        assert made_by.wait(UP_WITHIN_S) == 0, (folder / "log").read_text()
        port = _free_port()
        said = (f"port={port}", "listen_addresses=127.0.0.1", "unix_socket_directories=", *QUICK)
        served = _start(folder, programs / "postgres", "-D", "data", *(f"--{each}" for each in said))
        try:
            _wait(served, folder)
            yield f"postgresql://{NAME}:{password}@127.0.0.1:{port}/postgres"
        finally:
            served.send_signal(signal.SIGINT)  # its "fast" end: it waits for nobody
            served.wait(UP_WITHIN_S)


def _user() -> str | None:
    """Return whom to become; None where the tests are not root's."""
    if os.getuid() != 0:
        return None
    known = {one.pw_name for one in pwd.getpwall()}
    return next(name for name in USERS if name in known)


def _start(folder: Path, program: Path, *options: str) -> subprocess.Popen[bytes]:
    user = _user()
    group = pwd.getpwnam(user).pw_gid if user else None
    with (folder / "log").open("ab") as log:
        return subprocess.Popen(
            [str(program), *options],
            cwd=folder,
            stdout=log,
            stderr=log,
            user=user,
            group=group,
            extra_groups=() if user else None,
        )


def _wait(served: subprocess.Popen[bytes], folder: Path) -> None:
    deadline = time.monotonic() + UP_WITHIN_S
    while time.monotonic() < deadline and served.poll() is None:
        if b"ready to accept connections" in (folder / "log").read_bytes():
            return
        time.sleep(0.05)
    raise AssertionError(f"PostgreSQL did not come up: {(folder / 'log').read_text()}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
