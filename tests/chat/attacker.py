"""Drives a served chat as somebody does who writes requests and socket messages by hand."""

from __future__ import annotations

import asyncio
import json
import socket
import uuid
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import socketio  # type: ignore[import-untyped]
from socketio.exceptions import BadNamespaceError, ConnectionError  # type: ignore[import-untyped]  # noqa: A004

from tests.chat.serving import Served, serve_chat
from workspace.users import add_user

PATH = "/ws/socket.io"
PASSWORD = "correct horse battery"
USERS = ("ann", "bob", "eve", "carl", "dora", "emil", "finn")
"""Several, since the chat counts how often one of them logs in."""
SOON_S = 20.0
QUIET_S = 1.5
"""So long a socket that should stay silent is listened to."""


@contextmanager
def serve_members(folder: Path, more: Mapping[str, str] | None = None) -> Iterator[Served]:
    """Serve a chat with three users and without a KG: it needs no graph server to be attacked."""
    for name in USERS:
        add_user(folder / "users.json", name, PASSWORD)
    settings = {"WIRELORE_USERS_FILE": str(folder / "users.json"), "WIRELORE_QUESTIONS_PER_MINUTE": "0"}
    with serve_chat(folder / "kg", folder / "log", {**settings, **(more or {})}) as served:
        served.wait()
        yield served


@contextmanager
def log_in(served: Served, name: str, password: str = PASSWORD) -> Iterator[httpx.Client]:
    """Log in, and lend a client that has the session's cookie."""
    with httpx.Client(base_url=served.url, timeout=60) as client:
        client.post("/login", data={"username": name, "password": password}).raise_for_status()
        yield client


def cookie_of(client: httpx.Client) -> str:
    """Write a client's cookies as a header."""
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in client.cookies.jar)


class Page:
    """A socket as the page has one; `heard` is all it was told."""

    def __init__(self, session: object, thread: object = "") -> None:
        self.session = session
        self.auth = {"clientType": "webapp", "sessionId": session, "threadId": thread, "userEnv": "{}"}
        self.heard: list[tuple[str, Any]] = []
        self.client = socketio.AsyncClient(reconnection=False, request_timeout=60)
        self.client.on("*", self._hear)
        self._something = asyncio.Event()

    async def _hear(self, event: str, *data: Any) -> None:
        self.heard.append((event, data[0] if data else None))
        self._something.set()

    async def say(self, text: str, **more: object) -> str:
        """Send a message as the page does, and return its id."""
        message = {
            "id": str(uuid.uuid4()),
            "name": "User",
            "type": "user_message",
            "output": text,
            "createdAt": datetime.now(UTC).isoformat(),
            **more,
        }
        with suppress(BadNamespaceError):  # the socket is closed, and nothing can be said any more
            await self.client.emit("client_message", {"message": message, "fileReferences": []})
        return str(message["id"])

    async def until(self, *events: str) -> Any:
        """Wait for one of these events, and return what it says."""
        async with asyncio.timeout(SOON_S):
            while True:
                for event, data in self.heard:
                    if event in events:
                        return data
                self._something.clear()
                await self._something.wait()

    async def close(self) -> None:
        """Close the socket, and what the client leaves open where it was refused."""
        await self.client.disconnect()
        if self.client.eio.http is not None:
            await self.client.eio.http.close()
            await asyncio.sleep(0)

    async def answered(self, text: str, **more: object) -> str:
        """Say something, and return what the chat answered."""
        self.heard.clear()
        await self.say(text, **more)
        await self.until("task_start")
        await self.until("task_end")
        return self.answers()

    def answers(self) -> str:
        """Return all that the chat said as an answer."""
        said = (data for event, data in self.heard if event in {"new_message", "update_message"})
        return "\n".join(str(each["output"]) for each in said if each["type"] == "assistant_message")

    async def thread(self) -> str:
        """Return the conversation that the first message began."""
        return str((await self.until("first_interaction"))["thread_id"])


@asynccontextmanager
async def page(
    served: Served,
    cookie: str,
    session: object = None,
    thread: object = "",
    headers: Mapping[str, str] | None = None,
    transport: str = "websocket",
) -> AsyncIterator[Page]:
    """Open a socket; raises ConnectionError where it is refused."""
    opened = Page(str(uuid.uuid4()) if session is None else session, thread)
    try:
        await opened.client.connect(
            served.url,
            socketio_path=PATH,
            auth=opened.auth,
            headers={"Cookie": cookie, **(headers or {})},
            transports=[transport],
            wait_timeout=SOON_S,
        )
        await opened.client.emit("connection_successful")
        await asyncio.sleep(0.3)
        yield opened
    finally:
        await opened.close()


def is_let_in_by_polling(served: Served, cookie: str, headers: Mapping[str, str]) -> bool:
    """Say whether a socket is opened without WebSockets.

    Written out: a client waits half a minute for the reply to its last poll, and so does the chat when it ends.
    """
    opened = Page(str(uuid.uuid4()))
    with httpx.Client(headers={"Cookie": cookie, **headers}, timeout=SOON_S) as client:
        url = f"{served.url}{PATH}/?EIO=4&transport=polling"
        begun = client.get(url)
        if begun.status_code != 200:
            return False
        url += f"&sid={json.loads(begun.text.removeprefix('0'))['sid']}"
        client.post(url, content=f"40{json.dumps(opened.auth)}").raise_for_status()
        told = client.get(url).text
        client.post(url, content="1").raise_for_status()
        return told.startswith("40")


async def is_let_in(served: Served, cookie: str, **said: Any) -> bool:
    """Say whether a socket is opened."""
    try:
        async with page(served, cookie, **said):
            return True
    except (ConnectionError, RuntimeError):  # the second is aiohttp's, where the reply is cut off
        return False


def raw_status(served: Served, path: str, headers: list[tuple[str, str]], method: str = "GET") -> int:
    """Send a request with exactly these headers, as no client would, and return the status."""
    place = urlsplit(served.url)
    with socket.create_connection((place.hostname, place.port), timeout=30) as wire:
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers)]
        wire.sendall("\r\n".join([*lines, "Connection: close", "", ""]).encode("latin-1"))
        return int(wire.makefile("rb").readline().split()[1])
