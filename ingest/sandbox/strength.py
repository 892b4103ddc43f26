"""Whether a worker is sealed: what its self-probe reported, judged by the parent."""

from __future__ import annotations

import json
from dataclasses import dataclass

from ingest.sandbox.worker.self_probe import PROBES


@dataclass(frozen=True, slots=True)
class Strength:
    """What stands (`layers`), and what the worker could still do (`leaks`); nothing, when it is strong."""

    layers: tuple[str, ...]
    leaks: tuple[str, ...]

    @property
    def strong(self) -> bool:
        """Every probe was refused."""
        return not self.leaks

    def summary(self) -> str:
        """Say it in one line, as it is recorded with results."""
        state = "strong" if self.strong else "WEAK, could still: " + ", ".join(self.leaks)
        return f"{state} ({', '.join(self.layers) or 'no layers'})"


def read_strength(hello: bytes) -> Strength:
    """Judge a worker's first words; a probe that is missing or unclear counts as a leak.

    They were written before any generated code was sent. Raises ValueError when they make no sense.
    """
    told = json.loads(hello)
    probes, standing = told["probes"], told["standing"]
    leaks = tuple(name for name in PROBES if probes.get(name) != "refused")
    return Strength(tuple(str(each) for each in standing), leaks)
