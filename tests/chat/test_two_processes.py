"""Two chat processes behind a proxy: one is killed while all ask, and nobody's conversation is lost."""

from __future__ import annotations

import asyncio
import http.cookiejar
import re
import signal
import urllib.request
import uuid
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest
import socketio  # type: ignore[import-untyped]

from tests.chat.ask_together import PATH
from tests.chat.conftest import ingest_small
from tests.chat.serving import Served, serve_chat
from tests.chat.test_many_people import questions

LIMIT_S = 120.0
BROWSER = re.compile(rb"wirelore_browser=([^;\r]+)")
SESSION = {"clientType": "webapp", "userEnv": "{}", "chatProfile": ""}


@asynccontextmanager
async def proxy(ports: list[int]) -> AsyncIterator[str]:
    """Pass connections on, those of one browser to one process as long as that takes them."""

    opened: list[asyncio.StreamWriter] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        opened.append(writer)
        with suppress(OSError, asyncio.IncompleteReadError):
            head = await reader.readuntil(b"\r\n\r\n")
            known = BROWSER.search(head)
            first = zlib.crc32(known[1]) % len(ports) if known else 0
            for port in (*ports[first:], *ports[:first]):
                with suppress(ConnectionRefusedError):
                    behind, onward = await asyncio.open_connection("127.0.0.1", port)
                    break
            else:
                return
            opened.append(onward)
            onward.write(head)
            await asyncio.wait(
                [asyncio.create_task(pump(reader, onward)), asyncio.create_task(pump(behind, writer))],
                return_when=asyncio.FIRST_COMPLETED,
            )
            onward.close()
        writer.close()

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65_536):
                writer.write(data)
                await writer.drain()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        for writer in opened:
            writer.close()
        await asyncio.sleep(0.1)  # until the sockets are closed, which needs the loop


class Person:
    """A browser that asks, and comes again to its conversation when its socket breaks."""

    def __init__(self, url: str, cookie: str) -> None:
        self._url, self._cookie, self._session = url, cookie, str(uuid.uuid4())
        self.thread = ""
        self.taken_up: dict[str, Any] = {}
        self._texts: dict[str, str] = {}
        self._ended = asyncio.Event()
        self._resumed = asyncio.Event()

    async def come(self) -> None:
        """Open the page, or open it again."""
        self._client = socketio.AsyncClient(reconnection=False, request_timeout=int(LIMIT_S))
        for event in ("new_message", "update_message"):
            self._client.on(event, self._message)
        self._client.on("first_interaction", self._first)
        self._client.on("resume_thread", self._resume)
        self._client.on("task_end", self._end)
        self._client.on("disconnect", self._end)
        await self._client.connect(
            self._url,
            socketio_path=PATH,
            auth={**SESSION, "sessionId": self._session, "threadId": self.thread},
            headers={"Cookie": self._cookie},
            transports=["websocket"],
            wait_timeout=LIMIT_S,
        )
        await self._client.emit("connection_successful")
        if self.thread:
            await asyncio.wait_for(self._resumed.wait(), LIMIT_S)
        else:
            await asyncio.sleep(1)

    async def ask(self, question: str) -> str:
        """Ask, and return what was answered until the end, or until the socket broke."""
        self._texts.clear()
        self._ended.clear()
        message = {"id": str(uuid.uuid4()), "name": "User", "type": "user_message", "output": question}
        sent = {"message": {**message, "createdAt": datetime.now(UTC).isoformat()}, "fileReferences": []}
        await self._client.emit("client_message", sent)
        await asyncio.wait_for(self._ended.wait(), LIMIT_S)
        return "\n".join(self._texts.values())

    @property
    def is_connected(self) -> bool:
        """Whether its socket holds."""
        return bool(self._client.connected)

    async def leave(self) -> None:
        """Close the page."""
        await self._client.disconnect()

    async def _message(self, step: dict[str, Any]) -> None:
        if step.get("type") == "assistant_message":
            self._texts[str(step["id"])] = str(step.get("output", ""))

    async def _first(self, told: dict[str, Any]) -> None:
        self.thread = str(told["thread_id"])

    async def _resume(self, thread: dict[str, Any]) -> None:
        self.taken_up = thread
        self._resumed.set()

    async def _end(self, *_: object) -> None:
        self._ended.set()


def come_in(url: str) -> str:
    """Get a browser's cookies, as its first page does."""
    jar = http.cookiejar.CookieJar()
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    opener.open(f"{url}/", timeout=60).close()
    opener.open(f"{url}/auth/header", data=b"", timeout=60).close()
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar)


async def ask_while_one_dies(served: list[Served], people: int) -> None:
    """Let all ask, kill a process while they ask again, and let them come back."""
    asked = list(islice(cycle(questions().items()), people))
    ports = [int(one.url.rpartition(":")[2]) for one in served]
    async with proxy(ports) as url:
        came = [Person(url, await asyncio.to_thread(come_in, url)) for _ in asked]
        await asyncio.gather(*(person.come() for person in came))
        first = await asyncio.gather(
            *(person.ask(question) for person, (question, _) in zip(came, asked, strict=True))
        )
        for answer, (_, address) in zip(first, asked, strict=True):
            assert address in answer
        again = [asyncio.create_task(person.ask("Which VLANs are there?")) for person in came]
        await asyncio.sleep(0.2)
        served[0].process.send_signal(signal.SIGKILL)
        await asyncio.gather(*again)
        broken = [person for person in came if not person.is_connected]
        assert 0 < len(broken) < len(came)
        await asyncio.gather(*(person.come() for person in broken))
        for person, (question, address) in zip(came, asked, strict=True):
            if person in broken:
                kept = [str(step.get("output", "")) for step in person.taken_up["steps"]]
                assert question in kept
                assert any(address in text for text in kept)
        last = await asyncio.gather(
            *(person.ask(question) for person, (question, _) in zip(came, asked, strict=True))
        )
        for answer, (_, address) in zip(last, asked, strict=True):
            assert address in answer
        await asyncio.gather(*(person.leave() for person in came))


@pytest.mark.timeout(600)
@pytest.mark.parametrize("people", [8, pytest.param(60, marks=pytest.mark.slow)])
def test_nobody_loses_a_conversation(postgresql: str, tmp_path: Path, people: int) -> None:
    ingest_small(tmp_path)
    shared = {"WIRELORE_HISTORY_URL": postgresql, "CHAINLIT_AUTH_COOKIE_NAME": "wirelore_session"}
    with (
        serve_chat(tmp_path / "kg", tmp_path / "a.log", shared) as one,
        serve_chat(tmp_path / "kg", tmp_path / "b.log", shared) as other,
    ):
        one.wait()
        other.wait()
        asyncio.run(ask_while_one_dies([one, other], people))
