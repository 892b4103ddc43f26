"""Another site's page does not reach the chat, by whatever name it asks for it."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.chat.attacker import cookie_of, is_let_in, is_let_in_by_polling, log_in, raw_status, serve_members
from tests.chat.serving import Served
from workspace.ways_in import host_name, own_site

pytestmark = pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning"
)
SITE = own_site("10.0.0.1", "https://chat.example/lore", ("lore.lan", "2001:db8::1"))
Headers = list[tuple[str, str]]

ASKED: dict[str, tuple[Headers, str]] = {
    "localhost": ([("host", "localhost:8000")], ""),
    "localhost without a port": ([("host", "localhost")], ""),
    "localhost, in capitals": ([("host", "LocalHost:8000")], ""),
    "the loopback": ([("host", "127.0.0.1:8000")], ""),
    "the loopback of IPv6": ([("host", "[::1]:8000")], ""),
    "the same, written long": ([("host", "[0:0:0:0:0:0:0:1]:8000")], ""),
    "the host that it serves on": ([("host", "10.0.0.1:8000")], ""),
    "the public URL's": ([("host", "chat.example")], ""),
    "one of the setting": ([("host", "lore.lan:8000")], ""),
    "an IPv6 address of the setting": ([("host", "[2001:db8::1]:8000")], ""),
    "the address that was connected to": ([("host", "192.0.2.7:8000")], ""),
    "a forwarded port": ([("host", "localhost:9999"), ("origin", "http://localhost:9999")], ""),
    "its own page": ([("host", "localhost:8000"), ("origin", "http://localhost:8000")], ""),
    "the proxy's page": ([("host", "10.0.0.1:8000"), ("origin", "https://chat.example")], ""),
    "another name": ([("host", "evil.example")], "unknown_host"),
    "another name for both": ([("host", "evil.example"), ("origin", "http://evil.example")], "unknown_host"),
    "another name with the port": ([("host", "evil.example:8000")], "unknown_host"),
    "a name that begins like ours": ([("host", "localhost.evil.example")], "unknown_host"),
    "a name that ends like ours": ([("host", "evil-chat.example")], "unknown_host"),
    "a name below ours": ([("host", "x.chat.example")], "unknown_host"),
    "a dot behind": ([("host", "localhost.")], "unknown_host"),
    "somebody at ours": ([("host", "evil@localhost")], "unknown_host"),
    "ours at another's": ([("host", "localhost@evil.example")], "unknown_host"),
    "no host": ([], "unknown_host"),
    "a blank host": ([("host", "")], "unknown_host"),
    "a port alone": ([("host", ":8000")], "unknown_host"),
    "an address that is all": ([("host", "0.0.0.0:8000")], "unknown_host"),
    "another address": ([("host", "192.0.2.8")], "unknown_host"),
    "an address written short": ([("host", "127.1")], "unknown_host"),
    "a broken address": ([("host", "[::1")], "unknown_host"),
    "no address in brackets": ([("host", "[::g]")], "unknown_host"),
    "an address with a zone": ([("host", "[::1%25lo]")], "unknown_host"),
    "ours and a path": ([("host", "localhost/x")], "unknown_host"),
    "ours and another": ([("host", "localhost,evil.example")], "unknown_host"),
    "ours and a blank": ([("host", "localhost ")], "unknown_host"),
    "two hosts": ([("host", "localhost"), ("host", "evil.example")], "header_twice"),
    "twice the same": ([("host", "localhost"), ("host", "localhost")], "header_twice"),
    "two origins": (
        [("host", "localhost"), ("origin", "http://localhost"), ("origin", "http://evil.example")],
        "header_twice",
    ),
    "two cookies": ([("host", "localhost"), ("cookie", "a=1"), ("cookie", "a=2")], "header_twice"),
    "two users": ([("host", "localhost"), ("x-user", "ann"), ("x-user", "bob")], "header_twice"),
    "a page without an origin": ([("host", "localhost"), ("origin", "null")], "own_page_only"),
    "a blank origin": ([("host", "localhost"), ("origin", "")], "own_page_only"),
    "another port's page": (
        [("host", "localhost:8000"), ("origin", "http://localhost:3000")],
        "own_page_only",
    ),
    "another scheme": ([("host", "localhost"), ("origin", "file://localhost")], "own_page_only"),
    "an extension": ([("host", "localhost"), ("origin", "chrome-extension://localhost")], "own_page_only"),
    "an origin without a scheme": ([("host", "localhost"), ("origin", "localhost")], "own_page_only"),
    "an origin with two": (
        [("host", "localhost"), ("origin", "http://localhost http://evil.example")],
        "own_page_only",
    ),
    "an origin with ours as user": (
        [("host", "localhost:8000"), ("origin", "http://localhost:8000@evil.example")],
        "own_page_only",
    ),
    "an origin with a dot": ([("host", "localhost"), ("origin", "http://localhost.")], "own_page_only"),
    "the other loopback's page": (
        [("host", "127.0.0.1:8000"), ("origin", "http://localhost:8000")],
        "own_page_only",
    ),
}


@pytest.mark.parametrize(("headers", "expected"), ASKED.values(), ids=ASKED)
def test_who_is_refused(headers: Headers, expected: str) -> None:
    assert SITE.refusal(headers, "192.0.2.7", ["x-user"]) == expected


def test_an_address_to_serve_on_everywhere_is_no_name() -> None:
    for host in ("0.0.0.0", "::"):
        assert own_site(host, "").names == {"localhost", "127.0.0.1", "::1"}
    assert host_name("[::1]:8000") == host_name("[0::1]") == "::1"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve a chat with users, which has one more name."""
    with serve_members(tmp_path_factory.mktemp("origin"), {"WIRELORE_HOSTS": "lore.lan"}) as served:
        yield served


