"""Delays background work while someone waits for the first words of an answer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

LONGEST_S = 3.0
"""Nothing stands back for longer, however many come and wait in the meantime."""


class Calm:
    """Counts who waits, in one event loop."""

    def __init__(self) -> None:
        self.waiting = 0
        self._since = 0.0
        self._nobody = asyncio.Event()
        self._nobody.set()

    @contextmanager
    def broken(self) -> Iterator[ExitStack]:
        """Wait for an answer; the wait is over at its end, or once what this gives is closed."""
        if not self.waiting:
            self._since = time.monotonic()
        self.waiting += 1
        self._nobody.clear()
        with ExitStack() as wait:
            wait.callback(self._end)
            yield wait

    def _end(self) -> None:
        self.waiting -= 1
        if not self.waiting:
            self._nobody.set()

    async def come(self) -> None:
        """Return when nobody waits, or when somebody has done so for 3 s."""
        left = self._since + LONGEST_S - time.monotonic()
        if self._nobody.is_set() or left <= 0:
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(self._nobody.wait(), left)


CALM = Calm()
"""That of the one event loop in which a chat runs."""
