"""Measures one ingest in a process of its own, so that its memory is its own: prints JSON."""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import psutil

from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph
from graph_store.server_file import read_server
from ingest.pipeline import ingest

# Processor time and memory of the processes that an ingest keeps busy.


_KB_PER_MB = 1024 if sys.platform != "darwin" else 1024 * 1024


@dataclass(frozen=True, slots=True)
class ProcessorTime:
    """Seconds of processor time since some moment: our process, its sandbox workers, and the database."""

    own_s: float
    workers_s: float
    database_s: float

    def since(self, earlier: ProcessorTime) -> ProcessorTime:
        """Return what was used since an earlier reading."""
        return ProcessorTime(
            self.own_s - earlier.own_s,
            self.workers_s - earlier.workers_s,
            self.database_s - earlier.database_s,
        )


def read_processor_time(database: psutil.Process | None) -> ProcessorTime:
    """Read the clocks. Workers count when they have ended; a database on another machine counts as 0."""
    times = database.cpu_times() if database else None
    return ProcessorTime(
        _seconds(resource.RUSAGE_SELF),
        _seconds(resource.RUSAGE_CHILDREN),
        times.user + times.system if times else 0.0,
    )


def peak_memory_mb() -> float:
    """Return the most memory that our process ever had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _KB_PER_MB


def _seconds(who: int) -> float:
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def measure_ingest(kg: str, paths: list[str], parsers: Path) -> dict[str, object]:
    """Ingest paths into a KG; returns wall time, processor time by process, memory and the stages' wall time."""
    with _opened(kg) as graph:
        server = read_server(Path(kg))
        database = server.server.process() if server else None
        before, start = read_processor_time(database), time.perf_counter()
        report = ingest(paths, graph, parsers)
        wall_s = time.perf_counter() - start
        used = read_processor_time(database).since(before)
        held = database.memory_info().rss / 2**20 if database else 0.0
    return {
        "lines": report.lines,
        "entities": report.entities,
        "unchanged": report.unchanged,
        "coverage": report.coverage,
        "wall_s": round(wall_s, 2),
        "own_s": round(used.own_s, 2),
        "workers_s": round(used.workers_s, 2),
        "database_s": round(used.database_s, 2),
        "peak_memory_mb": round(peak_memory_mb()),
        "database_memory_mb": round(held),
        "stages_wall_s": dict(report.seconds),
        "load_average": round(psutil.getloadavg()[0], 1),
    }


def _opened(kg: str) -> BoltGraph:
    """Open a folder, or a server by URL with the login that the environment names."""
    user, password = (os.environ.get(f"WIRELORE_BENCH_{name}", "") for name in ("USER", "PASSWORD"))
    return open_graph(kg, create=True, user=user, password=password, idle_s=1.0)


if __name__ == "__main__":
    print(json.dumps(measure_ingest(sys.argv[1], sys.argv[3:], Path(sys.argv[2]))))
