"""What stays of a line when values are masked, and which words are terms."""

from __future__ import annotations

import time

import pytest

from ingest.learn.sampling.mask_line import mask_line, words_of
from ingest.records import Kind

ALIKE: dict[str, tuple[Kind, str, str]] = {
    "numbers": ("log", "took 3.25 seconds", "took 11.7 seconds"),
    "addresses": ("configuration", "ip address 10.0.0.1 255.0.0.0", "ip address 192.168.10.20 255.255.0.0"),
    "names with a number": ("configuration", "interface Vlan10", "interface Vlan2000"),
    "ids in hexadecimal": ("log", "id 113d3a99c3da401f", "id f3da401f113d3a99"),
    "ids whose groups have letters only": (
        "log",
        "req-3ea4052c-895d-4b64-9e2d-04d64c4d94ab",
        "req-abcdefab-abcd-4bcd-9bcd-abcdefabcdef",
    ),
    "hardware addresses": ("log", "mac 00:1a:2b:3c:4d:5e", "mac 00:11:22:33:44:55"),
    "short and long IPv6 addresses": ("log", "peer 2001:db8::1", "peer fe80::21c:beff:fe0d:1"),
    "long lists of numbers": ("configuration", "vlan 1,2,3", "vlan 1,5,7,8,10,11"),
    "quoted text of a configuration": ("configuration", 'description "to core"', 'description "to the edge"'),
}
UNLIKE: dict[str, tuple[Kind, str, str]] = {
    "kinds of interfaces": ("configuration", "interface Vlan10", "interface Loopback10"),
    "paths with an id inside": ("log", "/v2/54fadb/servers/detail", "/v2/54fadb/flavors"),
    "an address and a number": ("configuration", "neighbor 10.0.0.1", "neighbor 10"),
    "quoted text of a log": ("log", 'msg="link is up"', 'msg="link is down"'),
    "quoted single words": ("configuration", '"action": "permit"', '"action": "deny"'),
    "indentation": ("configuration", " mtu 9000", "  mtu 9000"),
    "words without a digit": ("configuration", "name alpha", "name beta"),
}
WORDS = {
    "lower case, without punctuation": ("Link-State: (Changed)", ["link", "state", "changed"]),
    "no numbers and no ids": ("id 00ff00ff at 10.0.0.1 a4b4-ffff-0000", ["id", "at"]),
    "the letters that open a name": ("interface GigabitEthernet0/1", ["interface", "gigabitethernet"]),
    "no single letters": ("a b cd", ["cd"]),
}


@pytest.mark.parametrize(("kind", "first", "second"), ALIKE.values(), ids=ALIKE)
def test_alike(kind: Kind, first: str, second: str) -> None:
    assert mask_line(first, kind) == mask_line(second, kind)


@pytest.mark.parametrize(("kind", "first", "second"), UNLIKE.values(), ids=UNLIKE)
def test_unlike(kind: Kind, first: str, second: str) -> None:
    assert mask_line(first, kind) != mask_line(second, kind)


@pytest.mark.parametrize(("text", "expected"), WORDS.values(), ids=WORDS)
def test_words_of(text: str, expected: list[str]) -> None:
    assert words_of(text) == expected


@pytest.mark.parametrize(
    "text", ["a" * 50_000, "ab:" * 20_000, "a-" * 20_000, "0" * 50_000, ":" * 50_000, "'a" * 20_000]
)
def test_long_lines_take_no_longer_than_their_length(text: str) -> None:
    start = time.perf_counter()
    mask_line(text, "configuration")
    assert time.perf_counter() - start < 5
