"""Runs the process that loads or removes documents, one at a time, and passes on its progress."""

from __future__ import annotations

import asyncio
import ctypes
import json
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from workspace.errors import JobFailedError

# The messages between a face and the process that loads documents, as JSON lines. Pure.


Action = Literal["plan", "load", "remove"]
JsonObject = Mapping[str, Any]
LOAD = "load"
"""The stage that reads the files."""


@dataclass(frozen=True, slots=True)
class LoadJob:
    """Work for the process: `paths` are files and folders to plan or load, or documents to remove.

    Parsers are learned with `model`.
    """

    action: Action
    kg: str
    paths: tuple[str, ...]
    model: str = "builtin"


@dataclass(frozen=True, slots=True)
class Progressed:
    """How far a stage is; `total` is 0 when that is not known. `part` is the share of the next one that is done."""

    stage: str
    done: int
    total: int
    part: float = 0.0


@dataclass(frozen=True, slots=True)
class Done:
    """How a job ended: a plan, an ingest's report, or the removed paths."""

    result: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Failed:
    """Why a job failed, for people."""

    message: str


JobEvent = Progressed | Done | Failed
KINDS = {kind.__name__: kind for kind in (Progressed, Done, Failed)}


def write_job(job: LoadJob) -> str:
    """Write a job as one line."""
    return json.dumps(asdict(job))


def read_job(line: str) -> LoadJob:
    """Read what `write_job` wrote."""
    found = json.loads(line)
    return LoadJob(**{**found, "paths": tuple(found["paths"])})


def write_event(event: JobEvent) -> str:
    """Write an event as one line."""
    return json.dumps({"kind": type(event).__name__, **asdict(event)})


def read_event(line: str) -> JobEvent | None:
    """Read what `write_event` wrote; return None for any other line that the process prints."""
    try:
        found = json.loads(line)
        return KINDS[found.pop("kind")](**found)
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


# Runs that process, one at a time, and passes its progress on.


LONGEST_LINE = 64 << 20
PARENT_DEATH_SIGNAL = 1
"""Linux's prctl option: which signal a process gets when its parent is gone."""
STOP_WITHIN_S = 300.0
"""Seconds in which a stopped load removes a half-loaded document."""
HERE = Path(__file__).resolve().parent.parent
OnProgress = Callable[[Progressed], Awaitable[None]]

_turn = asyncio.Lock()
_ending: set[asyncio.Task[None]] = set()


def is_busy() -> bool:
    """Tell whether a job of this process is running."""
    return _turn.locked()


async def run_job(job: LoadJob, on_progress: OnProgress) -> JsonObject:
    """Run a job after those that wait, and return its result. Cancelling stops it. Raises JobFailedError."""
    await _turn.acquire()
    try:
        process = await _start()
    except BaseException:
        _turn.release()
        raise
    try:
        return await _follow(process, job, on_progress)
    except BaseException:
        if process.returncode is None:
            process.terminate()
        raise
    finally:  # the next job begins when this process is gone, which nobody waits for
        ending = asyncio.create_task(_wait(process))
        _ending.add(ending)
        ending.add_done_callback(_ending.discard)


async def _start() -> asyncio.subprocess.Process:
    path = os.pathsep.join(filter(None, [str(HERE), os.environ.get("PYTHONPATH", "")]))
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",
        "-m",
        "workspace.load_process",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
        limit=LONGEST_LINE,
        preexec_fn=END_WITH_PARENT,
    )


async def _follow(process: asyncio.subprocess.Process, job: LoadJob, on_progress: OnProgress) -> JsonObject:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{write_job(job)}\n".encode())
    process.stdin.close()
    async for line in process.stdout:
        match read_event(line.decode()):
            case Progressed() as progressed:
                await on_progress(progressed)
            case Done(result):
                return result
            case Failed(message):
                raise JobFailedError(message)
    raise JobFailedError(f"the process ended without a word (exit code {await process.wait()})")


async def _wait(process: asyncio.subprocess.Process) -> None:
    try:
        assert process.stdout is not None
        await asyncio.wait_for(asyncio.gather(process.stdout.read(), process.wait()), STOP_WITHIN_S)
    except TimeoutError:
        process.kill()
        await process.wait()
    finally:
        _turn.release()


def _end_with_parent() -> None:
    ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGTERM)


END_WITH_PARENT = _end_with_parent if sys.platform == "linux" else None
"""What a new process runs first, so that it is ended when its parent is gone, where the system can."""
