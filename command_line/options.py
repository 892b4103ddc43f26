"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from agent.modes import Mode as RetrievalMode
from retrieval.switches import TECHNIQUES, Technique
from retrieval.switches import GlobalStyle as Style


def command_group(help_text: str) -> typer.Typer:
    """Make a command that holds other commands."""
    return typer.Typer(help=help_text, no_args_is_help=True, rich_markup_mode=None)


def one_of(possible: Sequence[str]) -> Callable[[list[str] | None], list[str] | None]:
    """Make an option's callback that refuses other names."""

    def check(chosen: list[str] | None) -> list[str] | None:
        for name in chosen or []:
            if name not in possible:
                raise typer.BadParameter(f"{name!r} is not one of {', '.join(map(repr, possible))}")
        return chosen

    return check


Kg = Annotated[
    str | None, typer.Option(help="A KG: a folder or a Bolt URL. [default: .wirelore, or WIRELORE_KG]")
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
WeakSandbox = Annotated[
    bool, typer.Option(help="Run parsers even if this machine cannot fully sandbox them.")
]
Jobs = Annotated[int, typer.Option(min=1, help="How many questions to ask at once.")]
ChatHost = Annotated[str | None, typer.Option(help="Address to serve on. [default: 127.0.0.1]")]
ChatPort = Annotated[int | None, typer.Option(min=1, max=65535, help="Port. [default: 8000, or PORT]")]
HttpHost = Annotated[str, typer.Option(help="Address to serve on, with --http.")]
HttpPort = Annotated[int, typer.Option(min=1, max=65535, help="Port, with --http.")]
Mode = Annotated[RetrievalMode, typer.Option(help="Retrieval mode.")]
GlobalStyle = Annotated[
    Style, typer.Option(help="How mode global reads reports: in one pass, or map-reduce with a model.")
]
Without = Annotated[
    list[str] | None,
    typer.Option(
        callback=one_of(TECHNIQUES),
        metavar=f"[{'|'.join(TECHNIQUES)}]",
        help="Technique to leave out of mode advanced. Repeatable.",
    ),
]


def left_out(chosen: list[str] | None) -> frozenset[Technique]:
    """Return the techniques that were named."""
    return frozenset(one for one in TECHNIQUES if one in (chosen or ()))
