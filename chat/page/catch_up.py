"""Sends a page what it missed after a lost connection or reload, and what happened in other tabs."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping
from typing import Any
from weakref import WeakKeyDictionary, WeakSet, WeakValueDictionary, ref

from chainlit.context import context
from chainlit.server import sio
from chainlit.session import WebsocketSession
from chainlit.socket import connect, connection_successful, message
from chainlit.user_session import user_sessions

from chat.page.kept_events import RETOLD, TAKEN_BACK, TOLD, KeptEvents, not_blank

# What goes to one page, over whatever socket it has at the moment, and to the pages that follow it.


OF_CONVERSATION = RETOLD.union(
    TAKEN_BACK, {"stream_token", "element", "action", "remove_action", "task_start", "task_end"}
)
"""What belongs to the conversation, whichever page shows it; a panel that opens is one page's."""


class PageChannel:
    """One page's line. Another page that shows the same conversation follows it while something runs."""

    def __init__(self) -> None:
        self.kept = KeptEvents()
        self.first: PageChannel = self
        """The line that this one follows; itself where it follows none."""
        self._following: WeakSet[PageChannel] = WeakSet()
        self._beside: WeakSet[PageChannel] = WeakSet()
        self._moved = asyncio.Event()

    def attach(self, session: WebsocketSession) -> None:
        """Send over the session's newest socket, and take down what is sent."""
        self._session = ref(session)
        self._emit, self._ask = session.emit, session.emit_call
        session.emit, session.emit_call = self.tell, self.ask  # type: ignore[assignment]

    async def tell(self, event: str, data: Any) -> None:
        """Tell the page something, and those that follow."""
        if event == "task_end" and self._goes_on():
            return  # a slow greeting ends while a question runs: the page would take its stop button away
        data = not_blank(event, data)
        self.kept.note(event, data)
        for line in (self, *self._following):
            await line._send(event, data)
        if event in OF_CONVERSATION:
            await self.tell_beside(event, data)

    def _goes_on(self) -> bool:
        """Tell whether what the stop button stops still runs, and is not what speaks."""
        session = self._session()
        return (
            session is not None and _is_busy(session) and session.current_task is not asyncio.current_task()
        )

    def meet(self, other: PageChannel) -> None:
        """Show from now on in both pages what happens to the conversation in either."""
        self._beside.add(other)
        other._beside.add(self)

    async def tell_beside(self, event: str, data: Any) -> None:
        """Tell the other pages of the conversation, but those that follow."""
        for line in self._beside - self._following:
            if line.kept is not self.kept:
                line.kept.note(event, data)
            await line._send(event, data)

    async def _send(self, event: str, data: Any) -> None:
        sending: Any = self._emit(event, data)
        await sending

    async def ask(self, event: Any, data: Any, timeout_s: float) -> Any:
        """Ask the page something, and those that follow; again when one comes, or comes back over another socket."""
        until = time.monotonic() + timeout_s
        while True:
            self._moved = asyncio.Event()
            left_s = max(1, round(until - time.monotonic()))
            lines = (self, *self._following)
            asked = [asyncio.ensure_future(line._ask(event, data, left_s)) for line in lines]
            moved = asyncio.ensure_future(self._moved.wait())
            try:
                await asyncio.wait({*asked, moved}, return_when=asyncio.FIRST_COMPLETED)
                for each in asked:
                    if each.done():
                        return each.result()
            finally:
                for each in (*asked, moved):
                    each.cancel()

    async def follow(self, first: PageChannel) -> None:
        """Tell from now on what another page is told, and first what it was told since its task began."""
        self.first, self.kept = first, first.kept
        first._following.add(self)
        await self.catch_up()

    def leave(self) -> None:
        """Follow no longer; what was told stays known."""
        self.first._following.discard(self)
        self.first, self.kept = self, self.kept.copy()

    async def catch_up(self) -> None:
        """Tell again what may be missing."""
        for event, data in self.kept.again():
            await self._send(event, data)
        self.first._moved.set()


_lines: WeakKeyDictionary[WebsocketSession, PageChannel] = WeakKeyDictionary()
_doors: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
"""A page connects twice as it begins; both at once would make two sessions of it, and one has its files."""


def put_catch_up() -> None:
    """Stand around Chainlit's own greeting of a page, which forgets what runs, and take its stop over."""
    sio.on("connect", _connect)
    sio.on("connection_successful", _greet)
    sio.on("stop", _stop)
    sio.on("client_message", _take)


def take_over() -> bool:
    """Go on with what an earlier page of this conversation knows, as after a reload; False where there is none.

    What runs there can be stopped here.
    """
    session = context.session
    earlier = _earlier(session) if isinstance(session, WebsocketSession) else None
    if earlier is None:
        return False
    known = user_sessions.setdefault(earlier.id, user_sessions.get(session.id) or {})
    user_sessions[session.id], session.files = known, earlier.files
    if _is_busy(earlier):
        session.current_task = earlier.current_task
    return True


async def _connect(sid: str, environ: Mapping[str, Any], auth: Mapping[str, Any]) -> bool:
    async with _doors.setdefault(str(auth.get("sessionId")), asyncio.Lock()):
        let_in = await connect(sid, environ, auth)
    session = WebsocketSession.get(sid)
    if session:
        _lines.setdefault(session, PageChannel()).attach(session)
    return bool(let_in)


async def _greet(sid: str) -> None:
    session = WebsocketSession.get(sid)
    line = _lines.get(session) if session else None
    await connection_successful(sid)
    if line is None or session is None:
        return
    if session.restored:
        await line.catch_up()
        return
    for other in _beside(session):
        line.meet(_lines[other])
    earlier = _earlier(session)
    if earlier is not None and earlier.current_task is not None and _is_busy(earlier):
        await line.follow(_lines[earlier].first)
        earlier.current_task.add_done_callback(lambda _: line.leave())


async def _take(sid: str, payload: Any) -> None:
    """Show what a person wrote in the other pages of the conversation, before what is done about it."""
    session = WebsocketSession.get(sid)
    if session in _lines:
        await _lines[session].tell_beside(TOLD, payload["message"])
    await message(sid, payload)


async def _stop(sid: str) -> None:
    """Stop what runs, be it in another page of the conversation; it says itself that it was stopped."""
    session = WebsocketSession.get(sid)
    for page in (session, *_beside(session)) if session is not None else ():
        if page.current_task is not None and _is_busy(page):
            page.current_task.cancel()
            return


def _earlier(session: WebsocketSession) -> WebsocketSession | None:
    """Find another page's session of the conversation that is taken up; one where something runs, if there is any."""
    if not session.thread_id_to_resume:
        return None
    found = (other for other in _beside(session) if _is_busy(other) or other.id in user_sessions)
    return max(found, key=_is_busy, default=None)


def _beside(session: WebsocketSession) -> Iterator[WebsocketSession]:
    """Find the other pages of a conversation: those of the same person."""
    for other in list(_lines):
        same = other is not session and other.thread_id == session.thread_id
        if same and other.user and session.user and other.user.identifier == session.user.identifier:
            yield other


def _is_busy(session: WebsocketSession) -> bool:
    return session.current_task is not None and not session.current_task.done()
