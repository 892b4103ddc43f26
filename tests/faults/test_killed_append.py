"""kill -9 of our process while it ingests the end of a log that grew."""

from __future__ import annotations

from pathlib import Path

from tests.faults.conftest import Moments
from tests.faults.kill_at import growing_log
from tests.faults.two_networks import Network


def test_the_next_run_ends_as_if_nothing_had_happened(
    network: Network, moments: Moments, seed: int, tmp_path: Path
) -> None:
    log = growing_log(network, tmp_path / "files")
    hit = 0
    for moment in log.undisturbed.draw(moments.append, seed):
        trial = log.kill(moment)
        assert trial.faults == (), f"after a kill at {moment}"
        hit += trial.hit
    assert hit > 0
