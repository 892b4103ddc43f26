"""The process that owns a KG folder's server: detached, until the last client is gone."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import psutil

from graph_store.arcadedb_http import StatementWatch
from graph_store.errors import GraphError, GraphServerError
from graph_store.java_server import START_LIMIT_S, WRITER_LIMIT_S, JavaServer, start_java, stop_java
from graph_store.kg_folder import LeaseWatch, supervise
from graph_store.server_file import SERVER_FILE, ServerRecord, mark_process, read_server, write_server

LOOK_EVERY_S = 0.25
STUCK_AFTER_S = 5.0
"""How long a statement may go on that was asked to end; then its server is ended, and a client starts it anew."""


def main() -> None:
    """Serve folder `sys.argv[1]` until no client was there for `sys.argv[2]` s; `sys.argv[3]` is java's heap.

    Further arguments are options of java's. Prints one JSON object: {} when the server answers, else
    {"error": ..., "kind": ...}.
    """
    if os.fork():  # the client that started us waits for this half only, and is not our parent afterwards
        os._exit(0)
    folder, idle_s, heap = Path(sys.argv[1]), float(sys.argv[2]), sys.argv[3]
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    try:
        served = _serve(folder, heap, sys.argv[4:]) if _become_only_one(folder) else None
    except (GraphError, OSError, psutil.Error) as error:
        _report({"error": str(error), "kind": type(error).__name__})
        sys.exit(1)
    if served is None:
        _report({})
        return
    record, server = served
    try:
        _report({})
        _watch(folder, record, server, idle_s)
    finally:
        stop_java(server.process)
        if read_server(folder) in (record, None):
            (folder / SERVER_FILE).unlink(missing_ok=True)


def _serve(folder: Path, heap: str, options: Sequence[str]) -> tuple[ServerRecord, JavaServer]:
    """Start java, and tell clients where it is."""
    server = start_java(folder, heap, options)
    try:
        record = ServerRecord(
            mark_process(os.getpid()),
            mark_process(server.process.pid),
            server.bolt_port,
            server.http_port,
            server.credentials,
        )
        write_server(folder, record)
    except BaseException:
        stop_java(server.process)
        raise
    return record, server


def _become_only_one(folder: Path) -> bool:
    """Lock the folder until this process ends; False when another supervisor has a server running meanwhile."""
    deadline = time.monotonic() + START_LIMIT_S
    while time.monotonic() < deadline:
        if supervise(folder):
            return True
        found = read_server(folder)
        if found is not None and found.serves(folder):
            return False
        time.sleep(LOOK_EVERY_S)
    raise GraphServerError(
        f"{folder}: another supervisor neither serves nor ends, for {START_LIMIT_S:.0f} s now"
    )


def _report(facts: dict[str, str]) -> None:
    """Tell the client, if it still listens: it may have been killed while it waited."""
    with suppress(BrokenPipeError):
        os.write(sys.stdout.fileno(), json.dumps(facts).encode())
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    os.close(null)


def _watch(folder: Path, record: ServerRecord, server: JavaServer, idle_s: float) -> None:
    """Return when the server is gone or stuck, the folder is no longer ours, or nobody used it for `idle_s`."""
    clients = LeaseWatch(folder)
    statements = StatementWatch(server.http_port, server.credentials, WRITER_LIMIT_S, STUCK_AFTER_S)
    last_used = time.monotonic()
    while server.process.poll() is None and read_server(folder) == record:
        if not clients.close_if_unused():
            last_used = time.monotonic()
        elif time.monotonic() - last_used >= idle_s:
            return
        else:
            clients.reopen()
        if statements.stuck.wait(LOOK_EVERY_S):
            server.process.kill()
            return


if __name__ == "__main__":
    main()
