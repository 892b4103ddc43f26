"""A question becomes a rule: of its statement, or of the table that says what is missing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agent.ask import ask
from agent.records import Answer, Outcome, Query, Reading, Row
from cli import app
from findings.errors import RulesError
from findings.kept import read_findings
from findings.rule_file import read_rules
from settings import Settings
from tests.workspace.conftest import R1, R2
from workspace.errors import NoRuleError
from workspace.folders import own_rules
from workspace.keep_rule import demand_of_statement, free_name, statements_of, write_rule
from workspace.workspace import Workspace

LACKS = "which interfaces have no description"
SHUT = "MATCH (i:Interface) WHERE i.shutdown = true RETURN i.device AS device, i.key AS interface"
COUNTED = "MATCH (i:Interface) WHERE i.shutdown = true RETURN i.device AS device, count(i) AS many"
NAMED = {"name": "kept", "severity": "low"}
HAVE = {"things": "Vlan", "have": {"name": {"exists": True}}}


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("rules")
    for name, text in {"r1.cfg": R1, "r2.cfg": R2}.items():
        (folder / name).write_text(text)
    with Workspace(Settings(kg=str(folder / "kg"), idle_s=1.0), create=True) as opened:
        opened.ingest(folder / "r1.cfg", folder / "r2.cfg")
        yield opened


def test_a_table_of_what_is_missing_becomes_a_rule(workspace: Workspace) -> None:
    kept = workspace.keep_rule("described", LACKS, severity="low")
    assert sorted(one.message.partition(":")[0] for one in kept.found) == [
        "r1 Gi0/2 has no description",
        "r2 Gi0/2 has no description",
    ]
    assert all(one.lines and one.severity == "low" for one in kept.found)
    assert {one.kind for one in read_findings(workspace.graph())} >= {"described"}
    rule = next(one for one in own_rules(workspace.name) if one.name == "described")
    assert rule.things == "Interface"


@pytest.mark.parametrize("statement", [SHUT, COUNTED], ids=["rows", "counts"])
def test_a_statement_without_nodes_becomes_a_rule_that_cites(statement: str, workspace: Workspace) -> None:
    name = free_name("which are shut", {one.name for one in own_rules(workspace.name)})
    kept = workspace.keep_rule(name, "which are shut?", [statement])
    assert sorted(one.devices for one in kept.found) == [("r1",), ("r2",)]
    for one in kept.found:
        assert any(line.text.strip() in ("shutdown", "interface Gi0/2") for line in one.lines)
        assert "cites" not in one.message
        assert one.message.startswith(f"{one.devices[0]} {'Gi0/2' if statement == SHUT else '1'}:")


def test_the_statement_of_an_answer_becomes_a_rule_with_its_values(workspace: Workspace) -> None:
    (statement,) = statements_of(ask("Which interfaces of r1 are shut down?", workspace.graph()))
    assert '["r1"]' in statement
    kept = workspace.keep_rule("shut-on-r1", "Which interfaces of r1 are shut down?", [statement])
    assert [one.devices for one in kept.found] == [("r1",)]


def test_a_statement_that_names_nodes_by_their_ids_is_no_rule() -> None:
    query = Query("cypher", "MATCH (n) WHERE n.id = $id RETURN n.key", {"id": 7})
    named = Query("cypher", "MATCH (n:Vlan {name: $name}) RETURN n.key", {"name": 'a "b"'})
    rows = (Row({"n.key": "x"}, (), 0),)
    answer = Answer("x", "answered", outcomes=(Outcome(query, rows), Outcome(named, rows)))
    assert statements_of(answer) == ['MATCH (n:Vlan {name: "a \\"b\\""}) RETURN n.key']


def test_a_list_of_findings_is_no_rule() -> None:
    query = Query("cypher", "MATCH (f:Finding) RETURN f.key", reading=Reading("list", "Finding"))
    answer = Answer("x", "answered", outcomes=(Outcome(query, (Row({"f.key": "x"}, (), 0),)),))
    assert statements_of(answer) == []


def test_what_shows_no_line_becomes_no_rule(workspace: Workspace) -> None:
    before = own_rules(workspace.name)
    with pytest.raises(NoRuleError, match="what is up"):
        workspace.keep_rule("up", "what is up", ["RETURN 1 AS number"])
    assert demand_of_statement("MATCH (d:Device) RETURN d.name") == {}
    assert own_rules(workspace.name) == before


def test_a_table_of_things_that_are_there_is_no_rule(workspace: Workspace) -> None:
    assert not any(table.rule for table in ask("list the interfaces of r1", workspace.graph()).tables)


def test_the_last_question_of_the_command_line_is_kept(workspace: Workspace) -> None:
    run = CliRunner().invoke
    at = ["--kg", workspace.name]
    assert run(app, ["ask", LACKS, *at, "--model", "builtin"]).exit_code == 0
    added = run(app, ["rules", "add", "from-last", "--from-last", *at])
    assert added.exit_code == 0, added.output
    assert "finds 2 now" in added.output
    assert (
        "from-last (medium) asked: which interfaces have no description"
        in run(app, ["rules", "list", *at]).output
    )


WITH_COMMENTS = """\
# ours
variables:
  NTP: 10.0.0.1

rules:
    - name: first   # the first one
      must: |
        ntp server ${NTP}
        # no comment, but a line

# the end
"""


@pytest.mark.parametrize(
    "text", ["", WITH_COMMENTS, "rules:\n- name: a\n  must: [x]\nvariables:\n  A: 1\n", "rules:\n"]
)
def test_a_rule_is_added_and_all_else_stays(text: str, tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text(text)
    before = read_rules(path) if text.strip() not in ("", "rules:") else ()
    entry = write_rule(path, NAMED, HAVE)
    *others, last = read_rules(path)
    assert tuple(others) == before
    assert (last.name, last.things) == ("kept", "Vlan")
    assert path.read_text().replace(entry, "").split() == (text or "rules:").split()
    assert not [one for one in tmp_path.iterdir() if one != path]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("rules: [{name: a, must: [x]}]\n", "kept"),
        ("rules:\n- name: kept\n  must: [x]\n", "kept"),
        ("rules:\n- name: a\n", "kept"),
        ("", "No Name"),
    ],
    ids=["one line", "twice", "wrong before", "a wrong name"],
)
def test_a_file_that_cannot_take_a_rule_stays_as_it_is(text: str, named: str, tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text(text)
    with pytest.raises(RulesError, match=r"rules\.yaml:\d+: "):
        write_rule(path, {"name": named}, HAVE)
    assert path.read_text() == text
    assert [one.name for one in tmp_path.iterdir()] == ["rules.yaml"]


def test_a_rule_is_named_after_its_question() -> None:
    assert free_name("Which interfaces have NO description?", set()) == "which-interfaces-have-no-description"
    assert free_name("802.1x?", set()) == "x"
    assert free_name("??", {"rule"}) == "rule-2"
