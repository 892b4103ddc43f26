"""Starts the server in a folder of its own, with a password made for the run, and ends it by its process."""

from __future__ import annotations

import ctypes
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import neo4j
from neo4j.exceptions import DriverError, Neo4jError

from tests.graph_store.neo4j_server.fetch_neo4j import NoNeo4jError, fetch_neo4j

USER = "neo4j"
FIRST_PASSWORD = "neo4j"
START_LIMIT_S = 240.0
PR_SET_PDEATHSIG = 1
SETTINGS = """
server.default_listen_address=127.0.0.1
server.bolt.listen_address=127.0.0.1:{port}
server.http.enabled=false
server.https.enabled=false
server.memory.heap.max_size=512m
server.memory.pagecache.size=64m
db.memory.transaction.max=128m
dbms.memory.transaction.total.max=256m
db.transaction.timeout=60s
db.tx_log.preallocate=false
dbms.security.allow_csv_import_from_file_urls=false
dbms.usage_report.enabled=false
"""


@dataclass(frozen=True, slots=True)
class Neo4jLogin:
    """Where a Neo4j answers, and as whom."""

    url: str
    user: str
    password: str


class Neo4jServer:
    """A server of 512 MB with its data in a folder; it can be killed and started again."""

    def __init__(self, home: Path) -> None:
        self._java, self._class_path = fetch_neo4j()
        self._home, self._port = home, _free_port()
        self.login = Neo4jLogin(f"bolt://127.0.0.1:{self._port}", USER, secrets.token_urlsafe(18))
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers. Raises NoNeo4jError."""
        self._process = _launch(self._java, self._class_path, self._home, self._port)
        _wait_until_ready(self._process, self._home, self._port)

    def kill(self) -> None:
        """End it without a word."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()


@contextmanager
def run_neo4j() -> Iterator[Neo4jServer]:
    """Run a server as long as it is used; its data go with it. Raises NoNeo4jError."""
    with tempfile.TemporaryDirectory(prefix="wirelore-neo4j-", ignore_cleanup_errors=True) as name:
        server = Neo4jServer(Path(name))
        try:
            server.start()
            _set_password(server.login, Path(name))
            yield server
        finally:
            server.kill()


@contextmanager
def start_neo4j() -> Iterator[Neo4jLogin]:
    """Run a server that nobody has to kill. Raises NoNeo4jError."""
    with run_neo4j() as server:
        yield server.login


def _launch(java: str, class_path: str, home: Path, port: int) -> subprocess.Popen[bytes]:
    for folder in ("conf", "data", "logs", "import"):
        (home / folder).mkdir(exist_ok=True)
    (home / "conf" / "neo4j.conf").write_text(SETTINGS.format(port=port), "utf-8")
    options = ["-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"]
    opened = [
        f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in ("java.nio", "java.io", "sun.nio.ch")
    ]
    main = ["org.neo4j.server.CommunityEntryPoint", f"--home-dir={home}", f"--config-dir={home / 'conf'}"]
    environment = {name: os.environ[name] for name in ("PATH", "LANG", "TZ", "TMPDIR") if name in os.environ}
    with (home / "logs" / "java.log").open("wb") as log:
        return subprocess.Popen(
            [java, *options, *opened, "-cp", class_path, *main],
            cwd=home,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            preexec_fn=_die_with_parent,
        )


def _wait_until_ready(process: subprocess.Popen[bytes], home: Path, port: int) -> None:
    deadline = time.monotonic() + START_LIMIT_S
    while not _listens(port):
        if process.poll() is not None or time.monotonic() > deadline:
            what = "it ended" if process.poll() is not None else f"no answer within {START_LIMIT_S:.0f} s"
            raise NoNeo4jError(f"Neo4j did not start: {what}; its log ends: {_end_of_log(home)}")
        time.sleep(0.1)


def _set_password(login: Neo4jLogin, home: Path) -> None:
    """Replace the password that every new server has; before that it does nothing else for anybody."""
    change = "ALTER CURRENT USER SET PASSWORD FROM $old TO $new"
    try:
        with neo4j.GraphDatabase.driver(
            login.url, auth=(USER, FIRST_PASSWORD), telemetry_disabled=True, notifications_min_severity="OFF"
        ) as driver:
            driver.execute_query(change, {"old": FIRST_PASSWORD, "new": login.password}, database_="system")
    except (Neo4jError, DriverError) as error:
        raise NoNeo4jError(f"Neo4j took no password: {error}; its log ends: {_end_of_log(home)}") from error


def _listens(port: int) -> bool:
    with socket.socket() as knock:
        return knock.connect_ex(("127.0.0.1", port)) == 0


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _end_of_log(home: Path) -> str:
    logs = [home / "logs" / name for name in ("java.log", "neo4j.log")]
    lines = [line for log in logs if log.is_file() for line in log.read_text("utf-8", "replace").splitlines()]
    return " | ".join(lines[-4:])


def _die_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
