"""Many people in one chat at once, each on a socket as a browser has one: when their answers begin."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import socketio  # type: ignore[import-untyped]

from tests.chat.processor_meter import ProcessorMeter
from tests.chat.serving import Served, cookies

LIMIT_S = 120.0
PATH = "/ws/socket.io"


@dataclass(frozen=True)
class Heard:
    """What one person saw: seconds until the answer began and until it was whole, and all assistant texts."""

    question: str
    first_token_s: float
    done_s: float
    answer: str


@dataclass(frozen=True)
class Together:
    """What all heard, and what it took from the first question to the last one's first words.

    `server_s` is the processor time of the chat's process. `free` is the share of the machine's processors that was
    left to the chat, its graph and those who ask: 1 on a machine that does nothing else.
    """

    heard: tuple[Heard, ...]
    server_s: float
    free: float


class _Person:
    """One browser's socket."""

    def __init__(self, served: Served, question: str, cookie: str, on_first: Callable[[], None]) -> None:
        self._served, self._question, self._cookie = served, question, cookie
        self._client = socketio.AsyncClient(reconnection=False, request_timeout=int(LIMIT_S))
        self._asked = 0.0
        self._first: float | None = None
        self._on_first = on_first
        self._texts: dict[str, str] = {}
        self._ended = asyncio.Event()
        self._client.on("stream_start", self._message)
        self._client.on("stream_token", self._token)
        self._client.on("new_message", self._message)
        self._client.on("update_message", self._message)
        self._client.on("task_end", self._end)

    async def come(self) -> None:
        """Connect as a browser that just opened the page."""
        session = {"clientType": "webapp", "sessionId": str(uuid.uuid4()), "threadId": "", "userEnv": "{}"}
        await self._client.connect(
            self._served.url,
            socketio_path=PATH,
            auth={**session, "chatProfile": ""},
            headers={"Cookie": self._cookie},
            transports=["websocket"],
            wait_timeout=LIMIT_S,  # a second is too short for thirty who come at once on a machine with other work
        )
        await self._client.emit("connection_successful")
        await asyncio.sleep(1)

    async def ask(self) -> Heard:
        """Ask, and wait for the answer's end."""
        self._texts.clear()
        self._ended.clear()
        message = {
            "id": str(uuid.uuid4()),
            "name": "User",
            "type": "user_message",
            "output": self._question,
            "createdAt": datetime.now(UTC).isoformat(),
        }
        self._asked = time.monotonic()
        await self._client.emit("client_message", {"message": message, "fileReferences": []})
        try:
            await asyncio.wait_for(self._ended.wait(), LIMIT_S)
            done = time.monotonic()
        finally:
            await self._client.disconnect()
        first = self._first if self._first is not None else done
        return Heard(self._question, first - self._asked, done - self._asked, "\n".join(self._texts.values()))

    async def _message(self, step: Mapping[str, Any]) -> None:
        if step.get("type") == "assistant_message" and self._asked:
            self._texts[str(step["id"])] = str(step.get("output", ""))
            if step.get("output"):
                self._begin()

    async def _token(self, token: Mapping[str, Any]) -> None:
        self._texts[str(token["id"])] = self._texts.get(str(token["id"]), "") + str(token["token"])
        self._begin()

    async def _end(self, _: object = None) -> None:
        if self._asked:
            self._ended.set()

    def _begin(self) -> None:
        if self._first is None:
            self._first = time.monotonic()
            self._on_first()


def ask_together(served: Served, questions: Sequence[str], others: Sequence[int] = ()) -> Together:
    """Let one person ask each question, all in the same moment. `others` are processes that work for the chat."""
    meter = ProcessorMeter(served.process.pid, others)

    async def run() -> Together:
        people = [_Person(served, question, cookies(served), meter.read) for question in questions]
        await asyncio.gather(*(person.come() for person in people))
        meter.begin()
        heard = await asyncio.gather(*(person.ask() for person in people))
        return Together(tuple(heard), meter.server_s, meter.free)

    with ThreadPoolExecutor(1) as thread:  # a browser that Playwright drives has a loop in this one
        return thread.submit(asyncio.run, run()).result()
