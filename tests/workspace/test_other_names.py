"""The device's page and answers say by which other names logs call a device."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.ask import ask
from chat.map.device_view import show_device
from findings.facts import read_network
from graph_store.bolt_graph import BoltGraph
from ingest.pipeline import ingest
from tests.borrowed_graph import borrowed_graph
from workspace.device_page import DevicePage, read_device_page
from workspace.network_map import NetworkMap

CONFIGURATION = """\
hostname quay-s4
interface Vlan30
 description management
 ip address 10.61.0.4 255.255.255.0
interface GigabitEthernet0/7
 description crane
"""
LOG = "".join(
    f"2026-10-0{day}T07:00:{second:02d}Z 10.61.0.4 link[7]: port Gi0/7 went {'down' if second % 2 else 'up'}\n"
    for day in range(1, 4)
    for second in range(20)
)


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BoltGraph]:
    folder: Path = tmp_path_factory.mktemp("quay")
    (folder / "quay-s4.cfg").write_text(CONFIGURATION)
    (folder / "all.log").write_text(LOG)
    with borrowed_graph() as opened:
        ingest([folder / "quay-s4.cfg", folder / "all.log"], opened, folder / "parsers")
        yield opened


def page(graph: BoltGraph, name: str) -> DevicePage:
    return read_device_page(name, ["quay-s4"], read_network(graph), NetworkMap((), ()), (), graph)


@pytest.mark.parametrize("name", ["quay-s4", "QUAY-S4", "10.61.0.4"])
def test_the_page_is_of_the_device(name: str, graph: BoltGraph) -> None:
    found = page(graph, name)
    assert (found.name, found.aliases, len(found.records)) == ("quay-s4", ("10.61.0.4",), 10)
    assert "Also logs as 10.61.0.4." in show_device(found)


def test_an_answer_says_it(graph: BoltGraph) -> None:
    answer = ask("which log lines of quay-s4 say that port Gi0/7 went down?", graph)
    assert answer.text.endswith("quay-s4 also logs as 10.61.0.4.")


def test_an_answer_without_such_lines_does_not(graph: BoltGraph) -> None:
    assert "also logs as" not in ask("what is the description of GigabitEthernet0/7 on quay-s4?", graph).text
