"""A configuration that is not loaded yet: which findings come, which go, and that nothing else changes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from findings.candidate import compare_candidates, read_candidate
from findings.errors import CandidateError
from findings.rule_file import Rule
from graph_store.open_graph import open_graph
from ingest.pipeline import ingest
from tests.findings.planted import network
from workspace.folders import redact_lines

ROOT = Path(__file__).resolve().parents[2]
ONE = """\
hostname one
interface GigabitEthernet0/1
 mtu 9000
 ip address 10.0.0.1 255.255.255.252
snmp-server community public RO
"""
OTHER = "hostname other\ninterface GigabitEthernet0/1\n mtu 1500\n ip address 10.0.0.2 255.255.255.252\n"
BETTER = ONE.replace("9000", "1500") + "line vty 0 4\n transport input telnet\n login local\n"
LOADED = network(one=ONE, other=OTHER)


def test_what_comes_and_what_goes() -> None:
    candidate = read_candidate("new.cfg", BETTER.splitlines(), LOADED)
    assert (candidate.device, candidate.is_known) == ("one", True)
    compared = compare_candidates(LOADED, [candidate])
    assert {one.kind for one in compared.new} == {"telnet-server", "vty-without-filter"}
    assert {one.kind for one in compared.gone} == {"link-mtu"}
    assert {one.kind for one in compared.same} == {"default-community"}
    assert {line.path for one in compared.new for line in one.lines} == {"new.cfg"}


def test_the_same_file_changes_nothing_and_two_files_are_one_change() -> None:
    same = compare_candidates(LOADED, [read_candidate("one.cfg", ONE.splitlines(), LOADED)])
    assert (same.new, same.gone) == ((), ())
    both = [
        read_candidate("n.cfg", text.splitlines(), LOADED) for text in (ONE, OTHER.replace("1500", "9000"))
    ]
    assert [one.kind for one in compare_candidates(LOADED, both).gone] == ["link-mtu"]


def test_a_new_device_and_a_named_one() -> None:
    third = read_candidate("x.cfg", ["hostname third", "snmp-server community private RO"], LOADED)
    assert (third.is_known, [one.kind for one in compare_candidates(LOADED, [third]).new]) == (
        False,
        ["default-community"],
    )
    assert read_candidate("x.cfg", OTHER.splitlines()[1:], LOADED, "OTHER").device == "other"


REFUSED = {
    "no device is named": ["interface GigabitEthernet0/1", " mtu 1500"],
    "no statement of a configuration": ["just words", "and more"],
}


@pytest.mark.parametrize(("said", "lines"), REFUSED.items(), ids=REFUSED)
def test_what_cannot_be_compared_is_refused(said: str, lines: list[str]) -> None:
    device = "one" if "statement" in said else ""
    with pytest.raises(CandidateError, match=said):
        read_candidate("x.cfg", lines, LOADED, device)


@pytest.mark.timeout(20)
def test_a_pipe_and_a_device_are_no_candidates(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(OSError, match="not a regular file"):
            redact_lines(path, b"")


def test_rules_about_lines_count_and_rules_about_the_graph_do_not() -> None:
    rules = [
        Rule(name="ntp", must=("ntp server *",)),
        Rule(name="graph", cypher="MATCH (n) RETURN n.device AS device"),
    ]
    better = read_candidate("n.cfg", [*ONE.splitlines(), "ntp server 10.0.0.9"], LOADED)
    compared = compare_candidates(LOADED, [better], rules)
    assert [(one.kind, one.devices) for one in compared.gone] == [("ntp", ("one",))]


def test_the_command_tells_it_and_fails_on_what_comes(tmp_path: Path) -> None:
    files = tmp_path / "files"
    files.mkdir()
    (files / "one.cfg").write_text(ONE)
    (files / "other.cfg").write_text(OTHER)
    (tmp_path / "new.cfg").write_text(BETTER)
    kg = tmp_path / "kg"
    with open_graph(str(kg), create=True, idle_s=5.0) as graph:
        ingest([files], graph, kg / "parsers")
    command = [
        sys.executable,
        str(ROOT / "cli.py"),
        "check",
        "--kg",
        str(kg),
        "--candidate",
        str(tmp_path / "new.cfg"),
    ]
    ran = subprocess.run(
        [*command, "--json", "--fail-on", "medium"], capture_output=True, text=True, cwd=ROOT
    )
    told = json.loads(ran.stdout)
    assert (ran.returncode, [one["kind"] for one in told["gone"]]) == (1, ["link-mtu"])
    assert {one["kind"] for one in told["new"]} == {"telnet-server", "vty-without-filter"}
    refused = subprocess.run([*command, "--against", str(kg)], capture_output=True, text=True, cwd=ROOT)
    assert (refused.returncode, "--candidate" in refused.stderr) == (2, True)
