"""What the tests of faults share: the moments, and a KG in which two versions of a network alternate."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph
from tests.faults.graph_contents import differences, graph_contents, text_index_faults
from tests.faults.killable_ingest import IDLE_S, Job, Timeline, ingest_whole
from tests.faults.network_files import write_files

MOMENTS = "WIRELORE_FAULT_MOMENTS"
SEED = "WIRELORE_FAULT_SEED"


@dataclass(frozen=True, slots=True)
class Moments:
    """At how many moments of ingests each kind of process is killed."""

    process: int = 4
    database: int = 3
    worker: int = 10
    append: int = 3


@dataclass(frozen=True, slots=True)
class Network:
    """A KG with the jobs that alternate in it, what it holds after each, and how long each takes."""

    folder: Path
    graph: BoltGraph
    jobs: tuple[Job, Job]
    contents: tuple[list[str], list[str]]
    timelines: tuple[Timeline, Timeline]

    def other(self) -> int:
        """Return the version that the KG does not hold, so that there is something to ingest."""
        first = self.graph.read("MATCH (l:Line {path: 'events.log', number: 1}) RETURN l.text").rows
        return 1 if str(first[0][0]).startswith("2024-05-01") else 0

    def faults(self, version: int) -> list[str]:
        """Say where the KG holds anything else than after an undisturbed ingest of that version."""
        found = differences(graph_contents(self.graph), self.contents[version])
        return found + text_index_faults(self.graph, self.folder)


@pytest.fixture(scope="session")
def moments() -> Moments:
    """Return how many moments are tried: 20 together, or of each kind as many as the environment says."""
    count = int(os.environ.get(MOMENTS, "0"))
    return Moments(count, count, count, count) if count else Moments()


@pytest.fixture(scope="session")
def seed() -> int:
    """Return what the moments are drawn by."""
    return int(os.environ.get(SEED, "1"))


@pytest.fixture(scope="session")
def network(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Network]:
    """Ingest both versions undisturbed, and keep what they give."""
    folder = tmp_path_factory.mktemp("faults")
    kg = folder / "kg"
    jobs = [
        Job(str(kg), write_files(folder / f"files{version}", version), kg / "parsers") for version in (1, 2)
    ]
    with open_graph(str(kg), create=True, idle_s=IDLE_S) as graph:
        ingest_whole(jobs[0])
        first = graph_contents(graph)
        timelines = [ingest_whole(jobs[1])]
        second = graph_contents(graph)
        timelines.insert(0, ingest_whole(jobs[0]))
        network = Network(kg, graph, (jobs[0], jobs[1]), (first, second), (timelines[0], timelines[1]))
        assert len(first) > 1000
        assert first != second
        assert network.faults(0) == []
        yield network
