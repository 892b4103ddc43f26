"""Rows of a grammar with named places, kinds and parts that may be missing; and statements without a row."""

from __future__ import annotations

from typing import Any

import pytest

from reading import read_configuration
from reading.grammar import escape

GRAMMAR = r"""
hostname <hostname>
port <Port> {
    address <address> [mask <mask>]
    note <note:text>
    shutdown
    helper <Helper>
}
process <Process:int> {
    peer <Peer> as <as:int>
    peer <Peer> <...>
    relay <Relay> quiet
    spread <Spread> [nested]
}
list <List/Entry> <action> <source:any|host \S+> [to <to:int>]
- exit-<what>
"""


def read(text: str, style: str = "indented", grammar: str = GRAMMAR, lead: str = "") -> list[Any]:
    """Return the children of the root as (type, values, lines, children), or the root first where it has values."""

    def plain(record: dict[str, Any]) -> Any:
        return (
            record["type"],
            record["values"],
            record["lines"],
            [plain(each) for each in record["children"]],
        )

    lines = text.strip("\n").splitlines()
    (root,) = map(plain, read_configuration(lines, grammar, style, lead, others="keywords"))
    return [root] if root[1] else list(root[3])


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
           ("Negation", {"key": "helper 10.0.0.9", "negated": True, "helper": "10.0.0.9"}, [[2, 2]], [])])],
    ),
    "settings without a rule are read by their keywords": (
        "port p1\n speed 100\n duplex mode full\n storm control\n no redirects\n no helper-map 7",
        [("Port", {"key": "p1", "speed": 100, "duplex_mode": "full", "storm_control": True, "redirects": False},
          [[0, 4]], [("Negation", {"key": "helper-map 7", "negated": True, "helper_map": 7}, [[5, 5]], [])])],
    ),
    "a block without a rule is a record named after its keywords": (
        "tunnel group 12\n mode gre", [("TunnelGroup", {"key": 12, "mode_gre": True}, [[0, 1]], [])],
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
    grammar = """
ports <Port> {
    unit <Unit> {
        address <address>
        vlans <vlans>
    }
}
"""
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
    assert read(text, "braces", grammar) == [("Port", {"key": "p1"}, [[0, 0]], [unit])]


NESTED = """
<Protocol:bgp> { group <Group> { peer-as|type * } }
ports {
    <Port> {
        note ...
        unit <Unit> {
            family inet { address * }
        }
        disable
    }
}
"""


def test_a_table_in_braces_reads_the_same_as_paths() -> None:
    braces = """
bgp { group up { peer-as 7; } }
ports {
    p1 {
        note "to the  edge";
        unit 0 { family inet { address 10.0.0.1/24; } }
    }
    p2 { disable; }
}
"""
    paths = """
set bgp group up peer-as 7
set ports p1 note "to the  edge"
set ports p1 unit 0 family inet address 10.0.0.1/24
set ports p2 disable
"""
    one_line = paths.replace("set ", "").replace("\n", ";\n").lstrip(";")

    def without_lines(records: list[Any]) -> list[Any]:
        return [(kind, values, without_lines(inside)) for kind, values, _, inside in records]

    found = [without_lines(read(text, "braces", NESTED)) for text in (braces, paths, one_line)]
    unit = ("Unit", {"key": 0, "family_inet_address": "10.0.0.1/24"}, [])
    assert (
        found[0]
        == found[1]
        == found[2]
        == [
            ("Protocol", {"key": "bgp"}, [("Group", {"key": "up", "peer_as": 7}, [])]),
            ("Port", {"key": "p1", "note": "to the  edge"}, [unit]),
            ("Port", {"key": "p2", "disable": True}, []),
        ]
    )


def test_a_path_that_no_row_reads_to_its_end_is_left() -> None:
    lines = [f"set ports p{number} disable" for number in range(6)] + [
        "set ports p1 unit 0 family inet6 address 1"
    ]
    (root,) = read_configuration(lines, NESTED, "braces")
    owned = {line for record in root["children"] for first, last in record["lines"] for line in (first, last)}
    assert owned == set(range(6))


def test_what_is_inactive_does_not_hold() -> None:
    text = "ports {\n    inactive: p1 {\n        note old;\n    }\n    protect: p2 { disable; }\n}"
    note = ("Negation", {"key": "note old"}, [[2, 2]], [])
    assert read(text, "braces", NESTED) == [
        ("Negation", {"key": "p1", "inactive": True}, [[1, 1]], [note]),
        ("Port", {"key": "p2", "disable": True}, [[4, 4]], []),
    ]


NUMBERS = "vlan <Vlan:numbers> {\n    name <name>\n}\nvlan batch <Vlan:numbers>"


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("vlan 1,10-12,42", [1, 10, 11, 12, 42]),
        ("vlan batch 10 20 to 22 4094", [10, 20, 21, 22, 4094]),
        ("vlan 7", [7]),
        ("vlan 10-11\n name core", [10, 11]),
        ("vlan batch 1 to 60000", ["1 to 60000"]),
    ],
)
def test_a_statement_that_names_several_things_is_one_record_each(text: str, keys: list[object]) -> None:
    found = read(text, "indented", NUMBERS)
    assert [values["key"] for _, values, _, _ in found] == keys
    if "name" in text:
        assert {values["name"] for _, values, _, _ in found} == {"core"}


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("port port1.0.8-1.0.10", ["port1.0.8", "port1.0.9", "port1.0.10"]),
        ("port ethernet 1/1/7 to 1/1/8", ["ethernet 1/1/7", "ethernet 1/1/8"]),
        ("port A1-A2,B4", ["A1", "A2", "B4"]),
        ("port Ethernet1/1-2,1/4", ["Ethernet1/1", "Ethernet1/2", "Ethernet1/4"]),
        ("port xe-0/0/1", ["xe-0/0/1"]),
        ("port Vlan-interface10", ["Vlan-interface10"]),
        ("port lag-4-2", ["lag-4-2"]),
    ],
)
def test_a_range_of_ports_is_one_record_each(text: str, keys: list[str]) -> None:
    found = read(text, "indented", "port <Port:ports>")
    assert [values["key"] for _, values, _, _ in found] == keys


