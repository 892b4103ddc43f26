"""One event loop in a background thread, where calls wait and can be cancelled."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

Result = TypeVar("Result")
UNWIND_S = 2.0


class LoopClosedError(RuntimeError):
    """The loop has been closed; nothing can run on it."""


class LoopThread:
    """Runs coroutines for any thread; the loop starts with the first one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._closed = False
        self._running: set[Future[Any]] = set()

    def run(self, work: Callable[[], Coroutine[Any, Any, Result]]) -> Future[Result]:
        """Wait until the coroutine is done, and return its finished future: a result, an error or cancelled.

        An interrupt (Ctrl-C) of the waiting thread cancels the coroutine and passes on at once.
        Raises LoopClosedError after `close`.
        """
        with self._lock:
            loop = self._start()
            future = asyncio.run_coroutine_threadsafe(work(), loop)
            self._running.add(future)
        future.add_done_callback(self._running.discard)
        try:
            while not future.done():
                _wait(future)
        except BaseException:
            future.cancel()
            raise
        return future

    def close(self, last: Callable[[], Awaitable[None]] | None = None) -> None:
        """Cancel what is running, await `last` on the loop, and end the thread. A second time does nothing."""
        with self._lock:
            self._closed = True
            loop, thread = self._loop, self._thread
            self._loop = self._thread = None
        if loop is None or thread is None:
            return
        for future in list(self._running):
            future.cancel()
        asyncio.run_coroutine_threadsafe(_end_tasks(last), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()

    def _start(self) -> asyncio.AbstractEventLoop:
        if self._closed:
            raise LoopClosedError("the calls are closed")
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(target=self._loop.run_forever, name="model calls", daemon=True)
            self._thread.start()
        return self._loop


def _wait(future: Future[Result]) -> None:
    """Wait in pieces: on some systems an endless wait cannot be interrupted."""
    done = threading.Event()
    future.add_done_callback(lambda _: done.set())
    while not done.wait(1.0):
        pass


async def _end_tasks(last: Callable[[], Awaitable[None]] | None) -> None:
    """Wait for what was cancelled: it ends its own tasks, also those that have not begun; then cancel what is left."""
    if await _tasks_left(within=UNWIND_S):
        for task in await _tasks_left(within=0):
            task.cancel()
        await _tasks_left(within=UNWIND_S)
    if last is not None:
        await last()
    await asyncio.get_running_loop().shutdown_asyncgens()


async def _tasks_left(within: float) -> set[asyncio.Task[Any]]:
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    if not tasks:
        return set()
    _, pending = await asyncio.wait(tasks, timeout=within)
    return pending
