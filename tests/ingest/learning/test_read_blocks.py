"""The given function for configurations: templates with places, nested like the blocks."""

from __future__ import annotations

from typing import Any

import pytest

from reading.read_blocks import read_blocks

RULES: list[Any] = [
    ("", "hostname <hostname>"),
    (
        "Port",
        "port <key>",
        [("", "address <address> [mask <mask>]"), ("", "note <note:text>"), ("", "shutdown"),
         ("Helper", "helper <key>")],
    ),
    ("Process", "process <key:int>", [("Peer", "peer <key> as <as:int>"), ("Peer", "peer <key> ..."),
                                 ("Relay", "relay <key> quiet"), ("Spread", "spread <key> [nested]")]),
    ("List/Entry", r"list <List.key> <action> <source:any|host \S+> [to <to:int>]"),
    (None, "exit-<what>"),
]  # fmt: skip


def read(text: str, style: str = "indented", rules: list[Any] = RULES) -> list[Any]:
    """Return the children of the root as (type, values, lines, children), or the root first where it has values."""

    def plain(record: dict[str, Any]) -> Any:
        return (
            record["type"],
            record["values"],
            record["lines"],
            [plain(each) for each in record["children"]],
        )

    return [plain(record) for record in read_blocks(text.strip("\n").splitlines(), rules, style)]


CASES = {
    "values, a text, a switch that is off, and a child": (
        "port p1\n address 10.0.0.1 mask 255.0.0.0\n note to the edge\n no shutdown\n helper 10.0.0.9",
        [("Port", {"key": "p1", "address": "10.0.0.1", "mask": "255.0.0.0", "note": "to the edge", "shutdown": False},
          [[0, 3]], [("Helper", {"key": "10.0.0.9"}, [[4, 4]], [])])],
    ),
    "an optional part that is missing": (
        "port p1\n address 10.0.0.1",
        [("Port", {"key": "p1", "address": "10.0.0.1"}, [[0, 1]], [])],
    ),
    "lines of one key are one record, and the rest of a line is a setting": (
        "process 7\n peer 10.0.0.2 as 65001\n peer 10.0.0.2 policy-map in IN\n peer 10.0.0.3 passive",
        [("Process", {"key": 7}, [[0, 0]], [
            ("Peer", {"key": "10.0.0.2", "as": 65001, "policy_map_in": "IN"}, [[1, 2]], []),
            ("Peer", {"key": "10.0.0.3", "passive": True}, [[3, 3]], [])])],
    ),
    "entries of a list keep their order, those alike too": (
        "list a permit any\nlist a permit any\nlist b deny host 10.0.0.1 to 80",
        [("List", {"key": "a"}, [], [("Entry", {"action": "permit", "source": "any"}, [[0, 0]], []),
                                     ("Entry", {"action": "permit", "source": "any"}, [[1, 1]], [])]),
         ("List", {"key": "b"}, [],
          [("Entry", {"action": "deny", "source": "host 10.0.0.1", "to": 80}, [[2, 2]], [])])],
    ),
    "what says nothing belongs to the block around it": (
        "process 7\n peer 10.0.0.2 as 1\n exit-peer",
        [("Process", {"key": 7}, [[0, 0], [2, 2]], [("Peer", {"key": "10.0.0.2", "as": 1}, [[1, 1]], [])])],
    ),
    "words after the last place are a switch, and so are words that may be missing": (
        "process 7\n relay 10.0.0.9 quiet\n no relay 10.0.0.8 quiet\n spread static nested\n spread bgp",
        [("Process", {"key": 7}, [[0, 0]], [
            ("Relay", {"key": "10.0.0.9", "quiet": True}, [[1, 1]], []),
            ("Relay", {"key": "10.0.0.8", "quiet": False}, [[2, 2]], []),
            ("Spread", {"key": "static", "nested": True}, [[3, 3]], []),
            ("Spread", {"key": "bgp"}, [[4, 4]], [])])],
    ),
    "a value that is taken back, and a record that is": (
        "port p1\n no address 10.0.0.1\n no helper 10.0.0.9",
        [("Port", {"key": "p1"}, [[0, 0]],
          [("Negation", {"key": "address 10.0.0.1", "negated": True, "address": "10.0.0.1"}, [[1, 1]], []),
           ("Helper", {"key": "10.0.0.9", "negated": True}, [[2, 2]], [])])],
    ),
    "settings without a rule are read by their keywords": (
        "port p1\n speed 100\n duplex mode full\n storm control\n no redirects\n no helper-map 7",
        [("Port", {"key": "p1", "speed": 100, "duplex_mode": "full", "storm_control": True, "redirects": False},
          [[0, 4]], [("Negation", {"key": "helper-map 7", "negated": True, "helper_map": 7}, [[5, 5]], [])])],
    ),
    "a block without a rule is a record named after its keywords": (
        "tunnel group 12\n mode gre", [("TunnelGroup", {"key": "12", "mode_gre": True}, [[0, 1]], [])],
    ),
    "device-wide settings are the root's": (
        "hostname core\nport p1",
        [("Configuration", {"hostname": "core"}, [[0, 0]], [("Port", {"key": "p1"}, [[1, 1]], [])])],
    ),
    "a text over several lines belongs to its statement": (
        "banner login ^C\nhello you\n^C\nport p1",
        [("Configuration", {"banner_login": True, "text": "hello you"}, [[0, 2]],
          [("Port", {"key": "p1"}, [[3, 3]], [])])],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "records"), CASES.values(), ids=CASES)
