"""Slack's events over HTTP: an ASGI app of its own, or mounted beside the chat."""

from __future__ import annotations

from slack_bolt.adapter.starlette.async_handler import AsyncSlackRequestHandler
from slack_bolt.async_app import AsyncApp
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Message

PATH = "/slack/events"
MOST_BODY = 1 << 20
"""Bytes of one request; Slack's own are far smaller."""


def http_app(app: AsyncApp) -> Starlette:
    """Serve an app at /slack/events. Requests without Slack's signature, or older than five minutes, are refused."""
    handler = AsyncSlackRequestHandler(app)

    async def events(request: Request) -> Response:
        body = b""
        async for piece in request.stream():  # its length may not be said, and nothing is signed yet
            body += piece
            if len(body) > MOST_BODY:
                return PlainTextResponse("too large", 413)

        async def receive() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        return await handler.handle(Request(request.scope, receive))

    return Starlette(routes=[Route(PATH, events, methods=["POST"])])