def test_one_path_a_line() -> None:
    grammar = "ports <Port> unit <Unit> address <address>\nports <Port> <...>"
    text = "set ports p1 unit 0 address 10.0.0.1/24\nset ports p1 mtu 9000"
    unit = ("Unit", {"key": 0, "address": "10.0.0.1/24"}, [[0, 0]], [])
    assert read(text, "flat", grammar, "set") == [("Port", {"key": "p1", "mtu": 9000}, [[1, 1]], [unit])]


def test_lines_without_a_key_are_a_record_each() -> None:
    grammar = "port <Port> {\n    filter <+Filter.list> <direction:in|out>\n}"
    filters = [
        ("Filter", {"list": "a", "direction": "in"}, [[1, 1]], []),
        ("Filter", {"list": "b", "direction": "out"}, [[2, 2]], []),
    ]
    text = "port p1\n filter a in\n filter b out"
    assert read(text, "indented", grammar) == [("Port", {"key": "p1"}, [[0, 0]], filters)]


ENTRY = {"protocol": "tcp", "source": "host 10.0.0.1", "port": "eq 80", "log": True}
LINES = {
    "a place with a pattern of its own may hold brackets and groups": (
        r"filter <Filter/Entry> <protocol:[a-z][\w-]*|\d+> <source:any|host \S+> [<port:(?:eq|gt) \S+>] [log]",
        "filter 7 tcp host 10.0.0.1 eq 80 log",
        ("Filter", {"key": 7}, [], [("Entry", ENTRY, [[0, 0]], [])]),
    ),
    "words behind a value of the block are named after it": (
        "port <Port> {\n    mark <mark> extra\n}",
        "port p1\n mark <x> extra",
        ("Port", {"key": "p1", "mark": "<x>", "mark_extra": True}, [[0, 1]], []),
    ),
    "one of several words beside named places": (
        "port|trunk <Port> mode|kind <mode> [up|down]",
        "trunk p1 kind fast down",
        ("Port", {"key": "p1", "mode": "fast", "down": True}, [[0, 0]], []),
    ),
    "an entry without a key": (
        "<+Rule.action:permit|deny> <source>",
        "permit 10.0.0.0/8",
        ("Rule", {"action": "permit", "source": "10.0.0.0/8"}, [[0, 0]], []),
    ),
    "pairs, one of which is the key": (
        "add <Address:pairs address>",
        'add address=10.0.0.1/30 comment="to the edge" disabled=no',
        ("Address", {"key": "10.0.0.1/30", "comment": "to the edge", "disabled": "no"}, [[0, 0]], []),
    ),
    "pairs of the record around": (
        "port <Port> *=*",
        "port p1 speed=100 .auto=yes quiet",
        ("Port", {"key": "p1", "speed": 100, "speed_auto": "yes", "quiet": True}, [[0, 0]], []),
    ),
    "plain places are named by the words before them": (
        "server <Server> [port *] [ttl * *] [tags **]",
        "server 10.0.0.1 ttl 1 2 tags a b",
        ("Server", {"key": "10.0.0.1", "ttl": 1, "ttl_number": 2, "tags": ["a", "b"]}, [[0, 0]], []),
    ),
    "what says nothing leaves what is inside it to the block around": (
        "- wrapper\nport <Port> [up]",
        "wrapper\n port p1 up",
        ("Port", {"key": "p1", "up": True}, [[1, 1]], []),
    ),
    "one of several words, and a block on one line": (
        "port|trunk <Port> { speed|mtu * }",
        "trunk p1\n mtu 9000",
        ("Port", {"key": "p1", "mtu": 9000}, [[0, 1]], []),
    ),
    "a place of a type that is opened behind it": (
        "route [vrf <Route.vrf>] <+Route.to> [<via>]",
        "route vrf red 10.0.0.0/8 10.1.1.1",
        ("Route", {"to": "10.0.0.0/8", "via": "10.1.1.1", "vrf": "red"}, [[0, 0]], []),
    ),
    "a row of words before one that leaves the rest to its keywords": (
        "clock <...>\nclock zone *",
        "clock zone UTC",
        ("Configuration", {"clock_zone": "UTC"}, [[0, 0]], []),
    ),
    "a second address has a prefix, too": (
        "port <Port> {\n ip address * *\n ip address * * secondary\n}",
        "port p1\n ip address 10.0.0.1 255.255.255.0\n ip address 10.9.0.1 255.255.0.0 secondary",
        ("Port", {"key": "p1", "ip_address": ["10.0.0.1", "10.9.0.1"],
                  "ip_address_prefix": ["10.0.0.1/24", "10.9.0.1/16"],
                  "ip_address_mask": ["255.255.255.0", "255.255.0.0"], "ip_address_mask_secondary": True},
         [[0, 2]], []),
    ),
    "a backslash before a word that looks like a sign": (
        r"mark \<x> \a|b <mark>",
        "mark <x> a|b 7",
        ("Configuration", {"mark": 7}, [[0, 0]], []),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("grammar", "text", "record"), LINES.values(), ids=LINES)
def test_rows(grammar: str, text: str, record: tuple[Any, ...]) -> None:
    assert read(text, grammar=grammar) == [record]


OPTIONS = {
    "neither": ("list 101 permit any", {"key": 101}, {"action": "permit", "source": "any"}),
    "the first": ("list 101 standard permit any", {"key": 101, "kind": "standard"},
                  {"action": "permit", "source": "any"}),
    "the second": ("list 101 20 permit any", {"key": 101}, {"key": 20, "action": "permit", "source": "any"}),
    "both": ("list 101 standard 20 permit any", {"key": 101, "kind": "standard"},
             {"key": 20, "action": "permit", "source": "any"}),
}  # fmt: skip


@pytest.mark.parametrize(("line", "outer", "inner"), OPTIONS.values(), ids=OPTIONS)
def test_several_parts_that_may_be_missing(line: str, outer: dict[str, Any], inner: dict[str, Any]) -> None:
    row = r"list <List/Entry> [<List.kind:standard|extended>] [<key:\d+>] <action> <source:any|host \S+>"
    assert read(line, grammar=row) == [("List", outer, [], [("Entry", inner, [[0, 0]], [])])]


BEGINNINGS = {
    "nothing": ("permit any", {"action": "permit"}),
    "a number": ("5 permit any", {"number": 5, "action": "permit"}),
    "a number and a word": ("5 quick permit any", {"number": 5, "quick": True, "action": "permit"}),
}


@pytest.mark.parametrize(("line", "values"), BEGINNINGS.values(), ids=BEGINNINGS)
def test_a_beginning_that_may_be_missing(line: str, values: dict[str, object]) -> None:
    row = r"[<number:\d+>] [quick] <action:permit|deny> any"
    assert read(line, grammar=row) == [("Configuration", {**values, "action_any": True}, [[0, 0]], [])]


@pytest.mark.parametrize(("verb", "is_off"), [("disable", True), ("enable", False)])
def test_a_verb_that_takes_back_is_a_property(verb: str, is_off: bool) -> None:
    found = read(f"{verb} port 7", "flat", "port <Port> <shutdown:negated>", lead="enable/disable")
    assert found == [("Port", {"key": 7, "shutdown": is_off}, [[0, 0]], [])]


BAD = {
    "a pattern that is none": ("port <key:(>", "line 1: 'port <key:(>': "),
    "a place without a name": ("a *\nport <:int> <x>", "line 2: 'port <:int> <x>': '<:int>' names nothing"),
    "a block that does not end": ("port <Port> {\n a *", "1 more '{' than '}'"),
    "an end without a block": ("port\n}", "line 2: '}': '}' closes nothing"),
    "a name that no rows have": (
        "a *\nport { = limits }",
        "line 2: 'port { = limits }': no rows above have the name 'limits'",
    ),
    "a name inside the rows that get it": ("= a {\n b { = a }\n}", "line 2: 'b { = a }': no rows above"),
    "a name that is given twice": ("= a { b * }\n= a { c * }", "line 2: '= a { c * }': a name is one word"),
    "a name that is given in rows with a name": ("= a {\n= b {\n", "line 2: '= b {': a name is one word"),
    "rows without a name": ("= {\n b *\n}", "line 1: '= {': a name is one word"),
    "rows with a name that do not end": ("= a {\n b {\n c *\n}", "1 more '{' than '}'"),
}


@pytest.mark.parametrize(("grammar", "complaint"), BAD.values(), ids=BAD)
def test_a_row_that_cannot_be_read_is_quoted(grammar: str, complaint: str) -> None:
    with pytest.raises(ValueError, match="GRAMMAR") as raised:
        read_configuration(["a 1"], grammar, "indented")
    assert complaint in str(raised.value)


NAMED = r"""
= limits {
    rate *
    burst { size <size:int> }
}
= session {
    note ...
    = limits
}
group <Group> {
    = session
    peer <Peer> {
        own *
        = session
    }
}
"""
WRITTEN_OUT = r"""
group <Group> {
    note ...
    rate *
    burst { size <size:int> }
    peer <Peer> {
        own *
        note ...
        rate *
        burst { size <size:int> }
    }
}
"""
GROUP = "group g\n note all of them\n burst\n  size 7\n peer p1\n  own 1\n  rate 2\n  burst\n   size 9"


def test_rows_with_a_name_are_read_wherever_the_name_stands() -> None:
    records = read(GROUP, grammar=NAMED)
    assert records == read(GROUP, grammar=WRITTEN_OUT)
    ((_, group, _, [peer]),) = records
    assert (group["note"], group["size"], peer[1]["rate"], peer[1]["size"]) == ("all of them", 7, 2, 9)


def test_rows_with_a_name_read_nothing_by_themselves() -> None:
    (other,) = read("rate 5", grammar="= limits { rate <pace> }\nport <Port> { = limits }")
    assert "pace" not in other[1]


def test_rows_in_front_of_a_table_leave_what_has_a_name_as_it_is() -> None:
    front = "group <Group> { peer <Peer> { weight <heft:int> } }"
    ((_, _, _, [peer]),) = read(f"{GROUP}\n  weight 3", grammar=f"{front}\n{NAMED}")
    assert (peer[1]["heft"], peer[1]["rate"], peer[1]["size"]) == (3, 2, 9)
    (group,) = read("group g\n weight 3", grammar=f"{front}\n{NAMED}")
    assert "heft" not in group[1]


def test_a_statement_may_begin_with_the_sign_of_names() -> None:
    assert escape("=") == "\\="
    ((_, values, *_),) = read("= p1", grammar=f"{escape('=')} <port>")
    assert values == {"port": "p1"}
