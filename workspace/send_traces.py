"""Sends spans to an OpenTelemetry collector, without secrets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from language_model.redact import redact_text
from workspace.errors import CannotTraceError

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import ReadableSpan
    from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult

TRACES = "/v1/traces"
TIME_LIMIT_S = 3.0
"""Seconds that a collector that is away may cost when the process ends."""


@contextmanager
def send_traces(endpoint: str) -> Iterator[None]:
    """Send the spans of the `with` block to `endpoint`, if there is one, as OTLP over HTTP. Raises CannotTraceError."""
    if not endpoint:
        yield
        return
    try:
        from opentelemetry import trace
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as error:
        raise CannotTraceError(endpoint, str(error)) from error
    whole = endpoint if endpoint.rstrip("/").endswith(TRACES) else endpoint.rstrip("/") + TRACES
    provider = TracerProvider(resource=Resource.create({"service.name": "wirelore"}), shutdown_on_exit=False)
    exporter = redacting(OTLPSpanExporter(endpoint=whole, timeout=TIME_LIMIT_S))
    provider.add_span_processor(BatchSpanProcessor(exporter))
    trace.set_tracer_provider(provider)
    try:
        yield
    finally:
        provider.shutdown()


def redacting(inner: SpanExporter) -> SpanExporter:
    """Return an exporter that replaces secrets in every text of a span before it hands it on."""
    from opentelemetry.sdk.trace.export import SpanExporter

    class Redacting(SpanExporter):
        def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
            return inner.export([redact_span(each, redact_text) for each in spans])

        def shutdown(self) -> None:
            inner.shutdown()

        def force_flush(self, timeout_millis: int = 30_000) -> bool:
            return inner.force_flush(timeout_millis)

    return Redacting()


def redact_span(span: ReadableSpan, redact: Callable[[str], str]) -> ReadableSpan:
    """Copy a span without the secrets of its attributes, its events (exceptions) and its status."""
    from opentelemetry.sdk.trace import Event, ReadableSpan
    from opentelemetry.trace import Status

    events = [Event(each.name, _clean(each.attributes, redact), each.timestamp) for each in span.events]
    description = span.status.description
    return ReadableSpan(
        span.name,
        span.context,
        span.parent,
        span.resource,
        _clean(span.attributes, redact),
        events,
        span.links,
        span.kind,
        status=Status(span.status.status_code, redact(description) if description else description),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )


def _clean(attributes: Mapping[str, Any] | None, redact: Callable[[str], str]) -> dict[str, Any]:
    given = (attributes or {}).items()
    return {name: redact(value) if isinstance(value, str) else value for name, value in given}
