"""The embedded server's life: one for all clients, and nothing left when any process is killed."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from graph_store import java_server
from graph_store.arcadedb_http import is_ready
from graph_store.bolt_graph import BoltGraph
from graph_store.errors import GraphServerError
from graph_store.java_server import start_java, stop_java
from graph_store.open_graph import open_graph
from graph_store.server_file import (
    ProcessMark,
    ServerRecord,
    mark_process,
    read_server,
    write_server,
)

IDLE_S = 1.0
PATIENCE_S = 60.0
CLIENT = """
import sys, time
from graph_store.open_graph import open_graph
graph = open_graph(sys.argv[1], create=True, idle_s=float(sys.argv[2]))
print("ready", flush=True)
time.sleep(600)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "kg"


def _open(folder: Path) -> BoltGraph:
    return open_graph(str(folder), create=True, idle_s=IDLE_S)


def _server(folder: Path) -> ServerRecord:
    found = read_server(folder)
    assert found is not None
    return found


def _is_gone(server: ServerRecord) -> bool:
    return server.supervisor.process() is None and server.server.process() is None


def _eventually(holds: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        if holds():
            return True
        time.sleep(0.05)
    return holds()


def _start_client(folder: Path) -> subprocess.Popen[str]:
    client = subprocess.Popen(
        [sys.executable, "-c", CLIENT, str(folder), str(IDLE_S)], stdout=subprocess.PIPE, text=True
    )
    assert client.stdout is not None
    assert client.stdout.readline() == "ready\n"
    return client


def _end(client: subprocess.Popen[str], number: int) -> None:
    client.send_signal(number)
    client.communicate()


def test_the_last_client_out_stops_the_server_and_the_next_one_starts_it_again(folder: Path) -> None:
    first = _open(folder)
    server = _server(folder)
    first.write("CREATE (d:Device {name: 'r1'})")
    with _open(folder) as second:
        first.close()
        time.sleep(2 * IDLE_S)
        assert _server(folder) == server
        assert second.read("MATCH (d:Device) RETURN d.name").rows == (("r1",),)
    assert _eventually(lambda: _is_gone(server) and read_server(folder) is None)
    write_server(folder, _with_reused_pids(server))
    (folder / "credentials.json").unlink()
    with _open(folder) as again:
        assert again.read("MATCH (d:Device) RETURN d.name").rows == (("r1",),)
        assert _server(folder).credentials != server.credentials
        assert mark_process(os.getpid()).process() is not None


def test_java_hears_the_options_meant_for_it_and_none_meant_for_another(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JDK_JAVA_OPTIONS", "-Dno.such.java --option-of-another-java")
    monkeypatch.setenv("WIRELORE_JAVA_OPTIONS", "-Dof.the.user='heard whole'")
    with _open(folder):
        command = psutil.Process(_server(folder).server.pid).cmdline()
        assert "-Dof.the.user=heard whole" in command


def test_options_that_cannot_be_read_are_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WIRELORE_JAVA_OPTIONS", "-Dof.the.user='half")
    with pytest.raises(GraphServerError, match="WIRELORE_JAVA_OPTIONS: No closing quotation"):
        _open(folder)


@pytest.mark.parametrize("taken", ["bolt", "http"])
def test_a_port_that_somebody_took_meanwhile_is_exchanged(
    folder: Path, monkeypatch: pytest.MonkeyPatch, taken: str
) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        free, port = java_server._free_ports(), other.getsockname()[1]
        ports = iter([(port, free[1]) if taken == "bolt" else (free[0], port), java_server._free_ports()])
        monkeypatch.setattr(java_server, "_free_ports", lambda: next(ports))
        server = start_java(folder, "256m")
        try:
            assert port not in (server.bolt_port, server.http_port)
            assert is_ready(server.http_port, server.bolt_port)
        finally:
            stop_java(server.process)


def test_ports_that_are_always_taken_are_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        monkeypatch.setattr(java_server, "_free_ports", lambda: (port, port))
        with pytest.raises(GraphServerError, match=rf"another program took its port.*{port}"):
            start_java(folder, "256m")
    assert not [one for one in psutil.process_iter(["cmdline"]) if str(folder) in str(one.info["cmdline"])]


def _with_reused_pids(server: ServerRecord) -> ServerRecord:
    me = mark_process(os.getpid())
    earlier = ProcessMark(me.pid, me.started - 100)
    assert earlier.process() is None
    return replace(server, supervisor=earlier, server=earlier)


def test_a_damaged_server_file_is_as_good_as_none(tmp_path: Path) -> None:
    assert read_server(tmp_path) is None
    for text in ("", '{"supervisor": 1', "[]", '{"supervisor": {"pid": 1}}'):
        (tmp_path / "server.json").write_text(text)
        assert read_server(tmp_path) is None


def test_secrets_stand_in_private_files_only(embedded: BoltGraph, embedded_folder: Path) -> None:
    server = _server(embedded_folder)
    for name in ("server.json", "credentials.json"):
        assert stat.S_IMODE((embedded_folder / name).stat().st_mode) == 0o600
    processes = [psutil.Process(mark.pid) for mark in (server.supervisor, server.server)]
    seen = [part for process in processes for part in (*process.cmdline(), *process.environ().values())]
    for secret in (server.credentials.writer_password, server.credentials.reader_password):
        assert not [part for part in seen if secret in part]
        assert _files_with(embedded_folder, secret) == ["credentials.json", "server.json"]


def _files_with(folder: Path, secret: str) -> list[str]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return sorted(path.name for path in files if secret.encode() in path.read_bytes())


def test_the_server_listens_on_loopback_only(embedded: BoltGraph, embedded_folder: Path) -> None:
    server = _server(embedded_folder)
    sockets = psutil.Process(server.server.pid).net_connections(kind="inet")
    listening = [found.laddr for found in sockets if found.status == psutil.CONN_LISTEN]
    assert {place.ip.removeprefix("::ffff:") for place in listening} == {"127.0.0.1"}
    assert {place.port for place in listening} == {server.bolt_port, server.http_port}


def test_an_interrupt_ends_a_client_and_not_the_server(embedded: BoltGraph, embedded_folder: Path) -> None:
    client = _start_client(embedded_folder)
    server = _server(embedded_folder)
    group = os.getpgid(client.pid)
    assert group not in (os.getpgid(server.supervisor.pid), os.getpgid(server.server.pid))
    _end(client, signal.SIGINT)
    assert embedded.read("RETURN 1 AS x").rows == ((1,),)
    assert _server(embedded_folder) == server


KILLED: dict[str, Callable[[ServerRecord], ProcessMark]] = {
    "the supervisor": lambda server: server.supervisor,
    "java": lambda server: server.server,
}


@pytest.mark.parametrize("victim", KILLED.values(), ids=KILLED)
def test_a_killed_process_leaves_no_orphan_and_the_data(
    folder: Path, victim: Callable[[ServerRecord], ProcessMark]
) -> None:
    with _open(folder) as graph:
        graph.write("CREATE (d:Device {name: 'r1'})")
        server = _server(folder)
        os.kill(victim(server).pid, signal.SIGKILL)
        assert _eventually(lambda: _is_gone(server))
        assert graph.read("MATCH (d:Device) RETURN d.name").rows == (("r1",),)
        after = _server(folder)
        shutil.rmtree(folder)
        assert _eventually(lambda: _is_gone(after))


def test_a_killed_client_gives_its_lease_back_and_a_damaged_database_says_so(folder: Path) -> None:
    client = _start_client(folder)
    server = _server(folder)
    _end(client, signal.SIGKILL)
    assert _eventually(lambda: _is_gone(server) and read_server(folder) is None)
    for path in (folder / "server" / "databases" / "kg").iterdir():
        path.write_bytes(b"damaged")
    with pytest.raises(GraphServerError, match=r"kg: the graph server did not start: .*"):
        _open(folder)
    assert read_server(folder) is None


def test_a_start_whose_client_was_killed_is_joined(folder: Path) -> None:
    client = subprocess.Popen([sys.executable, "-c", CLIENT, str(folder), "5"], stdout=subprocess.DEVNULL)
    assert _eventually((folder / "supervisor.lock").exists)
    client.kill()
    client.communicate()
    with _open(folder) as graph:
        assert graph.read("RETURN 1 AS x").rows == ((1,),)
        server = _server(folder)
        serving = [process for process in psutil.process_iter(["cmdline"]) if _serves(process, folder)]
        assert [process.pid for process in serving] == [server.supervisor.pid]


def _serves(process: psutil.Process, folder: Path) -> bool:
    command = process.info["cmdline"] or []
    return "graph_store.supervisor" in command and str(folder) in command
