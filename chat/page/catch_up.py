"""Tells a page that lost its connection what it missed, and gives it the stop button back."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from weakref import WeakKeyDictionary

from chainlit.server import sio
from chainlit.session import WebsocketSession
from chainlit.socket import connect, connection_successful

from chat.page.kept_events import KeptEvents, not_blank

Emit = Callable[[str, Any], Awaitable[None]]
Ask = Callable[[Any, Any, Any], Awaitable[Any]]


class Line:
    """What goes to one page, over whatever socket it has at the moment."""

    def __init__(self) -> None:
        self.kept = KeptEvents()
        self._moved = asyncio.Event()

    def attach(self, session: WebsocketSession) -> None:
        """Send over the session's newest socket, and take down what is sent."""
        self._emit, self._ask = session.emit, session.emit_call
        session.emit, session.emit_call = self.tell, self.ask  # type: ignore[assignment]

    async def tell(self, event: str, data: Any) -> None:
        """Tell the page something."""
        data = not_blank(event, data)
        self.kept.note(event, data)
        await self._send(event, data)

    async def _send(self, event: str, data: Any) -> None:
        sending: Any = self._emit(event, data)
        await sending

    async def ask(self, event: Any, data: Any, timeout_s: float) -> Any:
        """Ask the page something, and again when it comes back over another socket."""
        until = time.monotonic() + timeout_s
        while True:
            self._moved = asyncio.Event()
            asked = asyncio.ensure_future(self._ask(event, data, max(1, round(until - time.monotonic()))))
            moved = asyncio.ensure_future(self._moved.wait())
            try:
                await asyncio.wait({asked, moved}, return_when=asyncio.FIRST_COMPLETED)
                if asked.done():
                    return asked.result()
            finally:
                asked.cancel()
                moved.cancel()

    async def catch_up(self, ends: int) -> None:
        """Tell again what may be missing. `ends` is how many tasks had ended before the page came back."""
        self.kept.running = self.kept.ends == ends
        for event, data in self.kept.again():
            await self._send(event, data)
        self._moved.set()


_lines: WeakKeyDictionary[WebsocketSession, Line] = WeakKeyDictionary()


def put_catch_up() -> None:
    """Stand around Chainlit's own greeting of a page, which forgets that something runs."""
    sio.on("connect", _connect)
    sio.on("connection_successful", _greet)


async def _connect(sid: str, environ: Mapping[str, Any], auth: Mapping[str, Any]) -> bool:
    let_in = await connect(sid, environ, auth)
    session = WebsocketSession.get(sid)
    if session:
        _lines.setdefault(session, Line()).attach(session)
    return bool(let_in)


async def _greet(sid: str) -> None:
    session = WebsocketSession.get(sid)
    line = _lines.get(session) if session else None
    running, ends = (line.kept.running, line.kept.ends) if line else (False, 0)
    await connection_successful(sid)
    if line and session and session.restored:
        await line.catch_up(ends + 1 if running else -1)  # one end is that of the greeting itself
