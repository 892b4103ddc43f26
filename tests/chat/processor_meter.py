"""Measures what processes take of the machine's processors, and what others leave them."""

from __future__ import annotations

import os
from collections.abc import Sequence

import psutil


class ProcessorMeter:
    """Measures from `begin` to the latest `read`."""

    def __init__(self, server: int, others: Sequence[int] = ()) -> None:
        self._server = psutil.Process(server)
        self._ours = [self._server, psutil.Process(os.getpid()), *map(psutil.Process, others)]
        self.begin()

    def begin(self) -> None:
        """Count from now on."""
        self._begun = self._now()
        self._latest = self._begun

    def read(self) -> None:
        """Count until now."""
        self._latest = self._now()

    @property
    def server_s(self) -> float:
        """Return the server's processor time."""
        return self._latest[0] - self._begun[0]

    @property
    def free(self) -> float:
        """Return the share of the processors' time that others left to us, from 0 to 1."""
        ours, busy, all_of_it = (self._latest[i] - self._begun[i] for i in (1, 2, 3))
        return 1.0 - max(0.0, busy - ours) / all_of_it if all_of_it else 1.0

    def _now(self) -> tuple[float, float, float, float]:
        machine = psutil.cpu_times()
        idle = machine.idle + getattr(machine, "iowait", 0.0)
        ours = [sum(process.cpu_times()[:2]) for process in self._ours]
        stolen = getattr(machine, "steal", 0.0)  # by other machines on the same processors
        whole = machine.user + machine.nice + machine.system + stolen + idle
        return ours[0], sum(ours), whole - idle, whole
