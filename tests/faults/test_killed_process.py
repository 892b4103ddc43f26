"""kill -9 of our process at random moments of an ingest."""

from __future__ import annotations

import shutil

from tests.faults.conftest import Moments, Network
from tests.faults.killable_ingest import Moment, RunningIngest, all_gone, eventually, ingest_whole


def test_the_next_run_ends_as_if_nothing_had_happened(network: Network, moments: Moments, seed: int) -> None:
    hit, first = 0, network.other()
    for number in range(moments.process):
        version = (first + number) % 2
        moment = network.timelines[version].draw(moments.process, seed)[number]
        hit += _kill_at(network, version, moment, learned=number % 4 > 1)
        ingest_whole(network.jobs[version])
        assert network.faults(version) == [], f"after a kill at {moment}"
    assert hit >= moments.process * 0.7


def _kill_at(network: Network, version: int, moment: Moment, learned: bool) -> bool:
    if not learned:
        shutil.rmtree(network.jobs[version].parsers, ignore_errors=True)
    running = RunningIngest(network.jobs[version])
    hit = running.wait_for(moment)
    family = running.kill() if hit else []
    assert eventually(lambda: all_gone(family)), f"left running: {family}"
    return hit
