"""Defects that captures show are found on five makes with their lines, and nothing else is."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from findings.checks import STATE_CHECKS, run_checks
from findings.kept import read_findings
from findings.records import Finding, compare_findings
from graph_store.open_graph import open_graph
from ingest.pipeline import ingest
from settings import Settings
from tests.borrowed_graph import borrowed_graph
from tests.findings.captured_network import EXPECTED, R1, R1_SHOWN, write_network
from workspace.workspace import Workspace

KINDS = tuple(check.kind for check in STATE_CHECKS)


def checked(folder: Path, kg: Path) -> list[Finding]:
    """Load a folder into an empty graph, and return what the checks of captures find."""
    with borrowed_graph() as graph:
        ingest([folder], graph, kg / "parsers")
        return list(run_checks(graph, KINDS))


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> list[Finding]:
    folder = tmp_path_factory.mktemp("captured")
    return checked(write_network(folder / "in"), folder / "kg")


def _cited(finding: Finding) -> tuple[str, ...]:
    return tuple(f"{line.path}:{line.number}" for line in finding.lines)


def _is(finding: Finding, kind: str, devices: str, said: str) -> bool:
    return finding.kind == kind and " ".join(finding.devices) == devices and said in finding.message


@pytest.mark.parametrize("expected", EXPECTED.values(), ids=EXPECTED)
def test_a_planted_defect_is_found(
    expected: tuple[str, str, str, tuple[str, ...]], found: list[Finding]
) -> None:
    assert [_cited(one) for one in found if _is(one, *expected[:3])] == [expected[3]]


def test_nothing_else_is_found(found: list[Finding]) -> None:
    assert [one for one in found if not any(_is(one, *each[:3]) for each in EXPECTED.values())] == []


CONFIG = """\
hostname {name}
interface GigabitEthernet0/1
 ip address 10.0.0.5 255.255.255.252
{new}router bgp 65001
 neighbor 10.0.0.6 remote-as 65003
"""
CLOCK = "{name}#show clock\n12:00:00.123 UTC Thu Nov 5 2026\n"
BRIEF = """\
{name}#show ip interface brief
Interface              IP-Address      OK? Method Status                Protocol
GigabitEthernet0/1     10.0.0.5        YES NVRAM  {state}                  {state}
"""
SUMMARY = """\
{name}#show ip bgp summary
BGP router identifier 10.255.0.1, local AS number 65001
Neighbor        V    AS MsgRcvd MsgSent   TblVer  InQ OutQ Up/Down  State/PfxRcd
10.0.0.6        4 65003     100     101        9    0    0 00:02:03 {bgp}
"""
END = "{name}#\n"
DOWN = {"state": "down", "bgp": "Idle"}
CAPTURES: dict[str, tuple[str, dict[str, str]]] = {
    "plain": (CLOCK + BRIEF + SUMMARY + END, DOWN),
    "up": (CLOCK + BRIEF + SUMMARY + END, {"state": "up  ", "bgp": "      7"}),
    "switched-off": (
        CLOCK + BRIEF + SUMMARY + END,
        {"state": "administratively down", "bgp": "Idle (Admin)"},
    ),
    "cut": (CLOCK + SUMMARY, DOWN),
    "backwards": (CLOCK + BRIEF + SUMMARY + CLOCK.replace("12:", "11:") + END, DOWN),
    "logged": (CLOCK + BRIEF + SUMMARY + END, DOWN),
    "filtered": (
        SUMMARY.replace("summary", "summary | include 10.0.0.7").replace("0.6 ", "0.7 ") + END,
        DOWN,
    ),
    "not-activated": (SUMMARY.replace("0.6 ", "0.7 ") + END, DOWN),
    "changed": (CLOCK + BRIEF + SUMMARY + END, DOWN),
}
LOG = """\
2026-11-05T12:00:09Z logged %LINK-3-UPDOWN: Interface GigabitEthernet0/1, changed state to up
2026-11-05T12:00:19Z logged %BGP-5-ADJCHANGE: neighbor 10.0.0.6 Up
"""


def test_what_is_doubtful_or_older_than_the_configuration_is_not_found(tmp_path: Path) -> None:
    folder, kg = tmp_path / "in", tmp_path / "kg"
    folder.mkdir()
    for name, (text, words) in CAPTURES.items():
        (folder / f"{name}.cfg").write_text(CONFIG.format(name=name, new=""))
        (folder / f"{name}.txt").write_text(text.format(name=name, **words))
    with (folder / "not-activated.cfg").open("a") as file:
        file.write(" address-family ipv4\n  no neighbor 10.0.0.6 activate\n")
    (folder / "zlater.txt").write_text((BRIEF + SUMMARY + END).format(name="plain", **CAPTURES["up"][1]))
    (folder / "net.log").write_text(LOG)
    with open_graph(str(kg), create=True, idle_s=1.0) as graph:
        ingest([folder], graph, kg / "parsers")
        assert [one.devices for one in run_checks(graph, KINDS)] == [("changed",), ("changed",)]
        (folder / "zlater.txt").unlink()
        time.sleep(1.1)  # changes are told apart by seconds
        (folder / "changed.cfg").write_text(
            CONFIG.format(name="changed", new=" mtu 9000\n").replace("65003", "65004")
        )
        with Workspace(Settings(kg=str(kg), idle_s=1.0)) as workspace:
            workspace.remove("zlater.txt")
            workspace.ingest(folder)
        found = run_checks(graph, KINDS)
    assert [(one.kind, one.devices) for one in found] == [
        ("neighbor-not-up", ("plain",)),
        ("configured-but-down", ("plain",)),
    ]
    assert all("captured at 2026-11-05 12:00:00 UTC" in one.message for one in found)


def test_errors_grow_between_two_versions_of_a_capture(tmp_path: Path) -> None:
    folder, found = tmp_path / "in", []
    folder.mkdir()
    (folder / "r1.cfg").write_text(R1)
    with Workspace(Settings(kg=str(tmp_path / "kg"), idle_s=1.0), create=True) as workspace:
        for errors in (2, 907, 913, 0):
            shown = R1_SHOWN.format(hour="09", link="up  ", errors=errors, bgp="      7")
            (folder / "r1.txt").write_text(
                shown.replace("r1#show clock\n09:00:00.123 UTC Thu Nov 5 2026\n", "")
            )
            workspace.ingest(folder)
            found.append(run_checks(workspace.graph(), ["growing-errors"]))
            assert [
                one.message for one in read_findings(workspace.graph()) if one.kind == "growing-errors"
            ] == [one.message for one in found[-1]]
    assert [len(one) for one in found] == [0, 1, 0, 0]
    (grown,) = found[1]
    assert "input errors from 2 to 907, crc from 2 to 907, captured before 20" in grown.message
    assert _cited(grown) == ("r1.txt:30", "r1.cfg:4")


def test_findings_of_another_capture_are_the_same_ones() -> None:
    one, other = (
        Finding(
            "failed-part",
            "high",
            ("r1",),
            f"r1: fan 1 was Fail when captured at 2026-11-0{day} 12:00:00 UTC.",
            (),
        )
        for day in (5, 6)
    )
    assert compare_findings([one], [other]).same == (other,)
