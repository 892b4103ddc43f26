"""The sandbox: the only place where generated source runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Self

from ingest.sandbox.check_output import read_records, read_sections
from ingest.sandbox.errors import ParserError
from ingest.sandbox.limits import SandboxLimits
from ingest.sandbox.parsed_records import ParsedRecords, RawRecord
from ingest.sandbox.run_batches import BatchRun, Found
from ingest.sandbox.worker.wire import Layers
from ingest.sandbox.worker_pool import WorkerPool
from ingest.sandbox.worker_process import Strength


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
        limits: SandboxLimits | None = None,
        allow_weak: bool = False,
        layers: Layers | None = None,
    ) -> None:
        if workers < 1:
            raise ValueError(f"workers is {workers}; expected at least 1")
        self.workers = workers
        self.pool = WorkerPool(limits or SandboxLimits(), layers or Layers(), allow_weak)

    def __enter__(self) -> Self:
        try:
            self.pool.strength()
        except BaseException:
            self.pool.close()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self.pool.close()

    def strength(self) -> Strength:
        """Report what the self-probe found; the weakest worker speaks for all."""
        return self.pool.strength()

    def run_split(self, source: str, lines: Sequence[str], *, parser: str = "split") -> list[str]:
        """Give each line its section. Raises ParserError."""
        return _only(BatchRun(self.pool, source, parser, "split", read_sections), lines)

    def run_parse(self, source: str, lines: Sequence[str], *, parser: str = "parse") -> list[RawRecord]:
        """Read the records of one batch. Raises ParserError."""
        return list(_only(BatchRun(self.pool, source, parser, "parse", read_records), lines))

    def try_parse(
        self, source: str, batches: Iterable[Sequence[str]], *, parser: str = "parse"
    ) -> Iterator[ParsedRecords | ParserError]:
        """Read each batch's records, in order, one batch in flight per worker; a batch that fails gives its error.

        The error has the batch's index in `batch`. Raises only what concerns all batches: the source is rejected or
        cannot be loaded.
        """
        return BatchRun(self.pool, source, parser, "parse", read_records).results(batches, self.workers)


def _only(run: BatchRun[Found], lines: Sequence[str]) -> Found:
    (outcome,) = run.results([lines], workers=1)
    if isinstance(outcome, ParserError):
        raise outcome
    return outcome
