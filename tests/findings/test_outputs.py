"""What is left out, compared and written: suppressions with reasons, two states, SARIF 2.1.0, and the commands."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from command_line.check_command import sarif_log
from findings.checks import CHECKS, KINDS
from findings.errors import SuppressionsError
from findings.records import Finding, at_least, compare_findings
from findings.suppressions import Suppression, read_suppressions, suppress
from graph_store.open_graph import open_graph
from graph_store.records import SourceLine
from ingest.pipeline import ingest
from tests.findings.planted import NETWORK, network

ROOT = Path(__file__).resolve().parents[2]
LINE = SourceLine("a b.cfg", 4, "snmp-server community public RO")
WRONG = Finding("default-community", "high", ("a",), "a answers to the SNMP community public.", (LINE, LINE))
MINOR = Finding("telnet-server", "medium", ("b",), "b can be managed by telnet.", (LINE,))
RULES: dict[str, tuple[str, str]] = {
    "no reason": ('[[suppress]]\nkind = "link-mtu"\n', "no reason"),
    "a blank reason": ('[[suppress]]\nkind = "link-mtu"\nreason = " "\n', "no reason"),
    "an unknown kind": ('[[suppress]]\nkind = "odd"\nreason = "x"\n', "unknown kind 'odd'"),
    "an unknown key": ('[[suppress]]\npath = "x"\nreason = "x"\n', "unknown path"),
    "everything": ('[[suppress]]\nreason = "x"\n', "everything"),
    "no TOML": ("[[suppress", "cannot be read"),
    "another table": ("[ignore]\n", "ignore"),
}


@pytest.mark.parametrize(("text", "said"), RULES.values(), ids=RULES)
def test_a_file_of_suppressions_that_is_wrong_is_refused(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "leave-out.toml"
    path.write_text(text)
    with pytest.raises(SuppressionsError, match=said):
        read_suppressions(path)


def test_what_is_suppressed_is_told_with_its_reason(tmp_path: Path) -> None:
    path = tmp_path / "leave-out.toml"
    path.write_text('[[suppress]]\nkind = "telnet-server"\ndevice = "b"\nreason = "a lab"\n')
    rules = read_suppressions(path)
    assert rules == (Suppression("a lab", "telnet-server", "b"),)
    kept, left_out = suppress([WRONG, MINOR], rules)
    assert kept == (WRONG,)
    assert [(one.finding, one.reason) for one in left_out] == [(MINOR, "a lab")]


def test_lines_that_have_moved_are_nothing_new() -> None:
    moved = Finding(WRONG.kind, WRONG.severity, WRONG.devices, WRONG.message, (SourceLine("a b.cfg", 9, ""),))
    compared = compare_findings([WRONG], [moved, MINOR])
    assert (compared.new, compared.gone, compared.same) == ((MINOR,), (), (moved,))
    assert compare_findings([WRONG, MINOR], [WRONG]).gone == (MINOR,)


def test_severities_are_in_order() -> None:
    assert [at_least(MINOR, level) for level in ("high", "medium", "low", "info")] == [
        False,
        True,
        True,
        True,
    ]


def test_sarif_has_what_its_schema_requires() -> None:
    findings = [one for check in CHECKS for one in check.run(network(**NETWORK))]
    log = json.loads(json.dumps(sarif_log([WRONG, *findings])))
    assert (log["version"], len(log["runs"])) == ("2.1.0", 1)
    driver = log["runs"][0]["tool"]["driver"]
    assert driver["name"] == "Wirelore"
    assert [rule["id"] for rule in driver["rules"]] == list(KINDS)
    for result in log["runs"][0]["results"]:
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("none", "note", "warning", "error")
        assert result["message"]["text"]
        for location in result["locations"] + result["relatedLocations"]:
            place = location["physicalLocation"]
            assert place["region"]["startLine"] >= 1
            assert " " not in place["artifactLocation"]["uri"]
    assert "community public RO" not in json.dumps(log)  # no text of a line, which may hold a secret


@pytest.fixture(scope="module")
def kg(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("check")
    (folder / "network").mkdir()
    for name in ("r1", "r3"):
        (folder / "network" / f"{name}.cfg").write_text(NETWORK[name])
    with open_graph(str(folder / "kg"), create=True) as graph:
        ingest([folder / "network"], graph, folder / "parsers")
    return str(folder / "kg")


def run(*arguments: str) -> tuple[int, Any]:
    command = [sys.executable, str(ROOT / "cli.py"), *arguments, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, json.loads(done.stdout) if done.stdout else done.stderr


def test_check_fails_at_a_severity_and_writes_sarif(kg: str, tmp_path: Path) -> None:
    sarif = tmp_path / "found.sarif"
    code, printed = run(
        "check", "--kg", kg, "--fail-on", "high", "--sarif", str(sarif), "--only", "bgp-wrong-as"
    )
    assert (code, [one["devices"] for one in printed["findings"]]) == (1, [["r1", "r3"]])
    assert printed["findings"][0]["lines"][0] == {"path": "r1.cfg", "line": 51}
    assert json.loads(sarif.read_text())["runs"][0]["results"][0]["ruleId"] == "bgp-wrong-as"
    assert run("check", "--kg", kg, "--fail-on", "high", "--only", "telnet-server")[0] == 0


def test_check_against_itself_has_nothing_new(kg: str) -> None:
    code, printed = run("check", "--kg", kg, "--against", kg, "--fail-on", "info")
    assert (code, printed["new"], printed["gone"]) == (0, [], [])


def test_check_names_the_kinds_that_there_are(kg: str) -> None:
    code, said = run("check", "--kg", kg, "--only", "odd")
    assert code == 2
    assert "bgp-wrong-as" in " ".join(str(said).split())


def test_filter_command_tells_the_entry(kg: str) -> None:
    packet = ("--src", "192.168.5.9", "--dst", "10.10.0.9", "--proto", "udp", "--dport", "53")
    code, printed = run("test-filter", "r1", "EDGE-IN", "--kg", kg, *packet)
    assert (code, printed["action"], printed["entry"]["name"], printed["open"]) == (0, "deny", "20", [])
