"""A Neo4j, a folder of files, and what one machine makes of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph
from ingest.pipeline import ingest
from tests.faults.graph_contents import graph_contents
from tests.graph_store.conftest import neo4j_login
from tests.graph_store.neo4j_server.start_neo4j import Neo4jLogin

__all__ = ["neo4j_login"]

EMPTY_SOME = "MATCH (n) WITH n LIMIT 5000 DETACH DELETE n"
LINES = 6000


@dataclass(frozen=True, slots=True)
class Scene:
    """Files, parsers learned from them, a graph to load them into, and what one machine loads."""

    files: Path
    parsers: Path
    login: Neo4jLogin
    graph: BoltGraph
    expected: list[str]

    def empty(self) -> None:
        """Empty the graph."""
        while self.graph.read("MATCH (n) RETURN count(n)").rows[0][0]:
            self.graph.write(EMPTY_SOME)


@pytest.fixture(scope="session")
def scene(neo4j_login: Neo4jLogin, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """Load the files on one machine, and keep what that gives."""
    folder = tmp_path_factory.mktemp("cluster")
    files = write_files(folder / "files")
    with open_graph(
        neo4j_login.url, create=True, user=neo4j_login.user, password=neo4j_login.password
    ) as graph:
        scene = Scene(files, folder / "parsers", neo4j_login, graph, [])
        scene.empty()
        ingest([files], graph, scene.parsers, same_paths=True)
        scene.expected.extend(graph_contents(graph))
        assert len(scene.expected) > 2 * LINES
        assert not graph.read("MATCH (v:Device {name: '10.0.0.1'}) RETURN v.name").rows
        yield scene


def write_files(folder: Path) -> Path:
    """Write a log whose times have no year, over New Year, one with indented lines, prose, and configurations."""
    folder.mkdir()
    events = []
    for number in range(LINES):
        day, rest = divmod(number, LINES // 40)
        month, date = ("Dec", day + 12) if day < 20 else ("Jan", day - 19)
        clock = f"{rest * 24 // (LINES // 40):02}:{number % 60:02}:{number % 59:02}"
        port = f"Ethernet{number % 48}"
        what = ("changed state to up", "changed state to down")[number % 2]
        sender = f"sw{number % 7}" if number % 7 else "10.0.0.1"  # which is r1
        events.append(f"{month} {date:2} {clock} {sender} LINK-{number % 5}: Interface {port}, {what}\n")
    (folder / "links.log").write_text("".join(events), "utf-8")
    errors = [
        f"2024-03-{1 + number // 100:02} 10:{number % 60:02}:00,123 ERROR worker-{number % 9} "
        f"request {number} failed\n  at step {number}\n"
        for number in range(3000)
    ]
    (folder / "errors.log").write_text("".join(errors), "utf-8")
    for name, other in (("r1", "r2"), ("r2", "r1")):
        number = name[1]
        (folder / f"{name}.cfg").write_text(
            f"hostname {name}\n!\ninterface Ethernet0\n description to {other}\n"
            f" ip address 10.0.0.{number} 255.255.255.252\n ip access-group IN in\n!\n"
            f"ip access-list extended IN\n permit ip any any\n!\nrouter bgp 6500{number}\n"
            f" neighbor 10.0.0.{3 - int(number)} remote-as 6500{3 - int(number)}\n!\nend\n",
            "utf-8",
        )
    return folder
