"""Runs the process that loads or removes documents, one at a time, and passes on what it tells."""

from __future__ import annotations

import asyncio
import ctypes
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from chat.errors import JobFailedError
from chat.loading.load_job import Done, Failed, JsonObject, LoadJob, Progressed, read_told, write_job
from chat.words.say import say

LONGEST_LINE = 64 << 20
PARENT_DEATH_SIGNAL = 1
"""Linux's prctl option: which signal a process gets when its parent is gone."""
STOP_WITHIN_S = 300.0
"""What a stopped load may take to clear half a document away."""
HERE = Path(__file__).resolve().parent.parent.parent
OnProgress = Callable[[Progressed], Awaitable[None]]

_turn = asyncio.Lock()
_ending: set[asyncio.Task[None]] = set()


def is_busy() -> bool:
    """Say whether a job of this chat is running."""
    return _turn.locked()


async def run_job(job: LoadJob, on_progress: OnProgress) -> JsonObject:
    """Run a job when it is its turn, and return its result. Cancelled, it is stopped. Raises JobFailedError."""
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
    finally:
        _see_off(process)


async def _start() -> asyncio.subprocess.Process:
    path = os.pathsep.join(filter(None, [str(HERE), os.environ.get("PYTHONPATH", "")]))
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "chat.loading.load_process",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
        limit=LONGEST_LINE,
        preexec_fn=_end_with_parent if sys.platform == "linux" else None,
    )


async def _follow(process: asyncio.subprocess.Process, job: LoadJob, on_progress: OnProgress) -> JsonObject:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{write_job(job)}\n".encode())
    process.stdin.close()
    async for line in process.stdout:
        match read_told(line.decode()):
            case Progressed() as progressed:
                await on_progress(progressed)
            case Done(result):
                return result
            case Failed(message):
                raise JobFailedError(message)
    raise JobFailedError(say("load.process_ended", code=await process.wait()))


def _see_off(process: asyncio.subprocess.Process) -> None:
    """Do not wait for a process to end; the next one begins when it is gone."""
    task = asyncio.create_task(_wait(process))
    _ending.add(task)
    task.add_done_callback(_ending.discard)


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
