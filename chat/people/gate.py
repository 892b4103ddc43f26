"""An ASGI layer: refuses requests for other sites, ends sessions that are not valid, serves no data without a login."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import os
import secrets

from chainlit.auth import create_jwt
from chainlit.config import config
from chainlit.server import app as server
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chat.loading.receive_files import limit_body
from chat.people.login import ADDRESS, REQUESTER, Logins
from chat.words.say import say, words_of
from settings import Settings
from workspace.ways_in import (
    BROWSER_COOKIE,
    browser_name,
    is_never_served,
    needs_login,
    own_site,
    read_cookie,
)

YEAR_S = 365 * 86_400
PROBES = ("/healthz", "/readyz", "/metrics")


class Gate:
    """Stands before all else. A session counts as long as its user may come in by the way that made it."""

    def __init__(self, app: ASGIApp, logins: Logins, settings: Settings) -> None:
        self._app, self._logins, self._settings = app, logins, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        if refusal := self._refusal(scope):
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})
            else:
                await PlainTextResponse(words_of("refused")[refusal], 403)(scope, receive, send)
            return
        path = scope["path"].removeprefix(config.run.root_path)
        login = self._logins.read_session(Headers(scope=scope))
        REQUESTER.set(login.name if login else "")
        ADDRESS.set(str((scope.get("client") or ("",))[0]))
        if scope["type"] == "http" and is_never_served(path):
            await PlainTextResponse(say("people.not_found"), 404)(scope, receive, send)
        elif scope["type"] == "http" and needs_login(path) and not login:
            await PlainTextResponse(say("people.log_in_first"), 401)(scope, receive, send)
        else:
            kept = _without(scope, *([] if login else [auth_cookie()]))
            is_new = login is None and "browser" in self._logins.ways
            bounded = limit_body(scope, receive) if scope["type"] == "http" else receive
            await self._app(kept, bounded, self._greeted(scope, send) if is_new else send)

    def _refusal(self, scope: Scope) -> str:
        site = own_site(config.run.host, os.environ.get("CHAINLIT_URL", ""), self._settings.hosts)
        address = str((scope.get("server") or ("",))[0])
        shown = f"[{address}]" if ":" in address else address
        once = filter(None, [self._settings.auth_header.lower()])
        if "host" not in Headers(scope=scope) and scope["path"].removeprefix(config.run.root_path) in PROBES:
            return ""  # some proxies ask so, and no browser does
        return site.refusal(Headers(scope=scope).items(), shown, once)

    def _greeted(self, scope: Scope, send: Send) -> Send:
        """Let a browser that nobody logs in with come in as itself, with the page that it asks for."""
        known = read_cookie(Headers(scope=scope).get("cookie", ""), BROWSER_COOKIE)

        async def greet(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(raw=list(message["headers"]))
                if headers.get("content-type", "").startswith("text/html"):
                    for cookie in await self._browser_cookies(known):
                        headers.append("set-cookie", cookie)
                    message = {**message, "headers": headers.raw}
            await send(message)

        return greet

    async def _browser_cookies(self, known: str) -> list[str]:
        """Write the cookie by which a browser is known for long, and its session's."""
        token = known if browser_name(f"{BROWSER_COOKIE}={known}") else secrets.token_urlsafe(32)
        user = await self._logins.let_browser_in(f"{BROWSER_COOKIE}={token}")
        made = {BROWSER_COOKIE: (token, YEAR_S)}
        if user is not None:
            made[auth_cookie()] = (create_jwt(user), config.project.user_session_timeout)
        secure = "; Secure" if os.environ.get("CHAINLIT_URL", "").startswith("https://") else ""
        return [
            f"{name}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}"
            for name, (value, age) in made.items()
        ]


def _without(scope: Scope, *cookies: str) -> Scope:
    """Take cookies out of a request that begin so, and a token in a header, by which we let nobody in."""
    said = (each.strip() for each in Headers(scope=scope).get("cookie", "").split(";"))
    left = "; ".join(each for each in said if not each.startswith(cookies))
    kept = [pair for pair in scope["headers"] if pair[0] not in {b"cookie", b"authorization"}]
    return {**scope, "headers": [*kept, (b"cookie", left.encode("latin-1"))] if left else kept}


def auth_cookie() -> str:
    """Name the cookie of a session."""
    return os.environ.get("CHAINLIT_AUTH_COOKIE_NAME", "access_token")


def put_gate(logins: Logins, settings: Settings) -> None:
    """Put the gate before everything else that Chainlit's server does.

    Uvicorn believes X-Forwarded-For of this machine unless it is told whose to believe; here, nobody's then.
    """
    os.environ.setdefault("FORWARDED_ALLOW_IPS", "")
    server.user_middleware.insert(0, Middleware(Gate, logins=logins, settings=settings))
