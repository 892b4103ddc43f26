"""kill -9 at one moment of an ingest: of our process, the database, a sandbox worker, or of an ingest that appends."""

from __future__ import annotations

import os
import random
import shutil
import signal
from dataclasses import dataclass, replace
from pathlib import Path

import psutil

from graph_store.server_file import read_server
from tests.faults.graph_contents import graph_contents
from tests.faults.killable_ingest import (
    DONE,
    Job,
    Moment,
    RunningIngest,
    Timeline,
    all_gone,
    eventually,
    ingest_whole,
)
from tests.faults.network_files import LINES, write_files
from tests.faults.two_networks import Network

GROWN = LINES + 150
KILLED = "killed"


@dataclass(frozen=True, slots=True)
class Trial:
    """Whether the moment came before the ingest ended, how that ended, and what differs once it was run again."""

    moment: Moment
    hit: bool
    told: str
    faults: tuple[str, ...]


def kill_process(network: Network, version: int, moment: Moment, relearn: bool = False) -> Trial:
    """Kill our own process; its workers must go with it."""
    job = _job(network, version, relearn)
    hit, left = _kill_ours(job, moment)
    ingest_whole(job)
    return Trial(moment, hit, KILLED if hit else DONE, (*left, *network.faults(version)))


def kill_database(network: Network, version: int, moment: Moment, relearn: bool = False) -> Trial:
    """Kill the embedded database. While it learns, an ingest needs none, and may end well."""
    job = _job(network, version, relearn)
    running = RunningIngest(job)
    hit = running.wait_for(moment)
    if hit:
        _kill_server(network.folder)
    told = running.wait()
    strange = [] if told == DONE or "the graph server " in told else [f"it said: {told}"]
    ingest_whole(job)
    return Trial(moment, hit, told, (*strange, *network.faults(version)))


def kill_worker(network: Network, version: int, moment: Moment, relearn: bool = False) -> Trial:
    """Kill one of the sandbox's workers, which the same run has to bear; `hit` is false when there was none."""
    running = RunningIngest(_job(network, version, relearn))
    hit = kill_one_worker(running, moment, random.Random(repr(moment)))
    told = running.wait()
    strange = [] if told == DONE else [f"it said: {told}"]
    return Trial(moment, hit, told, (*strange, *network.faults(version)))


def kill_one_worker(running: RunningIngest, moment: Moment, chance: random.Random) -> bool:
    """Kill one of the workers of a running ingest, at a moment or within a second; False when there was none."""
    if not running.wait_for(moment):
        return False
    eventually(lambda: bool(running.workers()) or not running.runs, 1.0)
    try:
        workers = running.workers()
        if workers:
            chance.choice(workers).kill()
        return bool(workers)
    except psutil.NoSuchProcess:  # it ended by itself in between
        return False


@dataclass(frozen=True, slots=True)
class GrowingLog:
    """The network's second version with a log that grows: the ingest of its end is what is killed."""

    network: Network
    job: Job
    whole: list[str]
    undisturbed: Timeline

    def kill(self, moment: Moment) -> Trial:
        """Kill our process while it ingests the end."""
        _grow_again(self.job)
        hit, left = _kill_ours(self.job, moment)
        ingest_whole(self.job)
        return Trial(moment, hit, KILLED if hit else DONE, (*left, *self.network.faults_beside(self.whole)))


def growing_log(network: Network, files: Path) -> GrowingLog:
    """Ingest the grown log whole, then its first lines and its end: both must give the same."""
    job = replace(network.jobs[0], files=write_files(files, 2, GROWN))
    ingest_whole(job)
    whole = graph_contents(network.graph)
    _grow_again(job)
    timeline = ingest_whole(job)
    assert network.faults_beside(whole) == [], "undisturbed"
    return GrowingLog(network, job, whole, timeline)


def _grow_again(job: Job) -> None:
    """Ingest the log as it was, then let it grow."""
    ingest_whole(replace(job, files=write_files(job.files, 2)))
    write_files(job.files, 2, GROWN)


def _job(network: Network, version: int, relearn: bool) -> Job:
    job = network.jobs[version]
    if relearn:
        shutil.rmtree(job.parsers, ignore_errors=True)
    return job


def _kill_ours(job: Job, moment: Moment) -> tuple[bool, tuple[str, ...]]:
    """Return whether the moment came, and which processes were left."""
    running = RunningIngest(job)
    if not running.wait_for(moment):
        assert running.wait() == DONE
        return False, ()
    family = running.kill()
    gone = eventually(lambda: all_gone(family))
    return True, () if gone else (f"left running: {family}",)


def _kill_server(folder: Path) -> None:
    server = read_server(folder)
    if server is not None and server.server.process() is not None:
        os.kill(server.server.pid, signal.SIGKILL)
