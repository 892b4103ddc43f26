"""Both judges on graphs that the product itself made, by their command lines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.parsing import configuration_facts, log_accuracy
from benchmarks.parsing.log_accuracy import log_accuracy as judge_log
from benchmarks.parsing.read_entities import NotInGraphError, read_entities
from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph
from ingest.pipeline import ingest
from tests.borrowed_graph import borrowed_graph

ROUTER = """\
hostname r{0}
!
interface GigabitEthernet0/0
 description {1}
 ip address 10.0.{0}.1 255.255.255.0
!
interface GigabitEthernet0/1
 no ip address
 shutdown
!
access-list 101 permit ip host 10.0.{0}.9 any
access-list 101 deny ip any any
!
"""
DESCRIPTIONS = ("uplink of the lab", "spare", "meeting room 4", "old printer")
LOG = "".join(
    f"2024-05-01T10:00:{second:02d}Z INFO api: "
    + (f"served request {second} in {second * 3} ms" if second % 3 else f"closed session s-{second}")
    + "\n"
    for second in range(60)
)
TRUTH = "LineId,Content,EventTemplate\n" + "".join(
    f"{second + 1},"
    + (
        f"served request {second} in {second * 3} ms,served request <*> in <*> ms"
        if second % 3
        else f"closed session s-{second},closed session <*>"
    )
    + "\n"
    for second in range(60)
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("judged")
    network = made / "network"
    network.mkdir()
    for number, description in enumerate(DESCRIPTIONS, start=1):
        (network / f"r{number}.cfg").write_text(ROUTER.format(number, description))
    (network / "api.log").write_text(LOG)
    (made / "truth.csv").write_text(TRUTH)
    return made


@pytest.fixture(scope="module")
def graph(folder: Path) -> Iterator[BoltGraph]:
    with open_graph(str(folder / "kg"), create=True, idle_s=1.0) as opened:
        ingest([folder / "network"], opened, folder / "parsers")
        yield opened


@pytest.mark.usefixtures("graph")
def test_all_facts_of_small_configurations_are_found(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [str(file) for file in sorted((folder / "network").glob("*.cfg"))]
    assert configuration_facts.main([str(folder / "kg"), *files]) == 0
    assert "all                      20     20   1.000" in capsys.readouterr().out


@pytest.mark.usefixtures("graph")
def test_a_changed_file_is_not_in_the_graph(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed = folder / "r1.cfg"
    changed.write_text(ROUTER.format(9, 9))
    assert configuration_facts.main([str(folder / "kg"), str(changed)]) == 2
    assert "no document of the KG has this content" in capsys.readouterr().err


def test_facts_that_the_graph_lost_are_listed(
    folder: Path, graph: BoltGraph, capsys: pytest.CaptureFixture[str]
) -> None:
    file = folder / "network" / "r2.cfg"
    broken = [each for each in read_entities(graph, file) if each.key != "GigabitEthernet0/0"]
    report = configuration_facts.configuration_facts(broken, file)
    assert [(missed.fact.kind, missed.fact.number) for missed in report.missed] == [
        ("interface", 3),
        ("address", 5),
    ]
    told = configuration_facts.describe_facts(report)
    assert f"missing  {file}:3 interface GigabitEthernet0/0: no entity (left) with this line" in told


@pytest.mark.usefixtures("graph")
def test_a_small_log_is_judged(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [str(folder / "kg"), str(folder / "network" / "api.log"), str(folder / "truth.csv")]
    assert log_accuracy.main(arguments) == 0
    told = capsys.readouterr().out
    assert "grouping accuracy (GA)  1.0000" in told
    assert "parsing accuracy (PA)   1.0000" in told


def test_a_file_that_was_never_read_is_refused(folder: Path, graph: BoltGraph) -> None:
    with pytest.raises(NotInGraphError, match=r"r1\.cfg"):
        read_entities(graph, folder / "truth.csv")


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory, shared_data: Path) -> Iterator[BoltGraph]:
    made = tmp_path_factory.mktemp("judged-real")
    with borrowed_graph() as opened:
        paths = [
            shared_data / "cisco-example" / "configs",
            shared_data / "openstack" / "OpenStack_2k.log",
        ]
        ingest(paths, opened, made / "parsers")
        yield opened


def test_all_facts_of_real_configurations_are_found(shared_data: Path, real: BoltGraph) -> None:
    files = sorted((shared_data / "cisco-example" / "configs").glob("*.cfg"))
    assert len(files) == 13
    for file in files:
        report = configuration_facts.configuration_facts(read_entities(real, file), file)
        assert configuration_facts.describe_facts(report).count("missing") == 0


def test_a_real_log_is_grouped_right(shared_data: Path, real: BoltGraph) -> None:
    log = shared_data / "openstack" / "OpenStack_2k.log"
    found = judge_log(read_entities(real, log), log, log.with_name(f"{log.name}_structured.csv"))
    assert found.unread == 0
    assert found.grouping >= 0.99
    assert found.parsing_merged >= 0.99
