"""Collects what an ingest counts, shows and times, over all documents."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeVar

from graph_store.records import SourceLine
from ingest.records import CutLine, DocumentCounts, Doubt, ParsedBatch

MOST_SHOWN = 1_000
Shown = TypeVar("Shown")


@dataclass(slots=True)
class Tally:
    """What is counted over all documents."""

    unchanged: int = 0
    counted: dict[str, DocumentCounts] = field(default_factory=dict)
    copies: dict[str, str] = field(default_factory=dict)
    not_loaded: dict[str, str] = field(default_factory=dict)
    unexplained: list[SourceLine] = field(default_factory=list)
    not_found: list[str] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    cut_lines: list[CutLine] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    parsers: set[str] = field(default_factory=set)
    seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Add the time inside to a stage."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[stage] += time.perf_counter() - start

    def show(self, batch: ParsedBatch) -> None:
        """Keep the first lines that nothing explains, the first values that no line shows, and all doubts."""
        if len(batch.owned) < len(batch.lines):
            _keep(self.unexplained, (line for line in batch.lines if line.number not in batch.owned))
        _keep(self.not_found, batch.not_found)
        self.doubts.extend(batch.doubts)
        self.show_cut(batch.lines)

    def show_cut(self, lines: Iterable[SourceLine]) -> None:
        """Keep the first lines of which only the head was read."""
        cut = (CutLine(one.path, one.number, one.bytes, len(one.text)) for one in lines if one.bytes)
        _keep(self.cut_lines, cut)

    def take(self, other: Tally) -> None:
        """Keep the first of what was shown elsewhere, and what failed there, each told once."""
        _keep(self.unexplained, other.unexplained)
        _keep(self.not_found, other.not_found)
        _keep(self.cut_lines, other.cut_lines)
        self.failures.extend(failure for failure in other.failures if failure not in self.failures)

    def count(self, path: str, counts: DocumentCounts) -> None:
        """Count one document, loaded now or before."""
        self.not_loaded.pop(path, None)
        self.counted[path] = counts

    def forget(self, path: str) -> None:
        """Forget what was shown of a file: it is read again."""
        self.unexplained = [line for line in self.unexplained if line.path != path]
        self.not_found = [message for message in self.not_found if not message.startswith(f"{path}:")]
        self.cut_lines = [line for line in self.cut_lines if line.path != path]
        self.doubts = [doubt for doubt in self.doubts if doubt.path != path]
        self.failures = [message for message in self.failures if not message.startswith(f"{path}: ")]

    def not_load(self, path: str, reason: str) -> None:
        """Keep why a file could not be loaded; nothing of it counts."""
        self.forget(path)
        self.counted.pop(path, None)
        self.not_loaded[path] = reason

    def total(self) -> DocumentCounts:
        """Return what all documents hold."""
        total = DocumentCounts()
        for counts in self.counted.values():
            total.lines += counts.lines
            total.explained += counts.explained
            total.tokens += counts.tokens
            total.fields += counts.fields
            total.children += counts.children
            total.types.update(counts.types)
        return total


def _keep(shown: list[Shown], found: Iterable[Shown]) -> None:
    """Keep what is found while there is room."""
    shown.extend(islice(found, max(0, MOST_SHOWN - len(shown))))
