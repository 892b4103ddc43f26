"""The sandbox: all generated source runs here, and only here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from types import TracebackType
from typing import Self, TypeVar

from ingest.sandbox.check_output import read_records, read_sections
from ingest.sandbox.errors import ParserError
from ingest.sandbox.limits import Limits
from ingest.sandbox.records import RawRecord
from ingest.sandbox.run_batches import Job, run_batches
from ingest.sandbox.strength import Strength
from ingest.sandbox.worker.settings import Layers
from ingest.sandbox.worker_pool import WorkerPool

Item = TypeVar("Item")


class Sandbox:
    """Runs `split` and `parse` of generated sources in sealed workers, which are reused.

    Entering it starts one worker and raises SandboxUnavailableError unless its self-probe passes;
    `allow_weak` permits less with a warning, never as root. `layers` exists to measure single layers.
    Use it in one thread: a worker ends with the thread that started it.
    """

    def __init__(
        self,
        *,
        workers: int = 2,
        limits: Limits | None = None,
        allow_weak: bool = False,
        layers: Layers | None = None,
    ) -> None:
        if workers < 1:
            raise ValueError(f"workers is {workers}; expected at least 1")
        self.workers, self.limits = workers, limits or Limits()
        self._pool = WorkerPool(self.limits, layers or Layers(), allow_weak)

    def __enter__(self) -> Self:
        self._pool.strength()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._pool.close()

    def strength(self) -> Strength:
        """Report what the self-probe found; the weakest worker speaks for all."""
        return self._pool.strength()

    @property
    def workers_started(self) -> int:
        """How many processes were started until now."""
        return self._pool.started

    def run_split(self, source: str, lines: Sequence[str], *, parser: str = "split") -> list[str]:
        """Give each line its section. Raises ParserError."""
        return self._run(Job(source, parser, "split", read_sections), lines)

    def run_parse(self, source: str, lines: Sequence[str], *, parser: str = "parse") -> list[RawRecord]:
        """Read the records of one batch. Raises ParserError."""
        return self._run(Job(source, parser, "parse", read_records), lines)

    def map_parse(
        self, source: str, batches: Iterable[Sequence[str]], *, parser: str = "parse"
    ) -> Iterator[list[RawRecord]]:
        """Read the records of each batch, in order, one batch in flight per worker.

        Raises the first failing batch's ParserError, with its index in `batch`, in that batch's turn.
        """
        for outcome in self.try_parse(source, batches, parser=parser):
            if isinstance(outcome, ParserError):
                raise outcome
            yield outcome

    def try_parse(
        self, source: str, batches: Iterable[Sequence[str]], *, parser: str = "parse"
    ) -> Iterator[list[RawRecord] | ParserError]:
        """Like `map_parse`, but a batch that fails gives its error, and the others go on.

        Raises only what concerns all batches: the source is rejected or cannot be loaded.
        """
        return run_batches(
            self._pool, Job(source, parser, "parse", read_records), batches, self.workers, self.limits
        )

    def _run(self, job: Job[Item], lines: Sequence[str]) -> list[Item]:
        (outcome,) = run_batches(self._pool, job, [lines], 1, self.limits)
        if isinstance(outcome, ParserError):
            raise outcome
        return outcome
