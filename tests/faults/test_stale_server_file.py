"""server.json names the wrong processes: a copied folder, a reused number, another program, a client that died."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from graph_store.open_graph import open_graph
from graph_store.server_file import (
    SERVER_FILE,
    ProcessMark,
    ServerRecord,
    mark_process,
    read_server,
    write_server,
)
from tests.faults.killable_ingest import eventually
from tests.faults.two_networks import Network

IDLE_S = 1.0
DEVICES = "MATCH (d:Device) RETURN d.name ORDER BY d.name"
HOLDER = """
import sys, time
from graph_store.open_graph import open_graph
graph = open_graph(sys.argv[1], idle_s=1.0)
print("ready", flush=True)
time.sleep(600)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stale") / "kg"
    with open_graph(str(folder), create=True, idle_s=0.2) as graph:
        graph.write("CREATE (d:Device {name: 'mine'})")
        server = _server(folder)
    assert eventually(lambda: not server.is_alive() and read_server(folder) is None)
    return folder


@pytest.fixture
def stranger() -> Iterator[subprocess.Popen[bytes]]:
    """Run a program that has nothing to do with any KG."""
    program = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    yield program
    program.kill()
    program.wait()


def test_a_copy_of_a_served_folder_gets_a_server_of_its_own(network: Network, folder: Path) -> None:
    assert network.graph.read(DEVICES).rows == (("core",), ("dist",), ("edge",))
    others = _server(network.folder)
    shutil.copy(network.folder / SERVER_FILE, folder / SERVER_FILE)
    with open_graph(str(folder), idle_s=IDLE_S) as graph:
        assert graph.read(DEVICES).rows == (("mine",),)
        assert {_server(folder).server.pid, _server(folder).supervisor.pid}.isdisjoint(
            {others.server.pid, others.supervisor.pid}
        )
    assert others.is_alive()
    assert _server(network.folder) == others


def test_processes_of_others_are_neither_trusted_nor_killed(
    network: Network, folder: Path, stranger: subprocess.Popen[bytes]
) -> None:
    alive, us = mark_process(stranger.pid), mark_process(os.getpid())
    others = _server(network.folder)
    gone = ProcessMark(alive.pid, alive.started - 1000)
    written = {
        "both run, and are another program": replace(others, supervisor=alive, server=us),
        "one runs, and is another program": replace(others, supervisor=alive, server=gone),
        "one runs, and serves another folder": replace(others, supervisor=gone),
        "both numbers were given to others since": replace(others, supervisor=gone, server=gone),
    }
    with open_graph(str(folder), idle_s=IDLE_S) as graph:
        for said, record in written.items():
            ours = _server(folder)
            write_server(folder, record)
            assert eventually(lambda: not ours.is_alive()), said  # noqa: B023 - called at once
            assert graph.read(DEVICES).rows == (("mine",),), said
            assert stranger.poll() is None, said
            assert others.is_alive(), said
            assert _server(folder) not in (record, ours), said


def test_a_client_that_is_killed_gives_its_lease_back(folder: Path) -> None:
    client = subprocess.Popen([sys.executable, "-c", HOLDER, str(folder)], stdout=subprocess.PIPE, text=True)
    assert client.stdout is not None
    assert client.stdout.readline() == "ready\n"
    server = _server(folder)
    with open_graph(str(folder), idle_s=IDLE_S) as other:
        client.send_signal(signal.SIGKILL)
        client.communicate()
        assert other.read(DEVICES).rows == (("mine",),)
        assert _server(folder) == server
    assert eventually(lambda: not psutil.pid_exists(server.server.pid) and read_server(folder) is None)


NONSENSE = {
    "not JSON": "{",
    "another shape": "[]",
    "no process": '{"supervisor": {"pid": -4, "started": 1}}',
    "words for numbers": '{"supervisor": {"pid": "x", "started": "y"}}',
    "nothing": "",
}


@pytest.mark.parametrize("text", NONSENSE.values(), ids=NONSENSE)
def test_nonsense_is_as_good_as_no_file(text: str, tmp_path: Path) -> None:
    (tmp_path / SERVER_FILE).write_text(text, "utf-8")
    assert read_server(tmp_path) is None


def _server(folder: Path) -> ServerRecord:
    found = read_server(folder)
    assert found is not None
    return found
