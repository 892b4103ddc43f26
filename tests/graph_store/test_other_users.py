"""What others on this machine can do to an embedded server: they reach its ports, and know no user of it."""

from __future__ import annotations

import http.client
import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from graph_store.arcadedb_http import StatementWatch, list_statements, run_command
from graph_store.bolt_graph import BoltGraph
from graph_store.errors import GraphServerError
from graph_store.java_server import HASHED_TIMES, USERS_FILE
from graph_store.open_graph import open_graph
from graph_store.server_file import ServerRecord, read_server

BITS_A_CHARACTER = 6


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("others") / "kg"


@pytest.fixture(scope="module")
def graph(folder: Path) -> Iterator[BoltGraph]:
    with open_graph(str(folder), create=True, idle_s=0.2) as graph:
        yield graph


@pytest.fixture
def server(graph: BoltGraph, folder: Path) -> ServerRecord:
    found = read_server(folder)
    assert found is not None
    return found


def test_wrong_logins_lock_no_user_of_ours(server: ServerRecord, folder: Path) -> None:
    users = server.credentials
    for number in range(40):
        for name in ("root", "reader", "writer", "admin"):
            guessed = replace(users, reader=name, reader_password=f"wrong-{number}")
            with pytest.raises(GraphServerError, match=r"40[13]|429"):
                run_command(server.http_port, guessed, "list queries")
    assert list_statements(server.http_port, users) == ()
    with open_graph(str(folder)) as second:
        assert second.read("RETURN 1").rows == ((1,),)


def test_passwords_are_too_long_to_be_guessed_and_hashed_at_no_cost(
    server: ServerRecord, folder: Path
) -> None:
    users = server.credentials
    assert min(map(len, (users.writer_password, users.reader_password))) * BITS_A_CHARACTER >= 192
    kept = [json.loads(line) for line in (folder / "server" / "config" / USERS_FILE).read_text().splitlines()]
    assert {user["name"] for user in kept} == {"root", users.writer, users.reader}
    assert {user["password"].split("$")[1] for user in kept} == {str(HASHED_TIMES)}


def test_a_server_that_refuses_a_login_is_not_dead(server: ServerRecord) -> None:
    wrong = replace(server.credentials, reader_password="wrong")
    refused = StatementWatch(server.http_port, wrong, 60.0, 5.0, silent_s=1.0)
    assert not refused.stuck.wait(4.0)
    refused.stuck.set()
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        dead = StatementWatch(nobody.getsockname()[1], server.credentials, 60.0, 5.0, silent_s=1.0)
        assert dead.stuck.wait(10.0)


def test_idle_connections_keep_nobody_out(server: ServerRecord, folder: Path) -> None:
    with ExitStack() as idle:
        for _ in range(600):
            idle.enter_context(socket.create_connection(("127.0.0.1", server.bolt_port)))
        began = time.monotonic()
        with open_graph(str(folder)) as second:
            assert second.read("RETURN 1").rows == ((1,),)
        assert time.monotonic() - began < 10
        connection = http.client.HTTPConnection("127.0.0.1", server.http_port, timeout=5)
        connection.request("GET", "/api/v1/ready")
        assert connection.getresponse().status == 204
        connection.close()


def test_a_kg_that_was_written_by_root_gets_users_of_its_own(tmp_path: Path) -> None:
    kg = tmp_path / "kg"
    with open_graph(str(kg), create=True, idle_s=0.2) as graph:
        graph.write("CREATE (d:Device {name: 'r1'})")
        first = read_server(kg)
    while first is not None and first.is_alive():
        time.sleep(0.1)
    file = kg / "credentials.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "writer": "root", "reader": "reader"}))
    with open_graph(str(kg), idle_s=0.2) as graph:
        graph.write("CREATE (d:Device {name: 'r2'})")
        assert graph.read("MATCH (d:Device) RETURN d.name ORDER BY d.name").rows == (("r1",), ("r2",))
        found = read_server(kg)
    assert found is not None
    assert {found.credentials.writer, found.credentials.reader}.isdisjoint({"root", "reader"})


def test_the_logs_of_servers_before_are_kept(tmp_path: Path) -> None:
    log = tmp_path / "kg" / "server" / "log" / "java.log"
    logs = []
    for number in range(3):
        with open_graph(str(tmp_path / "kg"), create=number == 0, idle_s=0.2):
            logs.append(log.stat().st_ino)
            process = read_server(tmp_path / "kg")
        while process is not None and process.is_alive():
            time.sleep(0.1)
    assert [log.with_name(f"java.log.{number}").stat().st_ino for number in (2, 1)] == logs[:2]
