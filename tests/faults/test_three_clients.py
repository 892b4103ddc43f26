"""A chat, a bridge-like process and a command on one embedded KG at the same time share one server."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import psutil

from graph_store.server_file import read_server
from tests.conftest import ROOT
from tests.faults.two_networks import Network

QUESTION = "How many interfaces does core have?"
BRIDGE = """
import sys
from agent.ask import open_agent
from agent.records import Question
from graph_store.open_graph import open_graph
with open_graph(sys.argv[1], idle_s=1.0) as graph:
    agent = open_agent(graph)
    for line in sys.stdin:
        print(agent.ask(Question(line.strip())).text.replace(chr(10), " "), flush=True)
"""
CHAT = """
import os, sys
from agent.records import Question
from workspace.workspace import Workspace
from settings import read_settings
workspace = Workspace(read_settings(os.environ | {"WIRELORE_KG": sys.argv[1]}))
for line in sys.stdin:
    print(workspace.agent().ask(Question(line.strip())).text.replace(chr(10), " "), flush=True)
"""


def test_three_kinds_of_clients_share_one_server(network: Network) -> None:
    kg = str(network.folder)
    before = read_server(network.folder)
    clients = [_start(CHAT, kg), _start(BRIDGE, kg)]
    try:
        commands = [_command(kg) for _ in range(2)]
        told = [_ask(client) for client in clients for _ in range(2)]
        told += [_answer(command) for command in commands]
        assert before is not None
        assert read_server(network.folder) == before
        assert _servers_of(network.folder) == {before.supervisor.pid, before.server.pid}
        assert len(set(told)) == 1, told
        assert "3 interfaces" in told[0]
        clients[1].send_signal(signal.SIGKILL)
        clients[1].wait()
        assert _ask(clients[0]) == told[0]
        assert read_server(network.folder) == before
    finally:
        for client in clients:
            client.kill()
            client.communicate()


def _start(program: str, kg: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", program, kg],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _ask(client: subprocess.Popen[str]) -> str:
    assert client.stdin is not None
    assert client.stdout is not None
    client.stdin.write(f"{QUESTION}\n")
    client.stdin.flush()
    return client.stdout.readline().strip()


def _command(kg: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "cli", "ask", QUESTION, "--kg", kg, "--json"]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def _answer(command: subprocess.Popen[str]) -> str:
    output, _ = command.communicate(timeout=240)
    text = json.loads(output)["answer"]
    assert isinstance(text, str)
    return text.replace("\n", " ")


def _servers_of(folder: Path) -> set[int]:
    named = str(folder.resolve())
    processes = psutil.process_iter(["cmdline"])
    ours = [each for each in processes if any(named in part for part in each.info["cmdline"] or ())]
    return {
        each.pid
        for each in ours
        if "graph_store.supervisor" in each.info["cmdline"] or "ArcadeDB" in each.info["cmdline"][-1]
    }
