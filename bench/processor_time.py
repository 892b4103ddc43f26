"""Processor time and memory of the processes that an ingest keeps busy."""

from __future__ import annotations

import resource
import sys
from dataclasses import dataclass

import psutil

_KB_PER_MB = 1024 if sys.platform != "darwin" else 1024 * 1024


@dataclass(frozen=True, slots=True)
class ProcessorTime:
    """Seconds of processor time since some moment: our process, its sandbox workers, and the database."""

    own_s: float
    workers_s: float
    database_s: float

    def since(self, earlier: ProcessorTime) -> ProcessorTime:
        """Return what was used since an earlier reading."""
        return ProcessorTime(
            self.own_s - earlier.own_s,
            self.workers_s - earlier.workers_s,
            self.database_s - earlier.database_s,
        )


def read_processor_time(database: psutil.Process | None) -> ProcessorTime:
    """Read the clocks. Workers count when they have ended; a database on another machine counts as 0."""
    times = database.cpu_times() if database else None
    return ProcessorTime(
        _seconds(resource.RUSAGE_SELF),
        _seconds(resource.RUSAGE_CHILDREN),
        times.user + times.system if times else 0.0,
    )


def peak_memory_mb() -> float:
    """Return the most memory that our process ever had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _KB_PER_MB


def _seconds(who: int) -> float:
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime
