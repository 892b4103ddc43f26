"""What is older than is retained goes by day: lines, records, their index; a log that grows goes on behind it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from findings.kept import read_findings
from graph_store.bolt_graph import BoltGraph
from ingest.errors import BadRetentionError
from ingest.load.forget_documents import first_day
from ingest.pipeline import ingest
from tests.borrowed_graph import borrowed_graph
from tests.ingest.conftest import rows
from workspace.overview import read_status

TODAY = datetime.now(UTC).date()
PER_DAY = 12
CORE = "hostname core1\n!\ninterface Gi0/1\n ip address 10.0.1.1 255.255.255.0\n"


def day_of(age: int, words: str = "") -> str:
    """Write a day's lines, `age` days before today."""
    day = TODAY - timedelta(days=age)
    return "".join(
        f"{day}T{hour:02d}:15:00Z core1 link[7]: port Gi0/{hour % 2} went down after {hour + 3} ms{words}\n"
        for hour in range(PER_DAY)
    )


@pytest.fixture
def graph() -> Iterator[BoltGraph]:
    with borrowed_graph() as opened:
        yield opened


@pytest.fixture
def network(tmp_path: Path) -> Path:
    folder = tmp_path / "network"
    folder.mkdir()
    (folder / "core.cfg").write_text(CORE)
    return folder


def _lines(graph: BoltGraph, path: str = "link.log") -> list[int]:
    return [
        row[0] for row in rows(graph, f"MATCH (l:Line {{path: '{path}'}}) RETURN l.number ORDER BY l.number")
    ]


def _found(graph: BoltGraph) -> list[int]:
    call = (
        "CALL db.index.fulltext.queryNodes('lines', 'ms') YIELD node RETURN node.number ORDER BY node.number"
    )
    return [row[0] for row in rows(graph, call)]


def _days(graph: BoltGraph) -> list[str]:
    return [
        row[0]
        for row in rows(
            graph, "MATCH (e:Event) RETURN DISTINCT substring(e.timestamp, 0, 10) AS d ORDER BY d"
        )
    ]


def test_days_before_the_first_retained_one_go_and_the_rest_stays(
    graph: BoltGraph, network: Path, tmp_path: Path
) -> None:
    (network / "link.log").write_text("".join(map(day_of, (40, 31, 30, 1))))
    report = ingest([network], graph, tmp_path / "parsers", retain="30d")
    kept = list(range(2 * PER_DAY + 1, 4 * PER_DAY + 1))
    assert report.dropped == (("link.log", 2 * PER_DAY),)
    assert _lines(graph) == _found(graph) == kept
    assert _days(graph) == [str(TODAY - timedelta(days=age)) for age in (30, 1)]
    assert _lines(graph, "core.cfg") == [1, 2, 3, 4]
    assert read_status(graph, "kg").dropped == 2 * PER_DAY
    (label,) = (label for label in graph.describe().labels if label.name == "Event")
    assert label.count == 2 * PER_DAY
    again = ingest([network], graph, tmp_path / "parsers", retain="30d")
    assert (again.dropped, again.unchanged) == ((), 2)
    assert ingest([network], graph, tmp_path / "parsers").unchanged == 2
    assert _lines(graph) == kept


def test_a_log_that_grows_goes_on_behind_what_was_dropped(
    graph: BoltGraph, network: Path, tmp_path: Path
) -> None:
    log = network / "link.log"
    log.write_text(day_of(40) + day_of(35))
    ingest([network], graph, tmp_path / "parsers", retain="30d")
    assert (_lines(graph), _found(graph)) == ([], [])
    serial = rows(graph, "MATCH (d:Document {path: 'link.log'}) RETURN d.serial")
    for age in (3, 2):
        log.write_text(log.read_text() + day_of(age))
        ingest([network], graph, tmp_path / "parsers", retain="30d")
    assert rows(graph, "MATCH (d:Document {path: 'link.log'}) RETURN d.serial") == serial
    assert _lines(graph) == _found(graph) == list(range(2 * PER_DAY + 1, 4 * PER_DAY + 1))
    report = ingest([network], graph, tmp_path / "parsers", retain="2d")
    assert report.dropped == (("link.log", PER_DAY),)
    assert _days(graph) == [str(TODAY - timedelta(days=2))]


def test_what_depends_on_dropped_lines_is_made_anew(graph: BoltGraph, network: Path, tmp_path: Path) -> None:
    flapping = "".join(
        f"{TODAY - timedelta(days=50)}T10:{minute:02d}:00Z core1 %LINK-3-UPDOWN: Interface Gi0/1, "
        f"changed state to {'up' if minute % 2 else 'down'}\n"
        for minute in range(40)
    )
    (network / "link.log").write_text(flapping + day_of(1))
    ingest([network], graph, tmp_path / "parsers")
    assert any(one.kind == "flapping" for one in read_findings(graph))
    mentions = rows(graph, "MATCH (:Event)-[m:MENTIONS]->() RETURN count(m)")
    ingest([network], graph, tmp_path / "parsers", retain="30d")
    assert not any(one.kind == "flapping" for one in read_findings(graph))
    assert rows(graph, "MATCH (:Event)-[m:MENTIONS]->() RETURN count(m)") < mentions


def test_what_does_not_say_when_stays(graph: BoltGraph, network: Path, tmp_path: Path) -> None:
    (network / "link.log").write_text("".join(f"port Gi0/{n} is down since {n * 7} s\n" for n in range(30)))
    assert ingest([network], graph, tmp_path / "parsers", retain="1d").dropped == ()
    assert len(_lines(graph)) == 30


def test_older_lines_behind_a_newer_one_stay(graph: BoltGraph, network: Path, tmp_path: Path) -> None:
    (network / "link.log").write_text(day_of(40) + day_of(1) + day_of(39) + day_of(0))
    assert ingest([network], graph, tmp_path / "parsers", retain="30d").dropped == (("link.log", PER_DAY),)
    assert len(_lines(graph)) == 3 * PER_DAY


def test_a_record_on_several_lines_goes_as_a_whole(graph: BoltGraph, network: Path, tmp_path: Path) -> None:
    two = "\n  at the far end".join(day_of(40).splitlines()) + "\n"
    (network / "link.log").write_text(two + day_of(1))
    ingest([network], graph, tmp_path / "parsers", retain="30d")
    assert _days(graph) == [str(TODAY - timedelta(days=1))]
    assert len(_lines(graph)) == PER_DAY
    assert rows(graph, "MATCH (e:Event) WHERE NOT e:Line AND NOT (e)-[:HAS_LINE]->() RETURN count(e)") == [
        (0,)
    ]


def test_a_drop_that_was_cut_short_is_done_again(
    graph: BoltGraph, network: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (network / "link.log").write_text(day_of(40) + day_of(1))
    write = BoltGraph.write_all

    def cut_short(self: BoltGraph, statements: Any) -> None:
        listed = list(statements)
        if any("d.first_line" in statement for statement, _ in listed):
            raise KeyboardInterrupt
        write(self, listed)

    with monkeypatch.context() as patched:
        patched.setattr(BoltGraph, "write_all", cut_short)
        with pytest.raises(KeyboardInterrupt):
            ingest([network], graph, tmp_path / "parsers", retain="30d")
    assert ingest([network], graph, tmp_path / "parsers", retain="30d").dropped == (("link.log", PER_DAY),)
    assert _lines(graph) == _found(graph) == list(range(PER_DAY + 1, 2 * PER_DAY + 1))


@pytest.mark.parametrize("written", ["30", "0d", "30 d", "a month", "-3d", "3.5d"])
def test_what_is_no_number_of_days_is_named(written: str) -> None:
    with pytest.raises(BadRetentionError, match=written.replace(".", r"\.")):
        first_day(written)


def test_nothing_is_loaded_where_the_days_are_no_number(
    graph: BoltGraph, network: Path, tmp_path: Path
) -> None:
    with pytest.raises(BadRetentionError, match="a month"):
        ingest([network], graph, tmp_path / "parsers", retain="a month")
    assert rows(graph, "MATCH (d:Document) RETURN count(d)") == [(0,)]


def test_the_first_day_is_so_many_days_before_today() -> None:
    assert first_day("30d", date(2026, 11, 25)) == date(2026, 10, 26)
