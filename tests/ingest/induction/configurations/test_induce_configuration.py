"""Induced parsers read what they were learned from, on syntaxes nobody has written a rule for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from ingest.learn.builtin.configurations.induce_configuration import induce_configuration
from ingest.sandbox import RawRecord, Sandbox
from reading import read_configuration
from reading.styles import find_style
from tests.ingest.induction.configurations.parsed_text import flatten, parse, unexplained

INVENTED = """\
frobcast 4.1
nodename kelp
!
wire alpha/1
 landing 10.1.0.1 255.255.255.0
 pace 100
 asleep
!
wire alpha/2
 landing 10.1.1.1 255.255.255.0
 no pace
 guard KEEP-OUT in
!
speaker 65010
 friend 10.1.0.2 belongs 65020
 friend 10.1.0.2 words to the west
 friend 10.1.1.2 belongs 65030
 friend 10.1.1.2 words
!
sieve KEEP-OUT
 let tcp any 10.9.0.0 0.0.255.255
 let udp any 10.9.0.0 0.0.255.255
 stop tcp any 10.8.0.0 0.0.255.255
 stop udp any any
"""

BRACES = """\
wires {
    alpha/1 {
        landing 10.1.0.1/24;
        asleep;
    }
    alpha/2 {
        landing 10.1.1.1/24;
        lanes [ red blue ];
    }
}
speaker {
    friend 10.1.0.2 {
        belongs 65020;
    }
    friend 10.1.1.2 {
        belongs 65030;
    }
}
"""

FLAT = """\
put wires alpha/1 landing 10.1.0.1/24
put wires alpha/1 asleep
put wires alpha/2 landing 10.1.1.1/24
put speaker friend 10.1.0.2 belongs 65020
put speaker friend 10.1.1.2 belongs 65030
put nodename kelp
"""


def found(records: list[RawRecord], kind: str) -> list[Mapping[str, Any]]:
    return [dict(record.values) for record in flatten(records) if record.type == kind]


ENTITIES = {
    "blocks by indentation, with an address and its mask": (
        INVENTED,
        "Wire",
        [
            {
                "key": "alpha/1",
                "landing": "10.1.0.1",
                "landing_prefix": "10.1.0.1/24",
                "landing_mask": "255.255.255.0",
                "pace": 100,
                "asleep": True,
            },
            {
                "key": "alpha/2",
                "landing": "10.1.1.1",
                "landing_prefix": "10.1.1.1/24",
                "landing_mask": "255.255.255.0",
                "pace": False,
                "guard": "KEEP-OUT",
                "guard_in": True,
            },
        ],
    ),
    "blocks by braces": (
        BRACES,
        "Wire",
        [
            {"key": "alpha/1", "landing": "10.1.0.1/24", "asleep": True},
            {"key": "alpha/2", "landing": "10.1.1.1/24", "lanes": ("red", "blue")},
        ],
    ),
    "a flat list of paths": (
        FLAT,
        "Wire",
        [
            {"key": "alpha/1", "landing": "10.1.0.1/24", "asleep": True},
            {"key": "alpha/2", "landing": "10.1.1.1/24"},
        ],
    ),
    "statements of one key are one entity, in braces": (
        BRACES,
        "SpeakerFriend",
        [{"key": "10.1.0.2", "belongs": 65020}, {"key": "10.1.1.2", "belongs": 65030}],
    ),
    "statements of one key are one entity, in paths": (
        FLAT,
        "SpeakerFriend",
        [{"key": "10.1.0.2", "belongs": 65020}, {"key": "10.1.1.2", "belongs": 65030}],
    ),
    "the lines of a list are entries, first word first": (
        INVENTED,
        "SieveEntry",
        [
            {
                "action": "let",
                "option": "tcp",
                "any": "10.9.0.0",
                "any_prefix": "10.9.0.0/16",
                "mask": "0.0.255.255",
            },
            {
                "action": "let",
                "option": "udp",
                "any": "10.9.0.0",
                "any_prefix": "10.9.0.0/16",
                "mask": "0.0.255.255",
            },
            {
                "action": "stop",
                "option": "tcp",
                "any": "10.8.0.0",
                "any_prefix": "10.8.0.0/16",
                "mask": "0.0.255.255",
            },
            {"action": "stop", "option": "udp", "any_any": True},
        ],
    ),
}


@pytest.mark.parametrize(("text", "kind", "expected"), ENTITIES.values(), ids=ENTITIES)
def test_entities(text: str, kind: str, expected: list[dict[str, Any]], sandbox: Sandbox) -> None:
    assert found(parse(text, sandbox), kind) == expected


def test_several_statements_of_one_key_merge(sandbox: Sandbox) -> None:
    friends = found(parse(INVENTED, sandbox), "Friend")
    assert [(friend["key"], friend["belongs"]) for friend in friends] == [
        ("10.1.0.2", 65020),
        ("10.1.1.2", 65030),
    ]


STYLES = {
    "indentation": (INVENTED, ("indented", "")),
    "braces": (BRACES, ("braces", "")),
    "one word opens every line": (FLAT, ("flat", "put")),
    "no lines at all": ("", ("indented", "")),
}


@pytest.mark.parametrize(("text", "expected"), STYLES.values(), ids=STYLES)
def test_find_style(text: str, expected: tuple[str, str]) -> None:
    assert find_style(text.splitlines()) == expected


NOISE = {
    "a banner between two signs": (
        "nodename kelp\nbanner login ^C\nno wires { here }\n  wire alpha/9\n^C\nwire alpha/1\n pace 1\n"
    ),
    "a banner that ends with a word": "nodename kelp\nbanner motd\nwire\nEOF\nwire alpha/1\n pace 1\n",
    "a certificate in hexadecimal": (
        "nodename kelp\nchain C1\n certificate 01\n"
        "  30820330 30820218 A0030201 02020101 300D0609\n  2A864886 F70D0101 05050030\n  quit\nwire alpha/1\n pace 1\n"
    ),
    "comments of three kinds": "! one remark\n# another\n// and one more\nnodename kelp\nwire alpha/1\n pace 1\n",
    "a prompt before and after": "kelp#show all\nnodename kelp\nwire alpha/1\n pace 1\nkelp#\n",
}


@pytest.mark.parametrize("text", NOISE.values(), ids=NOISE)
def test_noise_does_no_harm(text: str, sandbox: Sandbox) -> None:
    records = parse(text, sandbox)
    assert unexplained(text, sandbox) == []
    root = records[0]
    assert root.type == "Configuration"
    assert root.values["nodename"] == "kelp"
    assert {"wire": "alpha/1", "wire_pace": 1}.items() <= _wire(records).items()


def _wire(records: list[RawRecord]) -> dict[str, Any]:
    """Return the one wire, whether it became an entity or properties of the whole."""
    for record in flatten(records):
        if record.type == "Wire":
            return {"wire": record.values["key"], "wire_pace": record.values["pace"]}
    return dict(records[0].values)


ODD = {
    "sections in brackets": (
        "[server]\nhost = db1\nport = 80\n[cache]\nport = 90\n",
        {"server_port": 80, "cache_port": 90},
    ),
    "assignments": ('add name="two words" mtu=1500\n', {"add_name": "two words", "mtu": 1500}),
    "YAML": ("hostname: kelp\nbgp:\n  asn: 65001\n", {"hostname": "kelp", "bgp_asn": 65001}),
}


@pytest.mark.parametrize(("text", "expected"), ODD.values(), ids=ODD)
def test_other_ways_to_write_a_property(text: str, expected: dict[str, Any], sandbox: Sandbox) -> None:
    assert expected.items() <= dict(parse(text, sandbox)[0].values).items()


HUGE = {
    "a statement of 100,000 words": "nodename kelp\n" + "note " + "a b " * 50_000,
    "1,000 blocks inside each other": "\n".join(f"b{level} {{" for level in range(1000)) + "\n}" * 1000,
    "1,000 steps of indentation": "\n".join(" " * level + f"b{level} x" for level in range(1000)),
}


@pytest.mark.parametrize("text", HUGE.values(), ids=HUGE)
def test_size_does_no_harm(text: str, sandbox: Sandbox) -> None:
    assert unexplained(text, sandbox) == []


def test_a_statement_that_was_in_no_sample_explains_nothing(sandbox: Sandbox) -> None:
    source = induce_configuration([INVENTED.splitlines()]).parse_source
    lines = ["wire alpha/3", " pace 5", " quux 7", "zork 1"]
    (root,) = sandbox.run_parse(source, lines)
    assert [(record.type, record.lines) for record in flatten(root.children)] == [("Wire", ((0, 1),))]


def test_the_schema_describes_every_type_and_property() -> None:
    induced = induce_configuration([INVENTED.splitlines()])
    definitions: Any = induced.schema["$defs"]
    assert {"Configuration", "Wire", "Speaker", "Friend", "Sieve", "SieveEntry"} <= set(definitions)
    landing = definitions["Wire"]["properties"]["landing"]
    assert landing == {"type": "string", "x-words": ["landing"], "format": "ip-address"}
    assert definitions["Wire"]["properties"]["pace"]["type"] == ["boolean", "integer"]


def test_quotes_in_the_data_do_not_end_the_grammar(sandbox: Sandbox) -> None:
    lines = ["wire alpha/1", " pace 1", 'x""" + open + r"""y alpha/2', " pace 2"]
    (root,) = sandbox.run_parse(induce_configuration([lines]).parse_source, lines)
    assert [record.values["pace"] for record in flatten(root.children) if "pace" in record.values] == [1, 2]


def test_what_one_syntax_calls_an_entry_is_none_in_the_next() -> None:
    def values(entries: dict[str, str]) -> object:
        lines = ["sieve 5", " permit"]
        (root,) = read_configuration(lines, "sieve <Sieve> { permit }", "indented", "", entries)
        return root["children"][0]["values"]

    before = values({})
    assert before == {"key": 5, "permit": True}
    assert values({"Sieve": "FilterEntry"}) == {**before, "action": "permit", "sequence": 5}
    assert values({}) == before


def test_the_same_samples_give_the_same_source() -> None:
    first, second = (induce_configuration([INVENTED.splitlines(), INVENTED.splitlines()]) for _ in range(2))
    assert first == second


def test_every_line_has_one_owner_besides_its_parents(sandbox: Sandbox) -> None:
    leaves = Counter(
        index
        for record in flatten(parse(INVENTED, sandbox))
        if not record.children and record.type != "Configuration"
        for first, last in record.lines
        for index in range(first, last + 1)
    )
    assert set(leaves.values()) == {1}
