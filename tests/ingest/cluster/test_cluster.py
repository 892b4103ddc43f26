"""A cluster makes the graph that one machine makes; also when workers or the client are killed on the way."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from ingest.cluster.spread import PendingBlock, Spread, Spreader
from tests.faults.graph_contents import differences, graph_contents
from tests.ingest.cluster.conftest import Scene
from tests.ingest.cluster.run_ingest import PASSWORD, SCHEDULER, ingest_on_cluster

if TYPE_CHECKING:
    from distributed import Future

STAGE = "load on workers (kB)"
KILLS = int(os.environ.get("WIRELORE_KILLS", "2"))
"""Of workers and of the client, in turn; `make test-kills` tries twenty."""
MARKERS = "MATCH (s:Store) WHERE s.attempt IS NOT NULL RETURN count(s)"


@contextmanager
def started(scene: Scene, files: str = "", scheduler: str = "local") -> Iterator[subprocess.Popen[str]]:
    """Start an ingest on two worker processes; whatever is left of it ends with the test."""
    command = [sys.executable, "-m", "tests.ingest.cluster.run_ingest", files or str(scene.files)]
    process = subprocess.Popen(
        [*command, str(scene.parsers), scene.login.url, scene.login.user],
        env={**os.environ, PASSWORD: scene.login.password, SCHEDULER: scheduler},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        family: list[subprocess.Popen[str] | psutil.Process] = [process]
        with suppress(psutil.NoSuchProcess):
            family += psutil.Process(process.pid).children(recursive=True)
        for each in family:
            with suppress(psutil.NoSuchProcess):
                each.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()


def wait_for(process: subprocess.Popen[str], what: str) -> str:
    """Read what it says until a line that begins so; the last line where none does."""
    assert process.stdout is not None
    line = ""
    for line in process.stdout:
        if line.startswith(what):
            break
    return line.strip()


def workers(process: subprocess.Popen[str]) -> list[psutil.Process]:
    """Return the worker processes: those that run a sandbox, or could."""
    found = psutil.Process(process.pid).children()
    return [each for each in found if "spawn_main" in " ".join(each.cmdline())]


def faults(scene: Scene) -> list[str]:
    """Say where the graph differs from what one machine makes, and what was left of blocks."""
    left = int(str(scene.graph.read(MARKERS).rows[0][0]))
    told = [f"{left} markers of blocks"] if left else []
    return told + differences(graph_contents(scene.graph), scene.expected)


def finish(scene: Scene) -> None:
    """Run the same command to its end; the lock of one that was killed goes a little later than it."""
    deadline = time.monotonic() + 30
    while True:
        with started(scene) as process:
            told = wait_for(process, "done")
        if told == "done" or time.monotonic() > deadline:
            break
    assert told == "done"


def test_a_cluster_makes_the_same_graph_and_loads_nothing_twice(scene: Scene) -> None:
    scene.empty()
    finish(scene)
    assert faults(scene) == []
    with started(scene) as process:
        assert process.stdout is not None
        said = process.stdout.read()
    assert said.endswith("done\n")
    assert STAGE not in said
    assert faults(scene) == []


def test_a_killed_worker_is_replaced(scene: Scene) -> None:
    scene.empty()
    with started(scene) as process:
        wait_for(process, f"{STAGE} 0 ")
        time.sleep(1.0)
        workers(process)[0].kill()
        assert wait_for(process, "done") == "done"
    assert faults(scene) == []


def test_a_killed_client_and_the_same_command_again(scene: Scene) -> None:
    scene.empty()
    with started(scene) as process:
        wait_for(process, STAGE)
        time.sleep(1.5)
        process.kill()
    finish(scene)
    assert faults(scene) == []


@contextmanager
def cluster(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """Start a scheduler and two workers as their users do; yields the scheduler, and its address."""
    told = folder / "scheduler.json"
    dask = str(Path(sys.executable).with_name("dask"))
    quiet = ["--no-dashboard", "--scheduler-file", str(told)]
    first = [dask, "scheduler", "--host", "127.0.0.1", "--port", "0", *quiet]
    others = [
        dask,
        "worker",
        "--host",
        "127.0.0.1",
        "--nworkers",
        "2",
        "--nthreads",
        "2",
        "--death-timeout",
        "5",
        *quiet,
    ]
    started = [subprocess.Popen(first, stderr=subprocess.DEVNULL)]
    try:
        deadline = time.monotonic() + 30
        while not told.exists() and time.monotonic() < deadline:
            time.sleep(0.2)
        started.append(subprocess.Popen(others, cwd=folder, stderr=subprocess.DEVNULL))
        yield started[0], json.loads(told.read_text("utf-8"))["address"]
    finally:
        family = [each for one in started for each in psutil.Process(one.pid).children(recursive=True)]
        for each in (*family, *started):
            with suppress(psutil.NoSuchProcess):
                each.kill()
        for one in started:
            one.wait()


def test_a_killed_scheduler_and_the_same_command_again(scene: Scene, tmp_path: Path) -> None:
    scene.empty()
    with cluster(tmp_path) as (scheduler, address), started(scene, scheduler=address) as process:
        wait_for(process, f"{STAGE} 0 ")
        time.sleep(1.0)
        scheduler.kill()
        said = wait_for(process, "away")
        assert said.startswith("away"), said
        assert process.wait(30) == 1
    finish(scene)
    assert faults(scene) == []


def test_files_behind_a_url_are_read_in_blocks(scene: Scene) -> None:
    scene.empty()
    with started(scene, f"file://{scene.files}") as process:
        told = wait_for(process, "done")
    assert told == "done"
    assert faults(scene) == []


@pytest.mark.timeout(1800)
def test_random_kills(scene: Scene) -> None:
    chance, hit = random.Random(1), 0
    for number in range(KILLS):
        scene.empty()
        with started(scene) as process:
            wait_for(process, STAGE)
            time.sleep(chance.random() * 3)
            running = workers(process)
            hit += bool(running)
            if number % 2:
                process.kill()
            elif running:
                chance.choice(running).kill()
            told = wait_for(process, "done")
        if told != "done":
            finish(scene)
        assert faults(scene) == [], number
    assert hit >= KILLS / 2


def test_a_worker_that_ends_before_its_report_is_fetched(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed: list[int] = []
    take_result = Spreader._take_result

    def end_worker_first(
        self: Spreader, what: str, one: Spread, part: PendingBlock | None, future: Future[Any]
    ) -> None:
        if what == "summarize" and not killed:
            holders = next(iter(self._client.who_has([future]).values()))
            killed.extend(self._client.run(os.getpid, workers=list(holders)).values())
            psutil.Process(killed[0]).kill()
        take_result(self, what, one, part, future)

    monkeypatch.setattr(Spreader, "_take_result", end_worker_first)
    scene.empty()
    report = ingest_on_cluster(str(scene.files), scene.parsers, scene.login, lambda *told: None)
    assert killed
    assert not report.not_loaded
    assert faults(scene) == []
