"""A log that grew: only its end is ingested, and the graph is what a whole ingest makes of it."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graph_store.bolt_graph import BoltGraph
from ingest.pipeline import ingest
from tests.borrowed_graph import borrowed_graph
from tests.ingest.conftest import rows

CORE = """\
hostname core
interface Gi0/0
 ip address 10.0.0.1 255.255.255.0
interface Gi0/1
 ip address 10.0.1.1 255.255.255.0
"""


def link_log(first: int, last: int, stamp: str = "2024-05-01T10:{minute:02d}:{second:02d}Z") -> str:
    return "".join(
        stamp.format(minute=number // 60, second=number % 60)
        + f" core link[7]: port Gi0/{number % 2} went {'up' if number % 3 else 'down'} after {number} ms\n"
        for number in range(first, last)
    )


OLD, NEW = link_log(0, 100), link_log(100, 130)
WITHOUT_YEAR = "May  1 10:{minute:02d}:{second:02d}"

GOES_ON = {
    "lines were appended": (OLD, OLD + NEW),
    "a line of a new kind was appended": (
        OLD,
        OLD + NEW + "2024-05-01T11:00:00Z core boot[1]: reboot asked for\n",
    ),
    "the last line has no end yet": (OLD, OLD + NEW[:-1]),
}
IS_READ_WHOLE = {
    "it was rotated": (OLD, NEW),
    "it was rotated, and has grown longer": (OLD, NEW * 5),
    "a line at its beginning was changed": (OLD, OLD.replace("after 3 ms", "after 4 ms") + NEW),
    "what was its last line went on": (OLD[:-1], OLD[:-1] + "econds\n" + NEW),
    "its last record went on": (OLD, OLD + "  caused by: nothing known\n" + NEW),
    "its times have no year": (link_log(0, 100, WITHOUT_YEAR), link_log(0, 130, WITHOUT_YEAR)),
}


@pytest.fixture(scope="module")
def store() -> Iterator[BoltGraph]:
    with borrowed_graph() as opened:
        yield opened


@pytest.fixture
def graph(store: BoltGraph) -> BoltGraph:
    _empty(store)
    return store


@pytest.fixture
def network(tmp_path: Path) -> Path:
    folder = tmp_path / "network"
    folder.mkdir()
    (folder / "core.cfg").write_text(CORE)
    return folder


def _empty(store: BoltGraph) -> None:
    for (serial,) in store.read("MATCH (d:Document) RETURN d.serial", row_limit=1000).rows:
        store.delete_document(int(str(serial)))
    store.write("MATCH (n) WHERE n:Device OR n:Subnet OR n:Type DETACH DELETE n")
    store.commit_lines(0)


def _serial(graph: BoltGraph) -> int:
    return int(rows(graph, "MATCH (d:Document {path: 'link.log'}) RETURN d.serial")[0][0])


def _content(graph: BoltGraph) -> list[list[tuple[Any, ...]]]:
    """Return all that the log says, without what counts loads."""
    event = "MATCH (e:Event)-[:HAS_LINE]->(l:Line) WITH e, l ORDER BY e.ordinal, l.number"
    found = (
        "CALL db.index.fulltext.queryNodes('lines', 'ms') YIELD node RETURN node.number ORDER BY node.number"
    )
    document = "d.state, d.sha256, d.bytes, d.lines, d.lines_explained, d.entities, d.counts, d.mentions"
    values = "e.type, e.ordinal, e.device, e.timestamp, e.message, e.template, e.first_line, l.number, l.text"
    return [
        rows(graph, f"MATCH (d:Document {{path: 'link.log'}}) RETURN {document}"),
        rows(graph, f"{event} RETURN {values}"),
        rows(
            graph,
            "MATCH (e:Event)-[m:MENTIONS]->(i:Interface) RETURN e.ordinal, m.value, i.key ORDER BY e.ordinal",
        ),
        rows(graph, "MATCH (l:Line {path: 'link.log'}) RETURN l.number, l.text ORDER BY l.number"),
        rows(graph, found),
    ]


def _ingested_anew(graph: BoltGraph, network: Path, parsers: Path) -> list[list[tuple[Any, ...]]]:
    _empty(graph)
    ingest([network], graph, parsers, relearn="never")
    return _content(graph)


@pytest.mark.parametrize(("before", "after"), GOES_ON.values(), ids=GOES_ON)
def test_only_the_end_of_a_log_that_grew_is_ingested(
    before: str, after: str, graph: BoltGraph, network: Path, tmp_path: Path
) -> None:
    (network / "link.log").write_text(before)
    ingest([network], graph, tmp_path / "parsers")
    serial = _serial(graph)
    graph.write("MATCH (l:Line {path: 'link.log', number: 1}) SET l.seen = true")
    (network / "link.log").write_text(after)
    report = ingest([network], graph, tmp_path / "parsers")
    assert _serial(graph) == serial
    assert rows(graph, "MATCH (l:Line) WHERE l.seen RETURN l.number") == [(1,)]
    assert (report.unchanged, report.lines) == (1, len((CORE + after).splitlines()))
    grown = _content(graph)
    assert len(grown[2]) >= 130
    assert grown == _ingested_anew(graph, network, tmp_path / "parsers")


@pytest.mark.parametrize(("before", "after"), IS_READ_WHOLE.values(), ids=IS_READ_WHOLE)
def test_a_log_that_did_not_only_grow_is_ingested_whole(
    before: str, after: str, graph: BoltGraph, network: Path, tmp_path: Path
) -> None:
    (network / "link.log").write_text(before)
    ingest([network], graph, tmp_path / "parsers")
    serial = _serial(graph)
    (network / "link.log").write_text(after)
    ingest([network], graph, tmp_path / "parsers")
    assert _serial(graph) > serial
    assert _content(graph)[3] == list(enumerate(after.splitlines(), start=1))


def test_a_log_whose_middle_changed_is_ingested_whole_and_told_of_once(
    graph: BoltGraph, network: Path, tmp_path: Path
) -> None:
    """Only its hash tells, which is known when the end has been parsed already."""
    strange = "05/01/2024 11:00 core boot\n"
    (network / "link.log").write_text(OLD)
    ingest([network], graph, tmp_path / "parsers")
    changed = OLD.replace("after 50 ms", "after 51 ms") + NEW + strange
    (network / "link.log").write_text(changed)
    report = ingest([network], graph, tmp_path / "parsers", relearn="never")
    assert report.lines == len((CORE + changed).splitlines())
    assert [line.text for line in report.unexplained] == [strange.strip()]
    assert _content(graph)[3] == list(enumerate(changed.splitlines(), start=1))
    assert rows(graph, "MATCH (d:Document) RETURN d.path, d.state ORDER BY d.path") == [
        ("core.cfg", "ready"),
        ("link.log", "ready"),
    ]
    assert _content(graph) == _ingested_anew(graph, network, tmp_path / "parsers")


def test_a_packed_log_is_ingested_whole(graph: BoltGraph, network: Path, tmp_path: Path) -> None:
    packed = gzip.compress(OLD.encode())
    (network / "link.log").write_bytes(packed)
    ingest([network], graph, tmp_path / "parsers")
    (network / "link.log").write_bytes(packed + gzip.compress(NEW.encode()))
    ingest([network], graph, tmp_path / "parsers")
    assert _content(graph)[3] == list(enumerate((OLD + NEW).splitlines(), start=1))


def test_an_end_that_was_cut_short_is_ingested_again(graph: BoltGraph, network: Path, tmp_path: Path) -> None:
    (network / "link.log").write_text(OLD)
    ingest([network], graph, tmp_path / "parsers")
    (network / "link.log").write_text(OLD + NEW)
    ingest([network], graph, tmp_path / "parsers")
    whole = _content(graph)
    graph.write("MATCH (l:Line {path: 'link.log'}) WHERE l.number > 120 DETACH DELETE l")
    graph.write("MATCH (d:Document {path: 'link.log'}) SET d.state = 'loading'")
    ingest([network], graph, tmp_path / "parsers")
    assert _content(graph) == whole


def test_a_log_that_grows_twice_goes_on_twice(graph: BoltGraph, network: Path, tmp_path: Path) -> None:
    serials = set()
    for last in (60, 90, 130):
        (network / "link.log").write_text(link_log(0, last))
        ingest([network], graph, tmp_path / "parsers")
        serials.add(_serial(graph))
    assert len(serials) == 1
    assert _content(graph) == _ingested_anew(graph, network, tmp_path / "parsers")
