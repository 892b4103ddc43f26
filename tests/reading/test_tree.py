"""Statements of every style as one tree, with their lines, the statements around them, and what does not hold."""

from __future__ import annotations

import pytest

from reading.by_words import read_edited
from reading.nested.say_pieces import statements_of
from reading.statements import DEEPEST
from reading.tree import read_tree, walk

CASES = {
    "indented": (
        "interface Gi0/1\n ip address 10.0.0.1 255.0.0.0\n no shutdown\n!\nhostname r1",
        [("interface Gi0/1", 1), ("interface Gi0/1 > ip address 10.0.0.1 255.0.0.0", 2),
         ("interface Gi0/1 > not: shutdown", 3), ("hostname r1", 5)],
    ),
    "taken back later": (
        "acl 3001\n rule 5 permit\n rule 10 deny\nacl 3001\n undo rule 5\n rule 7 deny\nvlan 3 to 5\nundo vlan 3",
        [("acl 3001", 1), ("acl 3001 > off: rule 5 permit", 2), ("acl 3001 > rule 10 deny", 3), ("acl 3001", 4),
         ("acl 3001 > not: rule 5", 5), ("acl 3001 > rule 7 deny", 6), ("vlan 4 to 5", 7), ("not: vlan 3", 8)],
    ),
    "closed by words, without indentation": (
        "interface 0/1\ndescription a\nexit\ninterface 0/2\ndescription b\nexit\nhostname r1",
        [("interface 0/1", 1), ("interface 0/1 > description a", 2), ("interface 0/2", 4),
         ("interface 0/2 > description b", 5), ("hostname r1", 7)],
    ),
    "comments between statements in braces": (
        ("a { /* one */ b; /* two */ c 1; /* { */\n    d; /* opens\n    e; */ f \"/* no */\";\n"
        "    ge-*/*/* { x; } ## last {\n}\n/* g; */"),
        [("a", 1), ("a > b", 1), ("a > c 1", 1), ("a > d", 2), ("a > f \"/* no */\"", 3), ("a > ge-*/*/*", 4),
         ("a > ge-*/*/* > x", 4)],
    ),
    "braces": (
        "interfaces {\n    inactive: xe-0 {\n        mtu 9000;\n    }\n    xe-1 { mtu 1500; }\n}",
        [("interfaces", 1), ("interfaces > off: xe-0", 2),
         ("interfaces > off: xe-0 > mtu 9000", 3), ("interfaces > xe-1", 5),
         ("interfaces > xe-1 > mtu 1500", 5)],
    ),
    "braces around what begins with a slash": (
        "pool /a {\n    rules { /b }\n    list { /c /d }\n}\npool /e { }\npool /f {\n    mode x\n}",
        [("pool /a", 1), ("pool /a > rules", 2), ("pool /a > rules > /b", 2), ("pool /a > list", 3),
         ("pool /a > list > /c /d", 3), ("pool /e", 5), ("pool /f", 6), ("pool /f > mode x", 7)],
    ),
    "set": (
        "set interfaces xe-0 mtu 9000\nset interfaces xe-1 mtu 1500\nset system name a\ndeactivate interfaces xe-0",
        [("off: interfaces xe-0 mtu 9000", 1), ("interfaces xe-1 mtu 1500", 2), ("system name a", 3),
         ("off: interfaces xe-0", 4)],
    ),
    "edit": (
        'config system interface\n    edit "port1"\n        set alias "the edge"\n        unset mtu\n    next\nend',
        [("system interface", 1), ('system interface > "port1"', 2),
         ('system interface > "port1" > alias "the edge"', 3),
         ('system interface > "port1" > not: mtu', 4)],
    ),
    "menus": (
        "/ip address\nadd address=10.0.0.1/30 \\\n    interface=ether1\n/ip dns set servers=10.0.0.2",
        [("ip address", 1), ("ip address > add address=10.0.0.1/30 interface=ether1", 2), ("ip dns", 4),
         ("ip dns > set servers=10.0.0.2", 4)],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES)
def test_statements_of_every_style(text: str, expected: list[tuple[str, int]]) -> None:
    found = []
    for around, statement in walk(read_tree(text.splitlines())[1]):
        parts = []
        for each in (*around, statement):
            mark = "off: " if each.inactive else "not: " if each.negated else ""
            parts.append(mark + each.text())
        found.append((" > ".join(parts), statement.first + 1))
    assert found == expected


PORTS = "interface Ethernet{n}\n ip address 10.9.{n}.1 255.255.255.0\n shutdown\n"
BANNERS = {
    "lines like those around it": (
        f"{PORTS.format(n=1)}{PORTS.format(n=2)}banner motd %\n{PORTS.format(n=3)}snmp-server community public RW\n%",
        f"{PORTS.format(n=3)}snmp-server community public RW",
    ),
    "such lines between control signs": (
        f"{PORTS.format(n=1)}{PORTS.format(n=2)}aaa authentication banner ^C\n{PORTS.format(n=3)}^C",
        PORTS.format(n=3).rstrip(),
    ),
    "a sign, and text behind it": ("banner motd # Keep\nvlan 7\nout #", "Keep\nvlan 7\nout "),
    "a letter": ("banner login x\nno shutdown\nx", "no shutdown"),
    "a sign that control stands before": ("banner exec ^CHello\nvlan 7\n^C", "Hello\nvlan 7"),
    "a percent sign": ("header login %Hello\nvlan 7%", "Hello\nvlan 7"),
    "a mark that was typed twice": ("banner login ^C\n^C  \nuser: ask\n^C\n^C", "^C  \nuser: ask\n^C"),
    "a line of its own at its end": ("hostname r1\nbanner login\nvlan 7\n\nask\nEOF", "vlan 7\n\nask"),
}


@pytest.mark.parametrize(("text", "body"), BANNERS.values(), ids=BANNERS)
def test_a_banner_is_a_text(text: str, body: str) -> None:
    found = [statement for _, statement in walk(read_tree([*text.splitlines(), "vlan 9"])[1])]
    assert [statement.text() for statement in found][-1] == "vlan 9"
    assert found[-2].body == body
    assert found[-2].last == len(text.splitlines()) - 1


def test_a_statement_has_all_its_lines_and_the_text_it_opens() -> None:
    lines = ["banner motd ^C", "keep out", "of here", "^C", "/ip address", "hostname r1"]
    (_, banner), *_ = walk(read_tree(lines)[1])
    assert (banner.first, banner.last, banner.text(), banner.body) == (
        0,
        3,
        "banner motd",
        "keep out\nof here",
    )


def test_the_end_of_a_block_closes_an_entry_without_next() -> None:
    lines = [
        "config vdom",
        "edit root",
        "config a",
        "edit 1",
        "next",
        "end",
        "end",
        "config b",
        "edit 2",
        "end",
    ]
    found = [(len(around), statement.raw) for around, statement in walk(read_tree(lines)[1]) if statement.raw]
    assert found == [(0, "vdom"), (1, "root"), (2, "a"), (3, "1"), (0, "b"), (1, "2")]


ACLS = """\
{"NetworkAcls": [
  {"IsDefault": false, "Entries": [{"RuleNumber": 100}], "NetworkAclId": "acl-7"},
  {"IsDefault": true, "Entries": [{"RuleNumber": 90}], "NetworkAclId": "acl-8"}
]}
"""


def test_an_object_is_named_by_its_own_id_and_never_by_a_switch() -> None:
    said = [one.tokens for one in statements_of(ACLS.splitlines(), "json")]
    assert [tokens[1] for tokens in said if len(tokens) > 1] == ["acl-7", "acl-8"]


def test_a_map_that_is_not_closed_is_read() -> None:
    lines = ["all:", "  vars:", "    login: {user: admin, port: 22", "      - {name: API, value: 7}"]
    said = [" ".join(one.tokens) for top in statements_of(lines, "yaml") for one in (top, *top.children)]
    assert any("vars" in text for text in said)


def test_blocks_that_open_by_words_nest_no_deeper_than_others() -> None:
    tree, depth = read_edited(["config door", "edit 1"] * 1000), 0
    while tree:
        tree, depth = tree[0].children, depth + 1
    assert depth == DEEPEST


def test_a_line_of_the_leading_word_alone_is_a_statement() -> None:
    assert [each.tokens for each in statements_of(["set"] * 6, "flat", "set")] == [["set"]] * 6
