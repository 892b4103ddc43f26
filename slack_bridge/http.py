"""Slack's events over HTTP: an ASGI app of its own, or mounted beside the chat."""

from __future__ import annotations

from slack_bolt.adapter.starlette.async_handler import AsyncSlackRequestHandler
from slack_bolt.async_app import AsyncApp
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

PATH = "/slack/events"
MOST_BODY = 1 << 20
"""Bytes of one request; Slack's own are far smaller."""


def http_app(app: AsyncApp) -> Starlette:
    """Serve an app at /slack/events. Requests without Slack's signature, or older than five minutes, are refused."""
    handler = AsyncSlackRequestHandler(app)

    async def events(request: Request) -> Response:
        if int(request.headers.get("content-length") or 0) > MOST_BODY:
            return PlainTextResponse("too large", 413)
        return await handler.handle(request)

    return Starlette(routes=[Route(PATH, events, methods=["POST"])])
