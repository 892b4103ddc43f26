"""Runs ArcadeDB's Java server as a child process: command line, configuration files, start and stop."""

from __future__ import annotations

import ctypes
import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from graph_store.arcadedb_http import create_users, is_ready
from graph_store.errors import DiskFullError, GraphServerError
from graph_store.java_cache import java_package
from graph_store.server_file import (
    ROOT_FOLDER,
    Credentials,
    make_credentials,
    read_credentials,
    write_private,
)

DATABASE = "kg"
LOG_FILE = "java.log"
KEPT_LOGS = 3
PASSWORD_FILE = "root-password"  # noqa: S105 - a name
USERS_FILE = "server-users.jsonl"
READER_LIMIT_S = 10.0
WRITER_LIMIT_S = 60.0
LOGIN_LIMIT_S = 5.0
"""How long a connection may stay without a login: others on the machine can open connections, too."""
HASHED_TIMES = 1000
"""How often a user's password is hashed: all are random and 192 bits long, and 65,536 times take a third of a start."""
INDEX_PAGE_BYTES = 65536
"""Each kind of log record has an index file of its own, of one page at least: ArcadeDB's own pages have 256 KiB."""
START_LIMIT_S = 120.0
STOP_LIMIT_S = 20.0
PORT_TRIES = 3
PORT_TAKEN = re.compile(r"Unable to listen|BindException|Address already in use")
CACHE_OPTION = "-XX:AOTCache="
UNFIT_CACHE = "Unable to use AOT cache"
PR_SET_PDEATHSIG = 1
SERVER_SEES = ("PATH", "LANG", "TZ", "TMPDIR")
"""What the server knows of the environment: not JDK_JAVA_OPTIONS, whose options may be for another java."""

LOGGING = """handlers=java.util.logging.ConsoleHandler
.level=WARNING
java.util.logging.ConsoleHandler.level=WARNING
java.util.logging.ConsoleHandler.formatter=com.arcadedb.utility.AnsiLogFormatter
"""


class PortTakenError(GraphServerError):
    """Another program took a port between our looking for a free one and java's listening on it."""


class UnfitCacheError(GraphServerError):
    """Java ended as its prepared classes do not fit the other options, a heap of 40 GB for one."""


@dataclass(frozen=True, slots=True)
class JavaServer:
    """A started server; `process` is the child of whoever started it."""

    process: subprocess.Popen[bytes]
    bolt_port: int
    http_port: int
    credentials: Credentials


def start_java(folder: Path, heap: str, options: Sequence[str] = ()) -> JavaServer:
    """Start the server of a KG folder and wait for it. Raises GraphServerError with the end of the server's log."""
    root = folder / ROOT_FOLDER
    credentials = _prepare_root(folder)
    password_file, root_password = root / PASSWORD_FILE, secrets.token_urlsafe(24)
    is_new = not _user_names(root / "config")
    write_private(password_file, root_password)
    try:
        try:
            server = _launch_on_free_ports(root, heap, credentials, options)
        except UnfitCacheError:
            fitting = [option for option in options if not option.startswith(CACHE_OPTION)]
            server = _launch_on_free_ports(root, heap, credentials, fitting)
        if is_new:
            create_users(server.http_port, root_password, credentials, DATABASE)
    finally:
        password_file.unlink(missing_ok=True)
    return server


