"""Spans by OpenTelemetry's API, where that is installed; who collects them is set up at the entry point."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

SCOPE = "wirelore"

Told = Mapping[str, str | int | float | bool]
Tell = Callable[[Told], None]
"""Adds what is known only at the end of a span."""


class RunTrace:
    """The span of one question. What happens for it, in any thread, hangs below it until it has ended."""

    def __init__(self, told: Told) -> None:
        self._span: Any = None
        self._below: Any = None
        api = _api()
        if api is not None:
            self._span = api.get_tracer(SCOPE).start_span("wirelore.question", attributes=dict(told))
            self._below = api.set_span_in_context(self._span)

    @contextmanager
    def node(self, name: str) -> Iterator[None]:
        """Trace a node of the workflow."""
        with _span(f"wirelore.node.{name}", {}, self._below):
            yield

    def end(self, told: Told) -> None:
        """End the span; a second time changes nothing."""
        if self._span is not None and self._span.is_recording():
            self._span.set_attributes(dict(told))
            self._span.end()


@contextmanager
def span(name: str, told: Told) -> Iterator[Tell]:
    """Trace what is done inside, below the span that is open in this thread."""
    with _span(f"wirelore.{name}", told, None) as opened:
        yield lambda more: opened.set_attributes(dict(more)) if opened is not None else None


@contextmanager
def _span(name: str, told: Told, below: Any) -> Iterator[Any]:
    api = _api()
    if api is None:
        yield None
        return
    with api.get_tracer(SCOPE).start_as_current_span(name, context=below, attributes=dict(told)) as opened:
        yield opened


def _api() -> Any:
    """Return OpenTelemetry's API; None where it is not installed."""
    try:
        from opentelemetry import trace
    except ImportError:
        return None
    return trace
