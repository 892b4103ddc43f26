"""OpenTelemetry spans of the agent. Does nothing where OpenTelemetry is not loaded.

A statement's span has its text, the names of its parameters and how many rows came; a model call's has the prompt's
name and the tokens. Neither has values, or what was said.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from graph_store.graph import ROW_LIMIT, TIME_LIMIT_S, Parameters, ReadableGraph
from graph_store.records import Description, Table
from language_model.calls import Message, ModelCalls, OnText, Reply

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
        with span(f"node.{name}", {}, self._below):
            yield

    def end(self, told: Told) -> None:
        """End the span; a second time changes nothing."""
        if self._span is not None and self._span.is_recording():
            self._span.set_attributes(dict(told))
            self._span.end()


@contextmanager
def span(name: str, told: Told, below: Any = None) -> Iterator[Tell]:
    """Trace what is done inside, below a context, or the span that is open in this thread."""
    api = _api()
    if api is None:
        yield lambda _: None
        return
    tracer, attributes = api.get_tracer(SCOPE), dict(told)
    with tracer.start_as_current_span(f"wirelore.{name}", context=below, attributes=attributes) as opened:
        yield lambda more: opened.set_attributes(dict(more))


def _api() -> Any:
    """Return OpenTelemetry's API; None where nobody has loaded it, and so nobody waits for spans."""
    return sys.modules.get("opentelemetry.trace")


class TracedCalls:
    """Calls as the calls inside do."""

    def __init__(self, inner: ModelCalls) -> None:
        self._inner = inner

    @property
    def name(self) -> str:
        return self._inner.name

    def call(self, prompt: str, messages: Sequence[Message], on_text: OnText | None = None) -> Reply:
        """Make the call. Raises ModelCallError, and UnrecordedCall."""
        with span("model_call", {"wirelore.prompt": prompt, "gen_ai.request.model": self.name}) as tell:
            reply = self._inner.call(prompt, messages, on_text)
            used = {"input_tokens": reply.prompt_tokens, "output_tokens": reply.completion_tokens}
            tell({f"gen_ai.usage.{name}": tokens for name, tokens in used.items()})
            tell({"wirelore.recorded": reply.recorded})
            return reply


class TracedGraph:
    """Reads as the graph inside does. Parameters' values are the user's data, and stay out of the spans."""

    def __init__(self, inner: ReadableGraph) -> None:
        self._inner = inner

    def read(
        self,
        statement: str,
        parameters: Parameters | None = None,
        *,
        row_limit: int = ROW_LIMIT,
        time_limit_s: float = TIME_LIMIT_S,
    ) -> Table:
        """Run a statement. Raises GraphError."""
        told = {"db.query.text": statement, "wirelore.parameters": ", ".join(sorted(parameters or {}))}
        with span("statement", told) as tell:
            table = self._inner.read(statement, parameters, row_limit=row_limit, time_limit_s=time_limit_s)
            tell({"wirelore.rows": len(table.rows), "wirelore.cut": table.cut})
            return table

    def describe(self) -> Description:
        """Tell what is in the graph."""
        return self._inner.describe()
