"""wirelore ingest --git: a repository's head, and its history as changes with author and time."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import typer

from command_line.running import FAILED, console, json_only, print_json
from settings import Settings


def ingest_repository(
    repository: Path, since: str, settings: Settings, json: bool, follow_links: bool = False
) -> None:
    """Load a repository, and say what was found; exits with 1 if a file could not be loaded."""
    from rich.text import Text

    from command_line.tables import show_ingest
    from workspace.as_json import ingest_json
    from workspace.show_history import parse_since
    from workspace.versions import KEPT, KEPT_DAYS
    from workspace.workspace import Workspace

    try:
        moment = parse_since(since) if since else None
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="'--since'") from error
    with json_only(json), Workspace(settings, create=True) as workspace:
        report, history = workspace.ingest_git(repository, since=moment, follow_links=follow_links)
    if json:
        print_json(ingest_json(report) | {"history": asdict(history)})
    else:
        show_ingest(console(), report)
        console().print(
            f"history: {history.commits:,} commits read, {history.versions:,} changed versions are new"
        )
        for name, reason in history.passed_over:
            console().print(Text(f"passed over: {name}: {reason}", style="yellow"))
        if history.older:
            kept = f"{KEPT} versions of a document, for {KEPT_DAYS} days"
            console().print(f"{history.older:,} older versions are left out: kept are {kept}")
    if report.not_loaded:
        raise typer.Exit(FAILED)
