"""The device's page and answers say by which other names logs call a device."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import wirelore
from agent.ask import ask
from chat.map.device_view import show_device
from workspace.workspace import Workspace

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
def kg(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder: Path = tmp_path_factory.mktemp("quay")
    (folder / "net").mkdir()
    (folder / "net" / "quay-s4.cfg").write_text(CONFIGURATION)
    (folder / "net" / "all.log").write_text(LOG)
    with wirelore.open_kg(folder / "kg", create=True) as opened:
        opened.ingest(folder / "net")
        yield opened


@pytest.mark.parametrize("name", ["quay-s4", "QUAY-S4", "10.61.0.4"])
def test_the_page_is_of_the_device(name: str, kg: Workspace) -> None:
    found = kg.device_page(name)
    assert (found.name, found.aliases, len(found.records)) == ("quay-s4", ("10.61.0.4",), 10)
    assert "Also logs as 10.61.0.4." in show_device(found)
    assert {row.device for row in kg.timeline([name]).entries} == {"quay-s4"}
    assert len(kg.history(name)) == 1


def test_an_answer_says_it(kg: Workspace) -> None:
    answer = ask("which log lines of quay-s4 say that port Gi0/7 went down?", kg.graph())
    assert answer.text.endswith("quay-s4 also logs as 10.61.0.4.")


def test_an_answer_without_such_lines_does_not(kg: Workspace) -> None:
    answer = ask("what is the description of GigabitEthernet0/7 on quay-s4?", kg.graph())
    assert "also logs as" not in answer.text
