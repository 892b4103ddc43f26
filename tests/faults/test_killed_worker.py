"""kill -9 of the sandbox's workers at random moments of an ingest: it goes on with others, and loses nothing."""

from __future__ import annotations

import random
import shutil

from tests.faults.conftest import Moments
from tests.faults.kill_at import kill_one_worker
from tests.faults.killable_ingest import DONE, RunningIngest
from tests.faults.two_networks import Network

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
        hit += sum(kill_one_worker(running, moment, chance) for moment in drawn[number::runs])
        assert running.wait() == DONE
        assert network.faults(version) == []
    assert hit >= moments.worker // 3
