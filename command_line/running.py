"""How commands read settings, open a KG, call a model and print."""

from __future__ import annotations

import json as json_format
import os
import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext, redirect_stdout
from dataclasses import replace
from typing import TYPE_CHECKING

from settings import Settings, read_settings

if TYPE_CHECKING:
    from rich.console import Console


FAILED = 1
"""The exit code of a command that ran, and found what it was asked to fail on."""


def settings_for(
    kg: str | None,
    model: str | None = None,
    budget_usd: float | None = None,
    budget_tokens: int | None = None,
) -> Settings:
    """Read the settings; a command's own options replace them."""
    settings = read_settings(os.environ)
    usd = settings.budget_usd if budget_usd is None else budget_usd
    tokens = settings.budget_tokens if budget_tokens is None else budget_tokens
    chosen = replace(settings, kg=kg or settings.kg, model=model or settings.model)
    return replace(chosen, budget_usd=usd, budget_tokens=tokens)


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

    from reading.printable import printable

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
