"""Counts what an ingest loads, and makes its report."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice

from graph_store.records import SourceLine
from ingest.records import CutLine, DocumentCounts, Doubt, ParsedBatch

UNEXPLAINED_KEPT = 1_000
DAY = len("2026-11-25")
MOST_DAYS = 4_000
"""A log of more days, some ten years, keeps none: its times are hardly those of its records."""


@dataclass(slots=True)
class DocumentTally:
    """What is counted of one document."""

    lines: int = 0
    explained: int = 0
    tokens: int = 0
    fields: int = 0
    children: int = 0
    types: Counter[str] = field(default_factory=Counter)
    hosts: set[str] = field(default_factory=set)
    doubts: tuple[Doubt, ...] = ()
    days: dict[str, int] = field(default_factory=dict)
    first_line: int = 1

    @classmethod
    def of(cls, counts: DocumentCounts) -> DocumentTally:
        """Go on counting from what a document holds already."""
        return cls(
            lines=counts.lines,
            explained=counts.explained,
            tokens=counts.tokens,
            fields=counts.fields,
            children=counts.children,
            types=Counter(counts.types),
            doubts=counts.doubts,
            days=dict(counts.days),
            first_line=counts.first_line,
        )

    def add(self, batch: ParsedBatch) -> None:
        """Count one batch."""
        self.lines += len(batch.lines)
        self.explained += len(batch.owned)
        self.tokens += batch.tokens
        self.fields += batch.fields
        for entity in batch.entities:
            self.types[entity.type] += 1
            if entity.parent is not None:
                self.children += 1
            if entity.device:
                self.hosts.add(entity.device)
            time = entity.values.get("timestamp")
            if isinstance(time, str) and time[:DAY] not in self.days and entity.lines:
                self.days[time[:DAY]] = entity.lines[0]

    def doubt(self, doubts: Sequence[Doubt]) -> None:
        """Keep what is doubtful; of what was so before, and is so again behind it, the first stays."""
        known = {each.reason for each in self.doubts}
        self.doubts = (*self.doubts, *(each for each in doubts if each.reason not in known))

    def counts(self) -> DocumentCounts:
        """Return what was counted."""
        return DocumentCounts(
            self.lines,
            self.explained,
            self.tokens,
            self.fields,
            dict(self.types),
            self.children,
            self.doubts,
            dict(self.days) if len(self.days) <= MOST_DAYS else {},
            self.first_line,
        )


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
        """Keep the first lines that nothing explains, and the first values that no line shows."""
        room = UNEXPLAINED_KEPT - len(self.unexplained)
        if room > 0 and len(batch.owned) < len(batch.lines):
            left = (line for line in batch.lines if line.number not in batch.owned)
            self.unexplained.extend(islice(left, room))
        self.not_found.extend(batch.not_found[: max(0, UNEXPLAINED_KEPT - len(self.not_found))])
        self.show_cut(batch.lines)

    def show_cut(self, lines: Iterable[SourceLine]) -> None:
        """Keep the first lines of which only the head was read."""
        cut = (CutLine(one.path, one.number, one.bytes, len(one.text)) for one in lines if one.bytes)
        self.cut_lines.extend(islice(cut, max(0, UNEXPLAINED_KEPT - len(self.cut_lines))))

    def take(self, other: Tally) -> None:
        """Keep the first of what was shown elsewhere, and what failed there, each told once."""
        self.unexplained.extend(other.unexplained[: max(0, UNEXPLAINED_KEPT - len(self.unexplained))])
        self.not_found.extend(other.not_found[: max(0, UNEXPLAINED_KEPT - len(self.not_found))])
        self.cut_lines.extend(other.cut_lines[: max(0, UNEXPLAINED_KEPT - len(self.cut_lines))])
        self.failures.extend(told for told in other.failures if told not in self.failures)

    def forget(self, path: str) -> None:
        """Forget what was shown of a file: it is read again."""
        self.unexplained = [line for line in self.unexplained if line.path != path]
        self.not_found = [told for told in self.not_found if not told.startswith(f"{path}:")]
        self.cut_lines = [line for line in self.cut_lines if line.path != path]
        self.doubts = [doubt for doubt in self.doubts if doubt.path != path]
        self.failures = [told for told in self.failures if not told.startswith(f"{path}: ")]

    def count(self, path: str, counts: DocumentCounts) -> None:
        """Count one document, loaded now or before."""
        self.not_loaded.pop(path, None)
        self.counted[path] = counts

    def not_load(self, path: str, reason: str) -> None:
        """Keep why a file could not be loaded; nothing of it counts."""
        self.forget(path)
        self.counted.pop(path, None)
        self.not_loaded[path] = reason

    def total(self) -> DocumentCounts:
        """Return what all documents hold."""
        every = self.counted.values()
        types: Counter[str] = Counter()
        for counts in every:
            types.update(counts.types)
        return DocumentCounts(
            sum(counts.lines for counts in every),
            sum(counts.explained for counts in every),
            sum(counts.tokens for counts in every),
            sum(counts.fields for counts in every),
            dict(types.most_common()),
            sum(counts.children for counts in every),
        )
