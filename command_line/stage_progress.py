"""Progress bars on standard error, one per stage."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from threading import Event, Thread
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TaskID,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
)
from rich.text import Text

from command_line.running import console as open_console
from ingest.files.read_share import read_share

if TYPE_CHECKING:
    from ingest.files.find_files import InputFile

ReportProgress = Callable[[str, int, int], None]
"""Called with the stage's name, how much is done and of how much; 0 when that is not known."""


LOOK_S = 0.5
LOAD = "load"


@contextmanager
def stage_progress(quiet: bool, files: Sequence[InputFile] = ()) -> Iterator[ReportProgress]:
    """Show a bar for each stage that reports, with the share of the open file; off a terminal, print lines."""
    if quiet:
        yield lambda stage, done, total: None
        return
    console = open_console(stderr=True)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
    bars = Progress(*columns, MofNWholeColumn(), TimeElapsedColumn(), console=console)
    shown = _Bars(bars) if console.is_terminal else _Lines(console)
    with bars if console.is_terminal else nullcontext(), _looking(files, shown.look):
        yield shown


class MofNWholeColumn(ProgressColumn):
    """Shows whole documents done, of how many: "3/12"."""

    def render(self, task: Task) -> Text:
        total = "?" if task.total is None else str(int(task.total))
        return Text(f"{int(task.completed)}/{total}", style="progress.download")


class _Lines:
    """Prints a line when a stage begins, and one for every tenth of a file that takes long."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._begun: set[str] = set()
        self._told: tuple[str, int, int] = ("", 0, 0)

    def __call__(self, stage: str, done: int, total: int) -> None:
        if stage not in self._begun:
            self._console.print(f"{stage} ...")
        self._begun.add(stage)
        if (stage, done) != self._told[:2]:
            self._told = (stage, done, 0)

    def look(self, share: float) -> None:
        stage, done, tenths = self._told
        if stage == LOAD and int(share * 10) > tenths:
            self._told = (stage, done, int(share * 10))
            self._console.print(f"{stage} ... {int(share * 10) * 10} % of file {done + 1}")


class _Bars:
    """Shows a bar for each stage."""

    def __init__(self, bars: Progress) -> None:
        self._bars = bars
        self._tasks: dict[str, TaskID] = {}
        self._done = (0, 0)

    def __call__(self, stage: str, done: int, total: int) -> None:
        if stage not in self._tasks:
            self._tasks[stage] = self._bars.add_task(stage, total=total or None)
        self._bars.update(self._tasks[stage], completed=done, total=total or None)
        self._done = (done, total) if stage == LOAD else self._done

    def look(self, share: float) -> None:
        done, total = self._done
        if LOAD in self._tasks and done < total:
            self._bars.update(self._tasks[LOAD], completed=done + min(share, 0.99))


@contextmanager
def _looking(files: Sequence[InputFile], look: Callable[[float], None]) -> Iterator[None]:
    """Tell `look` twice a second, from a thread, which share of the open one of these files is read."""
    over = Event()
    places = [file.location.resolve() for file in files]

    def follow() -> None:
        while not over.wait(LOOK_S):
            look(read_share(places))

    thread = Thread(target=follow, name="look-how-far", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
