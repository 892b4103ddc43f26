"""Documents cut into sections and chunks."""

from __future__ import annotations

import pytest

from graph_store.records import Document
from retrieval.records import KgLine
from retrieval.structure import connect_entities, split_document

Cut = list[tuple[tuple[str, ...], list[int]]]

CONFIG = """hostname r1
!
interface Ethernet0/1
 description up
 shutdown
!
ntp server 192.0.2.1
logging host 192.0.2.2
end"""
LOG = """2026-01-05 10:00:00 INFO one
2026-01-05 10:00:30 INFO two
  a trace of it
2026-01-05 10:01:00 INFO three
2026-01-05 10:01:59 INFO four"""
RUNBOOK = """# BGP down

Look at the neighbors first.

## Restart
    # not a heading
```
# not one either
```
Clear the session."""

CASES: dict[str, tuple[str, str, str, Cut]] = {
    "blocks of a configuration are chunks, single statements stand together": (
        "r1.cfg",
        "configuration",
        CONFIG,
        [
            (("hostname r1",), [1]),
            (("interface Ethernet0/1",), [3, 4, 5]),
            (("ntp server 192.0.2.1",), [7, 8]),
        ],
    ),
    "a log is cut at a new minute": (
        "a.log",
        "log",
        LOG,
        [(("2026-01-05 10:00",), [1, 2, 3]), (("2026-01-05 10:01",), [4, 5])],
    ),
    "headings of Markdown nest, and fenced text has none": (
        "bgp.md",
        "configuration",
        RUNBOOK,
        [(("BGP down",), [1, 2, 3]), (("BGP down", "Restart"), [5, 6, 7, 8, 9, 10])],
    ),
    "a document without text has no chunk": ("e.cfg", "configuration", "!\n!\n", []),
}


def lines_of(path: str, kind: str, text: str) -> list[KgLine]:
    document = Document(path, "", kind, 1, len(text.splitlines()))
    return [
        KgLine(2**32 + number, document, number, line) for number, line in enumerate(text.splitlines(), 1)
    ]


@pytest.mark.parametrize(("path", "kind", "text", "expected"), CASES.values(), ids=CASES)
def test_split_document(path: str, kind: str, text: str, expected: Cut) -> None:
    lines = lines_of(path, kind, text)
    chunks = split_document(lines[0].document, lines)
    assert [(one.trail, [line.number for line in one.lines]) for one in chunks] == expected


def test_a_long_section_is_several_chunks_with_one_trail() -> None:
    lines = lines_of(
        "r1.cfg", "configuration", "\n".join(["router bgp 1", *(f" neighbor {n}" for n in range(30))])
    )
    chunks = split_document(lines[0].document, lines)
    assert [len(one.lines) for one in chunks] == [12, 12, 7]
    assert {one.trail[0] for one in chunks} == {"router bgp 1"}


def test_chunks_are_connected_by_the_entities_of_their_lines() -> None:
    lines = lines_of("r1.cfg", "configuration", CONFIG)
    chunks = split_document(lines[0].document, lines)
    entities, places = connect_entities(chunks, {"e1": [2**32 + 3, 2**32 + 7], "gone": [5]})
    assert (entities[1], entities[2]) == (["e1"], ["e1"])
    assert places == {"e1": [1, 2], "gone": []}
