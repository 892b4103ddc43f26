"""How commands read settings, open a KG, call a model, print, and explain why they failed."""

from __future__ import annotations

import json as json_format
import os
import sys
import traceback
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext, redirect_stdout
from dataclasses import replace
from typing import TYPE_CHECKING

from reading.printable import printable
from settings import Settings, read_settings
from workspace.errors import expected_message

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


TRACEBACK = "WIRELORE_TRACEBACK"


def report_error(error: Exception) -> int:
    """Write one message on standard error and return the exit code.

    What Ctrl-C made fail on the way out counts as interrupted (130).
    What our packages raise, and what the system says about a file, a disk or a port, is expected (2).
    Anything else is a bug (1), which WIRELORE_TRACEBACK=1 shows whole.
    """
    message, code = expected_message(error), 2
    if was_interrupted(error):
        message, code = "interrupted", 130
    elif message is None:
        if os.environ.get(TRACEBACK):
            traceback.print_exception(error)
        message = f"unexpected {type(error).__name__}: {error} (a bug; {TRACEBACK}=1 shows where)"
        code = 1
    sys.stderr.write(f"wirelore: {printable(message)}\n")
    try:
        sys.stdout.flush()
    except OSError:  # throw away what it could not take, or Python fails once more at the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return code


def was_interrupted(error: BaseException) -> bool:
    """Tell whether an error arose while a KeyboardInterrupt was on its way."""
    causes = [cause for cause in (error.__cause__, error.__context__) if cause is not None]
    return any(isinstance(cause, KeyboardInterrupt) or was_interrupted(cause) for cause in causes)
