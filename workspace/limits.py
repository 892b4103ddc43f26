"""Limits how often someone may do something, and how much at once."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

MOST_KEYS = 10_000
_Kept = TypeVar("_Kept")


class RateLimit:
    """Allows `most` times within any `window_s` seconds, for each key; with `most` 0 there is no limit."""

    def __init__(self, most: float, window_s: float = 60.0) -> None:
        self._most, self._window = most, window_s
        self._times: dict[str, deque[float]] = {}

    def wait_s(self, key: str, now: float) -> float:
        """Count one more time and return 0.0; where that is too often, count nothing and return how long to wait."""
        if not self._most:
            return 0.0
        times = self._times.get(key) or deque()
        _put_last(self._times, key, times)
        while times and times[0] <= now - self._window:
            times.popleft()
        if len(times) >= self._most:
            return times[0] + self._window - now
        times.append(now)
        return 0.0


def _put_last(table: dict[str, _Kept], key: str, value: _Kept) -> None:
    """Put a key's value behind all others, and forget the key that was put first where there are too many."""
    table.pop(key, None)
    table[key] = value
    if len(table) > MOST_KEYS:
        del table[next(iter(table))]


class Turns:
    """Lets the first `free` tries within `window_s` seconds pass, and further ones take turns, one each `gap_s`.

    Whoever tries too often is slowed down, and is never locked out for longer than others of the key wait.
    """

    def __init__(self, free: int, gap_s: float, longest_s: float, window_s: float = 60.0) -> None:
        self._free, self._gap, self._longest = RateLimit(free, window_s), gap_s, longest_s
        self._next: dict[str, float] = {}

    def wait_s(self, key: str, now: float) -> float | None:
        """Return how long this try has to wait for its turn; None when too many wait already."""
        if not self._free.wait_s(key, now):
            return 0.0
        at = max(now, self._next.get(key, 0.0))
        if at - now > self._longest:
            return None
        _put_last(self._next, key, at + self._gap)
        return at - now


class AtOnce:
    """Allows `most` of something to run at the same time, for each key. To be used from one event loop."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._running: Counter[str] = Counter()

    @contextmanager
    def one_more(self, key: str) -> Iterator[bool]:
        """Count one more while it runs; False where there are enough already."""
        if self._running[key] >= self._most:
            yield False
            return
        self._running[key] += 1
        try:
            yield True
        finally:
            self._running[key] -= 1
            if not self._running[key]:
                del self._running[key]
