"""Traces reach a collector: a span for each node and statement, and no secret in any of them."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from tests.clean_environment import clean_environment
from workspace.send_traces import redacting

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = {
    **clean_environment("OTEL_"),
    "PYTHONPATH": str(ROOT),
    "WIRELORE_IDLE_S": "1",
}


class Collector(ThreadingHTTPServer):
    """Keeps the spans that are sent to it."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), TakeSpans)
        self.spans: list[Span] = []


class TakeSpans(BaseHTTPRequestHandler):
    server: Collector

    def do_POST(self) -> None:
        sent = ExportTraceServiceRequest()
        sent.ParseFromString(self.rfile.read(int(self.headers["Content-Length"])))
        scopes = [scope for resource in sent.resource_spans for scope in resource.scope_spans]
        self.server.spans += [span for scope in scopes for span in scope.spans]
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_arguments: object) -> None:
        """Say nothing."""


@pytest.fixture
def collector() -> Iterator[Collector]:
    with Collector() as serving:
        thread = threading.Thread(target=serving.serve_forever)
        thread.start()
        yield serving
        serving.shutdown()
        thread.join()


def ask(kg: Path, endpoint: str) -> subprocess.CompletedProcess[str]:
    question = "What is the IP address of Loopback0 on core1?"
    return subprocess.run(
        [sys.executable, "-m", "cli", "ask", question, "--kg", str(kg)],
        capture_output=True,
        text=True,
        timeout=120,
        env=ENVIRONMENT | {"WIRELORE_OTLP_ENDPOINT": endpoint, "WIRELORE_KEEP_DAYS": "0"},
        check=False,
    )


def test_a_question_is_one_trace_of_nodes_and_statements(collector: Collector, sample_kg: Path) -> None:
    done = ask(sample_kg, f"http://127.0.0.1:{collector.server_port}")
    assert done.returncode == 0, done.stderr
    spans = {span.span_id: span for span in collector.spans}
    (question,) = [span for span in spans.values() if span.name == "wirelore.question"]
    told = {attribute.key: attribute.value.string_value for attribute in question.attributes}
    assert (told["wirelore.status"], told["wirelore.mode"]) == ("answered", "combined")
    nodes = {span.name for span in spans.values() if span.parent_span_id == question.span_id}
    assert nodes >= {
        f"wirelore.node.{name}"
        for name in ("understand", "write_cypher", "write_lucene", "execute", "synthesize")
    }
    statements = [span for span in spans.values() if span.name == "wirelore.statement"]
    assert "wirelore.node.execute" in {spans[span.parent_span_id].name for span in statements}
    assert {span.trace_id for span in spans.values()} == {question.trace_id}
    assert "core1" not in str(collector.spans)


def test_a_collector_that_is_away_costs_no_answer(sample_kg: Path) -> None:
    assert ask(sample_kg, "http://127.0.0.1:9").returncode == 0


def test_no_secret_is_in_a_span() -> None:
    taken, provider = InMemorySpanExporter(), TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(redacting(taken)))
    tracer = provider.get_tracer("test")
    statement = "MATCH (n) WHERE n.text = 'username ann password 0 hunter2brown' RETURN n"
    with (
        pytest.raises(ValueError, match="hunter2brown"),
        tracer.start_as_current_span("wirelore.statement", attributes={"db.query.text": statement, "n": 3}),
    ):
        raise ValueError("enable secret 0 hunter2brown")
    provider.shutdown()
    (span,) = taken.get_finished_spans()
    assert (span.name, (span.attributes or {})["n"]) == ("wirelore.statement", 3)
    assert "username ann password 0 " in str((span.attributes or {})["db.query.text"])
    assert "hunter2brown" not in span.to_json()
