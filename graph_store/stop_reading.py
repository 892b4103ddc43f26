"""Ends what is being read for somebody who no longer waits for it, in the server as well."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class StopSignal:
    """Belongs to one piece of work; `stop` ends its statements from any thread, and lets it begin no other."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ends: dict[int, Callable[[], None]] = {}
        self._count = 0
        self.stopped = False

    def stop(self) -> None:
        """End what runs; a second time changes nothing."""
        with self._lock:
            self.stopped = True
            ends = list(self._ends.values())
            self._ends.clear()
        for end in ends:
            end()

    @contextmanager
    def ending_with(self, end: Callable[[], None]) -> Iterator[None]:
        """Call `end`, which must not fail or wait, when the signal comes; at once where it has come."""
        with self._lock:
            self._count += 1
            mine, late = self._count, self.stopped
            if not late:
                self._ends[mine] = end
        if late:
            end()
        try:
            yield
        finally:
            with self._lock:
                self._ends.pop(mine, None)


_CURRENT: ContextVar[StopSignal | None] = ContextVar("stop_reading", default=None)


@contextmanager
def stoppable() -> Iterator[StopSignal]:
    """Let what is read inside, also in threads and tasks that take its context along, end with it.

    Whoever leaves early, by an error or because a task was cancelled, ends what still runs.
    """
    signal = StopSignal()
    token = _CURRENT.set(signal)
    try:
        yield signal
    finally:
        _CURRENT.reset(token)
        signal.stop()


def current_stop() -> StopSignal:
    """Return the signal that ends what is read here; one that never comes where nobody set one."""
    return _CURRENT.get() or StopSignal()
