"""Rules of one's own: how a file is read, what breaks a rule, and that every result has its lines and its scope."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from findings.checks import KINDS, NOT_CHECKED, run_checks
from findings.errors import BaselineError, RulesError
from findings.explanations import explain, read_explanations
from findings.facts import DeviceFacts, Network, read_device
from findings.kept import read_findings
from findings.records import Finding
from findings.rule_file import Rule, compile_matches, read_rules
from findings.rules import judge_rule
from findings.statements import ConfigStatement, read_statements
from findings.suppressions import not_accepted, read_baseline, write_baseline
from graph_store.bolt_graph import BoltGraph
from graph_store.records import SourceLine
from ingest.pipeline import ingest
from tests.borrowed_graph import borrowed_graph
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
    "a key twice": (
        "rules:\n  - name: a\n    must: x\n    must: y\n",
        4,
        "a second 'must'; expected each key once",
    ),
    "rules twice": ("rules: []\nrules: []\n", 2, "a second 'rules'"),
    "a range of no number": (
        "rules:\n  - name: a\n    things: X\n    have: {mtu: {range: [.nan, 9]}}\n",
        4,
        "no number is in the range .nan, 9.; expected the lower number first",
    ),
    "a range from the end": (
        "rules:\n  - name: a\n    things: X\n    have: {mtu: {range: [9, 1]}}\n",
        4,
        "expected the lower number first",
    ),
    "the name of a check": ("rules:\n  - {name: link-mtu, must: x}\n", 2, "link-mtu is the name of a check"),
    "two of a name": ("rules:\n  - {name: a, must: x}\n  - {name: a, must: y}\n", 3, "a second rule"),
    "an unknown variable": ("rules:\n  - {name: a, must: 'x ${Y}'}\n", 2, "no variable 'Y'"),
    "aliases that grow": ("rules:\n  - &a [x, x]\n  - &b [*a, *a]\n", 3, "aliases"),
    "a list in itself": ("rules: &r\n- *r\n", 2, "aliases"),
    "lists without end": ("rules: " + "[" * 5000, 1, "more than 20 levels"),
    "variables that grow": (
        "variables:\n  A: [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]\nrules:\n- name: a\n  must: ['"
        + "${A}" * 5
        + "']\n",
        5,
        "more than 10,000 texts",
    ),
    "a variable that makes long texts": (
        f"variables:\n  A: {'x' * 1000}\nrules:\n- name: a\n  must: ['" + "${A}" * 5 + "']\n",
        5,
        "more than 2,000 characters",
    ),
    "a variable in itself": ("variables:\n  B: 1\n  A: '${A}'\nrules: []\n", 3, "no variables in it"),
    "no day": ("rules:\n- name: a\n  must: 2001-13-99\n", 3, "cannot be read as timestamp"),
    "a number of 5,000 digits": (f"variables:\n  A: {'9' * 5000}\n", 2, "cannot be read as int"),
    "a number of 50,000 digits": (f"variables:\n  A: 0x{'f' * 50000}\n", 2, "cannot be read as int"),
    "a blank that fits every line": ("rules:\n- name: a\n  must: ['']\n", 3, "no word"),
    "a level that fits every line": ("rules:\n- name: a\n  must_not: [x, '>']\n", 3, "no word"),
    "repeats without end": (
        "rules:\n- name: a\n  things: V\n  have: {x: {matches: 'a{99999999999999999999}'}}\n",
        4,
        "smaller repeats",
    ),
    "repeats of repeats": (
        "rules:\n- name: a\n  things: V\n  have: {x: {matches: '((a{99}){99}){99}'}}\n",
        4,
        "smaller repeats",
    ),
    "a look ahead": ("rules:\n- name: a\n  things: V\n  have: {x: {matches: 'a(?=b)'}}\n", 4, "look-ahead"),
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


@pytest.mark.timeout(20)
def test_a_pipe_and_a_device_are_no_rules(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(RulesError, match="not a regular file"):
            read_rules(path)


HOSTILE = {
    "stars in a word": ("*a*a*a*b", "a" * 20_000),
    "any words": ("** x ** y ** z", "x " * 20_000 + "x"),
    "words of any words": ("** * ** * a", "b " * 20_000 + "b"),
}


@pytest.mark.parametrize(("pattern", "line"), HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("key", ["must", "block"])
def test_no_line_makes_a_pattern_slow(key: str, pattern: str, line: str) -> None:
    rule = Rule.model_validate({"name": "a", "must": "q", key: pattern})
    started = time.process_time()
    list(judge_rule(rule, NoGraph(), one_statement(line)))
    assert time.process_time() - started < 2


def test_no_value_makes_a_regular_expression_slow() -> None:
    started = time.process_time()
    assert not compile_matches(r"^(\S+\s*)+$x")("a " * 20_000)
    assert not compile_matches("([ab]*a[ab]{500}c)")("ab" * 20_000)
    assert compile_matches(r"^(\d{1,3}\.){3}\d{1,3}$")("10.0.0.1")
    assert time.process_time() - started < 2


PATTERNS = {
    "a word": ("ntp server", "ntp server", True),
    "one word": ("ntp *", "ntp server", True),
    "one word is not two": ("ntp *", "ntp server x", False),
    "a level is no word": ("a * b", "a > b", False),
    "any words are one at least": ("a ** b", "a b", False),
    "any words": ("a ** b", "a c > d b", True),
    "any words at both ends": ("** b **", "a a b c", True),
    "any words twice": ("a ** **", "a b", False),
    "the last of several": ("a ** b", "a c b c b > d", True),
    "part of a word": ("*a*b", "xaxxb", True),
    "not the end of a word": ("*a*b", "xaxxbc", False),
    "the begin of a word": ("a*", "a", True),
}


@pytest.mark.parametrize(("pattern", "line", "fits"), PATTERNS.values(), ids=PATTERNS)
def test_what_a_pattern_fits(pattern: str, line: str, fits: bool) -> None:
    rule = Rule.model_validate({"name": "r", "must_not": pattern})
    assert bool(list(judge_rule(rule, NoGraph(), one_statement(line)))) is fits


def one_statement(text: str) -> Network:
    """Return a device with one statement."""
    statements = (ConfigStatement(text, SourceLine("a.cfg", 1, text)),)
    return Network((DeviceFacts("a", "indented", statements, {}, (), (), (), ()),))


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
    with borrowed_graph() as opened:
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
    with borrowed_graph() as store:
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
