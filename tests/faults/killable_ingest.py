"""An ingest in a process of its own that says how far it is, so that it can be hit at a chosen moment."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import time
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

import psutil

from graph_store.open_graph import ingest_lock
from ingest.pipeline import ingest
from settings import Settings
from workspace.errors import expected_message
from workspace.open_kg import opened

IDLE_S = 2.0
PATIENCE_S = 240.0
DONE = "done"
PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload([__name__])


@dataclass(frozen=True, slots=True)
class Job:
    """What to ingest into which KG."""

    kg: str
    files: Path
    parsers: Path
    user: str = ""
    password: str = ""


@dataclass(frozen=True, slots=True)
class Moment:
    """So long after an ingest said that it is at its step of this number."""

    step: int
    delay_s: float


@dataclass(frozen=True, slots=True)
class Timeline:
    """When an undisturbed ingest took its steps, in seconds from its start, and when it ended."""

    steps: tuple[float, ...]
    end: float

    def draw(self, count: int, seed: int | str) -> list[Moment]:
        """Choose moments at random, one in each of `count` equal parts of the time since the first use of the graph."""
        chance = random.Random(seed)
        first = self.steps[0]
        times = [first + (part + chance.random()) / count * (self.end - first) for part in range(count)]
        places = [bisect_right(self.steps, moment) - 1 for moment in times]
        return [
            Moment(place, max(0.0, moment - self.steps[place]))
            for place, moment in zip(places, times, strict=True)
        ]


class Steps:
    """A graph that says so whenever it is used."""

    def __init__(self, graph: Any, said: Connection) -> None:
        self._graph, self._said = graph, said

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._graph, name)
        if not callable(found):
            return found

        def act(*values: Any, **named: Any) -> Any:
            self._said.send(name)
            return found(*values, **named)

        return act


class RunningIngest:
    """An ingest that was started; `steps` are the times at which it said something, `names` what."""

    def __init__(self, job: Job) -> None:
        self._said, said = PROCESSES.Pipe(duplex=False)
        self._process: ForkServerProcess = PROCESSES.Process(target=_run, args=(job, said))
        self._process.start()
        said.close()
        self.started = time.monotonic()
        self.steps: list[float] = []
        self.names: list[str] = []
        self.ending = ""

    @property
    def pid(self) -> int:
        """The process."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def runs(self) -> bool:
        """Whether it has not ended yet."""
        return self._process.is_alive()

    def wait_for(self, moment: Moment) -> bool:
        """Wait until a moment; False when the ingest ended before it."""
        while len(self.steps) <= moment.step:
            if not self._listen(PATIENCE_S):
                return False
        time.sleep(moment.delay_s)
        return self.runs and not self.ending

    def freeze_at(self, name: str) -> None:
        """Stop it, without ending it, as soon as it says that it does something of this name."""
        while name not in self.names:
            assert self._listen(PATIENCE_S), f"it ended without {name}: {self.ending}"
        os.kill(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        os.kill(self.pid, signal.SIGCONT)

    def wait(self) -> str:
        """Wait for its end, and return "done" or what a person is told; "" for one that was killed."""
        while self._listen(PATIENCE_S):
            pass
        self._process.join(PATIENCE_S)
        assert not self.runs, "the ingest neither goes on nor ends"
        return self.ending

    def kill(self) -> list[psutil.Process]:
        """End it as kill -9 does, and return the processes that it had started."""
        try:
            family = psutil.Process(self.pid).children(recursive=True)
        except psutil.NoSuchProcess:  # it has just ended by itself
            family = []
        self._process.kill()
        self._process.join(PATIENCE_S)
        return family

    def workers(self) -> list[psutil.Process]:
        """Return its sandbox's workers."""
        try:
            family = psutil.Process(self.pid).children()
        except psutil.NoSuchProcess:
            return []
        return [each for each in family if "worker.main" in _command(each)]

    def timeline(self) -> Timeline:
        """Return when it took its steps."""
        return Timeline(tuple(self.steps), time.monotonic() - self.started)

    def _listen(self, time_limit_s: float) -> bool:
        """Hear one thing; False when there is nothing more to hear."""
        try:
            if not self._said.poll(time_limit_s):
                raise AssertionError(f"the ingest said nothing for {time_limit_s:.0f} s")
            self._heard(self._said.recv())
        except (EOFError, OSError):
            return False
        return True

    def _heard(self, said: str | tuple[str]) -> None:
        if isinstance(said, tuple):
            (self.ending,) = said
        else:
            self.steps.append(time.monotonic() - self.started)
            self.names.append(said)


def ingest_whole(job: Job) -> Timeline:
    """Run an ingest to its end."""
    running = RunningIngest(job)
    told = running.wait()
    assert told == DONE, told
    return running.timeline()


def eventually(holds: Callable[[], bool], patience_s: float = 30.0) -> bool:
    """Wait until something holds; False when it never does."""
    deadline = time.monotonic() + patience_s
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.02)
    return holds()


def all_gone(processes: Sequence[psutil.Process]) -> bool:
    """Tell whether none of the processes is left."""
    return not [each for each in processes if each.is_running() and each.status() != psutil.STATUS_ZOMBIE]


def _command(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""


def _run(job: Job, said: Connection) -> None:
    """Do what `wirelore ingest` does, and tell how it ended."""
    settings = Settings(kg=job.kg, neo4j_user=job.user, neo4j_password=job.password, idle_s=IDLE_S)
    try:
        with (
            ingest_lock(job.kg, user=job.user, password=job.password),
            opened(settings, create=True) as graph,
        ):
            ingest(
                [job.files],
                Steps(graph, said),
                job.parsers,
                same_paths=True,
                progress=lambda *told: said.send(told[0]),
            )
    except Exception as error:  # what a person is told is the test's matter
        said.send((expected_message(error) or f"unexpected {type(error).__name__}: {error}",))
        return
    said.send((DONE,))
