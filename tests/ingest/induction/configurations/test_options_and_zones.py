"""Lines of options are rules in order; records of a zone have an owner, a type and data."""

from __future__ import annotations

import pytest

from ingest.learn.builtin.configurations.induce_configuration import induce_configuration
from ingest.sandbox import Sandbox
from reading.styles import find_style
from tests.ingest.induction.configurations.parsed_text import Values, flatten, unexplained, values_of

OPTIONS = """\
# kept on a Monday
*sieve
:YARD DROP [10:840]
:HALL - [0:0]
-A YARD -i lo -j ADMIT
-A YARD ! -s 192.0.2.0/24 -m state --state NEW,OLD -j HALL
-A HALL -m tcp -m note --note "to the road" --port 80 --quick
KEEP
*paint
:WALL ADMIT [0:0]
-A WALL -o eth0 -j WHITE
KEEP
"""
COMMANDS = """\
sieve -A YARD -p tcp --dport=80 -j DROP
sieve -A YARD -p udp -j ADMIT
sieve -A HALL -j DROP
"""
ZONE = """\
; the mill
$TTL 86400
$ORIGIN mill.example.
@   IN  SOA ns1.mill.example. ida.mill.example. (
        2026030101 ; serial
        3600       ; refresh
        900 )      ; retry
    IN  NS  ns1
    IN  MX  10 post
    IN  MX  20 post2
ns1 300 IN A 192.0.2.53
    IN  AAAA 2001:db8::53
txt     IN  TXT "v=spf1 mx; -all"
"""
STYLES = {
    "lines of options": (OPTIONS, "options"),
    "commands with options": (COMMANDS, "options"),
    "records of a zone": (ZONE, "zone"),
    "lists with dashes": ("doors:\n  - north\n  - south\n  - east\n", "yaml"),
    "statements": ("door d1\n lock on\n bell -5\n", "indented"),
}
READ: dict[str, tuple[str, Values]] = {
    "declared names and the rules that name them": (
        OPTIONS,
        [
            ("Section", {"key": "sieve"}),
            ("Chain", {"key": "YARD", "policy": "DROP", "counted": "10:840"}),
            ("Chain", {"key": "HALL", "counted": "0:0"}),
            ("Rule", {"chain": "YARD", "i": "lo", "j": "ADMIT"}),
            (
                "Rule",
                {
                    "chain": "YARD",
                    "s": "!192.0.2.0/24",
                    "m": "state",
                    "state": ("NEW", "OLD"),
                    "j": "HALL",
                },
            ),
            (
                "Rule",
                {"chain": "HALL", "m": ("tcp", "note"), "note": "to the road", "port": 80, "quick": True},
            ),
            ("Section", {"key": "paint"}),
            ("Chain", {"key": "WALL", "policy": "ADMIT", "counted": "0:0"}),
            ("Rule", {"chain": "WALL", "o": "eth0", "j": "WHITE"}),
        ],
    ),
    "commands": (
        COMMANDS,
        [
            ("Rule", {"command": "sieve", "a": "YARD", "p": "tcp", "dport": 80, "j": "DROP"}),
            ("Rule", {"command": "sieve", "a": "YARD", "p": "udp", "j": "ADMIT"}),
            ("Rule", {"command": "sieve", "a": "HALL", "j": "DROP"}),
        ],
    ),
    "records of a zone": (
        ZONE,
        [
            ("Configuration", {"ttl": 86400, "origin": "mill.example."}),
            (
                "Record",
                {
                    "key": "@",
                    "type": "SOA",
                    "target": ("ns1.mill.example.", "ida.mill.example."),
                    "serial": 2026030101,
                    "refresh": 3600,
                    "retry": 900,
                },
            ),
            ("Record", {"key": "@", "type": "NS", "target": "ns1"}),
            ("Record", {"key": "@", "type": "MX", "number": 10, "target": "post"}),
            ("Record", {"key": "@", "type": "MX", "number": 20, "target": "post2"}),
            ("Record", {"key": "ns1", "ttl": 300, "type": "A", "address": "192.0.2.53"}),
            ("Record", {"key": "ns1", "type": "AAAA", "address": "2001:db8::53"}),
            ("Record", {"key": "txt", "type": "TXT", "text": "v=spf1 mx; -all"}),
        ],
    ),
}


@pytest.mark.parametrize(("text", "style"), STYLES.values(), ids=STYLES)
def test_styles(text: str, style: str) -> None:
    assert find_style(text.splitlines())[0] == style


@pytest.mark.parametrize(("text", "expected"), READ.values(), ids=READ)
def test_entities(text: str, expected: Values, sandbox: Sandbox) -> None:
    assert values_of(text, (kind for kind, _ in expected), sandbox) == expected


@pytest.mark.parametrize("text", [OPTIONS, ZONE], ids=["options", "a zone"])
def test_every_line_with_a_word_is_explained(text: str, sandbox: Sandbox) -> None:
    assert unexplained(text, sandbox) == []


OTHERS = {
    "paths": "/house lamp\nput name=hall watt=40\nput name=attic watt=60\n/house bell\nput name=b1\n",
    "sections": "[lamp hall]\nwatt = 40\n[lamp attic]\nwatt = 60\n",
    "tables": "Door Badge State\nd1   4711  open\nd2   4712  shut\n\nLamp Watt Hall\nl1   40   a\nl2   60   b\n",
    "statements": "door d1\n lock on\ndoor d2\n lock off\n bell 5\n",
    "options": OPTIONS,
    "a zone": ZONE,
}


@pytest.mark.parametrize("known", OTHERS)
def test_a_parser_explains_nothing_of_another_kind_of_file(known: str, sandbox: Sandbox) -> None:
    source = induce_configuration([OTHERS[known].splitlines()]).parse_source
    found = {
        other: [
            each.type
            for each in flatten(sandbox.run_parse(source, text.splitlines()))
            if each.type != "Comment"
        ]
        for other, text in OTHERS.items()
        if other != known
    }
    assert {other: kinds for other, kinds in found.items() if kinds not in ([], ["Configuration"])} == {}


def test_a_key_that_no_sample_had_is_kept(sandbox: Sandbox) -> None:
    source = induce_configuration([OTHERS["paths"].splitlines()]).parse_source
    text = "/house lamp\nput name=yard watt=9 colour=red\nput name=roof\n/house bell\nput name=b2 tone=440\n"
    records = flatten(sandbox.run_parse(source, text.splitlines()))
    assert [dict(each.values) for each in records if each.type == "HouseLamp"] == [
        {"key": "yard", "name": "yard", "watt": 9, "colour": "red"},
        {"key": "roof", "name": "roof"},
    ]
