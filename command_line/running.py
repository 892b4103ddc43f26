"""How commands read settings, open a KG, call a model and print."""

from __future__ import annotations

import json as json_format
import os
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, redirect_stdout, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from settings import Settings, read_settings

if TYPE_CHECKING:
    from rich.console import Console

    from graph_store.bolt_graph import BoltGraph
    from language_model.call_options import CallOptions
    from language_model.calls import MeteredCalls

FAILED = 1
"""The exit code of a command that ran, and found what it was asked to fail on."""


def settings_for(
    kg: str | None,
    model: str | None = None,
    budget_usd: float | None = None,
    budget_tokens: int | None = None,
) -> Settings:
    """Read the settings; what a command names replaces theirs."""
    said = read_settings(os.environ)
    usd = said.budget_usd if budget_usd is None else budget_usd
    tokens = said.budget_tokens if budget_tokens is None else budget_tokens
    return replace(said, kg=kg or said.kg, model=model or said.model, budget_usd=usd, budget_tokens=tokens)


def parsers_folder(kg: str) -> Path:
    """Return where parsers are kept: in the KG's folder; in the working folder if the KG is a server."""
    return Path("wirelore-parsers") if "://" in kg else Path(kg) / "parsers"


def call_options(
    settings: Settings,
    budget_usd: float | None = None,
    budget_tokens: int | None = None,
    replies: Path | None = None,
    replay: bool = False,
) -> CallOptions:
    """Say how the model is called; the budgets of the settings do not count by themselves."""
    from language_model.call_options import CallOptions

    price, limit_s, keep_prompts = settings.price_usd, settings.model_time_limit_s, settings.keep_prompts
    budgets = budget_usd, budget_tokens
    return CallOptions(settings.model, *budgets, price, limit_s, replies, replay, keep_prompts)


@contextmanager
def model_calls(options: CallOptions, why: str) -> Iterator[MeteredCalls]:
    """Open the calls of a model, counted. Raises UnknownModelError, which says `why`, if there is no model."""
    from language_model.call_options import open_session_calls
    from language_model.calls import MeteredCalls
    from language_model.errors import UnknownModelError

    with open_session_calls(options) as calls:
        if calls is None:
            raise UnknownModelError(options.model, why)
        yield MeteredCalls(calls)


@contextmanager
def opened(settings: Settings, create: bool = False) -> Iterator[BoltGraph]:
    """Open the KG of the settings. Raises GraphError."""
    from command_line.report_error import name_full_disk

    _load_driver()
    from graph_store.open_graph import open_graph

    with name_full_disk(settings.kg):
        graph = open_graph(settings.kg, create=create, idle_s=settings.idle_s, **settings.login)
        try:
            yield graph
        finally:
            graph.close()


def begin_server(kg: str, idle_s: float) -> None:
    """Start a folder's server in the background, and keep it until this process ends.

    Errors are left to whoever opens the KG, and waits for the same start.
    """
    from graph_store.embedded_server import lease_server
    from graph_store.errors import GraphError
    from graph_store.kg_folder import FORMAT_FILE

    def lease() -> None:
        with suppress(GraphError, OSError):
            lease_server(Path(kg), idle_s)

    if "://" not in kg and (Path(kg) / FORMAT_FILE).is_file():
        threading.Thread(target=lease, daemon=True, name="begin-server").start()


def _load_driver() -> None:
    """Load the graph's driver without numpy and pandas, which it loads for parameters that are never given."""
    hidden = [name for name in ("numpy", "pandas", "pyarrow") if name not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]
    try:
        import neo4j  # noqa: F401
    finally:
        for name in hidden:
            del sys.modules[name]


def json_only(json: bool) -> AbstractContextManager[object]:
    """With --json, send what else is printed meanwhile to standard error."""
    return redirect_stdout(sys.stderr) if json else nullcontext()


def print_json(value: Mapping[str, object]) -> None:
    """Write one object on standard output, and a newline."""
    sys.__stdout__.write(json_format.dumps(value, ensure_ascii=False) + "\n")  # type: ignore[union-attr]
    sys.__stdout__.flush()  # type: ignore[union-attr]


def console(stderr: bool = False) -> Console:
    """Open standard output or error. Control sequences of the data are escaped; the console's own stay."""
    from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderHook, RenderResult
    from rich.segment import Segment

    from command_line.report_error import printable

    class Escaped:
        def __init__(self, inner: ConsoleRenderable) -> None:
            self._inner = inner

        def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
            for one in console.render(self._inner, options):
                yield one if one.control else Segment(printable(one.text), one.style)

    class EscapeData(RenderHook):
        def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
            return [Escaped(one) for one in renderables]

    opened = Console(highlight=False, stderr=stderr)
    opened.push_render_hook(EscapeData())
    return opened
