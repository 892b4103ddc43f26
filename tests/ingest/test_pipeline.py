"""Files in, graph out: what is loaded, loaded again, replaced, and left behind by a process that was killed."""

from __future__ import annotations

import gzip
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graph_store.bolt_graph import BoltGraph
from graph_store.errors import UnfinishedGraphError
from graph_store.open_graph import open_graph
from graph_store.unfinished import check_finished
from ingest.errors import EmptyInput
from ingest.pipeline import ingest
from tests.ingest.conftest import rows
from workspace.overview import read_status

CORE = """\
hostname core
interface Gi0/0
 description to the edge
 ip address 10.0.0.1 255.255.255.0
interface Gi0/1
 no ip address
 shutdown
"""
EDGE = """\
hostname edge
interface Gi0/0
 ip address 10.0.0.2 255.255.255.0
interface Gi0/9
 ip address 10.0.9.1 255.255.255.0
 shutdown
"""
LOG = "".join(
    f"2024-05-01T10:00:{second:02d}Z INFO api: served request id={second} status={200 if second % 7 else 500}\n"
    for second in range(60)
)
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def kg(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pipeline") / "kg"


@pytest.fixture(scope="module")
def store(kg: Path) -> Iterator[BoltGraph]:
    with open_graph(str(kg), create=True, idle_s=1.0) as opened:
        yield opened


@pytest.fixture
def graph(store: BoltGraph) -> BoltGraph:
    for (serial,) in store.read("MATCH (d:Document) RETURN d.serial", row_limit=1000).rows:
        store.delete_document(int(str(serial)))
    store.commit_lines(0)
    return store


@pytest.fixture
def network(tmp_path: Path) -> Path:
    folder = tmp_path / "network"
    folder.mkdir()
    (folder / "core.cfg").write_text(CORE)
    (folder / "edge.cfg").write_text(EDGE)
    (folder / "api.log").write_text(LOG)
    return folder


INTERFACES = (
    "MATCH (i:Interface) RETURN i.device, i.key, i.ip_address_prefix, i.shutdown ORDER BY i.device, i.key"
)


def content(graph: BoltGraph) -> list[list[tuple[Any, ...]]]:
    """Return everything a document says, without the serials that count loads."""
    return [
        rows(graph, "MATCH (d:Document) RETURN d.path, d.state, d.lines, d.lines_explained ORDER BY d.path"),
        rows(graph, "MATCH (l:Line) RETURN l.path, l.number, l.text ORDER BY l.path, l.number"),
        rows(
            graph,
            "MATCH (e:Entity)-[r:HAS_LINE]->(l:Line) RETURN e.path, e.type, e.key, e.ordinal, r.fields, l.number "
            "ORDER BY e.path, e.ordinal, l.number",
        ),
        rows(
            graph,
            "MATCH (p:Entity)-[:HAS]->(c:Entity) RETURN p.path, p.ordinal, c.ordinal ORDER BY p.path, c.ordinal",
        ),
    ]


def test_every_line_and_entity_is_found_again(graph: BoltGraph, network: Path, tmp_path: Path) -> None:
    report = ingest([network], graph, tmp_path / "parsers")
    assert (report.documents, report.lines, report.coverage) == (3, 73, 1.0)
    assert rows(graph, INTERFACES) == [
        ("core", "Gi0/0", "10.0.0.1/24", None),
        ("core", "Gi0/1", None, True),
        ("edge", "Gi0/0", "10.0.0.2/24", None),
        ("edge", "Gi0/9", "10.0.9.1/24", True),
    ]
    assert rows(graph, "MATCH (l:Line {path: 'core.cfg'}) RETURN l.text ORDER BY l.number") == [
        (text,) for text in CORE.splitlines()
    ]
    assert rows(
        graph,
        "MATCH (i:Interface {device: 'core', key: 'Gi0/0'})-[r:HAS_LINE]->(l:Line) "
        "WHERE 'ip_address' IN r.fields RETURN l.path, l.number",
    ) == [("core.cfg", 4)]
    assert rows(graph, "MATCH (e:Event) WHERE e.status = 500 RETURN count(*)") == [(9,)]
    (first,) = rows(graph, "MATCH (e:Event) RETURN e.timestamp ORDER BY e.ordinal LIMIT 1")
    assert first == ("2024-05-01T10:00:00.000000Z",)


def test_unchanged_files_cost_nothing(graph: BoltGraph, network: Path, tmp_path: Path) -> None:
    first = ingest([network], graph, tmp_path / "parsers")
    serials = rows(graph, "MATCH (d:Document) RETURN d.path, d.serial ORDER BY d.path")
    second = ingest([network], graph, tmp_path / "parsers")
    assert second.unchanged == 3
    assert rows(graph, "MATCH (d:Document) RETURN d.path, d.serial ORDER BY d.path") == serials
    said = (
        "lines",
        "lines_explained",
        "labels",
        "entities",
        "relations",
        "variable_tokens",
        "tokens_in_fields",
    )
    assert {name: getattr(second, name) for name in said} == {name: getattr(first, name) for name in said}


def test_a_changed_file_replaces_what_it_said_and_nothing_else(
    graph: BoltGraph, network: Path, tmp_path: Path
) -> None:
    ingest([network], graph, tmp_path / "parsers")
    (network / "edge.cfg").write_text(EDGE.replace("10.0.9.1", "10.0.9.77"))
    report = ingest([network / "edge.cfg"], graph, tmp_path / "parsers")
    assert (report.documents, report.unchanged) == (1, 0)
    assert [row[2] for row in rows(graph, INTERFACES)] == ["10.0.0.1/24", None, "10.0.0.2/24", "10.0.9.77/24"]
    searched = "CALL db.index.fulltext.queryNodes('lines', '{}') YIELD node RETURN count(node)"
    assert rows(graph, searched.format("10.0.9.1")) == [(0,)]
    assert rows(graph, searched.format("10.0.9.77")) == [(1,)]


def test_a_learned_parser_serves_new_files_of_its_kind(
    graph: BoltGraph, network: Path, tmp_path: Path
) -> None:
    parsers = tmp_path / "parsers"
    ingest([network], graph, parsers)
    before = sorted(parsers.iterdir())
    (network / "dist.cfg").write_text(EDGE.replace("edge", "dist").replace("10.0.", "10.7."))
    report = ingest([network], graph, parsers)
    assert (report.unchanged, report.coverage) == (3, 1.0)
    assert sorted(parsers.iterdir()) == before
    assert ("dist", "Gi0/0", "10.7.0.2/24", None) in rows(graph, INTERFACES)


BROKEN = {
    "it raises": ("\n\ndef parse(lines):\n    return 1 // 0\n", "ZeroDivisionError"),
    "it does what is not allowed": ("\n\nimport os\n", "os"),
}


@pytest.mark.parametrize(("ending", "said"), BROKEN.values(), ids=BROKEN)
def test_a_parser_that_breaks_is_named_and_loses_nothing(
    ending: str, said: str, graph: BoltGraph, network: Path, tmp_path: Path
) -> None:
    parsers = tmp_path / "parsers"
    ingest([network / "api.log"], graph, parsers)
    (place,) = parsers.iterdir()
    source = (place / "parse.py").read_text()
    (place / "parse.py").write_text(source + ending)
    (network / "api.log").write_text(LOG + LOG)
    report = ingest([network / "api.log"], graph, parsers)
    assert report.lines == 120
    assert rows(graph, "MATCH (l:Line {path: 'api.log'}) RETURN count(*)") == [(120,)]
    assert (report.coverage, len(report.failures)) == (1.0, 1)
    assert said in report.failures[0]
    assert "log-api" in report.failures[0]


def test_a_kg_whose_first_file_is_cut_opens_and_takes_others(tmp_path: Path, network: Path) -> None:
    text = "".join(f"interface Gi0/{number}\n mtu {number * 7919 % 9000}\n" for number in range(3000))
    (tmp_path / "cut.cfg.gz").write_bytes(gzip.compress(text.encode())[:-100])
    with open_graph(str(tmp_path / "kg"), create=True, idle_s=1.0) as made:
        assert dict(ingest([tmp_path / "cut.cfg.gz"], made, tmp_path / "parsers").not_loaded)
    with open_graph(str(tmp_path / "kg"), idle_s=1.0) as again:
        assert read_status(again, "kg").documents == 0
        assert ingest([network], again, tmp_path / "parsers").not_loaded == ()


def test_a_folder_without_text_is_named(graph: BoltGraph, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(EmptyInput, match="empty: no text file"):
        ingest([tmp_path / "empty"], graph, tmp_path / "parsers")


def test_a_load_that_was_killed_is_done_again(
    kg: Path, graph: BoltGraph, network: Path, tmp_path: Path
) -> None:
    (network / "api.log").write_text(LOG * 200)
    code = (
        "import sys; from pathlib import Path; from graph_store.open_graph import open_graph; "
        "from ingest.load import load_graph; from ingest.pipeline import ingest\n"
        "load_graph.WAITING = 1  # each batch is written by itself: there is time between the first and the last\n"
        "with open_graph(sys.argv[1]) as graph: ingest([sys.argv[2]], graph, Path(sys.argv[3]))"
    )
    command = [sys.executable, "-c", code, str(kg), str(network), str(tmp_path / "parsers")]
    process = subprocess.Popen(command, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)})
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        if rows(graph, "MATCH (l:Line {path: 'api.log'}) RETURN count(*)")[0][0] > 0:
            break
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert rows(graph, "MATCH (d:Document {path: 'api.log'}) RETURN d.state") == [("loading",)]
    with pytest.raises(UnfinishedGraphError, match="not loaded whole"):
        check_finished(graph)
    ingest([network], graph, tmp_path / "parsers")
    after_kill = content(graph)
    for (serial,) in rows(graph, "MATCH (d:Document) RETURN d.serial"):
        graph.delete_document(serial)
    graph.commit_lines(0)
    ingest([network], graph, tmp_path / "parsers")
    assert after_kill == content(graph)
    check_finished(graph)
    assert {row[1] for row in after_kill[0]} == {"ready"}


