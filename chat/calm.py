"""Delays background work while someone waits for the first words of an answer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager

LONGEST_S = 3.0
"""Nothing stands back for longer, however many come and wait in the meantime."""


class Calm:
    """Counts who waits, in one event loop."""

    def __init__(self) -> None:
        self._waiting = 0
        self._since = 0.0
        self._nobody = asyncio.Event()
        self._nobody.set()

    @property
    def waiting(self) -> int:
        """How many wait."""
        return self._waiting

    @contextmanager
    def broken(self) -> Iterator[Wait]:
        """Wait for an answer; the wait is over at its end, or when it is said to be."""
        wait = Wait(self)
        if not self._waiting:
            self._since = time.monotonic()
        self._waiting += 1
        self._nobody.clear()
        try:
            yield wait
        finally:
            wait.end()

    def ended(self) -> None:
        """Count one less."""
        self._waiting -= 1
        if not self._waiting:
            self._nobody.set()

    async def come(self) -> None:
        """Return when nobody waits, or when somebody has done so for 3 s."""
        left = self._since + LONGEST_S - time.monotonic()
        if self._nobody.is_set() or left <= 0:
            return
        try:
            await asyncio.wait_for(self._nobody.wait(), left)
        except TimeoutError:
            return


class Wait:
    """One person's wait."""

    def __init__(self, calm: Calm) -> None:
        self._calm: Calm | None = calm

    def end(self) -> None:
        """End it, once."""
        calm, self._calm = self._calm, None
        if calm is not None:
            calm.ended()


CALM = Calm()
"""That of the one event loop in which a chat runs."""
