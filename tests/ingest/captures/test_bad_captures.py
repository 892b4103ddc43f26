"""What is wrong with a capture is said with file and line, and none of its lines is lost."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graph_store.bolt_graph import BoltGraph
from ingest.pipeline import ingest
from ingest.records import Doubt, IngestReport
from tests.borrowed_graph import borrowed_graph

HEAD = "Interface              IP-Address      OK? Method Status                Protocol\n"
VLAN1 = "Vlan1                  unassigned      YES NVRAM  administratively down down\n"
VLAN10 = "Vlan10                 10.10.10.2      YES NVRAM  up                    up\n"
BRIEF = f"sw1#show ip interface brief\n{HEAD}{VLAN1}"
BACK = "\b" * 10
ARP = """\
sw1#show ip arp
Protocol  Address          Age (min)  Hardware Addr   Type   Interface
Internet  172.16.233.229        -   0000.0c59.f892  ARPA   Ethernet0/0
Internet  172.16.233.218        -   0000.0c07.ac00  ARPA   Ether"""
CUT = "no prompt follows the output of {!r}: its end, and of its last line, may be missing"
CASES: dict[str, tuple[str, list[tuple[str, str, int]], list[tuple[str, tuple[int, ...], str]]]] = {
    "cut in a row that no template reads any more": (
        BRIEF + VLAN10[:50],
        [("sw1", "Vlan1", 3)],
        [("cut", (4,), CUT.format("show ip interface brief"))],
    ),
    "cut in the last value of a row": (
        ARP,
        [("sw1", "172.16.233.229", 3), ("sw1", "172.16.233.218", 4)],
        [("cut", (4,), CUT.format("show ip arp"))],
    ),
    "cut behind the command": ("sw1#show clock", [], [("cut", (1,), CUT.format("show clock"))]),
    "two devices": (
        f"{BRIEF}sw1#\nsw2#show ip interface brief\n{HEAD}{VLAN10}sw2#\n",
        [("sw1", "Vlan1", 3), ("sw2", "Vlan10", 7)],
        [("devices", (5,), "outputs of 2 devices: sw1, sw2")],
    ),
    "colours, and a pager that was wiped with backspaces": (
        f"\x1b[32msw1\x1b[0m{BRIEF[3:]} --More-- {BACK}{' ' * 10}{BACK}{VLAN10}\x1b[32msw1\x1b[0m#",
        [("sw1", "Vlan1", 3), ("sw1", "Vlan10", 4)],
        [],
    ),
    "a make that no template knows": (
        "zz1#show flux table\nFlux   Level\na       5\nzz1#show flux lines\nx 1\nzz1#",
        [],
        [
            (
                "unread",
                (1, 4),
                "no template reads the output of 'show flux table' and of 1 other: their lines are searched only",
            )
        ],
    ),
    "a clock that goes back": (
        (
            f"sw1#show clock\n*12:00:10.123 UTC Thu Nov 5 2026\n{BRIEF}"
            "sw1#show clock\n11:00:10.123 UTC Thu Nov 5 2026\nsw1#"
        ),
        [("sw1", "", 2), ("sw1", "Vlan1", 5), ("sw1", "", 7)],
        [("clock", (7,), "the clock of sw1 goes back from 2026-11-05 12:00:10 to 2026-11-05 11:00:10")],
    ),
    "a clock that goes on": (
        "sw1#show clock\n12:00:10.123 UTC Thu Nov 5 2026\nsw1#show clock\n12:00:11.123 UTC Thu Nov 5 2026\nsw1#exit",
        [("sw1", "", 2), ("sw1", "", 4)],
        [],
    ),
}
PATHS = {name: f"{number}.txt" for number, name in enumerate(CASES)}
ROWS = """\
MATCH (:CommandOutput {path: $path})-[]->(e:Entity) WHERE e.type <> 'CommandOutput'
RETURN DISTINCT e.device, e.key, e.first_line ORDER BY e.first_line"""


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[BoltGraph, IngestReport]]:
    folder = tmp_path_factory.mktemp("captures")
    (folder / "in").mkdir()
    for name, (text, *_) in CASES.items():
        (folder / "in" / PATHS[name]).write_text(text)
    with borrowed_graph() as graph:
        yield graph, ingest([folder / "in"], graph, folder / "kg" / "parsers")


@pytest.mark.parametrize("name", CASES)
def test_it_is_said_and_nothing_is_lost(loaded: tuple[BoltGraph, IngestReport], name: str) -> None:
    (graph, report), (text, rows, doubts) = loaded, CASES[name]
    path = PATHS[name]
    assert [each for each in report.doubts if each.path == path] == [Doubt(path, *one) for one in doubts]
    assert [tuple(row) for row in graph.read(ROWS, {"path": path}).rows] == rows
    lines = graph.read("MATCH (d:Document {path: $path}) RETURN d.kind, d.lines", {"path": path}).rows
    assert [tuple(row) for row in lines] == [("capture", len(text.splitlines()))]
    unread = {line.number for line in report.unexplained if line.path == path}
    texts = graph.read(
        "MATCH (d:Document {path: $path}) MATCH (l:Line {document: d.serial}) RETURN l.number, l.text",
        {"path": path},
    ).rows
    assert {int(str(number)) for number, _ in texts} == set(range(1, len(text.splitlines()) + 1))
    assert {first for *_, first in rows}.isdisjoint(unread)
    if "cut in a row" in name:
        assert unread == {4}