def test_indented_statements(text: str, records: list[Any]) -> None:
    assert read(text) == records


def test_braces() -> None:
    rules = [
        (
            "Port",
            "ports <key>",
            [("Unit", "unit <key:int>", [("", "address <address>"), ("", "vlans <vlans>")])],
        )
    ]
    text = """
ports p1 {
    unit 0 {
        address 10.0.0.1/24;
        vlans [ red blue ];
        note "to the edge";
    }
}
"""
    unit = (
        "Unit",
        {"key": 0, "address": "10.0.0.1/24", "vlans": ["red", "blue"], "note": "to the edge"},
        [[1, 4]],
        [],
    )
    assert read(text, "braces", rules) == [("Port", {"key": "p1"}, [[0, 0]], [unit])]


def test_one_path_a_line() -> None:
    rules = [
        ("Port/Unit", "set ports <Port.key> unit <key:int> address <address>"),
        ("Port", "set ports <key> ..."),
    ]
    text = "set ports p1 unit 0 address 10.0.0.1/24\nset ports p1 mtu 9000"
    unit = ("Unit", {"key": 0, "address": "10.0.0.1/24"}, [[0, 0]], [])
    assert read(text, "flat", rules) == [("Port", {"key": "p1", "mtu": 9000}, [[1, 1]], [unit])]


def test_a_place_with_a_pattern_of_its_own_may_hold_brackets_and_groups() -> None:
    rule = (
        r"filter <Filter.key> <protocol:[a-z][\w-]*|\d+> <source:any|host \S+> [<port:(?:eq|gt) \S+>] [log]"
    )
    (found,) = read("filter 7 tcp host 10.0.0.1 eq 80 log", rules=[("Filter/Entry", rule)])
    entry = {"protocol": "tcp", "source": "host 10.0.0.1", "port": "eq 80", "log": True}
    assert found == ("Filter", {"key": "7"}, [], [("Entry", entry, [[0, 0]], [])])


def test_words_behind_a_value_of_the_block_are_named_after_it() -> None:
    (found,) = read("port p1\n mark <x> extra", rules=[("Port", "port <key>", [("", "mark <mark> extra")])])
    assert found == ("Port", {"key": "p1", "mark": "<x>", "mark_extra": True}, [[0, 1]], [])


OPTIONS = {
    "neither": ("list 101 permit any", {"key": "101"}, {"action": "permit", "source": "any"}),
    "the first": ("list 101 standard permit any", {"key": "101", "kind": "standard"},
                  {"action": "permit", "source": "any"}),
    "the second": ("list 101 20 permit any", {"key": "101"}, {"key": "20", "action": "permit", "source": "any"}),
    "both": ("list 101 standard 20 permit any", {"key": "101", "kind": "standard"},
             {"key": "20", "action": "permit", "source": "any"}),
}  # fmt: skip


@pytest.mark.parametrize(("line", "outer", "inner"), OPTIONS.values(), ids=OPTIONS)
def test_several_parts_that_may_be_missing(line: str, outer: dict[str, str], inner: dict[str, str]) -> None:
    rule = r"list <List.key> [<List.kind:standard|extended>] [<key:\d+>] <action> <source:any|host \S+>"
    assert read(line, rules=[("List/Entry", rule)]) == [("List", outer, [], [("Entry", inner, [[0, 0]], [])])]


BEGINNINGS = {
    "nothing": ("permit any", {"action": "permit"}),
    "a number": ("5 permit any", {"key": "5", "action": "permit"}),
    "a number and a word": ("5 quick permit any", {"key": "5", "quick": True, "action": "permit"}),
}


@pytest.mark.parametrize(("line", "values"), BEGINNINGS.values(), ids=BEGINNINGS)
def test_a_beginning_that_may_be_missing(line: str, values: dict[str, object]) -> None:
    rules = [("Entry", r"[<key:\d+>] [quick] <action:permit|deny> any")]
    assert read(line, rules=rules) == [("Entry", {**values, "any": True}, [[0, 0]], [])]
