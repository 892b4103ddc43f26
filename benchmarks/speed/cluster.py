"""Measures an ingest on one machine and on Dask workers: python -m benchmarks.speed.cluster URL [--lines N].

The graph is emptied before each. WIRELORE_BENCH_USER and WIRELORE_BENCH_PASSWORD are its login.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import psutil
from distributed import LocalCluster

from benchmarks.speed.__main__ import write_log
from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph
from ingest.cluster.open_cluster import THREADS, open_cluster
from ingest.cluster.work import GraphLogin
from ingest.load.load_document import DocumentLoad
from ingest.load.load_files import OpenLoad
from ingest.pipeline import ingest, no_progress

SOURCE = "../shared/data/openstack/OpenStack_2k.log"
EMPTY_SOME = "MATCH (n) WITH n LIMIT 5000 DETACH DELETE n"


def main() -> None:
    """Measure one machine, then one and two workers; print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed.cluster", description=__doc__)
    parser.add_argument("kg", help="URL of a Neo4j that may be emptied")
    parser.add_argument("--lines", type=int, default=100_000)
    parser.add_argument("--source", type=Path, default=Path(SOURCE), help="the short log to repeat")
    parser.add_argument("--workers", type=int, nargs="+", default=[0, 1, 2], help="0 is one machine alone")
    given = parser.parse_args()
    login = GraphLogin(
        given.kg,
        os.environ.get("WIRELORE_BENCH_USER", "neo4j"),
        os.environ.get("WIRELORE_BENCH_PASSWORD", ""),
    )
    print("| ingest | wall s | of it loading | lines/s loading | client core s | workers' | database's |")
    print("|---|---|---|---|---|---|---|")
    with (
        tempfile.TemporaryDirectory(prefix="wirelore-bench-") as made,
        open_graph(login.url, create=True, user=login.user, password=login.password) as graph,
    ):
        log, parsers = Path(made) / "service.log", Path(made) / "parsers"
        ingest([given.source], graph, parsers)
        write_log(given.source, log, given.lines)
        for workers in given.workers:
            _empty(graph)
            _measure(graph, login, log, parsers, workers, given.lines)
        _empty(graph)


def _measure(graph: BoltGraph, login: GraphLogin, log: Path, parsers: Path, workers: int, lines: int) -> None:
    """Load the log, with so many workers or with none, and print a row."""
    with ExitStack() as stack:
        open_load: OpenLoad = DocumentLoad
        there: Callable[[], list[int]] = list
        if workers:
            cluster = stack.enter_context(
                LocalCluster(n_workers=workers, threads_per_worker=THREADS, dashboard_address="127.0.0.1:0")
            )
            opened = open_cluster(
                cluster.scheduler_address, login, allow_weak_sandbox=False, progress=no_progress, show=print
            )
            open_load = stack.enter_context(opened)
            pids = [worker.pid for worker in cluster.workers.values()]
            there = pids.copy
        database = _listening(login.url)
        before = (_seconds([os.getpid()], False), _seconds(there(), True), _seconds(database, False))
        start = time.perf_counter()
        report = ingest([log], graph, parsers, open_load=open_load)
        wall = time.perf_counter() - start
        after = (_seconds([os.getpid()], False), _seconds(there(), True), _seconds(database, False))
        assert report.lines == lines, report.not_loaded
    stages = report.seconds
    loading = wall - sum(stages.get(name, 0.0) for name in ("learn", "relate", "check", "describe"))
    used = " | ".join(f"{one - other:.1f}" for one, other in zip(after, before, strict=True))
    name = f"{workers} workers of {THREADS} threads" if workers else "one machine"
    print(f"| {name} | {wall:.1f} | {loading:.1f} | {lines / loading:,.0f} | {used} |", flush=True)


def _seconds(pids: list[int], family: bool) -> float:
    """Return the processor time of processes, with that of what they started where asked for."""
    total = 0.0
    for each in map(psutil.Process, pids):
        for one in (each, *(each.children(recursive=True) if family else ())):
            times = one.cpu_times()
            total += times.user + times.system
    return total


def _listening(url: str) -> list[int]:
    """Return the process of a database on this machine; none where it is elsewhere."""
    port = int(url.rpartition(":")[2])
    for each in psutil.net_connections("tcp"):
        if each.status == psutil.CONN_LISTEN and each.pid and tuple(each.laddr)[1:] == (port,):
            return [each.pid]
    return []


def _empty(graph: BoltGraph) -> None:
    while graph.read("MATCH (n) RETURN count(n)").rows[0][0]:
        graph.write(EMPTY_SOME)


if __name__ == "__main__":
    main()
