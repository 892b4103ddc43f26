"""No statement keeps others waiting: what runs long is ended, and others are answered meanwhile."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from graph_store.bolt_graph import BoltGraph
from graph_store.errors import StatementFailedError
from graph_store.server_file import read_server

OTHERS_WAIT_S = 2.0

SLOW = {
    "paths": "MATCH p = (a)-[*]-(b) RETURN count(p)",
    "shown paths": "MATCH p = (a)-[*1..30]-(b) RETURN p",
    "a product": "MATCH (a), (b), (c), (d), (e), (f) WHERE a.id + b.id + c.id + d.id + e.id = 'x' RETURN count(*)",
    "a sorted product": "UNWIND range(1, 1000000) AS x UNWIND range(1, 1000) AS y RETURN x, y ORDER BY y DESC LIMIT 5",
    "many rows": "UNWIND range(1, 5000000) AS x RETURN x",
}
"""What only the time limit ends, beside which others read."""


@pytest.mark.timeout(300)
def test_no_statement_keeps_others_waiting(filled: BoltGraph, embedded_folder: Path) -> None:
    before, waited = read_server(embedded_folder), []
    ended = threading.Event()

    def read_beside() -> None:
        while not ended.is_set():
            started = time.monotonic()
            filled.read("MATCH (d:Device) RETURN count(d)")
            waited.append(time.monotonic() - started)
            time.sleep(0.02)

    with ThreadPoolExecutor(3) as threads:
        beside = threads.submit(read_beside)
        for _ in threads.map(lambda one: _run(filled, one), SLOW.values()):
            pass
        ended.set()
        beside.result()
    after = read_server(embedded_folder)
    assert before is not None
    assert after is not None
    assert after.server == before.server
    assert max(waited) < OTHERS_WAIT_S


def _run(store: BoltGraph, statement: str) -> None:
    with suppress(StatementFailedError):
        assert store.read(statement, time_limit_s=3.0).cut
