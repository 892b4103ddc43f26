"""A question without a model costs as many reads of a large network as of a small one."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.ask import open_agent
from agent.records import Question
from ingest.pipeline import ingest
from tests.agent.counted_reads import CountedReads
from tests.borrowed_graph import borrowed_graph

ASKED = (
    "Which interfaces lack a description?",
    "Which interfaces are shut down?",
    "Which devices have no logging host?",
    "What is the mtu of Ethernet1 on sw1?",
    "Where is vlan 20 used?",
)
SWITCH = """version 15.2
hostname sw{n}
interface Ethernet1
 description to sw{n}
 mtu 9000
interface Ethernet2
 shutdown
 switchport access vlan 20
vlan 20
 name STAFF
logging host 192.0.2.{n}
end
"""
FEW, MANY = 2, 20


def _reads(folder: Path, switches: int, asked: str) -> list[str]:
    folder.mkdir()
    for number in range(switches):
        (folder / f"sw{number}.cfg").write_text(SWITCH.format(n=number), "utf-8")
    with borrowed_graph() as graph:
        ingest([folder], graph, folder / "parsers")
        counted = CountedReads(graph)
        with open_agent(counted) as agent:
            agent.ask(Question(asked))
    return counted.statements


@pytest.mark.parametrize("asked", ASKED)
def test_reads_do_not_grow_with_the_network(tmp_path: Path, asked: str) -> None:
    few, many = (_reads(tmp_path / str(switches), switches, asked) for switches in (FEW, MANY))
    assert len(many) <= len(few) + 2
