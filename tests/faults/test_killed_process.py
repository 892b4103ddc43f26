"""kill -9 of our process at random moments of an ingest."""

from __future__ import annotations

from tests.faults.conftest import Moments
from tests.faults.kill_at import kill_process
from tests.faults.two_networks import Network


def test_the_next_run_ends_as_if_nothing_had_happened(network: Network, moments: Moments, seed: int) -> None:
    hit, first = 0, network.other()
    for number in range(moments.process):
        version = (first + number) % 2
        moment = network.timelines[version].draw(moments.process, seed)[number]
        trial = kill_process(network, version, moment, relearn=number % 4 in (0, 3))
        assert trial.faults == (), f"after a kill at {moment}"
        hit += trial.hit
    assert hit >= moments.process * 0.7
