"""Options that several commands share, and how they open a KG and print."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agent.modes import Mode as RetrievalMode
from retrieval.switches import TECHNIQUES, Technique
from retrieval.switches import GlobalStyle as Style
from settings import Settings, read_settings

if TYPE_CHECKING:
    from rich.console import Console

    from graph_store.bolt_graph import BoltGraph

FAILED = 1


def _known_techniques(chosen: list[str] | None) -> list[str] | None:
    for name in chosen or []:
        if name not in TECHNIQUES:
            raise typer.BadParameter(f"{name!r} is not one of {', '.join(map(repr, TECHNIQUES))}")
    return chosen


def left_out(chosen: list[str] | None) -> frozenset[Technique]:
    """Return the techniques that were named."""
    return frozenset(one for one in TECHNIQUES if one in (chosen or ()))


Kg = Annotated[
    str | None, typer.Option(help="A KG: a folder or a Bolt URL. [default: .wirelore, or WIRELORE_KG]")
]
Kgs = Annotated[
    list[str] | None,
    typer.Option(
        "--kg",
        help="A KG: a folder or a Bolt URL; repeat it to ask several. [default: .wirelore, or WIRELORE_KG]",
    ),
]
Model = Annotated[
    str | None,
    typer.Option(help="'builtin', or a model, e.g. 'openai:gpt-4.1'. [default: builtin, or WIRELORE_MODEL]"),
]
BudgetUsd = Annotated[float | None, typer.Option(min=0, help="Stop before exceeding this budget.")]
BudgetTokens = Annotated[int | None, typer.Option(min=0, help="Stop before exceeding this budget.")]
Replies = Annotated[Path | None, typer.Option(help="Record the model's replies in this file.")]
Replay = Annotated[bool, typer.Option(help="Use recorded replies only; do not call the model.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
ParsersFolder = Annotated[
    Path | None, typer.Option("--parsers", help="Folder of learned parsers. [default: KG/parsers]")
]
ParserName = Annotated[str, typer.Argument(metavar="NAME", help="Name of the parser, as listed.")]
GlobalStyle = Annotated[
    Style, typer.Option(help="How mode global reads reports: in one pass, or map-reduce with a model.")
]
Without = Annotated[
    list[str] | None,
    typer.Option(
        callback=_known_techniques,
        metavar=f"[{'|'.join(TECHNIQUES)}]",
        help="Technique to leave out of mode advanced. Repeatable.",
    ),
]
Mode = Annotated[RetrievalMode, typer.Option(help="Retrieval mode.")]


def chosen_parsers(kg: str | None, parsers: Path | None) -> Path:
    """Return the folder of parsers; a KG need not be there, nor its server run."""
    return parsers or parsers_folder(kg or read_settings(os.environ).kg)


def parsers_folder(kg: str) -> Path:
    """Keep learned parsers in the KG's folder, and beside the user where the KG is a server."""
    return Path("wirelore-parsers") if "://" in kg else Path(kg) / "parsers"


@contextmanager
def opened(settings: Settings, kg: str | None, create: bool = False) -> Iterator[BoltGraph]:
    from command_line.report_error import name_full_disk

    _load_driver()
    from graph_store.open_graph import open_graph

    name = kg or settings.kg
    with name_full_disk(name):
        graph = open_graph(
            name,
            create=create,
            user=settings.neo4j_user,
            password=settings.neo4j_password,
            database=settings.neo4j_database,
            idle_s=settings.idle_s,
        )
        try:
            yield graph
        finally:
            graph.close()


@contextmanager
def json_only(json: bool) -> Iterator[None]:
    """Keep standard output for the JSON object: whatever else is printed meanwhile goes to standard error."""
    if not json:
        yield
        return
    with redirect_stdout(sys.stderr):
        yield


def console() -> Console:
    """Open standard output; what of data a terminal would obey is escaped in all that is printed there."""
    from rich.console import Console

    from command_line.escaped_output import EscapesData

    opened = Console(highlight=False)
    opened.push_render_hook(EscapesData())
    return opened


def _load_driver() -> None:
    """Load the graph's driver without numpy and pandas: it would load them for parameters that are never given."""
    hidden = [name for name in ("numpy", "pandas", "pyarrow") if name not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]
    try:
        import neo4j  # noqa: F401
    finally:
        for name in hidden:
            del sys.modules[name]
