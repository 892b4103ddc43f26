"""kill -9 of the embedded database at random moments of an ingest."""

from __future__ import annotations

import os
import shutil
import signal
from pathlib import Path

from graph_store.server_file import read_server
from tests.faults.conftest import Moments, Network
from tests.faults.killable_ingest import DONE, Moment, RunningIngest, ingest_whole


def test_the_run_says_so_and_the_next_one_ends_as_if_nothing_had_happened(
    network: Network, moments: Moments, seed: int
) -> None:
    hit, told, first = 0, 0, network.other()
    for number in range(moments.database):
        version = (first + number) % 2
        moment = network.timelines[version].draw(moments.database, seed + 1)[number]
        if number % 4 > 1:
            shutil.rmtree(network.jobs[version].parsers, ignore_errors=True)
        ending = _kill_at(network, version, moment)
        hit += ending is not None
        told += ending not in (None, DONE)
        ingest_whole(network.jobs[version])
        assert network.faults(version) == [], f"after a kill at {moment}"
    assert hit >= moments.database * 0.6
    assert told > 0


def _kill_at(network: Network, version: int, moment: Moment) -> str | None:
    """Return how the ingest ended; None when that was before the moment. While it learns, it needs no database."""
    running = RunningIngest(network.jobs[version])
    hit = running.wait_for(moment)
    if hit:
        _kill_database(network.folder)
    told = running.wait()
    assert told == DONE or "the graph server " in told, told
    return told if hit else None


def _kill_database(folder: Path) -> None:
    server = read_server(folder)
    if server is not None and server.server.process() is not None:
        os.kill(server.server.pid, signal.SIGKILL)
