"""Refuses or mends requests whose JSON cannot be read, before the protocol's SDK fails on them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

from anyio import AsyncFile
from pydantic_core import from_json
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_PARSE_ERROR = -32700
"""JSON-RPC's code for a text that is no JSON."""


class ReadableBody:
    """Answers 400 to bodies nested more than 200 deep, or with numbers of over 4,300 digits; passes on all others.

    Expects the whole body in the first message, as `RequestBodyLimitMiddleware` gives it.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http" or scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        first: Message | None = await receive()
        try:
            from_json(first.get("body", b"") if first else b"")
        except ValueError as error:
            failure = {"code": _PARSE_ERROR, "message": f"the JSON cannot be read: {error}"}
            answer = JSONResponse({"jsonrpc": "2.0", "id": None, "error": failure}, 400)
            await answer(scope, receive, send)
            return

        async def again() -> Message:
            nonlocal first
            message, first = first, None
            return message or await receive()

        await self._app(scope, again, send)


async def readable_lines(requests: AsyncFile[str]) -> AsyncIterator[str]:
    """Yield requests of standard input. Half a surrogate pair, to which the SDK gives no reply, is a question mark."""
    while line := await requests.readline():
        try:
            whole = json.dumps(json.loads(line), ensure_ascii=False) if "\\ud" in line.lower() else line
        except (ValueError, RecursionError):
            whole = line
        yield whole.encode("utf-8", "replace").decode()
