"""An OpenAI-compatible server on the loopback, whose every answer is written beforehand."""

from __future__ import annotations

import json
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Request = dict[str, Any]
Answer = Callable[["Handler", Request], None]
USAGE = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}


class Handler(BaseHTTPRequestHandler):
    """Takes the next answer of the script; the last one again when there are no more."""

    protocol_version = "HTTP/1.1"
    server: Server

    def do_POST(self) -> None:
        request: Request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.stub.next_answer(request, {name.lower(): value for name, value in self.headers.items()})(
            self, request
        )

    def send(self, body: bytes, status: int = 200, kind: str = "application/json", **headers: str) -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class Server(ThreadingHTTPServer):
    daemon_threads = True
    stub: Stub

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that hangs up is what several tests are about."""


@dataclass
class Stub:
    """What was asked, and whether a client hung up on an answer that had no end."""

    script: list[Answer]
    requests: list[Request] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    hung_up: threading.Event = field(default_factory=threading.Event)
    asked: threading.Event = field(default_factory=threading.Event)
    ended: threading.Event = field(default_factory=threading.Event)
    url: str = ""
    lock: threading.Lock = field(default_factory=threading.Lock)

    def next_answer(self, request: Request, headers: dict[str, str]) -> Answer:
        with self.lock:
            self.requests.append(request)
            self.headers.append(headers)
            self.times.append(time.monotonic())
            self.asked.set()
            return self.script.pop(0) if len(self.script) > 1 else self.script[0]


@contextmanager
def serve(*script: Answer) -> Iterator[Stub]:
    """Serve the answers in their order."""
    stub = Stub(list(script))
    server = Server(("127.0.0.1", 0), Handler)
    server.stub = stub
    stub.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield stub
    finally:
        stub.ended.set()
        server.shutdown()
        thread.join()
        server.server_close()


def completion(content: str | None, finish: str = "stop", usage: object = USAGE) -> Request:
    """Return the body of an answer."""
    message = {"role": "assistant", "content": content}
    choice = {"index": 0, "message": message, "finish_reason": finish}
    body = {"id": "c1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}
    return body if usage is None else {**body, "usage": usage}


def say(content: str | None, finish: str = "stop", usage: object = USAGE) -> Answer:
    """Answer with a text, in pieces when the request wants a stream."""

    def answer(handler: Handler, request: Request) -> None:
        if request.get("stream"):
            handler.send(_events(content or "", finish, usage), kind="text/event-stream")
        else:
            handler.send(json.dumps(completion(content, finish, usage)).encode())

    return answer


def say_json(body: object) -> Answer:
    return lambda handler, request: handler.send(json.dumps(body).encode())


def echo_words(handler: Handler, request: Request) -> None:
    """Answer with the last message, and count a token for each of its words."""
    text = request["messages"][-1]["content"]
    say(text, usage={**USAGE, "prompt_tokens": len(text.split())})(handler, request)


def echo_schema(handler: Handler, request: Request) -> None:
    """Answer with an object that has each property of the schema that was asked for."""
    wanted = request["response_format"]["json_schema"]["schema"]["properties"]
    say(json.dumps(dict.fromkeys(wanted, "x")))(handler, request)


def refuse(status: int, message: str = "no", code: str | None = None, **headers: str) -> Answer:
    """Answer with an error as OpenAI does."""
    body = json.dumps({"error": {"message": message, "type": "t", "param": None, "code": code}}).encode()
    return lambda handler, request: handler.send(body, status, **headers)


def send_raw(body: bytes, kind: str, status: int = 200) -> Answer:
    return lambda handler, request: handler.send(body, status, kind)


def break_off(handler: Handler, request: Request) -> None:
    """Promise more than comes, and close the connection."""
    body = json.dumps(completion("never whole")).encode()
    handler.send_response(200)
    handler.send_header("content-type", "application/json")
    handler.send_header("content-length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body[:40])
    handler.close_connection = True


def reset(handler: Handler, request: Request) -> None:
    """Close the connection without a word."""
    handler.close_connection = True
    handler.connection.shutdown(socket.SHUT_RDWR)


def stay_silent(handler: Handler, request: Request) -> None:
    """Never answer."""
    handler.close_connection = True
    _wait_for_hang_up(handler, lambda: None)


def drip(handler: Handler, request: Request) -> None:
    """Answer a byte at a time, without an end."""
    handler.send_response(200)
    handler.send_header("content-type", "application/json")
    handler.send_header("content-length", "100000")
    handler.end_headers()
    handler.close_connection = True
    _wait_for_hang_up(handler, lambda: handler.wfile.write(b" "))


def _wait_for_hang_up(handler: Handler, meanwhile: Callable[[], object]) -> None:
    stub = handler.server.stub
    try:
        while not stub.ended.is_set():
            meanwhile()
            readable, _, _ = select.select([handler.connection], [], [], 0.05)
            if readable and not handler.connection.recv(1):
                stub.hung_up.set()
                return
    except OSError:
        stub.hung_up.set()


def _events(content: str, finish: str, usage: object) -> bytes:
    pieces: Sequence[Request] = [
        *({"delta": {"role": "assistant", "content": letter}, "finish_reason": None} for letter in content),
        {"delta": {}, "finish_reason": finish},
    ]
    shape = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    bodies = [{**shape, "choices": [{"index": 0, **piece}]} for piece in pieces]
    bodies.append({**shape, "choices": [], "usage": usage})
    return b"".join(b"data: " + json.dumps(body).encode() + b"\n\n" for body in bodies) + b"data: [DONE]\n\n"
