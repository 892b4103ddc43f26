"""A KG in which two versions of a small network alternate, with what an undisturbed ingest of each leaves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph
from tests.faults.graph_contents import differences, graph_contents, text_index_faults
from tests.faults.killable_ingest import IDLE_S, Job, Timeline, ingest_whole
from tests.faults.network_files import write_files


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
        return self.faults_beside(self.contents[version])

    def faults_beside(self, contents: list[str]) -> list[str]:
        """Say where the KG holds anything else than these contents, or its text index anything else than its graph."""
        return differences(graph_contents(self.graph), contents) + text_index_faults(self.graph, self.folder)


@contextmanager
def open_networks(folder: Path) -> Iterator[Network]:
    """Ingest both versions undisturbed into a KG in a folder, and keep what they give."""
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
        assert len(first) > 100
        assert first != second
        assert network.faults(0) == []
        yield network
