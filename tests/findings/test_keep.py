"""Findings are kept in the graph when an ingest ends, whatever way its documents came."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from findings.checks import KINDS, run_alone, run_checks
from findings.facts import read_device
from findings.filters.first_match import test_filter as find_verdict
from findings.filters.records import Packet
from findings.kept import read_findings
from findings.records import Finding
from findings.statements import read_statements
from graph_store.bolt_graph import BoltGraph
from graph_store.kg_folder import hold_ingest_lock
from graph_store.open_graph import open_graph
from graph_store.records import SourceLine
from ingest.pipeline import ingest
from tests.borrowed_graph import borrowed_graph
from tests.findings.planted import EXPECTED, NETWORK

LOG = """\
Nov  5 02:17:05 r1 %LINK-3-UPDOWN: Interface GigabitEthernet0/0, changed state to down
Nov  5 02:17:38 r1 %LINK-3-UPDOWN: Interface GigabitEthernet0/0, changed state to up
Nov  5 03:00:01 r3 %SYS-5-CONFIG_I: Configured from console by mkeller on vty0 (10.1.1.9)
Nov  5 03:10:00 r1 %IP-4-DUPADDR: Duplicate address 10.10.0.1 on Vlan10, sourced by 0000.5e00.53a2
Nov  5 04:18:05 r3 %LINK-3-UPDOWN: Interface Ethernet3, changed state to down
Nov  5 04:18:09 r3 %LINK-3-UPDOWN: Interface Ethernet3, changed state to up
"""
FLAPS = "".join(
    f"Nov  5 05:{minute:02}:{second} r3 %LINK-3-UPDOWN: Interface Ethernet1, changed state to {state}\n"
    for minute in range(10, 17)
    for second, state in (("05", "down"), ("40", "up"))
)
FLAPS += "Nov  5 05:30:05 r1 %LINK-3-UPDOWN: Interface GigabitEthernet0/1, changed state to down\n"
"""After the last time that its other end came up."""
LOGINS = "".join(
    f"Nov  5 06:{minute:02}:07 r1 sshd[{900 + minute}]: "
    f"Failed password for {('root', 'admin', 'guest')[minute % 3]} from 10.9.9.9 port {5000 + minute} ssh2\n"
    for minute in range(12)
)
OF_LOGS = {
    "r1 saw its address 10.10.0.1 in use elsewhere once, first at",
    "interface GigabitEthernet0/1 went down at",
    "interface Ethernet1 went down 7 times between",
    "10.9.9.9 failed to log in to r1 12 times between",
}

MINOR = Finding("telnet-server", "medium", ("b",), "b can be managed by telnet.", ())


def write_network(folder: Path, log: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in NETWORK.items():
        (folder / f"{name}.cfg").write_text(text)
    (folder / "syslog.log").write_text(log)
    return folder


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BoltGraph]:
    folder = tmp_path_factory.mktemp("findings")
    with borrowed_graph() as store:
        network = write_network(folder / "network", LOG + FLAPS)
        (network / "comments.cfg").write_text("!x\n# exported by rancid\n!\n")
        ingest([network], store, folder / "parsers")
        with (network / "syslog.log").open("a") as log:  # what comes later is appended, and only that is read
            log.write(LOGINS)
        ingest([network], store, folder / "parsers")
        yield store


def test_kept_findings_are_those_of_the_checks(graph: BoltGraph) -> None:
    assert read_findings(graph) == run_checks(graph)


def test_findings_of_configurations_and_of_an_appended_log_are_kept(graph: BoltGraph) -> None:
    found = read_findings(graph)
    assert {one.kind for one in found} >= {kind for kind, *_ in EXPECTED.values()}
    messages = [one.message for one in found]
    assert [said for said in OF_LOGS if not any(said in message for message in messages)] == []


def test_findings_lead_to_their_devices_lines_and_entities(graph: BoltGraph) -> None:
    said = (
        "MATCH (f:Finding {kind: 'duplicate-address'})-[:CONCERNS]->(d:Device) RETURN d.name ORDER BY d.name"
    )
    assert [row[0] for row in graph.read(said).rows] == ["r1", "r2"]
    lines = (
        "MATCH (f:Finding {kind: 'duplicate-address'})-[:HAS_LINE]->(l:Line) RETURN l.number ORDER BY l.path"
    )
    assert [row[0] for row in graph.read(lines).rows] == [37, 24]
    owned = "MATCH (f:Finding {kind: 'duplicate-address'})-[:CONCERNS]->(e:Entity) RETURN DISTINCT e.device"
    assert {row[0] for row in graph.read(owned).rows} == {"r1", "r2"}


def test_only_kinds_that_are_asked_for_are_run(graph: BoltGraph) -> None:
    assert {one.kind for one in run_checks(graph, ["flapping", "link-mtu"])} == {"flapping", "link-mtu"}
    with pytest.raises(ValueError, match="unknown kind"):
        run_checks(graph, ["odd"])
    assert len(set(KINDS)) == len(KINDS)


def test_a_filter_of_the_graph_decides(graph: BoltGraph) -> None:
    verdict = find_verdict(graph, "R1", "edge-in", Packet("192.168.5.9", "10.10.0.9", "tcp", None, 22))
    assert (verdict.action, verdict.entry and verdict.entry.name) == ("deny", "20")
    assert [entry.name for entry in verdict.otherwise] == ["10"]


def test_what_is_mended_is_found_no_more(graph: BoltGraph, tmp_path: Path) -> None:
    network = write_network(tmp_path / "network", LOG)
    with borrowed_graph() as store:
        ingest([network], store, tmp_path / "parsers")
        assert any(one.kind == "duplicate-address" for one in read_findings(store))
        mended = NETWORK["r2"].replace("10.10.0.1/24", "10.10.0.2/24")
        (network / "r2.cfg").write_text(mended)
        ingest([network], store, tmp_path / "parsers")
        assert [one for one in read_findings(store) if one.kind == "duplicate-address"] == []


def test_checks_say_what_an_ingest_has_not_loaded(tmp_path: Path) -> None:
    kg = tmp_path / "kg"
    (tmp_path / "r9.cfg").write_text("hostname r9\ninterface Loopback0\n")
    state = "MATCH (d:Document) SET d.state = $state"
    with open_graph(str(kg), create=True) as store:
        ingest([tmp_path / "r9.cfg"], store, tmp_path / "parsers")
        assert _unchecked(store) == []
        with hold_ingest_lock(kg):
            assert _unchecked(store) == ["an ingest is running: 1 document is loaded whole"]
            store.write(state, {"state": "loading"})
            assert _unchecked(store) == [
                "an ingest is running: 0 documents are loaded whole and 1 not (r9.cfg)"
            ]
        (interrupted,) = _unchecked(store)
        assert interrupted == "an ingest was interrupted: 0 documents are loaded whole and 1 not (r9.cfg)"


def _unchecked(store: BoltGraph) -> list[str]:
    found = run_checks(store, ["not-checked", "duplicate-address"])
    return [one.message.partition("could not be checked: ")[2] for one in found]


COMMENTS = {
    "marks alone": "!\n!x\n!\n",
    "a line of who wrote it": "# exported by rancid\n",
    "blank": "!\n\n#\n",
}


@pytest.mark.parametrize("text", COMMENTS.values(), ids=COMMENTS)
def test_a_configuration_of_comments_only_is_checked_with_the_others(text: str) -> None:
    lines = [SourceLine("r9.cfg", number, line) for number, line in enumerate(text.splitlines(), 1)]
    _, statements = read_statements(lines)
    assert read_device("r9", "indented", statements).statements == statements


def test_a_check_that_fails_is_named_and_the_others_run() -> None:
    def broken() -> Iterator[Finding]:
        yield MINOR
        raise ZeroDivisionError("no ports")

    failed: list[Finding] = []
    assert run_alone("odd-ports", broken, failed) == []
    assert run_alone("telnet-server", lambda: [MINOR], failed) == [MINOR]
    (one,) = failed
    assert (one.kind, one.message) == (
        "not-checked",
        "the check odd-ports could not be checked: ZeroDivisionError: no ports",
    )
