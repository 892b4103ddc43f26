"""An ASGI layer around Chainlit's server: no third-party hosts in its page, step titles without "Used"."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, cast

from chainlit.config import config
from chainlit.server import app as server
from fastapi.exception_handlers import http_exception_handler
from fastapi.exceptions import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chat.page.page_words import our_words, show_opening, takes_any_file, without_foreign_tags

POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; worker-src 'self' blob:; object-src 'none'; "
    "base-uri 'self'; frame-ancestors 'self'"
)
"""The browser itself refuses what comes from anywhere else."""
SERVED_FILES = ("/project/file/", "/wirelore/elements/")
INLINE = frozenset({"text/plain", "application/pdf"})
"""What a browser may open as a page of its own; all else is downloaded, or shown within our page."""
PACKED = 4
"""How well responses are packed. At Starlette's 9 the page's script, 4.6 MB, takes three times as long for 2 % less."""
TRANSLATIONS = "/project/translations"
SETTINGS = "/project/settings"
LANGUAGE = "en-US"


class OurPages:
    """An ASGI layer: gives our words, and rewrites the page on its way out."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
        elif scope["path"].endswith(TRANSLATIONS):
            words = our_words(config.load_translation(LANGUAGE))
            await JSONResponse({"translation": words})(scope, receive, send)
        elif scope["path"].removeprefix(config.run.root_path).startswith(SERVED_FILES):
            await self._app(scope, receive, harmless(send))
        else:
            await self._app(scope, receive, _PageRewriter(send, scope["path"].endswith(SETTINGS)))


def harmless(send: Send) -> Send:
    """Send a file on so that no browser runs it as a page of the chat, whatever its uploader calls it."""

    async def send_on(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(raw=list(message["headers"]))
            kind = headers.get("content-type", "").partition(";")[0].strip().lower()
            headers["x-content-type-options"] = "nosniff"
            if kind not in INLINE:
                _, named, name = headers.get("content-disposition", "").partition(";")
                headers["content-disposition"] = f"attachment{named}{name}"
            if kind != "application/pdf":  # browsers show none in a sandbox
                headers["content-security-policy"] = "sandbox; default-src 'none'"
            message = {**message, "headers": headers.raw}
        await send(message)

    return send_on


class _PageRewriter:
    """Sends a response on; a page whole, without its foreign tags and with a policy."""

    def __init__(self, send: Send, settings: bool) -> None:
        self._send, self._settings = send, settings
        self._start: Message | None = None
        self._body = b""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            is_page = Headers(raw=message["headers"]).get("content-type", "").startswith("text/html")
            if is_page or (self._settings and message["status"] == 200):
                self._start = message
                return
        if self._start is None:
            await self._send(message)
        else:
            self._body += message.get("body", b"")
            if not message.get("more_body", False):
                await self._send_page(self._start)

    async def _send_page(self, start: Message) -> None:
        if self._settings:
            body = json.dumps(takes_any_file(json.loads(self._body))).encode()
        else:
            body = show_opening(without_foreign_tags(self._body.decode())).encode()
        headers = MutableHeaders(raw=list(start["headers"]))
        headers["content-length"] = str(len(body))
        headers["content-security-policy"] = POLICY
        headers["referrer-policy"] = "no-referrer"
        await self._send({**start, "headers": headers.raw})
        await self._send({"type": "http.response.body", "body": body})


def serve_first(path: str, answer: Callable[..., Any], method: str = "GET") -> None:
    """Add a page to Chainlit's server, before the route that serves its own page for any path."""
    server.api_route(path, methods=[method])(answer)
    server.router.routes.insert(0, server.router.routes.pop())


async def tell_refusal(request: Request, error: Exception) -> Response:
    """Answer with the status of our own refusal, of which some of Chainlit's routes make a 500."""
    told = error.__cause__ if isinstance(error.__cause__, HTTPException) else error
    return await http_exception_handler(request, cast("HTTPException", told))


def put_pages() -> None:
    """Put our layer into Chainlit's server before it starts: innermost, where pages are not yet compressed."""
    server.add_exception_handler(HTTPException, tell_refusal)
    config.ui.login_page_image = f"{config.run.root_path}/public/login.svg"
    config.ui.login_page_image_filter = config.ui.login_page_image_dark_filter = "wirelore-login"
    for layer in server.user_middleware:
        if isinstance(layer.cls, type) and issubclass(layer.cls, GZipMiddleware):
            layer.kwargs["compresslevel"] = PACKED
    server.user_middleware.append(Middleware(OurPages))
