"""What a value says of itself: masks, rising numbers, actions behind numbers; which values hold others."""

from __future__ import annotations

import pytest

from ingest.learn.builtin.configurations.induce_configuration import induce_configuration
from ingest.sandbox import Sandbox
from tests.ingest.induction.configurations.parsed_text import Values, flatten, values_of

WILDCARDS = """\
plan 1 origin 192.0.2.9
 zone 7
  net 192.0.2.0 0.0.0.7
  net 198.51.100.1 0.0.0.0
  net 203.0.113.0 0.0.0.255
  net 0.0.0.0 0.0.0.0
 zone 8
  net 192.0.2.64 255.255.255.192
"""
NUMBERS = """\
rooms 110 120 130 140
door d1
 rooms 110 120 140
 delay 7 7 9
door d2
 rooms 110 to 140
"""
ACTIONS = """\
sieve number 1
 rule 5 admit from 192.0.2.1
 rule 10 admit ip from 192.0.2.0 0.0.0.255
 rule 15 refuse
sieve number 2
 rule 5 admit ip to 192.0.2.9
 rule 10 refuse ip
"""
FLAT = """\
put door east1 lock 5 code '4711'
put door west1 note 'to the yard'
put road table route 192.0.2.0/24 over '192.0.2.1'
put lamp l1 kind tcp port 80
put lamp l2 kind udp port 53
put lamp l3 kind udp port 67
put house name 'mill'
"""
READ: dict[str, tuple[str, Values]] = {
    "masks of both kinds, and a wildcard of one address": (
        WILDCARDS,
        [
            ("Net", {"key": "192.0.2.0", "prefix": "192.0.2.0/29", "mask": "0.0.0.7"}),
            ("Net", {"key": "198.51.100.1", "prefix": "198.51.100.1/32", "mask": "0.0.0.0"}),
            ("Net", {"key": "203.0.113.0", "prefix": "203.0.113.0/24", "mask": "0.0.0.255"}),
            ("Net", {"key": "0.0.0.0", "prefix": "0.0.0.0/0", "mask": "0.0.0.0"}),
            ("Net", {"key": "192.0.2.64", "prefix": "192.0.2.64/26", "mask": "255.255.255.192"}),
        ],
    ),
    "rising numbers are a list, others stay apart": (
        NUMBERS,
        [
            ("Configuration", {"rooms": (110, 120, 130, 140)}),
            (
                "Door",
                {
                    "key": "d1",
                    "rooms": (110, 120, 140),
                    "delay": 7,
                    "delay_number": 7,
                    "delay_number_number": 9,
                },
            ),
            ("Door", {"key": "d2", "rooms": "110-140"}),
        ],
    ),
    "words behind the numbers of a list are actions": (
        ACTIONS,
        [
            ("Rule", {"key": 5, "option": "admit", "from": "192.0.2.1"}),
            (
                "Rule",
                {
                    "key": 10,
                    "option": "admit",
                    "ip_from": "192.0.2.0",
                    "ip_from_prefix": "192.0.2.0/24",
                    "ip_from_mask": "0.0.0.255",
                },
            ),
            ("Rule", {"key": 15, "option": "refuse"}),
            ("Rule", {"key": 5, "option": "admit", "ip_to": "192.0.2.9"}),
            ("Rule", {"key": 10, "option": "refuse", "option_ip": True}),
        ],
    ),
    "in a flat file a value holds what follows, unless it is a word that many have": (
        FLAT,
        [
            ("Configuration", {"house_name": "mill"}),
            ("Door", {"key": "east1"}),
            ("Lock", {"key": 5, "code": 4711}),
            ("Door", {"key": "west1", "note": "to the yard"}),
            ("TableRoute", {"key": "192.0.2.0/24", "over": "192.0.2.1"}),
            ("Lamp", {"key": "l1", "kind": "tcp", "port": 80}),
            ("Lamp", {"key": "l2", "kind": "udp", "port": 53}),
            ("Lamp", {"key": "l3", "kind": "udp", "port": 67}),
        ],
    ),
}


@pytest.mark.parametrize(("text", "expected"), READ.values(), ids=READ)
def test_entities(text: str, expected: Values, sandbox: Sandbox) -> None:
    assert values_of(text, (kind for kind, _ in expected), sandbox) == expected


def test_names_in_quotes_stay_whole_within_brackets(sandbox: Sandbox) -> None:
    text = """\
lamp north {
    follow ["evening hours" "mill's \\"yard\\"" dusk]
}
lamp south {
    follow [ "evening hours" 20 ]
}
"""
    read = values_of(text, ["Lamp"], sandbox)
    assert [values["follow"] for _, values in read] == [
        ("evening hours", 'mill\'s "yard"', "dusk"),
        ("evening hours", 20),
    ]


def test_words_with_digits_before_values_are_keywords(sandbox: Sandbox) -> None:
    documents = [
        (
            f"set hostname fw{n}",
            f"set interface eth0 ipv4-address 10.{n}.0.1 mask-length 24",
            "set interface eth0 state on",
            f"set interface eth1 ipv4-address 10.{n}.1.1 mask-length 29",
            "set interface eth1 state off",
            "set timezone UTC",
            "set inactivity-timeout 15",
        )
        for n in (1, 2)
    ]
    source = induce_configuration(documents).parse_source
    records = list(flatten(sandbox.run_parse(source, documents[0])))
    assert "ipv4-address" not in {value for one in records for value in one.values.values()}
    assert {"10.1.0.1", "10.1.1.1"} <= {str(one.values.get("key")) for one in records}
