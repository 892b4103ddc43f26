"""What goes to one page, over whatever socket it has at the moment, and to the pages that follow it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any
from weakref import WeakSet

from chainlit.session import WebsocketSession

from chat.page.kept_events import RETOLD, TAKEN_BACK, KeptEvents, not_blank

Emit = Callable[[str, Any], Awaitable[None]]
Ask = Callable[[Any, Any, Any], Awaitable[Any]]
OF_CONVERSATION = RETOLD.union(
    TAKEN_BACK, {"stream_token", "element", "action", "remove_action", "task_start", "task_end"}
)
"""What belongs to the conversation, whichever page shows it; a panel that opens is one page's."""


class Line:
    """One page's line. Another page that shows the same conversation follows it while something runs."""

    def __init__(self) -> None:
        self.kept = KeptEvents()
        self.first: Line = self
        """The line that this one follows; itself where it follows none."""
        self._following: WeakSet[Line] = WeakSet()
        self._beside: WeakSet[Line] = WeakSet()
        self._moved = asyncio.Event()

    def attach(self, session: WebsocketSession) -> None:
        """Send over the session's newest socket, and take down what is sent."""
        self._emit, self._ask = session.emit, session.emit_call
        session.emit, session.emit_call = self.tell, self.ask  # type: ignore[assignment]

    async def tell(self, event: str, data: Any) -> None:
        """Tell the page something, and those that follow."""
        data = not_blank(event, data)
        self.kept.note(event, data)
        for line in (self, *self._following):
            await line._send(event, data)
        if event in OF_CONVERSATION:
            await self.tell_beside(event, data)

    def meet(self, other: Line) -> None:
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
            asked = [
                asyncio.ensure_future(line._ask(event, data, left_s)) for line in (self, *self._following)
            ]
            moved = asyncio.ensure_future(self._moved.wait())
            try:
                await asyncio.wait({*asked, moved}, return_when=asyncio.FIRST_COMPLETED)
                for each in asked:
                    if each.done():
                        return each.result()
            finally:
                for each in (*asked, moved):
                    each.cancel()

    async def catch_up(self, ends: int) -> None:
        """Tell again what may be missing. `ends` is how many tasks had ended before the page came back."""
        self.kept.running = self.kept.ends == ends
        await self._tell_again()

    async def follow(self, first: Line) -> None:
        """Tell from now on what another page is told, and first what it was told since its task began."""
        self.first, self.kept = first, first.kept
        first._following.add(self)
        await self._tell_again()

    def leave(self) -> None:
        """Follow no longer; what was told stays known."""
        self.first._following.discard(self)
        self.first, self.kept = self, self.kept.copy()

    async def _tell_again(self) -> None:
        for event, data in self.kept.again():
            await self._send(event, data)
        self.first._moved.set()
