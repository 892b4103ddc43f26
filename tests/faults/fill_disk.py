"""A KG on a small disk of its own that is full at a chosen moment: run in a mount namespace, tells what happened."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from chat.errors import EXPECTED, explain
from graph_store.open_graph import open_graph
from settings import Settings
from tests.faults.graph_contents import graph_contents, text_index_faults
from tests.faults.killable_ingest import IDLE_S, Job, RunningIngest, ingest_whole
from tests.faults.network_files import write_files
from workspace.workspace import Workspace

ENOUGH = 200_000_000
ROOM = {"the ingest can begin": 700_000, "nothing can be written": 0}
"""What is left when the second ingest begins, in bytes."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What an ingest on a full disk said, what a chat said then, and what was there once there was room again."""

    told: str
    said_in_chat: str
    kept: bool
    contents: list[str]
    faults: list[str]


def main() -> None:
    """Run the trials in folder `sys.argv[1]`, which becomes a disk in memory."""
    place = Path(sys.argv[1])
    _mount(place, ENOUGH)
    jobs = [
        Job(
            str(place / "kg"),
            write_files(place.parent / f"files{version}", version),
            place / "kg" / "parsers",
        )
        for version in (1, 2)
    ]
    ingest_whole(jobs[0])
    trials = {
        name: _try(place, jobs[number % 2 == 0], room) for number, (name, room) in enumerate(ROOM.items())
    }
    sys.stdout.write(json.dumps({name: asdict(trial) for name, trial in trials.items()}))


def _try(place: Path, job: Job, room: int) -> Trial:
    kg = place / "kg"
    with open_graph(job.kg, idle_s=IDLE_S) as graph:
        before = graph_contents(graph)
        shutil.rmtree(job.parsers)
        _leave(place, room)
        told = RunningIngest(job).wait()
        said = _ask(kg)
        _mount(place, ENOUGH, "remount")
        kept = set(_lines(before)) <= set(_lines(graph_contents(graph)))
    ingest_whole(job)
    with open_graph(job.kg, idle_s=IDLE_S) as graph:
        return Trial(told, said, kept, graph_contents(graph), text_index_faults(graph, kg))


def _ask(kg: Path) -> str:
    workspace = Workspace(Settings(kg=str(kg), idle_s=IDLE_S))
    try:
        workspace.agent()
        return "answered"
    except EXPECTED as error:
        return explain(error)
    finally:
        workspace.close()


def _lines(contents: list[str]) -> list[str]:
    return [entry for entry in contents if entry.startswith("(Line ")]


def _leave(place: Path, room: int) -> None:
    """Shrink the disk until so much is free."""
    usage = shutil.disk_usage(place)
    _mount(place, usage.used + room, "remount")


def _mount(place: Path, size: int, *options: str) -> None:
    pages = ",".join((*options, f"size={-(-size // 4096) * 4096}"))
    subprocess.run(["mount", "-t", "tmpfs", "-o", pages, "none", str(place)], check=True)


if __name__ == "__main__":
    main()
