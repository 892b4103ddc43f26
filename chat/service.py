"""Runs the chat as a service: health, readiness, metrics, and a shutdown that finishes answers first.

`/healthz`, `/readyz` and, where WIRELORE_METRICS is on, `/metrics` (Prometheus) answer before any login and tell
nothing of the data. On SIGTERM the process takes no new question, ends the answers under way, and exits.
"""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import Any

from chainlit.config import config
from chainlit.server import app as server
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from starlette.middleware import Middleware
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from agent.records import Answer
from chat.words.say import say
from settings import Settings

READY_WITHIN_S = 5.0
LOOK_AGAIN_S = 0.1
SECONDS = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120)
Check = Callable[[], Coroutine[Any, Any, None]]
"""Raises where what it looks at does not answer."""


class Metrics:
    """What is counted since the process began, by the names that Prometheus uses."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        counter = partial(Counter, registry=registry)
        histogram = partial(Histogram, registry=registry, buckets=SECONDS)
        self._questions = counter("wirelore_questions", say("metrics.questions"), ["mode", "status"])
        self._question_s = histogram("wirelore_question_seconds", say("metrics.question_seconds"), ["mode"])
        self._node_s = histogram("wirelore_node_seconds", say("metrics.node_seconds"), ["node"])
        self._tokens = counter("wirelore_tokens", say("metrics.tokens"), ["kind"])
        self.failed = counter("wirelore_failed_questions", say("metrics.failed"))
        self.refused = counter("wirelore_refused_questions", say("metrics.refused"))
        self._lines = counter("wirelore_loaded_lines", say("metrics.lines"))
        self._load_s = counter("wirelore_load_seconds", say("metrics.load_seconds"))
        self.under_way = Gauge("wirelore_questions_under_way", say("metrics.under_way"), registry=registry)

    def answered(self, mode: str, answer: Answer) -> None:
        """Count an answer."""
        self._questions.labels(mode, answer.status).inc()
        self._question_s.labels(mode).observe(answer.seconds)
        self._tokens.labels("prompt").inc(answer.prompt_tokens)
        self._tokens.labels("completion").inc(answer.completion_tokens)

    def node_ended(self, node: str, seconds: float) -> None:
        """Count a node's run."""
        self._node_s.labels(node).observe(seconds)

    def loaded(self, lines: int, seconds: float) -> None:
        """Count a load; the rate of ingest is the quotient of both."""
        self._lines.inc(lines)
        self._load_s.inc(seconds)


class Service:
    """One process: whether it is ending, and how many answers are under way."""

    def __init__(self) -> None:
        self.metrics = Metrics()
        self.stopping = False
        self._busy = 0
        self._draining: Future[None] | None = None

    @contextmanager
    def busy(self) -> Iterator[None]:
        """Count an answer as under way: a stop waits for it."""
        self._busy += 1
        self.metrics.under_way.inc()
        try:
            yield
        finally:
            self._busy -= 1
            self.metrics.under_way.dec()

    def end_answers_first(self, most_s: float) -> None:
        """Let SIGTERM wait for the answers under way, `most_s` at most; a second one ends at once."""
        loop, end_now = asyncio.get_running_loop(), signal.getsignal(signal.SIGTERM)
        if not callable(end_now):
            return

        async def drain() -> None:
            deadline = time.monotonic() + most_s
            while self._busy and time.monotonic() < deadline:
                await asyncio.sleep(LOOK_AGAIN_S)
            end_now(signal.SIGTERM, None)

        def begin(number: int, frame: FrameType | None) -> None:
            if self.stopping:
                end_now(number, frame)
                return
            self.stopping = True
            self._draining = asyncio.run_coroutine_threadsafe(drain(), loop)

        signal.signal(signal.SIGTERM, begin)


SERVICE = Service()
"""That of this process."""


class OperatorPages:
    """An ASGI layer behind the gate: answers the operator's three addresses, without a login."""

    def __init__(self, app: ASGIApp, settings: Settings, checks: Mapping[str, Check]) -> None:
        self._app, self._counted, self._checks = app, settings.metrics, checks
        self._looking: dict[str, asyncio.Task[None]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"].removeprefix(config.run.root_path) if scope["type"] == "http" else ""
        answer: Response
        if path == "/healthz":
            answer = PlainTextResponse("ok\n")
        elif path == "/readyz":
            answer = await self._ready()
        elif path == "/metrics" and self._counted:
            answer = Response(generate_latest(SERVICE.metrics.registry), media_type=CONTENT_TYPE_LATEST)
        else:
            await self._app(scope, receive, send)
            return
        await answer(scope, receive, send)

    async def _ready(self) -> Response:
        """Name what does not answer in time; a process that is ending is not ready either."""
        told = await asyncio.gather(*map(self._holds, self._checks))
        failing = [name for name, holds in zip(self._checks, told, strict=True) if not holds]
        if SERVICE.stopping:
            failing.append("stopping")
        return JSONResponse({"ready": not failing, "failing": failing}, 503 if failing else 200)

    async def _holds(self, name: str) -> bool:
        """Wait for the check that is under way, or begin one: who asks often does not begin many."""
        looking = self._looking.get(name)
        if looking is None or looking.done():
            looking = self._looking[name] = asyncio.create_task(self._checks[name]())
        done, _ = await asyncio.wait([looking], timeout=READY_WITHIN_S)
        return looking in done and looking.exception() is None


def put_operator_pages(settings: Settings, checks: Mapping[str, Check]) -> None:
    """Put the operator's addresses before what Chainlit's server does, and before what asks for a login."""
    server.user_middleware.insert(0, Middleware(OperatorPages, settings=settings, checks=checks))
