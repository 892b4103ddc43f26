"""Every value of a record is found in its own lines, or named as invented."""

from __future__ import annotations

import pytest

from graph_store.records import FieldLines, SourceLine, Value
from ingest.load.locate_values import locate_values

LINES = (
    "interface Gi0/0",
    " ip address 10.0.0.1 255.255.255.0",
    " description to  the core",
    " mtu 1,500",
    " shutdown",
    " ntp 10.0.0.1",
    " tag 2:1",
    " step 2",
    " colour ff:1",
    " shade ff:2",
    " probe relay",
    " probe relay vrf RED",
    " no probe multi-relay",
)


def source(texts: tuple[str, ...]) -> list[SourceLine]:
    return [SourceLine("a.cfg", number, text) for number, text in enumerate(texts, start=1)]


CASES: dict[str, tuple[dict[str, Value], dict[str, tuple[int, ...]], list[str]]] = {
    "a copied value": ({"key": "Gi0/0"}, {"key": (1,)}, []),
    "of two lines that have it, the one with the name's words": (
        {"ip_address": "10.0.0.1"},
        {"ip_address": (2,)},
        [],
    ),
    "a prefix stands where its address does": (
        {"ip_address_prefix": "10.0.0.1/24"},
        {"ip_address_prefix": (2,)},
        [],
    ),
    "blanks do not matter": ({"description": "to the core"}, {"description": (3,)}, []),
    "a number with a comma": ({"mtu": 1500}, {"mtu": (4,)}, []),
    "a switch by its name": ({"shutdown": True}, {"shutdown": (5,)}, []),
    "a switch where fewest other words stand": ({"probe_relay": True}, {"probe_relay": (11,)}, []),
    "a switch that is off": ({"probe_multi_relay": False}, {"probe_multi_relay": (13,)}, []),
    "of two lines, the one where it is a word of its own": ({"number": 2}, {"number": (8,)}, []),
    "a part of a word, where it is one in no line": ({"part": "ff"}, {"part": (9, 10)}, []),
    "every item of a list": ({"values": ("Gi0/0", "10.0.0.1")}, {"values": (1, 2, 6)}, []),
    "a text of several lines that all stand there": ({"text": "mtu 1,500\nshutdown"}, {"text": (4, 5)}, []),
    "a prefix with a length that no mask has": ({"prefix": "10.0.0.1/16"}, {}, ["prefix"]),
    "a host": ({"prefix": "10.0.0.1/32"}, {"prefix": (2, 6)}, []),
    "the words of a template": ({"template": "ip address <*> <*>"}, {"template": (2,)}, []),
    "a text with nothing before its slash": ({"status": "/compromised by Mallory"}, {}, ["status"]),
    "a text behind a new line": ({"status": "\nadministratively broken"}, {}, ["status"]),
    "a name with a part that stands there": ({"key": "Gi0/99"}, {}, ["key"]),
    "letters with a place between them": ({"template": "i<*>e"}, {}, ["template"]),
    "a switch with one word of its line": ({"interface_compromised": True}, {}, ["interface_compromised"]),
    "an invented text": ({"owner": "ops"}, {}, ["owner"]),
    "an invented number": ({"vlan": 7}, {}, ["vlan"]),
    "an invented switch": ({"cdp": True}, {}, ["cdp"]),
    "a list with one invented item": ({"values": ("Gi0/0", "10.0.0.9")}, {}, ["values"]),
}


@pytest.mark.parametrize(("values", "found", "missing"), CASES.values(), ids=CASES)
def test_locate_values(
    values: dict[str, Value], found: dict[str, tuple[int, ...]], missing: list[str]
) -> None:
    expected = tuple(FieldLines(name, numbers) for name, numbers in found.items())
    assert locate_values(values, source(LINES)) == (expected, missing)


APART = (
    SourceLine("f", 1, "option ipaddr '10.0.0.1'"),
    SourceLine("f", 2, "option netmask '255.255.255.128'"),
    SourceLine("f", 3, "vlan batch 10 20 to 25"),
    SourceLine("f", 4, "option metric 24"),
    SourceLine("f", 5, "disable port 9"),
)


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ({"prefix": "10.0.0.1/25"}, {"prefix": (1, 2)}),
        ({"prefix": "10.0.0.1/24"}, {}),
        ({"key": 22}, {"key": (3,)}),
        ({"key": 26}, {}),
        ({"vlan": 22}, {}),
        ({"vlans": "20-25"}, {"vlans": (3,)}),
        ({"vlans": "20-26"}, {}),
        ({"shutdown": True}, {"shutdown": (5,)}),
        ({"shutdown": False}, {}),
    ],
)
def test_values_that_are_written_in_parts(
    values: dict[str, Value], found: dict[str, tuple[int, ...]]
) -> None:
    """A mask in a statement of its own; numbers of a range, as the name of one of several things."""
    shown, missing = locate_values(values, APART)
    assert ({each.field: each.numbers for each in shown}, missing) == (found, [] if found else [*values])
