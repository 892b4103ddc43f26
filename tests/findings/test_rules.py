"""Rules of one's own: how a file is read, what breaks a rule, and that every result has its lines and its scope."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from findings.baseline import not_accepted, read_baseline, write_baseline
from findings.checks import KINDS, NOT_CHECKED, run_checks
from findings.errors import BaselineError, RulesError
from findings.explanations import explain, read_explanations
from findings.facts import Network, read_device
from findings.keep import read_findings
from findings.records import Finding
from findings.rule_file import Rule, read_rules
from findings.rules import judge_rule
from findings.statements import read_statements
from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph
from graph_store.records import SourceLine
from ingest.pipeline import ingest
from workspace.folders import own_rules

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "rules" / "basics.yaml"
SW1 = """\
hostname sw1
ntp server 10.0.0.6
interface Ethernet1
 description to the roof
 switchport mode access
 spanning-tree portfast
interface Ethernet2
 switchport mode access
interface Ethernet3
 shutdown
vlan 10
 name USERS
vlan 20
router bgp 65001
 address-family ipv4
  neighbor 10.1.1.1 activate
line vty 0 4
 transport input ssh
"""
J1 = """\
set system host-name j1
set interfaces ge-0/0/0 unit 0 family inet address 10.1.1.1/31
set interfaces ge-0/0/0 description "to sw1"
set interfaces ge-0/0/1 unit 0 family inet address 10.1.1.3/31
set system services ssh
"""
WRONG = {
    "no list": ("rules: 5\n", 1, "tuple"),
    "no rules": ("x: 1\n", 1, "expected `rules:`"),
    "no YAML": ("rules:\n  - name: [\n", 3, "expected the node content"),
    "a severity that is none": ("rules:\n  - name: a\n    severity: grave\n    must: x\n", 3, "severity"),
    "an unknown key": ("rules:\n  - name: a\n    must: x\n    mist: y\n", 4, "mist"),
    "a name with blanks": ("rules:\n  - name: a b\n    must: x\n", 2, "name"),
    "nothing that is demanded": ("rules:\n  - name: a\n    block: interface *\n", 2, "demands nothing"),
    "two forms": ("rules:\n  - name: a\n    things: Vlan\n    must: x\n", 2, "must does not go with things"),
    "a label that is a statement": (
        "rules:\n  - name: a\n    things: 'V) DELETE'\n    unique: [x]\n",
        3,
        "things",
    ),
    "two of a name": ("rules:\n  - {name: a, must: x}\n  - {name: a, must: y}\n", 3, "a second rule"),
    "an unknown variable": ("rules:\n  - {name: a, must: 'x ${Y}'}\n", 1, "no variable 'Y'"),
    "an odd pattern": ("rules:\n  - name: a\n    things: V\n    have: {x: {matches: '('}}\n", 4, "regular"),
}


@pytest.mark.parametrize(("text", "line", "problem"), WRONG.values(), ids=WRONG)
def test_a_file_that_is_wrong_names_the_line(text: str, line: int, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text(text)
    with pytest.raises(RulesError, match=problem) as raised:
        read_rules(path)
    assert raised.value.line == line
    assert str(raised.value).startswith(f"{path}:{line}: ")


def network(**files: str) -> Network:
    """Return the facts of configurations, by device."""
    devices = []
    for name, text in files.items():
        lines = [SourceLine(f"{name}.cfg", at, one) for at, one in enumerate(text.splitlines(), 1)]
        devices.append(read_device(name, *read_statements(lines)))
    return Network(tuple(devices))


OF_LINES: dict[str, tuple[dict[str, object], list[tuple[str, int]]]] = {
    "a line that is there": ({"must": "ntp server 10.0.0.6", "devices": "sw*"}, []),
    "a line that is missing": (
        {"must": "ntp server 10.0.0.7", "devices": "sw1"},
        [("sw1 lacks `ntp server 10.0.0.7`.", 1)],
    ),
    "a part of a line is not the line": (
        {"must": "ntp server", "devices": "SW1"},
        [("sw1 lacks `ntp server`.", 1)],
    ),
    "devices left out": ({"must": "nothing", "devices": ["*", "!sw1", "!j1"]}, []),
    "every block that is chosen": (
        {"block": "interface *", "if_has": "switchport mode access", "must": "spanning-tree portfast"},
        [("sw1 interface Ethernet2 lacks `spanning-tree portfast`.", 7)],
    ),
    "blocks that are left out": (
        {"block": "interface *", "unless_has": ["shutdown"], "must": "description **"},
        [("sw1 interface Ethernet2 lacks `description **`.", 7)],
    ),
    "a line that must not be there": (
        {"block": "interface *", "must_not": "shutdown"},
        [("sw1 interface Ethernet3 has `shutdown`.", 10)],
    ),
    "one of several": (
        {"block": "line vty **", "must_any": ["transport input none", "transport input telnet"]},
        [("sw1 line vty 0 4 lacks `transport input none` or `transport input telnet`.", 17)],
    ),
    "a block inside a block": (
        {"block": "router bgp *", "must": "address-family * > neighbor * activate"},
        [],
    ),
    "paths of words": (
        {"block": "interfaces *", "must": "description *"},
        [("j1 interfaces ge-0/0/1 lacks `description *`.", 4)],
    ),
    "devices that are chosen by a line": (
        {"if_device_has": "system services ssh", "must": "system services netconf ssh", "why": "It is used."},
        [("j1 lacks `system services netconf ssh`: It is used.", 1)],
    ),
}


@pytest.mark.parametrize(("demands", "expected"), OF_LINES.values(), ids=OF_LINES)
def test_a_rule_of_lines(demands: dict[str, object], expected: list[tuple[str, int]]) -> None:
    rule = Rule.model_validate({"name": "r", **demands})
    found = list(judge_rule(rule, NoGraph(), network(sw1=SW1, j1=J1)))
    assert [(one.message, one.lines[0].number) for one in found] == expected
    assert all(" statements of " in one.scope for one in found)


class NoGraph(BoltGraph):
    """A graph that a rule of lines never asks."""

    def __init__(self) -> None:
        pass


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BoltGraph]:
    folder = tmp_path_factory.mktemp("rules")
    (folder / "sw1.cfg").write_text(SW1)
    (folder / "sw2.cfg").write_text(SW1.replace("sw1", "sw2").replace("vlan 20", "vlan 30"))
    with open_graph(str(folder / "kg"), create=True, idle_s=1.0) as opened:
        ingest([folder / "sw1.cfg", folder / "sw2.cfg"], opened, folder / "kg" / "parsers")
        yield opened


OF_THINGS: dict[str, tuple[dict[str, object], list[str]]] = {
    "a property that must exist": (
        {"things": "Vlan", "have": {"name": {"exists": True}}},
        ["sw1 20 has no name.", "sw2 30 has no name."],
    ),
    "a property in a range": (
        {"things": "Vlan", "devices": "sw1", "have": {"key": {"range": [1, 15]}}},
        ["sw1 20 has key 20, expected 1 to 15."],
    ),
    "what others must not have, too": (
        {"things": "Vlan", "where": {"name": "USERS"}, "unique": "name"},
        ["sw1 10 and sw2 10 have the same name USERS."],
    ),
    "how many": (
        {"things": "Vlan", "where": {"key": [10, 20]}, "count": {"at_least": 2}},
        ["sw2 has 1 Vlan nodes, expected at least 2."],
    ),
    "a statement": (
        {"cypher": "MATCH (v:Vlan) WHERE v.key = '20' RETURN 'VLAN 20 is old', v"},
        ["VLAN 20 is old."],
    ),
}


@pytest.mark.parametrize(("demands", "expected"), OF_THINGS.values(), ids=OF_THINGS)
def test_a_rule_of_things(demands: dict[str, object], expected: list[str], graph: BoltGraph) -> None:
    rule = Rule.model_validate({"name": "r", **demands})
    found = run_checks(graph, ["r"], [rule])
    assert [one.message for one in found] == expected
    assert all(one.lines for one in found)


def test_a_statement_that_is_refused_stops_no_other_rule(graph: BoltGraph) -> None:
    writes = Rule(name="writes", cypher="MATCH (n) DETACH DELETE n")
    lacks = Rule(name="lacks", must=("snmp-server location x",), devices=("sw1",))
    found = run_checks(graph, ["writes", "lacks"], [writes, lacks])
    assert {one.kind for one in found} == {"lacks", NOT_CHECKED.kind}
    assert next(one for one in found if one.kind == NOT_CHECKED.kind).message.startswith("the check writes")


def test_a_rule_may_not_have_the_name_of_a_check(graph: BoltGraph) -> None:
    with pytest.raises(ValueError, match="link-mtu"):
        run_checks(graph, [], [Rule(name="link-mtu", must=("x",))])


def test_the_example_is_read_whole() -> None:
    rules = read_rules(EXAMPLE)
    assert len(rules) == 20
    assert not {rule.name for rule in rules} & set(KINDS)
    assert next(rule for rule in rules if rule.name == "ntp-servers").must == ("ntp server 10.20.30.6",)


def test_a_baseline_accepts_what_only_moves(tmp_path: Path) -> None:
    old = Finding("link-mtu", "high", ("a",), "It differs at line 4.", (SourceLine("a.cfg", 4, ""),))
    moved = Finding("link-mtu", "high", ("a",), "It differs at line 9.", (SourceLine("a.cfg", 9, ""),))
    new = Finding("link-mtu", "high", ("b",), "It differs at line 4.", ())
    write_baseline(tmp_path / "b.json", [old])
    assert not_accepted([moved, new], read_baseline(tmp_path / "b.json")) == (new,)
    (tmp_path / "b.json").write_text('{"a": 1}')
    with pytest.raises(BaselineError, match="write-baseline"):
        read_baseline(tmp_path / "b.json")


def test_every_kind_is_explained() -> None:
    assert [one.kind for one in read_explanations()] == list(KINDS)
    assert all(text.endswith(".") for one in read_explanations() for text in (one.why, one.mend, one.fine))
    assert explain("odd") is None


def test_rules_of_the_kg_are_kept_with_the_findings(tmp_path: Path) -> None:
    (tmp_path / "sw1.cfg").write_text(SW1)
    kg = tmp_path / "kg"
    with open_graph(str(kg), create=True, idle_s=1.0) as store:
        rule = Rule(name="located", must=("snmp-server location **",))
        ingest([tmp_path / "sw1.cfg"], store, kg / "parsers", rules=[rule])
        kept = [one for one in read_findings(store) if one.kind == "located"]
        assert [(one.message, one.scope) for one in kept] == [
            ("sw1 lacks `snmp-server location **`.", "18 statements of sw1.cfg")
        ]
        ingest([tmp_path / "sw1.cfg"], store, kg / "parsers")
        assert [one for one in read_findings(store) if one.kind == "located"] == []


def test_a_kg_without_a_file_has_no_rules(tmp_path: Path) -> None:
    assert own_rules(str(tmp_path)) == ()
    (tmp_path / "rules.yaml").write_text("rules: [{name: a, must: x}]\n")
    assert [rule.name for rule in own_rules(str(tmp_path))] == ["a"]
