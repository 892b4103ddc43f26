"""wirelore watch: load what changes in files and folders, for as long as it runs."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import Kg
from command_line.running import console, settings_for

if TYPE_CHECKING:
    from watchfiles import Change

    from ingest.records import IngestReport
    from workspace.workspace import Workspace

QUIET_MS = 500
"""Changes are loaded when nothing has been written for so long."""
MOST_FINDINGS = 5


def watch(
    paths: Annotated[list[Path], typer.Argument(help="Files and folders.", exists=True)],
    kg: Kg = None,
    source: Annotated[str, typer.Option(help="Put this name in front of all paths.")] = "",
    prune: Annotated[bool, typer.Option(help="Remove documents whose files are deleted.")] = False,
) -> None:
    """Load files and folders, then whatever changes in them, until Ctrl-C. Each load is one line."""
    from watchfiles import watch as watch_files

    from workspace.overview import read_locations
    from workspace.workspace import Workspace

    screen = console()
    known: set[str] = set()
    begun = False
    with Workspace(settings_for(kg), create=True) as opened:
        # The first load comes when the files are watched already: what is written meanwhile is not missed.
        for changes in watch_files(
            *paths, debounce=QUIET_MS * 4, step=QUIET_MS, rust_timeout=QUIET_MS, yield_on_timeout=True
        ):
            if changes or not begun:
                chosen = choose_paths(paths, changes, known)
                for line in load_paths(opened, chosen, source, prune):
                    screen.print(line, markup=False, highlight=False, soft_wrap=True)
                known, begun = set(read_locations(opened.graph())), True


def choose_paths(paths: Sequence[Path], changes: set[tuple[Change, str]], known: set[str]) -> Sequence[Path]:
    """Return the files that changed, if all of them are loaded already and still there; else everything watched.

    A new file is named by the folder that it was found in, so the folder is read.
    """
    changed = sorted({Path(path).resolve() for _, path in changes})
    if changed and all(path.is_file() and str(path) in known for path in changed):
        return changed
    return paths


def load_paths(opened: Workspace, paths: Sequence[Path], source: str, prune: bool) -> Iterator[str]:
    """Load, and yield what to say: one line, one for each file that failed, and one for each new finding."""
    from findings.records import compare_findings
    from graph_store.errors import GraphError
    from ingest.errors import IngestError

    clock, before = time.strftime("%H:%M:%S"), opened.check()
    try:
        report = opened.ingest(*paths, source=source, prune=prune)
    except (IngestError, GraphError) as error:  # tried again with the next change
        yield f"{clock}  not loaded: {error}"
        return
    compared = compare_findings(before, opened.check())
    found = f", {len(compared.new)} new findings" if compared.new else ""
    gone = f", {len(compared.gone)} findings gone" if compared.gone else ""
    yield f"{clock}  {_loaded(report)}{found}{gone}"
    for path, reason in report.not_loaded:
        yield f"          not loaded: {path}: {reason}"
    for one in compared.new[:MOST_FINDINGS]:
        yield f"          {one.severity}: {one.message}"
    if len(compared.new) > MOST_FINDINGS:
        yield f"          {len(compared.new) - MOST_FINDINGS} more: wirelore check"


def _loaded(report: IngestReport) -> str:
    changed = report.documents - report.unchanged - len(report.not_loaded)
    pruned = f", {len(report.pruned)} removed" if report.pruned else ""
    return f"{changed} loaded, {report.unchanged} unchanged{pruned}"
