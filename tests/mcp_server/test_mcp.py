"""The MCP server, called by the official client: on standard input and over HTTP, and by callers who mean harm."""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamablehttp_client
from mcp.shared.exceptions import McpError
from mcp.types import CallToolResult, TextContent
from pydantic import AnyUrl

from workspace.users import RIGHTS, add_token, remove_token

WIRELORE = (sys.executable, "-m", "cli")
MOST_TOKENS = 1500
CHARACTERS_A_TOKEN = 3.5
"""Of JSON in English; a cautious figure, since no tokenizer's table may be fetched."""
READ_ONLY_TOOLS = {
    "ask",
    "search_lines",
    "run_cypher",
    "describe_graph",
    "show_lines",
    "list_devices",
    "diff",
    "history",
    "timeline",
    "findings",
    "incidents",
    "test_filter",
}
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@asynccontextmanager
async def on_stdio(kg: Path) -> AsyncIterator[ClientSession]:
    started = StdioServerParameters(command=WIRELORE[0], args=[*WIRELORE[1:], "mcp", "--kg", str(kg)])
    async with stdio_client(started) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        yield session


@dataclass(frozen=True)
class Served:
    url: str
    tokens: Path
    log: Path


@pytest.fixture(scope="module")
def served(small_kg: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("http")
    tokens, log = folder / "tokens.json", folder / "log"
    add_token(tokens, "first", ("read",), 1)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [*WIRELORE, "mcp", "--http", "--port", str(port), "--kg", str(small_kg), "--file", str(tokens)]
    with log.open("w") as written, subprocess.Popen(command, stderr=written) as server:
        try:
            wait_for(port, server)
            yield Served(f"http://127.0.0.1:{port}/mcp", tokens, log)
        finally:
            server.terminate()
            server.wait(20)


def wait_for(port: int, server: subprocess.Popen[bytes], host: str = "127.0.0.1") -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end and server.poll() is None:
        try:
            socket.create_connection((host, port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    pytest.fail(f"the server did not start (exit code {server.poll()})")


@asynccontextmanager
async def over_http(served: Served, token: str = "") -> AsyncIterator[ClientSession]:
    """Call as the owner of a token, or of a new one that may do what callers on standard input may."""
    token = token or add_token(served.tokens, f"caller-{secrets.token_hex(4)}", RIGHTS, 1)
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        streamablehttp_client(served.url, headers=headers) as (read, write, _),
        ClientSession(read, write) as session,
    ):
        await session.initialize()
        yield session


def text_of(result: CallToolResult) -> str:
    return "\n".join(part.text for part in result.content if isinstance(part, TextContent))


async def test_tools_over_stdio(small_kg: Path) -> None:
    async with on_stdio(small_kg) as session:
        tools = (await session.list_tools()).tools
        assert {tool.name for tool in tools} == READ_ONLY_TOOLS
        assert all(tool.annotations and tool.annotations.readOnlyHint for tool in tools)
        asked = await session.call_tool("ask", {"question": "Which interfaces are shut down?"})
        assert asked.structuredContent is not None
        assert asked.structuredContent["status"] == "answered"
        cited = {(line["path"], line["line"]) for line in asked.structuredContent["citations"]}
        assert ("r1.cfg", 10) in cited
        found = await session.call_tool("search_lines", {"query": "link AND down", "limit": 7, "offset": 28})
        assert found.structuredContent is not None
        assert (len(found.structuredContent["lines"]), found.structuredContent["next_offset"]) == (2, 0)
        rows = await session.call_tool("run_cypher", {"statement": "MATCH (d:Device) RETURN d.name AS name"})
        assert set(text_of(rows).splitlines()) == {"name", "r1", "r2"}
        lines = await session.call_tool("show_lines", {"path": "r1.cfg", "first": 12, "last": 12})
        assert "n0tPublic" not in text_of(lines)
        assert text_of(lines).startswith("r1.cfg:12: snmp-server community ")
        graph = await session.call_tool("describe_graph", {"labels": ["Interface"]})
        assert "Interface (4): " in text_of(graph)
        devices = await session.call_tool("list_devices", {})
        assert text_of(devices) == "r1, r2"
        changes = await session.call_tool("diff", {"path": "r1.cfg"})
        assert changes.structuredContent == {"path": "r1.cfg", "changes": [], "compared": False}
        loads = await session.call_tool("history", {"device": "r1"})
        assert "r1.cfg  first load" in text_of(loads)
        happened = await session.call_tool("timeline", {"devices": "r1, r2"})
        assert happened.structuredContent is not None
        rows = happened.structuredContent["rows"]
        assert [row["time"] for row in rows] == sorted(row["time"] for row in rows)
        assert all(row["lines"] for row in rows)
        assert "no device r9" in text_of(await session.call_tool("timeline", {"devices": "r9"}))


async def test_a_follow_up_is_read_with_the_turns_before(served: Served) -> None:
    async with over_http(served) as session:
        first = "Which interfaces are shut down on r1?"
        before = await session.call_tool("ask", {"question": first})
        history = [[first, text_of(before)]]
        asked = await session.call_tool("ask", {"question": "and on r2?", "history": history})
        alone = await session.call_tool("ask", {"question": "and on r2?"})
        assert asked.structuredContent is not None
        assert alone.structuredContent is not None
        assert asked.structuredContent["status"] == "answered"
        assert {line["path"] for line in asked.structuredContent["citations"]} == {"a b/r2.cfg"}
        assert alone.structuredContent["status"] != "answered"
        too_long = await session.call_tool("ask", {"question": "and on r2?", "history": history * 7})
        assert too_long.isError


async def test_findings_and_filters(served: Served) -> None:
    async with over_http(served) as session:
        found = await session.call_tool("findings", {"device": "r1"})
        assert found.structuredContent is not None
        kinds = {one["kind"]: one for one in found.structuredContent["findings"]}
        assert kinds["telnet-server"]["devices"] == ["r1"]
        assert {line["path"] for line in kinds["telnet-server"]["lines"]} == {"r1.cfg"}
        assert (await session.call_tool("findings", {"kind": "no-such-kind"})).isError
        joined = await session.call_tool("incidents", {"device": "r1"})
        assert joined.structuredContent is not None
        told = [one["kind"] for each in joined.structuredContent["incidents"] for one in each["findings"]]
        assert set(told) == set(kinds)
        packet = {"device": "r1", "filter_name": "MGMT", "source": "10.9.0.7", "protocol": "tcp"}
        verdict = await session.call_tool(
            "test_filter", {**packet, "destination": "10.1.0.1", "destination_port": 22}
        )
        assert verdict.structuredContent is not None
        assert verdict.structuredContent["action"] == "permit"
        assert [line["line"] for line in verdict.structuredContent["entry"]] == [15]
        wrong = await session.call_tool("test_filter", {**packet, "filter_name": "NONE"})
        assert "there are: MGMT" in text_of(wrong)


async def test_tools_cost_few_tokens(served: Served) -> None:
    async with over_http(served) as session:
        told = [
            {"name": tool.name, "description": tool.description, "inputSchema": tool.inputSchema}
            for tool in (await session.list_tools()).tools
        ]
    assert len(json.dumps(told)) / CHARACTERS_A_TOKEN < MOST_TOKENS


async def test_progress_is_told(served: Served) -> None:
    steps: list[str] = []

    async def note(_done: float, _total: float | None, message: str | None) -> None:
        steps.append(message or "")

    async with over_http(served) as session:
        await session.call_tool(
            "ask", {"question": "Which interfaces are shut down?"}, progress_callback=note
        )
    assert steps[0] == "understand"
    assert steps[-1] == "synthesize"


async def test_lines_are_resources(served: Served) -> None:
    async with over_http(served) as session:
        listed = (await session.list_resources()).resources
        assert [one.name for one in listed] == ["a b/r2.cfg", "r1.cfg", "r1.log"]
        uri = str(listed[0].uri)
        whole = (await session.read_resource(AnyUrl(uri))).contents[0]
        some = (await session.read_resource(AnyUrl(f"{uri}#3-4"))).contents[0]
        assert getattr(some, "text") == "interface Gi0/1\n description to r1"  # noqa: B009 - text or blob
        assert getattr(whole, "text").startswith("hostname r2\n")  # noqa: B009
        found = await session.call_tool("search_lines", {"query": "hostname", "limit": 1})
        assert found.structuredContent is not None
        address = found.structuredContent["lines"][0]["uri"]
        assert getattr((await session.read_resource(AnyUrl(address))).contents[0], "text").startswith(  # noqa: B009
            "hostname r"
        )


BAD_ADDRESSES = {
    "another KG": "wirelore://other/r1.cfg",
    "a file of the machine": "file:///etc/passwd",
    "a path that leads out": "wirelore://kg/../../etc/passwd",
    "an encoded path that leads out": "wirelore://kg/%2e%2e/%2e%2e/etc/passwd",
    "lines that are none": "wirelore://kg/r1.cfg#all",
    "a line's number of 5,000 digits": f"wirelore://kg/r1.cfg#{'1' * 5000}",
}


async def test_bad_addresses_are_refused(served: Served) -> None:
    async with over_http(served) as session:
        for address in BAD_ADDRESSES.values():
            with pytest.raises(McpError) as refused:
                await session.read_resource(AnyUrl(address))
            assert "set_int_max_str_digits" not in str(refused.value)
        assert not (await session.call_tool("list_devices", {})).isError


HOSTILE: dict[str, tuple[str, dict[str, object]]] = {
    "a question of 10 MB": ("ask", {"question": "x" * 10_000_000}),
    "a statement of 10 MB": ("run_cypher", {"statement": "RETURN 1 " * 1_000_000}),
    "a statement that writes": ("run_cypher", {"statement": "MATCH (n) DETACH DELETE n"}),
    "a statement that reads a file": (
        "run_cypher",
        {"statement": "LOAD CSV FROM 'file:///etc/passwd' AS l RETURN l"},
    ),
    "an unknown path": ("show_lines", {"path": "../../etc/passwd"}),
    "lines before the first": ("show_lines", {"path": "r1.cfg", "first": -5}),
    "lines behind all that can be": ("show_lines", {"path": "r1.cfg", "first": 10**30}),
    "too many rows": ("run_cypher", {"statement": "MATCH (n) RETURN n", "limit": 10**9}),
    "a regular expression that backtracks": ("search_lines", {"query": "/(a+)+$/ AND /((((x", "limit": 5}),
    "an empty question": ("ask", {"question": "  "}),
    "an unknown tool": ("delete_everything", {}),
    "a missing argument": ("run_cypher", {}),
}


async def test_hostile_calls_are_refused_and_the_server_lives(small_kg: Path) -> None:
    async with on_stdio(small_kg) as session:
        for case, (tool, arguments) in HOSTILE.items():
            result = await session.call_tool(tool, arguments)
            assert result.isError, case
            assert len(text_of(result)) < 2000, case
            assert "the call failed" not in text_of(result), case
        assert text_of(await session.call_tool("list_devices", {})) == "r1, r2"


def test_http_on_an_ipv6_address(small_kg: Path, tmp_path: Path) -> None:
    with socket.socket(socket.AF_INET6) as probe:
        probe.bind(("::1", 0))
        port = probe.getsockname()[1]
    tokens, log = tmp_path / "tokens.json", tmp_path / "log"
    token = add_token(tokens, "first", ("read",), 1)
    command = [*WIRELORE, "mcp", "--http", "--host", "::1", "--port", str(port), "--kg", str(small_kg)]
    with (
        log.open("w") as written,
        subprocess.Popen([*command, "--file", str(tokens)], stderr=written) as server,
    ):
        try:
            wait_for(port, server, "::1")
            url = f"http://[::1]:{port}/mcp"
            accept = {"Accept": "application/json, text/event-stream"}
            told = httpx.post(url, headers=accept | {"Authorization": f"Bearer {token}"}, json={})
            assert httpx.post(url, headers=accept, json={}).status_code == 401
            assert told.status_code == 400  # read, and no message of the protocol
        finally:
            server.terminate()
            server.wait(20)
    assert f"http://[::1]:{port}/mcp" in log.read_text()


async def test_http_needs_a_token_with_the_right(served: Served) -> None:
    reader = add_token(served.tokens, "reader", ("read",), 1)
    async with over_http(served, reader) as session:
        assert text_of(await session.call_tool("list_devices", {})) == "r1, r2"
        refused = await session.call_tool("run_cypher", {"statement": "RETURN 1"})
        assert refused.isError
        assert "no right 'cypher'" in text_of(refused)
    assert "caller=reader tool=run_cypher outcome=not allowed" in served.log.read_text()


async def test_the_log_of_calls_masks_what_was_typed(served: Served) -> None:
    token = add_token(served.tokens, "typist", ("read", "ask"), 1)
    async with over_http(served, token) as session:
        await session.call_tool("ask", {"question": "Who uses password Zx81-Quantum today?"})
    written = served.log.read_text()
    assert "Who uses password redacted-clear-8to15 today?" in written
    assert "Zx81" not in written


async def test_fifty_calls_at_once_and_a_cancelled_one(served: Served) -> None:
    token = add_token(served.tokens, "many", ("read", "ask"), 1)
    async with over_http(served, token) as session:
        question = {"question": "Which interfaces are shut down?"}
        asked = await asyncio.gather(*(session.call_tool("ask", question) for _ in range(50)))
        assert [one.isError for one in asked] == [False] * 50
        given_up = asyncio.create_task(session.call_tool("ask", question))
        await asyncio.sleep(0.01)
        given_up.cancel()
        assert not (await session.call_tool("list_devices", {})).isError


async def test_too_many_calls_are_refused(served: Served) -> None:
    token = add_token(served.tokens, "flood", ("read",), 1)
    async with over_http(served, token) as session:
        results = [await session.call_tool("list_devices", {}) for _ in range(70)]
    refused = [text_of(one) for one in results if one.isError]
    assert refused
    assert all("too many calls" in one for one in refused)


ACCEPTED = {"Accept": "application/json, text/event-stream"}


def initialize(served: Served, **headers: str) -> int:
    params = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"},
    }
    answer = post(served, "initialize", params, **headers)
    assert "mcp-session-id" not in answer.headers
    return answer.status_code


def post(served: Served, method: str, params: dict[str, object], **headers: str) -> httpx.Response:
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return httpx.post(served.url, json=body, headers={**ACCEPTED, **headers})


def test_each_request_has_the_rights_of_its_own_token(served: Served) -> None:
    call: dict[str, object] = {"name": "run_cypher", "arguments": {"statement": "RETURN 1 AS one"}}
    first = f"Bearer {add_token(served.tokens, 'rotated', ('read', 'cypher'), 1)}"
    begun = post(served, "tools/call", call, Authorization=first)
    session = begun.headers.get("mcp-session-id", "none")
    assert "no right" not in begun.text
    less = f"Bearer {add_token(served.tokens, 'rotated', ('read',), 1)}"
    later = post(served, "tools/call", call, Authorization=less, **{"Mcp-Session-Id": session})
    assert "no right 'cypher'" in later.text
    assert post(served, "tools/call", call, Authorization=first).status_code == 401


def test_a_damaged_file_of_tokens_lets_nobody_in(served: Served) -> None:
    bearer = f"Bearer {add_token(served.tokens, 'unlucky', ('read',), 1)}"
    kept = served.tokens.read_text()
    try:
        served.tokens.write_text(kept[:-20])
        assert initialize(served, Authorization=bearer) == 401
    finally:
        served.tokens.write_text(kept)
    assert "nobody is let in" in served.log.read_text()
    assert initialize(served, Authorization=bearer) == 200


@pytest.mark.parametrize(
    "body", [b"[" * 500_000, b'{"jsonrpc":"2.0","method":"x","id":' + b"1" * 100_000 + b"}"]
)
def test_json_that_cannot_be_read_is_refused(served: Served, body: bytes) -> None:
    bearer = f"Bearer {add_token(served.tokens, 'deep', ('read',), 1)}"
    headers = {**ACCEPTED, "Authorization": bearer, "Content-Type": "application/json"}
    answer = httpx.post(served.url, content=body, headers=headers)
    assert answer.status_code == 400
    assert "the JSON cannot be read" in answer.json()["error"]["message"]


def test_http_checks_token_host_and_origin(served: Served) -> None:
    bearer = f"Bearer {add_token(served.tokens, 'checked', ('read',), 1)}"
    expired = f"Bearer {add_token(served.tokens, 'expired', ('read',), 1e-9)}"
    removed = f"Bearer {add_token(served.tokens, 'removed', ('read',), 1)}"
    before = initialize(served, Authorization=removed)
    remove_token(served.tokens, "removed")
    found = {
        "no token": initialize(served),
        "a token that is none": initialize(served, Authorization="Bearer wirelore_x"),
        "an expired token": initialize(served, Authorization=expired),
        "a token before it was removed": before,
        "a removed token": initialize(served, Authorization=removed),
        "another host": initialize(served, Authorization=bearer, Host="evil.example"),
        "another origin": initialize(served, Authorization=bearer, Origin="http://evil.example"),
        "an origin without a host": initialize(served, Authorization=bearer, Origin="null"),
        "a caller as it should be": initialize(served, Authorization=bearer),
    }
    assert found == {
        "no token": 401,
        "a token that is none": 401,
        "an expired token": 401,
        "a token before it was removed": 200,
        "a removed token": 401,
        "another host": 421,
        "another origin": 403,
        "an origin without a host": 403,
        "a caller as it should be": 200,
    }


def test_a_huge_body_is_refused(served: Served) -> None:
    bearer = f"Bearer {add_token(served.tokens, 'huge', ('read',), 1)}"
    answer = httpx.post(served.url, content=b"x" * 10_000_000, headers={"Authorization": bearer})
    assert answer.status_code == 413


def test_http_without_any_token_does_not_start(small_kg: Path, tmp_path: Path) -> None:
    command = [
        *WIRELORE,
        "mcp",
        "--http",
        "--kg",
        str(small_kg),
        "--port",
        "1",
        "--file",
        str(tmp_path / "none"),
    ]
    command[command.index("1")] = str(free_port())
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert "wirelore tokens add NAME" in ended.stderr


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_tokens_are_kept_as_digests_for_their_owner(tmp_path: Path) -> None:
    path = tmp_path / "tokens.json"
    token = add_token(path, "bot", ("read",), 1)
    assert token not in path.read_text()
    assert path.stat().st_mode & 0o777 == 0o600


def test_half_a_surrogate_pair_is_answered(small_kg: Path) -> None:
    client = {
        "protocolVersion": "2025-03-26",
        "capabilities": {},
        "clientInfo": {"name": "raw", "version": "1"},
    }
    called = {"name": "ask", "arguments": {"question": "\ud83d"}}
    calls = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": client},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": called},
    ]
    command = [*WIRELORE, "mcp", "--kg", str(small_kg)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin
        assert server.stdout
        server.stdin.write("".join(f"{json.dumps(call)}\n" for call in calls))
        server.stdin.flush()
        replies = [json.loads(server.stdout.readline()) for _ in range(2)]
        server.stdin.close()
        server.wait(20)
    assert [reply.get("id") for reply in replies] == [1, 2]
