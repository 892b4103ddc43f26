"""kill -9 of our process while it ingests the end of a log that grew."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.faults.conftest import Moments, Network
from tests.faults.graph_contents import differences, graph_contents, text_index_faults
from tests.faults.killable_ingest import RunningIngest, all_gone, eventually, ingest_whole
from tests.faults.network_files import LINES, write_files

GROWN = LINES + 150


def test_the_next_run_ends_as_if_nothing_had_happened(
    network: Network, moments: Moments, seed: int, tmp_path: Path
) -> None:
    job = replace(network.jobs[0], files=tmp_path / "files")
    write_files(job.files, 2, GROWN)
    ingest_whole(job)
    whole = graph_contents(network.graph)
    _shrink_and_grow(network, job.files)
    timeline = ingest_whole(job)
    assert differences(graph_contents(network.graph), whole) == [], "undisturbed"
    hit = 0
    for moment in timeline.draw(moments.append, seed):
        _shrink_and_grow(network, job.files)
        running = RunningIngest(job)
        if running.wait_for(moment):
            hit += 1
            family = running.kill()
            assert eventually(lambda: all_gone(family))  # noqa: B023 - called at once
        ingest_whole(job)
        found = differences(graph_contents(network.graph), whole)
        assert found + text_index_faults(network.graph, network.folder) == [], f"after a kill at {moment}"
    assert hit > 0


def _shrink_and_grow(network: Network, files: Path) -> None:
    """Ingest the log as it was, then let it grow."""
    write_files(files, 2)
    ingest_whole(replace(network.jobs[0], files=files))
    write_files(files, 2, GROWN)
