"""Opens the graph of a KG, and the model's calls, as the settings say."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from settings import Settings

if TYPE_CHECKING:
    from graph_store.bolt_graph import BoltGraph
    from language_model.calls import MeteredCalls
    from language_model.open_calls import CallOptions


def call_options(
    settings: Settings, *, replies: Path | None = None, replay: bool = False, tries: int | None = None
) -> CallOptions:
    """Return how the model of the settings is called, within their budgets. None are the defaults of CallOptions."""
    from language_model.open_calls import CallOptions

    options = CallOptions(
        settings.model,
        settings.budget_usd,
        settings.budget_tokens,
        settings.price_usd,
        replies=replies,
        replay=replay,
        keep_prompts=settings.keep_prompts,
    )
    time_limit_s = settings.model_time_limit_s or options.time_limit_s
    return replace(options, time_limit_s=time_limit_s, tries=tries or options.tries)


@contextmanager
def model_calls(options: CallOptions, why: str) -> Iterator[MeteredCalls]:
    """Open the calls of a model, counted. Raises UnknownModelError, which says `why`, if there is no model."""
    from language_model.calls import MeteredCalls
    from language_model.errors import UnknownModelError
    from language_model.open_calls import open_session_calls

    with open_session_calls(options) as calls:
        if calls is None:
            raise UnknownModelError(options.model, why)
        yield MeteredCalls(calls)


@contextmanager
def opened(settings: Settings, create: bool = False) -> Iterator[BoltGraph]:
    """Open the KG of the settings. Raises GraphError."""
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


LEAST_FREE_BYTES = 8_000_000
"""With less, the server can neither grow a file nor write its journal."""


@contextmanager
def name_full_disk(kg: str) -> Iterator[None]:
    """Raise DiskFullError for any GraphError while the KG's disk has no room: the server names that in many ways."""
    from graph_store.errors import DiskFullError, GraphError

    try:
        yield
    except GraphError as error:
        folder = Path(kg)
        if not folder.is_dir() or shutil.disk_usage(folder).free >= LEAST_FREE_BYTES:
            raise
        reason = f"the disk is full; make room and run the command again: what was loaded is kept ({error})"
        raise DiskFullError(f"{kg}: {reason}") from error
