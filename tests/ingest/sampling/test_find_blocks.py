"""Blocks: records of a log, blocks of a configuration in three styles."""

from __future__ import annotations

import pytest

from ingest.learn.sampling.find_blocks import find_blocks
from ingest.records import Kind
from tests.ingest.sampling.lines import numbers, read

UNITS: dict[str, tuple[Kind, str, list[list[int]]]] = {
    "a record has its stack trace with it": (
        "log",
        """
        2024-05-01 10:00:00 ERROR failed
        java.lang.Error: no
            at a.b(C.java:1)
        2024-05-01 10:00:01 INFO on
        """,
        [[1, 2, 3], [4]],
    ),
    "without times, an indented line continues a record": (
        "log",
        """
        ERROR: failed
          because of this
        INFO: on
        """,
        [[1, 2], [3]],
    ),
    "an indented block ends where the next begins": (
        "configuration",
        """
        hostname r1
        !
        interface Vlan1
         mtu 1500
         shutdown
        !
        router bgp 1
         neighbor 10.0.0.1
        """,
        [[1, 2], [3, 4, 5, 6], [7, 8]],
    ),
    "a brace block has its closing brace": (
        "configuration",
        """
        system {
            host-name r1;
        }
        interfaces {
            lo0 {
                unit 0;
            }
        }
        """,
        [[1, 2, 3], [4, 5, 6, 7, 8]],
    ),
    "flat lines about the same thing are together": (
        "configuration",
        """
        set interfaces ge-0/0/0 mtu 9000
        set interfaces ge-0/0/0 unit 0 family inet
        set interfaces ge-0/0/1 mtu 9000
        set interfaces ge-0/0/1 unit 0 family inet
        set system host-name r1
        set system services ssh
        """,
        [[1, 2], [3, 4], [5], [6]],
    ),
}


@pytest.mark.parametrize(("kind", "text", "expected"), UNITS.values(), ids=UNITS)
def test_find_blocks(kind: Kind, text: str, expected: list[list[int]]) -> None:
    assert [numbers(block.lines) for block in find_blocks(read(text), kind)] == expected


@pytest.mark.parametrize("kind", ["log", "configuration", "text"])
def test_nothing_has_no_blocks(kind: Kind) -> None:
    assert find_blocks([], kind) == []
