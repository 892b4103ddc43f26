"""A chat that is open while its graph's server, or an ingest, is killed: it says what happened, and goes on."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from agent.records import Question
from chat.errors import EXPECTED, explain
from graph_store.server_file import ServerRecord, read_server
from settings import Settings
from tests.faults.killable_ingest import IDLE_S, RunningIngest, eventually, ingest_whole
from tests.faults.two_networks import Network
from workspace.workspace import Workspace

QUESTION = Question("How many interfaces are there?")


@pytest.fixture
def chat(network: Network) -> Iterator[Workspace]:
    """Open what the chat keeps open, and ask it a first question."""
    workspace = Workspace(Settings(kg=str(network.folder), idle_s=IDLE_S))
    assert "9" in _reply(workspace)
    yield workspace
    workspace.close()


LOST: dict[str, Callable[[ServerRecord], tuple[int, ...]]] = {
    "the database": lambda server: (server.server.pid,),
    "its supervisor": lambda server: (server.supervisor.pid,),
}


@pytest.mark.parametrize("pids", LOST.values(), ids=LOST)
def test_a_server_that_was_killed_is_started_again_by_the_next_question(
    pids: Callable[[ServerRecord], tuple[int, ...]], network: Network, chat: Workspace
) -> None:
    before, server = _reply(chat), read_server(network.folder)
    assert server is not None
    for pid in pids(server):
        os.kill(pid, signal.SIGKILL)
    assert eventually(lambda: server.server.process() is None)  # it goes with its supervisor, a moment later
    assert _reply(chat) == before
    assert read_server(network.folder) != server


def test_an_ingest_is_told_while_it_runs_and_after_it_was_killed(network: Network, chat: Workspace) -> None:
    before = _reply(chat)
    job = network.jobs[network.other()]
    running = RunningIngest(job)
    running.freeze_at("commit_lines")
    assert _reply(chat).startswith("**An ingest is running.**")
    assert "not loaded whole" in _reply(chat)
    running.kill()
    told = _reply(chat)
    assert told.startswith("**An ingest was interrupted.** Run `wirelore ingest` again")
    assert "events.log" in told
    ingest_whole(job)
    assert _reply(chat) == before


def test_a_folder_that_is_away_is_named_and_found_again(network: Network, chat: Workspace) -> None:
    before, elsewhere = _reply(chat), network.folder.with_name("elsewhere")
    server = read_server(network.folder)
    network.folder.rename(elsewhere)
    assert server is not None
    assert eventually(lambda: not server.is_alive())
    try:
        assert _reply(chat).startswith("**There is no knowledge graph yet.**")
    finally:
        _put_back(elsewhere, network.folder)
    assert _reply(chat) == before


def _put_back(elsewhere: Path, folder: Path) -> None:
    assert not folder.exists()
    elsewhere.rename(folder)


def _reply(chat: Workspace) -> str:
    """Do what the page does with a message."""
    try:
        return chat.agent().ask(QUESTION).text
    except EXPECTED as error:
        chat.mend()
        return explain(error)
