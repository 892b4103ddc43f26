"""kill -9 of the embedded database at random moments of an ingest."""

from __future__ import annotations

from tests.faults.conftest import Moments
from tests.faults.kill_at import kill_database
from tests.faults.killable_ingest import DONE, Moment
from tests.faults.two_networks import Network


def test_the_run_says_so_and_the_next_one_ends_as_if_nothing_had_happened(
    network: Network, moments: Moments, seed: int
) -> None:
    hit, told, first = 0, 0, network.other()
    for number in range(moments.database + 1):
        version = (first + number) % 2
        timeline = network.timelines[version]
        in_use = Moment(len(timeline.steps) * 3 // 4, 0.0)  # while it writes, however long it learns
        moment = [*timeline.draw(moments.database, seed + 1), in_use][number]
        trial = kill_database(network, version, moment, relearn=number % 4 > 1)
        assert trial.faults == (), f"after a kill at {moment}"
        hit += trial.hit
        told += trial.told != DONE
    assert hit >= moments.database * 0.6
    assert told > 0