@pytest.fixture(scope="module")
def ann(served: Served) -> Iterator[httpx.Client]:
    """Log in once: the chat counts how often somebody tries."""
    with log_in(served, "ann") as client:
        yield client


PATHS = (
    "/",
    "/project/settings",
    "/user",
    "/ws/socket.io/?EIO=4&transport=polling",
    "/health",
    "/public/icon.svg",
)


@pytest.mark.parametrize("path", PATHS)
def test_no_path_answers_to_another_name(served: Served, path: str) -> None:
    for host in ("evil.example", "localhost.", "x@localhost", ""):
        assert raw_status(served, path, [("Host", host)]) in {400, 403}
    assert raw_status(served, path, [("Host", "lore.lan")]) != 403
    for origin in ("null", "http://evil.example", "http://lore.lan:1"):
        assert raw_status(served, path, [("Host", "lore.lan"), ("Origin", origin)]) == 403
    twice = [("Host", "lore.lan"), ("Origin", "http://lore.lan"), ("Origin", "http://evil.example")]
    assert raw_status(served, path, twice) == 403


ORIGINS = {
    "its own page": ("{host}", "http://{host}", True),
    "its page by another name": ("lore.lan", "http://lore.lan", True),
    "a name that leads here": ("evil.example", "http://evil.example", False),
    "a page without an origin": ("{host}", "null", False),
    "another port's page": ("{host}", "http://127.0.0.1:1", False),
    "another site's page": ("{host}", "https://evil.example", False),
}


@pytest.mark.parametrize("transport", ["websocket", "polling"])
@pytest.mark.parametrize(("host", "origin", "expected"), ORIGINS.values(), ids=ORIGINS)
async def test_a_socket_is_opened_by_its_own_page_only(
    served: Served, ann: httpx.Client, host: str, origin: str, expected: bool, transport: str
) -> None:
    here = served.url.removeprefix("http://")
    headers = {"Host": host.format(host=here), "Origin": origin.format(host=here)}
    if transport == "polling":
        assert is_let_in_by_polling(served, cookie_of(ann), headers) is expected
    else:
        assert await is_let_in(served, cookie_of(ann), headers=headers) is expected


NEVER = ("/docs", "/docs/", "/docs/oauth2-redirect", "/redoc", "/openapi.json", "/copilot/index.js")


@pytest.mark.parametrize("path", NEVER)
def test_the_interface_is_described_to_nobody(served: Served, ann: httpx.Client, path: str) -> None:
    assert ann.get(path).status_code == 404
    assert raw_status(served, path, [("Host", "localhost")]) == 404
