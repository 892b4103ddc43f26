"""A Slack that runs here: its Web API, and a websocket for Socket Mode. It records what it is told.

Replies have the shape of docs.slack.dev's examples. It can limit the rate, and go away for a while.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

from aiohttp import WSMsgType, web

BOT_USER, BOT, TEAM = "UBOT00001", "BBOT00001", "T00000001"
CLOSED = {"chat.appendStream": "message_not_in_streaming_state"}


@dataclass
class Call:
    """One call of the Web API, and when it came (monotonic seconds)."""

    method: str
    told: dict[str, Any]
    time: float


@dataclass
class MockSlack:
    calls: list[Call] = field(default_factory=list)
    acknowledged: list[str] = field(default_factory=list)
    errors: dict[str, str] = field(default_factory=dict)
    limit_each: int = 0
    """Every so many calls, one is refused with 429."""
    refused: int = 0
    files: dict[str, bytes] = field(default_factory=dict)

    async def start(self, port: int = 0) -> None:
        app = web.Application(client_max_size=10 << 20)
        app.router.add_post("/api/{method}", self._call)
        app.router.add_get("/files/{name}", self._file)
        app.router.add_post("/upload/{name}", self._upload)
        app.router.add_get("/socket", self._socket)
        self._count = itertools.count(1)
        self._sockets: list[web.WebSocketResponse] = []
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        server: Any = site._server
        self.port = server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        for socket in self._sockets:
            await socket.close()
        await self._runner.cleanup()

    async def restart(self, away_s: float) -> None:
        """Go away, and come back at the same address."""
        port = self.port
        await self.stop()
        await asyncio.sleep(away_s)
        await self.start(port)

    @property
    def api(self) -> str:
        return f"http://127.0.0.1:{self.port}/api/"

    def of(self, *methods: str) -> list[Call]:
        return [call for call in self.calls if call.method in methods]

    def answers(self) -> list[Call]:
        """Return what ended an answer: streams that were stopped, and messages."""
        return self.of("chat.stopStream", "chat.postMessage")

    async def send(self, envelope: dict[str, Any]) -> None:
        """Send an envelope to a client of Socket Mode."""
        while not self._sockets:
            await asyncio.sleep(0.01)
        await self._sockets[-1].send_str(json.dumps(envelope))

    async def _call(self, request: web.Request) -> web.Response:
        method = request.match_info["method"]
        told = await _read(request)
        number = next(self._count)
        if self.limit_each and number % self.limit_each == 0:
            self.refused += 1
            return web.json_response(
                {"ok": False, "error": "ratelimited"}, status=429, headers={"Retry-After": "1"}
            )
        if method in self.errors:
            return web.json_response({"ok": False, "error": self.errors[method]})
        self.calls.append(Call(method, told, time.monotonic()))
        return web.json_response({"ok": True, **self._result(method, told, number)})

    def _result(self, method: str, told: dict[str, Any], number: int) -> dict[str, Any]:
        match method:
            case "auth.test":
                return {
                    "user_id": BOT_USER,
                    "bot_id": BOT,
                    "team_id": TEAM,
                    "team": "lab",
                    "url": "https://lab/",
                }
            case "apps.connections.open":
                return {"url": f"ws://127.0.0.1:{self.port}/socket"}
            case "chat.postMessage" | "chat.startStream" | "chat.update":
                return {"channel": told.get("channel"), "ts": f"1700000000.{number:06}", "message": {}}
            case "views.open" | "views.update":
                return {"view": {"id": f"V{number}"}}
            case "files.getUploadURLExternal":
                return {
                    "upload_url": f"http://127.0.0.1:{self.port}/upload/F{number}",
                    "file_id": f"F{number}",
                }
            case "files.completeUploadExternal":
                return {"files": [{"id": "F1"}]}
            case _:
                return {}

    async def _file(self, request: web.Request) -> web.Response:
        if request.headers.get("Authorization") != "Bearer xoxb-test":
            return web.Response(status=403)
        return web.Response(body=self.files[request.match_info["name"]])

    async def _upload(self, request: web.Request) -> web.Response:
        self.calls.append(Call("upload", {"content": (await request.read()).decode()}, time.monotonic()))
        return web.Response(text="OK")

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self._sockets.append(socket)
        await socket.send_str(json.dumps({"type": "hello", "num_connections": 1}))
        async for message in socket:
            if message.type == WSMsgType.TEXT:
                self.acknowledged.append(json.loads(message.data).get("envelope_id", ""))
        self._sockets.remove(socket)
        return socket


async def _read(request: web.Request) -> dict[str, Any]:
    if request.content_type == "application/json":
        return dict(await request.json())
    found: dict[str, Any] = dict(parse_qsl((await request.read()).decode(), keep_blank_values=True))
    for name in ("blocks", "chunks", "view", "prompts"):
        if isinstance(found.get(name), str):
            found[name] = json.loads(found[name])
    return found
