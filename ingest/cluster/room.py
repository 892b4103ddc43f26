"""How many lines each worker holds: a block goes to the one with most room, and waits where there is none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

LINES_A_THREAD = 40_000
"""Two blocks of the longest kind: one is parsed while the other is written."""


@dataclass(slots=True)
class Room:
    """The lines that workers hold, by address; `threads` are those of each worker that is there."""

    threads: dict[str, int] = field(default_factory=dict)
    held: Counter[str] = field(default_factory=Counter)

    def see(self, threads: Mapping[str, int]) -> None:
        """Take note of the workers that are there now."""
        self.threads = dict(threads)
        for gone in self.held.keys() - self.threads.keys():
            del self.held[gone]

    def choose(self, lines: int) -> str | None:
        """Choose the worker with most room; a block that is too long for any waits for one that holds nothing."""
        free = {name: count * LINES_A_THREAD - self.held[name] for name, count in self.threads.items()}
        name = max(free, key=lambda each: free[each], default=None)
        if name is None or (free[name] < lines and self.held[name]):
            return None
        return name

    def take(self, worker: str, lines: int) -> None:
        """Count a block's lines for a worker."""
        self.held[worker] += lines

    def give_back(self, worker: str, lines: int) -> None:
        """Count them no more; a worker that is gone holds none."""
        if worker in self.held:
            self.held[worker] -= lines
