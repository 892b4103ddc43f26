"""kill -9 of the sandbox's workers at random moments of an ingest: it goes on with others, and loses nothing."""

from __future__ import annotations

import random
import shutil

import psutil

from tests.faults.conftest import Moments, Network
from tests.faults.killable_ingest import DONE, Moment, RunningIngest, eventually

KILLED_IN_ONE_RUN = 5


def test_the_same_run_ends_as_if_nothing_had_happened(network: Network, moments: Moments, seed: int) -> None:
    chance, hit, first = random.Random(seed), 0, network.other()
    drawn = network.timelines[first].draw(moments.worker, seed)
    runs = max(1, moments.worker // KILLED_IN_ONE_RUN)
    for number in range(runs):
        version = (first + number) % 2
        if number % 2:
            shutil.rmtree(network.jobs[version].parsers, ignore_errors=True)
        running = RunningIngest(network.jobs[version])
        hit += sum(_kill_at(running, moment, chance) for moment in drawn[number::runs])
        assert running.wait() == DONE
        assert network.faults(version) == []
    assert hit >= moments.worker // 3


def _kill_at(running: RunningIngest, moment: Moment, chance: random.Random) -> bool:
    if not running.wait_for(moment):
        return False
    eventually(lambda: bool(running.workers()) or not running.runs, 1.0)
    try:
        workers = running.workers()
        if workers:
            chance.choice(workers).kill()
        return bool(workers)
    except psutil.NoSuchProcess:  # it ended by itself in between
        return False
