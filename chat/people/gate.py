"""An ASGI layer that takes away sessions that no longer count, and serves no data without one."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import os
import secrets

import jwt
from chainlit.auth import create_jwt
from chainlit.auth.cookie import get_token_from_cookies
from chainlit.config import config
from chainlit.server import app as server
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chat.people.login import AUTH_SECRET, WAY, Logins, browser_user
from chat.people.ways_in import BROWSER_COOKIE, Login, browser_name, is_never_served, needs_login, read_cookie
from chat.words.say import say

YEAR_S = 365 * 86_400


class Gate:
    """Stands before all else. A session counts as long as its user may come in by the way that made it."""

    def __init__(self, app: ASGIApp, logins: Logins) -> None:
        self._app, self._logins = app, logins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        path = scope["path"].removeprefix(config.run.root_path)
        has_session = self._has_session(scope)
        if scope["type"] == "http" and is_never_served(path):
            await PlainTextResponse(say("people.not_found"), 404)(scope, receive, send)
        elif scope["type"] == "http" and needs_login(path) and not has_session:
            await PlainTextResponse(say("people.log_in_first"), 401)(scope, receive, send)
        else:
            await self._app(
                scope if has_session else _without_session(scope),
                receive,
                self._greeted(scope, send, has_session),
            )

    def _has_session(self, scope: Scope) -> bool:
        headers = Headers(scope=scope)
        cookies = headers.get("cookie", "")
        login = read_login(get_token_from_cookies(cookie_parser(cookies)) or "")
        return login is not None and self._logins.door().still_open(
            login, self._logins.named_in(headers), cookies
        )

    def _greeted(self, scope: Scope, send: Send, has_session: bool) -> Send:
        """Let a browser that nobody logs in with come in as itself, with the page that it asks for."""
        if has_session or "browser" not in self._logins.ways:
            return send
        known = read_cookie(Headers(scope=scope).get("cookie", ""), BROWSER_COOKIE)

        async def greet(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(raw=list(message["headers"]))
                if headers.get("content-type", "").startswith("text/html"):
                    for cookie in _browser_cookies(known):
                        headers.append("set-cookie", cookie)
                    message = {**message, "headers": headers.raw}
            await send(message)

        return greet


def read_login(token: str) -> Login | None:
    """Read a session's token; None for one that we did not sign, or that is over."""
    try:
        said = jwt.decode(token, os.environ[AUTH_SECRET], algorithms=["HS256"])
        return Login(str(said["identifier"]), str(said["metadata"].get(WAY, "")), float(said["iat"]))
    except (jwt.InvalidTokenError, KeyError, TypeError, ValueError, AttributeError):
        return None


def _without_session(scope: Scope) -> Scope:
    """Take the session out of a request, and a token in a header, by which we let nobody in."""
    name = auth_cookie()
    cookies = Headers(scope=scope).get("cookie", "").split(";")
    left = "; ".join(each.strip() for each in cookies if not each.strip().startswith(name))
    kept = [pair for pair in scope["headers"] if pair[0] not in {b"cookie", b"authorization"}]
    return {**scope, "headers": [*kept, (b"cookie", left.encode("latin-1"))] if left else kept}


def _browser_cookies(known: str) -> list[str]:
    """Write the cookie by which a browser is known for long, and its session's."""
    token = known if browser_name(f"{BROWSER_COOKIE}={known}") else secrets.token_urlsafe(32)
    user = browser_user(f"{BROWSER_COOKIE}={token}")
    made = {BROWSER_COOKIE: (token, YEAR_S)}
    if user is not None:
        made[auth_cookie()] = (create_jwt(user), config.project.user_session_timeout)
    secure = "; Secure" if os.environ.get("CHAINLIT_URL", "").startswith("https://") else ""
    return [
        f"{name}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}"
        for name, (value, age) in made.items()
    ]


def auth_cookie() -> str:
    """Name the cookie of a session."""
    return os.environ.get("CHAINLIT_AUTH_COOKIE_NAME", "access_token")


def put_gate(logins: Logins) -> None:
    """Put the gate before everything else that Chainlit's server does."""
    server.user_middleware.insert(0, Middleware(Gate, logins=logins))
