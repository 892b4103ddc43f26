"""Checks each socket event like a request: whose it is, and whether the login is still valid."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from chainlit.server import sio
from chainlit.session import WebsocketSession, ws_sessions_sid
from fastapi import HTTPException
from starlette.datastructures import Headers

from chat.people.login import Logins
from chat.words.say import say

LOOK_AGAIN_S = 1.0
OPEN = frozenset(
    {
        *("connection_successful", "clear_session", "stop", "client_message", "window_message"),
        *("chat_settings_change", "chat_settings_edit", "fetch_favorites"),
    }
)
"""What a page may say; of the rest (sound, edited messages) the chat has no use."""

Handler = Callable[..., Awaitable[Any]]


def guard_sockets(logins: Logins) -> None:
    """Stand before every handler of Chainlit's sockets, and take those away that nothing needs."""
    handlers: dict[str, Handler] = sio.handlers["/"]
    handlers["connect"] = _checked(handlers["connect"])
    for event in set(handlers) - {"connect", "disconnect"}:
        if event in OPEN:
            handlers[event] = _guarded(event, handlers[event], logins)
        else:
            del handlers[event]
    sio.call = _answered(sio.call, logins)
    WebsocketSession.require = _required  # type: ignore[method-assign,assignment]


async def watch_sockets(logins: Logins) -> None:
    """End the sockets of logins that count no more, so that they hear nothing either."""
    while True:
        await asyncio.sleep(LOOK_AGAIN_S)
        for sid, session in list(ws_sessions_sid.items()):
            if not _counts(session, logins):
                await _end(sid)


def is_id(said: object) -> bool:
    """Say whether this is a UUID in its one form: ids become names of folders and parts of statements."""
    try:
        return isinstance(said, str) and str(uuid.UUID(said)) == said
    except ValueError:
        return False


def _checked(connect: Handler) -> Handler:
    async def checked(sid: str, environ: Mapping[str, Any], auth: object = None) -> Any:
        said = auth if isinstance(auth, Mapping) else {}
        if not is_id(said.get("sessionId")) or (said.get("threadId") and not is_id(said["threadId"])):
            raise ConnectionRefusedError(say("people.bad_id"))
        return await connect(sid, environ, auth)

    return checked


def _guarded(event: str, handler: Handler, logins: Logins) -> Handler:
    async def guarded(sid: str, *data: Any) -> Any:
        session = WebsocketSession.get(sid)
        if session is not None and not _counts(session, logins):
            await _end(sid)
            return None
        if event == "client_message":  # the page itself says whose answer it is, and what was kept of it
            typed = {**data[0]["message"], "type": "user_message", "metadata": {}, "parentId": None}
            data = ({**data[0], "message": typed},)
        return await handler(sid, *data)

    return guarded


def _required(sid: str) -> WebsocketSession:
    """Find a session for Chainlit's routes. Raises HTTPException (404) where Chainlit itself fails with 500."""
    session: WebsocketSession | None = WebsocketSession.get(sid)
    if session is not None:
        return session
    raise HTTPException(404, say("people.not_found"))


def _answered(call: Handler, logins: Logins) -> Handler:
    async def answered(event: str, data: Any, *, timeout: float, to: str) -> Any:
        answer = await call(event, data, timeout=timeout, to=to)
        session = WebsocketSession.get(to)
        return answer if session is not None and _counts(session, logins) else None

    return answered


def _counts(session: WebsocketSession, logins: Logins) -> bool:
    login = logins.read_session(Headers(scope=session.environ["asgi.scope"]))
    return login is not None and session.user is not None and login.name == session.user.identifier


async def _end(sid: str) -> None:
    """Say why, where the page still listens, and close the socket."""
    await sio.emit("toast", {"message": say("people.logged_out"), "type": "error"}, to=sid)
    await sio.disconnect(sid)
