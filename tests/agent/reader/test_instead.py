"""Who lacks a value is shown with what it has in its place."""

from __future__ import annotations

from pathlib import Path

from agent.ask import open_agent
from agent.records import Question
from ingest.pipeline import ingest
from tests.borrowed_graph import borrowed_graph

CONFIGURATION = """version 15.2
hostname reed-r{n}
logging host 10.7.0.{n}
ntp server 10.7.0.9
interface GigabitEthernet0/1
 ip address 10.7.{n}.1 255.255.255.0
end
"""


def test_a_device_without_a_server_is_shown_with_its_own(tmp_path: Path) -> None:
    for n in (1, 2):
        (tmp_path / f"r{n}.cfg").write_text(CONFIGURATION.format(n=n), "utf-8")
    with borrowed_graph() as graph:
        ingest([tmp_path / "r1.cfg", tmp_path / "r2.cfg"], graph, tmp_path / "parsers")
        with open_agent(graph) as agent:
            answer = agent.ask(Question("which devices do not log to 10.7.0.1"))
    table = next(one for one in answer.tables if "show no" in one.title)
    assert [row[2] for row in table.rows] == ["reed-r2 (has 10.7.0.2)", "reed-r1"]