HOSTILE = {
    "types named as the graph's own": "".join(
        f"{word} {word}{number}\n x {number}\n"
        for word in ("document", "store", "line", "type")
        for number in (1, 2)
    ),
    "words that no label or property may be": "@a`b c1\n x 1\n@a`b c2\n x 2\n@v 1\nq}) DETACH DELETE n// 5\n",
    "a word of 5,000 letters": "wire a1\n pace 1\n" + "w" * 5000 + " 7\n" + "w" * 5000 + "x {\n y 1\n}\n",
    "signs alone": "!!!\n***\n===\n",
    "deep JSON": '{"a":' * 900 + "1" + "}" * 900 + "\n" + '{"a": 1, "b": 2, "c": 3}\n' * 5,
    "a log line of 20,000 words": "2024-05-01 10:00:00 INFO start\n" * 20
    + "2024-05-01 10:00:01 INFO "
    + "word " * 20_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_files_lose_no_line(text: str, graph: BoltGraph, network: Path, tmp_path: Path) -> None:
    (network / "hostile.txt").write_text(text)
    for _ in range(2):
        ingest([network], graph, tmp_path / "parsers")
    assert rows(graph, "MATCH (l:Line {path: 'hostile.txt'}) RETURN l.text ORDER BY l.number") == [
        (line,) for line in text.splitlines()
    ]
    assert {state for (state,) in rows(graph, "MATCH (d:Document) RETURN d.state")} == {"ready"}
    assert len(rows(graph, INTERFACES)) == 4


def test_nxos_hosts_of_a_log_are_devices_and_a_log_named_for_a_device_is_its(
    graph: BoltGraph, tmp_path: Path
) -> None:
    folder = tmp_path / "nexus"
    folder.mkdir()
    up = "2025 Nov 17 02:05:40 UTC: %ETHPORT-5-IF_UP: Interface Ethernet1/1 is up in mode routed"
    (folder / "nx1.cfg").write_text("hostname nx1\ninterface Ethernet1/1\n ip address 10.0.0.1/30\n")
    (folder / "nx1.log").write_text(f"{up}\n")
    (folder / "server.log").write_text(f"nx2 : {up}\n<189>: nx3 : {up}\n")
    ingest([folder], graph, tmp_path / "parsers")
    named = "MATCH (d:Device) WHERE d.name STARTS WITH 'nx' RETURN d.name ORDER BY d.name"
    assert rows(graph, named) == [("nx1",), ("nx2",), ("nx3",)]
    of_records = "MATCH (e:Event)-[:HAS_LINE]->(l) RETURN e.device, l.device, l.path ORDER BY e.device"
    assert rows(graph, of_records) == [
        ("nx1", "nx1", "nx1.log"),
        ("nx2", "nx2", "server.log"),
        ("nx3", "nx3", "server.log"),
    ]


def test_makes_that_call_a_thing_otherwise_share_a_label(
    graph: BoltGraph, network: Path, tmp_path: Path
) -> None:
    (network / "lift.cfg").write_text(
        "hostname lift\niface eth0\n mtu 9000\niface eth1\n mtu 1500\niface eth2\n mtu 1500\n"
    )
    ingest([network], graph, tmp_path / "parsers")
    statement = (
        "MATCH (i:Interface) WHERE i.device IN ['lift', 'edge'] RETURN i.type, i.key ORDER BY i.type, i.key"
    )
    assert rows(graph, statement) == [
        ("Iface", "eth0"),
        ("Iface", "eth1"),
        ("Iface", "eth2"),
        ("Interface", "Gi0/0"),
        ("Interface", "Gi0/9"),
    ]
    (spans,) = [label.spans for label in graph.describe().labels if label.name == "Interface"]
    assert spans == (("Interface", 4), ("Iface", 3))


def test_very_long_lines_spoil_nothing(graph: BoltGraph, network: Path, tmp_path: Path) -> None:
    """One that is cut, and many that are not but would be too much for one message."""
    lines = LOG.splitlines(keepends=True)
    lines[30] = lines[30][:-1] + " body=" + "lorem ipsum " * 1_700_000 + "\n"
    (network / "api.log").write_text("".join(lines))
    (network / "wide.log").write_text(
        "".join(line[:-1] + " body=" + "x" * 700_000 + "\n" for line in lines[:25])
    )
    report = ingest([network], graph, tmp_path / "parsers")
    (cut,) = report.cut_lines
    assert (cut.path, cut.number, cut.bytes, cut.kept) == ("api.log", 31, len(lines[30]) - 1, 1 << 20)
    assert rows(graph, "MATCH (l:Line) WHERE l.bytes > 0 RETURN l.path, l.number, l.bytes, l.cut_at") == [
        (cut.path, cut.number, cut.bytes, cut.kept)
    ]
    assert rows(graph, "MATCH (l:Line {path: 'api.log'}) RETURN count(l)") == [(60,)]
    assert rows(graph, "MATCH (l:Line {path: 'wide.log'}) RETURN count(l)") == [(25,)]
    assert rows(graph, "MATCH (e:Event {path: 'api.log'}) WHERE e.first_line <> 31 RETURN count(e)") == [
        (59,)
    ]
    assert rows(graph, INTERFACES)[0] == ("core", "Gi0/0", "10.0.0.1/24", None)
