"""A body is refused by its size, its session and its number before it is read; wrong passwords lock nobody out."""

from __future__ import annotations

import asyncio
import socket
import time
import uuid
from collections.abc import Iterator
from contextlib import closing
from urllib.parse import urlsplit

import httpx
import psutil
import pytest

from tests.chat.attacker import PASSWORD, cookie_of, log_in, page, raw_status, serve_members
from tests.chat.serving import Served

HUGE = 1_200_000_000
MB = 1 << 20


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve a chat with users."""
    with serve_members(tmp_path_factory.mktemp("bodies")) as served:
        yield served


@pytest.fixture(scope="module")
def eve(served: Served) -> Iterator[httpx.Client]:
    """Log in as the one who attacks."""
    with log_in(served, "eve") as client:
        yield client


def answer_to_head(served: Served, path: str, cookie: str, length: int) -> int:
    """Send a request's head alone, and return the status that comes without any body."""
    where = urlsplit(served.url)
    with closing(socket.create_connection((where.hostname, where.port), timeout=20)) as sent:
        head = f"POST {path} HTTP/1.1\r\nHost: {where.netloc}\r\nCookie: {cookie}\r\n"
        kinds = {
            "/login": "application/x-www-form-urlencoded",
            "/project/file": "multipart/form-data; boundary=b",
        }
        kind = kinds.get(path.partition("?")[0], "application/json")
        sent.sendall(f"{head}Content-Type: {kind}\r\nContent-Length: {length}\r\n\r\n".encode())
        return int(sent.recv(4096).split()[1])


HEADS = {
    "a file without a login": ("/project/file?session_id=x", False, 401),
    "a file without a session": ("/project/file?session_id=x", True, 404),
    "JSON": ("/project/threads", True, 413),
    "an action": ("/project/action", True, 413),
    "a socket's message": ("/ws/socket.io/?EIO=4&transport=polling", True, 413),
    "a login": ("/login", False, 413),
}


@pytest.mark.parametrize(("path", "known", "status"), HEADS.values(), ids=HEADS)
def test_a_huge_body_is_refused_before_it_is_sent(
    served: Served, eve: httpx.Client, path: str, known: bool, status: int
) -> None:
    assert answer_to_head(served, path, cookie_of(eve) if known else "", HUGE) == status


async def test_a_file_larger_than_allowed_is_refused_before_it_is_sent(
    served: Served, eve: httpx.Client
) -> None:
    async with page(served, cookie_of(eve)) as opened:
        path = f"/project/file?session_id={opened.session}"
        assert await asyncio.to_thread(answer_to_head, served, path, cookie_of(eve), HUGE) == 413


async def test_a_file_is_streamed_to_disk(served: Served, eve: httpx.Client) -> None:
    async with page(served, cookie_of(eve)) as opened, httpx.AsyncClient(timeout=60) as client:
        process = psutil.Process(served.process.pid)
        before = process.memory_info().rss
        sent = await client.post(
            f"{served.url}/project/file?session_id={opened.session}",
            files={"file": ("big.log", b"x" * 150 * MB, "text/plain")},
            headers={"Cookie": cookie_of(eve)},
        )
        assert sent.status_code == 200
        assert process.memory_info().rss - before < 60 * MB


async def test_many_files_of_one_drop_are_all_taken(served: Served, eve: httpx.Client) -> None:
    async with page(served, cookie_of(eve)) as opened, httpx.AsyncClient(timeout=60) as client:

        async def send(number: int) -> int:
            sent = await client.post(
                f"{served.url}/project/file?session_id={opened.session}",
                files={"file": (f"r{number}.cfg", b"hostname r", "text/plain")},
                headers={"Cookie": cookie_of(eve)},
            )
            return sent.status_code

        assert set(await asyncio.gather(*map(send, range(30)))) == {200}


def test_a_body_without_a_length_is_cut(served: Served, eve: httpx.Client) -> None:
    pieces = (b" " * MB for _ in range(200))
    try:
        status = eve.post("/project/threads", content=pieces).status_code
    except httpx.WriteError:  # the server closed the connection before all was sent
        return
    assert status == 413


def test_wrong_passwords_slow_down_and_do_not_lock(served: Served) -> None:
    for number in range(11):
        wrong = {"username": "bob", "password": f"wrong password {number}"}
        forged = {"X-Forwarded-For": f"10.8.0.{number}"}  # nobody said that this address is a proxy's
        tried = httpx.post(f"{served.url}/login", data=wrong, headers=forged, timeout=60)
        assert tried.status_code == 401
    began = time.monotonic()
    right = httpx.post(f"{served.url}/login", data={"username": "bob", "password": PASSWORD}, timeout=60)
    assert right.status_code == 200
    assert 1 < time.monotonic() - began < 20


def test_feedback_on_what_is_not_there_is_refused_as_not_found(eve: httpx.Client) -> None:
    judged = {"forId": str(uuid.uuid4()), "value": 1}
    said = eve.put("/feedback", json={"feedback": judged, "sessionId": "none"})
    assert (said.status_code, said.json()) == (404, {"detail": "not found"})


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_an_operators_page_is_not_told_to_other_hosts(served: Served, path: str) -> None:
    assert httpx.get(served.url + path, headers={"Host": "evil.example"}).status_code == 403
    assert httpx.get(served.url + path, headers={"Origin": "http://evil.example"}).status_code == 403
    assert raw_status(served, path, []) in (200, 400, 503)  # 400: HTTP/1.1 needs a host
    assert httpx.get(served.url + path).status_code in (200, 503)
