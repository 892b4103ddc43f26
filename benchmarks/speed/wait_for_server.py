"""Waits until a KG's server has ended, so that the next measurement starts its own."""

from __future__ import annotations

import time
from pathlib import Path

from benchmarks.speed.errors import BenchError
from graph_store.server_file import read_server

LIMIT_S = 120.0


def wait_for_server_end(kg: Path) -> None:
    """Return when no server serves the folder. Raises BenchError."""
    deadline = time.monotonic() + LIMIT_S
    while (server := read_server(kg)) is not None and server.is_alive():
        if time.monotonic() > deadline:
            raise BenchError(f"{kg}: its server still runs after {LIMIT_S:.0f} s")
        time.sleep(0.2)
