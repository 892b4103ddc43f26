"""Progress bars on standard error, one per stage."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)

from command_line.escaped_output import EscapesData

ReportProgress = Callable[[str, int, int], None]
"""Called with the stage's name, how much is done and of how much; 0 when that is not known."""


@contextmanager
def stage_progress(quiet: bool) -> Iterator[ReportProgress]:
    """Show a bar for each stage that reports; on no terminal, a line when a stage begins."""
    console = Console(stderr=True)
    console.push_render_hook(EscapesData())
    if quiet or not console.is_terminal:
        yield _line_per_stage(console, quiet)
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn(), console=console) as bars:
        yield _bar_per_stage(bars)


def _line_per_stage(console: Console, quiet: bool) -> ReportProgress:
    begun: set[str] = set()

    def report(stage: str, done: int, total: int) -> None:
        if stage not in begun and not quiet:
            console.print(f"{stage} ...")
        begun.add(stage)

    return report


def _bar_per_stage(bars: Progress) -> ReportProgress:
    tasks: dict[str, TaskID] = {}

    def report(stage: str, done: int, total: int) -> None:
        if stage not in tasks:
            tasks[stage] = bars.add_task(stage, total=total or None)
        bars.update(tasks[stage], completed=done, total=total or None)

    return report
