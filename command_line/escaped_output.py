"""Escapes control sequences in everything that is printed."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderHook, RenderResult
from rich.segment import Segment

from command_line.report_error import printable


class EscapesData(RenderHook):
    """Stands between what is printed and the terminal; colours and bars are the console's own, and stay."""

    def process_renderables(self, renderables: Sequence[ConsoleRenderable]) -> list[ConsoleRenderable]:
        """Wrap what is about to be printed."""
        return [_Escaped(one) for one in renderables]


class _Escaped:
    def __init__(self, inner: ConsoleRenderable) -> None:
        self._inner = inner

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for segment in console.render(self._inner, options):
            yield segment if segment.control else Segment(printable(segment.text), segment.style)
