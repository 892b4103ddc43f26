"""Ends our own work that takes too long: no file may block an ingest."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

LEARN_LIMIT_S = 120.0
"""For learning one format, without a model. A large sample takes a few seconds."""
READ_LIMIT_S = 60.0
"""For reading the sample of one file and telling what kind of file it is."""

MOMENT_S = 0.001
"""What an outer timer gets that ran out meanwhile; 0 would switch it off."""


class TimeIsOverError(Exception):
    """The work inside took longer than it may; `seconds` is the limit."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"not done within {seconds:g} s")
        self.seconds = seconds


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TimeIsOverError inside when the time is over, also in the middle of a regular expression.

    Only the main thread hears the signal: in another thread there is no limit. An outer timer goes on afterwards.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(_signal: int, _frame: FrameType | None) -> None:
        raise TimeIsOverError(seconds)

    before = signal.signal(signal.SIGALRM, end)
    outer_s, _ = signal.setitimer(signal.ITIMER_REAL, seconds)
    began = time.monotonic()
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if outer_s:
            signal.setitimer(signal.ITIMER_REAL, max(outer_s - (time.monotonic() - began), MOMENT_S))