def stop_java(process: subprocess.Popen[bytes]) -> None:
    """Ask the server to end, and end it when it does not."""
    process.terminate()
    try:
        process.wait(STOP_LIMIT_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _prepare_root(folder: Path) -> Credentials:
    """Write the configuration; users are made anew without credentials, or if one of them is missing.

    Older versions wrote as root, whom anybody on the machine can lock by wrong logins.
    """
    root = folder / ROOT_FOLDER
    config, log = root / "config", root / "log"
    config.mkdir(parents=True, exist_ok=True)
    log.mkdir(exist_ok=True)
    for old in log.glob("server-event-log-*"):
        old.unlink()
    root.chmod(0o700)
    credentials = read_credentials(folder)
    if credentials is None or credentials.writer == "root":
        credentials = make_credentials(folder)
    if not {credentials.writer, credentials.reader} <= _user_names(config):
        (config / USERS_FILE).unlink(missing_ok=True)
    (config / "server-groups.json").write_text(json.dumps(_groups(), indent=1), "utf-8")
    (config / "logging.properties").write_text(LOGGING, "utf-8")
    return credentials


def _groups() -> dict[str, object]:
    def group(access: list[str], records: list[str], read_timeout_ms: int = -1) -> dict[str, object]:
        types = {"*": {"access": records}}
        return {"resultSetLimit": -1, "readTimeout": read_timeout_ms, "access": access, "types": types}

    every = ["createRecord", "readRecord", "updateRecord", "deleteRecord"]
    groups = {
        "admin": group(["updateSecurity", "updateSchema", "updateDatabaseSettings"], every),
        "reader": group([], ["readRecord"], int(READER_LIMIT_S * 1000)),
        "*": group([], []),
    }
    return {"databases": {"*": {"groups": groups}}, "version": 2}


def _launch_on_free_ports(
    root: Path, heap: str, credentials: Credentials, options: Sequence[str], tries: int = PORT_TRIES
) -> JavaServer:
    """Start java until both ports are still free when it wants them: others take ports meanwhile."""
    bolt_port, http_port = _free_ports()
    with _new_log(root / "log").open("wb") as log:
        process = subprocess.Popen(  # noqa: S603 - our own command, no shell
            _java_command(root, heap, bolt_port, http_port, options),
            cwd=root,
            env={name: os.environ[name] for name in SERVER_SEES if name in os.environ},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            preexec_fn=_die_with_parent,
        )
    server = JavaServer(process, bolt_port, http_port, credentials)
    try:
        _wait_until_ready(server, root)
    except PortTakenError:
        process.kill()
        process.wait()
        if tries == 1:
            raise
        return _launch_on_free_ports(root, heap, credentials, options, tries - 1)
    return server


def _new_log(folder: Path) -> Path:
    """Keep the logs of the servers before, so that a crash can be read after the next start."""
    logs = [folder / LOG_FILE, *(folder / f"{LOG_FILE}.{number}" for number in range(1, KEPT_LOGS + 1))]
    for newer, older in reversed(list(pairwise(logs))):
        if newer.exists():
            newer.replace(older)
    return logs[0]


def _java_command(root: Path, heap: str, bolt_port: int, http_port: int, further: Sequence[str]) -> list[str]:
    """Put the command line together, without secrets; of options that disagree java takes the last."""
    settings = {
        "server.rootPath": root,
        "server.databaseDirectory": root / "databases",
        "server.rootPasswordPath": root / PASSWORD_FILE,
        "server.saltIterations": HASHED_TIMES,
        "server.mode": "development",
        "server.httpIncomingHost": "127.0.0.1",
        "server.httpIncomingPort": http_port,
        "server.plugins": "Bolt:com.arcadedb.bolt.BoltProtocolPlugin",
        "server.defaultDatabases": f"{DATABASE}[root]",
        "bolt.host": "127.0.0.1",
        "bolt.port": bolt_port,
        "network.maxPreAuthConnections": 2000,
        "network.socketTimeout": int(LOGIN_LIMIT_S * 1000),
        "opencypher.loadCsv.allowFileUrls": "false",
        "opencypher.loadCsv.allowRemoteUrls": "false",
        "txWalFlush": 1,
        "indexDefaultPageSize": INDEX_PAGE_BYTES,
        "bucketReuseSpaceMode": "high" if looks_for_room(root) else "low",
        "command.timeout": int(WRITER_LIMIT_S * 1000),
        "command.regexTimeout": int(READER_LIMIT_S * 1000),
    }
    package = java_package()
    java = package / "jre" / "bin" / ("java.exe" if os.name == "nt" else "java")
    options = [
        "-Xms64m",
        f"-Xmx{heap}",
        "-XX:+UseSerialGC",
        # A larger young generation, and soon out of it: what a transaction reads is dropped with it.
        "-XX:NewRatio=1",
        "-XX:MaxTenuringThreshold=3",
        "-XX:+ExitOnOutOfMemoryError",
        "-XX:-UsePerfData",
        "-Djava.awt.headless=true",
        "--enable-native-access=ALL-UNNAMED",
        f"-Djava.util.logging.config.file={root / 'config' / 'logging.properties'}",
        f"-XX:ErrorFile={root / 'log' / 'java-crash.log'}",
    ]
    properties = [f"-Darcadedb.{name}={value}" for name, value in settings.items()]
    main = ["-cp", str(package / "jars" / "*"), "com.arcadedb.server.ArcadeDBServer"]
    return [str(java), *options, *properties, *further, *main]


def _free_ports() -> tuple[int, int]:
    with socket.socket() as first, socket.socket() as second:
        first.bind(("127.0.0.1", 0))
        second.bind(("127.0.0.1", 0))
        return first.getsockname()[1], second.getsockname()[1]


def _die_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _wait_until_ready(server: JavaServer, root: Path) -> None:
    """Wait for the answer on both ports. Raises PortTakenError as soon as the log says that it cannot come."""
    deadline = time.monotonic() + START_LIMIT_S
    while True:
        if PORT_TAKEN.search((root / "log" / LOG_FILE).read_text("utf-8", errors="replace")):
            raise PortTakenError(str(_start_failure(root, "another program took its port")))
        if is_ready(server.http_port, server.bolt_port):
            return
        if server.process.poll() is not None:
            failure = _start_failure(root, f"it ended with status {server.process.returncode}")
            raise UnfitCacheError(str(failure)) if UNFIT_CACHE in str(failure) else failure
        if time.monotonic() > deadline:
            server.process.kill()
            server.process.wait()
            raise _start_failure(root, f"it did not answer within {START_LIMIT_S:.0f} s")
        time.sleep(0.03)


def _start_failure(root: Path, what: str) -> GraphServerError:
    """Make the error of a server that did not start, with the end of its log."""
    log = (root / "log" / LOG_FILE).read_text("utf-8", errors="replace")
    lines = [line for line in log.splitlines() if not line.lstrip().startswith(("at ", "WARNING:"))]
    last = " | ".join([line for line in lines if line.strip()][-4:])
    kind = DiskFullError if "No space left on device" in log else GraphServerError
    return kind(f"{root.parent}: the graph server did not start: {what}; its log ends: {last}")


def _user_names(config: Path) -> frozenset[str]:
    """Read who the server's users are; nobody when the file was cut short, as java would not start then."""
    try:
        users = (config / USERS_FILE).read_text("utf-8").splitlines()
        return frozenset(str(json.loads(line)["name"]) for line in users if line.strip())
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return frozenset()


# How much room removed documents left in the embedded store's files, and whether a server is to look for it.


FILE = "room.json"
ENOUGH = 0.2
"""Room is looked for when it is at least this share of what the lines that are there take."""


def note_removed(root: Path, removed: int, kept: int) -> None:
    """Add removed lines to the account; `kept` says how many there still are.

    While room is looked for, what was loaded before has taken as much as is free now.
    """
    free, _ = _read(root)
    room = free if looks_for_room(root) else free + removed
    with suppress(OSError):  # an account that cannot be written is out by one ingest
        write_private(root / FILE, json.dumps({"free": room, "kept": kept}))


def looks_for_room(root: Path) -> bool:
    """Say whether so much is free that a server should look for it."""
    free, kept = _read(root)
    return free > 0 and free >= ENOUGH * kept


def _read(root: Path) -> tuple[int, int]:
    """Return the free and the kept lines; none where nothing was removed, or the account cannot be read."""
    try:
        found = json.loads((root / FILE).read_text("utf-8"))
        return int(found["free"]), int(found["kept"])
    except (OSError, ValueError, KeyError, TypeError):
        return 0, 0
