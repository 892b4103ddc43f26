"""Chunks: every line once, headers repeated, alike units left out and counted."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from graph_store.records import SourceLine
from ingest.files.log_or_configuration import kind_of
from ingest.learn.sampling.split_chunks import split_chunks
from ingest.records import Kind
from tests.ingest.sampling.lines import Letters, numbers, read

EXAMPLES = Path(__file__).parents[3] / "examples" / "sample-network"

WORDS = [
    "interface Vlan1",
    "hostname r1",
    " mtu 9000",
    "  deep x",
    "!",
    "",
    "}",
    "a {",
    "  b {",
    "set a b c",
    "set a b d",
]
WORDS += [
    "2024-05-01 10:00:00 up",
    "\tat x.y",
    "banner motd #",
    "#",
    "x" * 90,
    "EOF",
    "[main]",
    "/* why */",
    "} }",
]
KINDS: list[Kind] = ["log", "configuration", "text"]


@pytest.mark.parametrize("seed", range(150))
def test_any_text_is_in_chunks_line_by_line(seed: int) -> None:
    chance = random.Random(seed)
    kind = KINDS[seed % 3]
    documents = [
        [SourceLine(f"{name}.txt", number, chance.choice(WORDS)) for number in range(1, chance.randrange(60))]
        for name in "abc"
    ]
    for limit in (20, 60, 200):
        chunks = split_chunks(documents, kind, Letters(), limit, distinct=False)
        assert [line for chunk in chunks for line in chunk.lines] == [
            line for lines in documents for line in lines
        ]
        thinned = split_chunks(documents, kind, Letters(), limit)
        owned = [(line.path, line.number) for chunk in thinned for line in chunk.lines]
        assert len(owned) == len(set(owned))
        for chunk in (*chunks, *thinned):
            assert chunk.tokens == sum(len(line.text) + 1 for line in chunk.header + chunk.lines)
            assert chunk.tokens <= limit or (len(chunk.lines) == 1 and not chunk.header)
            assert {line.path for line in chunk.header + chunk.lines} == {chunk.path}
            assert numbers(chunk.lines) == sorted(numbers(chunk.lines))


@pytest.mark.parametrize("path", sorted(EXAMPLES.rglob("*.*")), ids=lambda path: path.name)
def test_every_line_of_the_sample_network_is_in_one_chunk(path: Path) -> None:
    lines = [
        SourceLine(path.name, number, text)
        for number, text in enumerate(path.read_text("utf-8").splitlines(), 1)
    ]
    kind = kind_of([line.text for line in lines[:400]])
    chunks = split_chunks([lines], kind, Letters(), 3_000, distinct=False)
    assert [line for chunk in chunks for line in chunk.lines] == lines


def test_a_long_block_repeats_all_that_encloses_it() -> None:
    text = """
        routing {
            bgp {
                peer a;
                peer b;
                peer c;
            }
        }
        """
    chunks = split_chunks([read(text)], "configuration", Letters(), 60, distinct=False)
    assert [(numbers(chunk.header), numbers(chunk.lines)) for chunk in chunks] == [
        ([], [1, 2, 3, 4]),
        ([1, 2], [5, 6, 7]),
    ]


def test_a_long_record_repeats_its_first_line() -> None:
    text = """
        2024-05-01 10:00:00 failed
          one
          two
          three
        """
    chunks = split_chunks([read(text)], "log", Letters(), 54, distinct=False)
    assert [(numbers(chunk.header), numbers(chunk.lines)) for chunk in chunks] == [([], [1, 2, 3, 4])]
    chunks = split_chunks([read(text)], "log", Letters(), 40, distinct=False)
    assert {number for chunk in chunks for number in numbers(chunk.lines)} == {1, 2, 3, 4}


ALIKE: dict[str, tuple[Kind, str, list[int], int]] = {
    "blocks that differ in numbers": (
        "configuration",
        """
        interface Vlan1
         mtu 9000
        interface Vlan2
         mtu 1500
        interface Loopback0
         mtu 1500
        """,
        [1, 2, 5, 6],
        1,
    ),
    "a block with one statement more is shown": (
        "configuration",
        """
        interface Vlan1
         mtu 9000
        interface Vlan2
         mtu 1500
         shutdown
        """,
        [1, 2, 3, 4, 5],
        0,
    ),
    "a block with more entries of one shape is alike": (
        "configuration",
        """
        prefix-list A1
         seq 5 permit 10.0.0.0/8
        prefix-list A2
         seq 5 permit 10.0.0.0/8
         seq 10 permit 11.0.0.0/8
        """,
        [1, 2],
        1,
    ),
    "records": (
        "log",
        """
        2024-05-01 10:00:00 link 1 up
        2024-05-01 10:00:01 link 2 up
        2024-05-01 10:00:02 link 2 down
        """,
        [1, 3],
        1,
    ),
    "flat lines": (
        "configuration",
        """
        set interfaces ge-0/0/0 mtu 9000
        set interfaces ge-0/0/1 mtu 9000
        set interfaces ge-0/0/2 mtu 9000
        set interfaces ge-0/0/2 disable
        set system host-name r
        set system domain-name d
        """,
        [1, 3, 4, 5, 6],
        1,
    ),
}


@pytest.mark.parametrize(("kind", "text", "kept", "alike"), ALIKE.values(), ids=ALIKE)
def test_alike_units_are_left_out(kind: Kind, text: str, kept: list[int], alike: int) -> None:
    chunks = split_chunks([read(text)], kind, Letters())
    assert [number for chunk in chunks for number in numbers(chunk.lines)] == kept
    assert sum(chunk.alike for chunk in chunks) == alike


PERMITS = [f" {n} permit ip host 10.0.0.{n} any" for n in range(300)]
INTERFACES = [f"  ge-0/0/{n} {{\n    mtu {n};\n  }}" for n in range(300)]
ZONES = [f"set policy from zone a{n} to any" for n in range(300)]
LONG_BLOCKS = {
    "an access list": ["ip access-list extended X", *PERMITS, " deny ip any any"],
    "a brace block": ["interfaces {", *INTERFACES, "  lo {\n    mtu 1;\n  }", "}"],
    "a flat section": [*ZONES, *["set policy from zone b to none"] * 6],
}


@pytest.mark.parametrize("block", LONG_BLOCKS.values(), ids=LONG_BLOCKS)
def test_inside_a_long_block_what_is_alike_is_shown_once(block: list[str]) -> None:
    lines = read("\n".join(block))
    chunks = split_chunks([lines], "configuration", Letters(), 1_000)
    assert len(chunks) == 1
    assert chunks[0].alike >= 299
    assert chunks[0].lines[0] == lines[0]
    assert chunks[0].lines[-1].text.strip() in {"deny ip any any", "}", "set policy from zone b to none"}


def test_what_another_document_shows_is_left_out_and_counted() -> None:
    first, second = read("hostname r1\nvlan 1", "a.cfg"), read("hostname r2\nvlan 7", "b.cfg")
    chunks = split_chunks([first, second], "configuration", Letters())
    assert [(chunk.path, chunk.alike) for chunk in chunks] == [("a.cfg", 2)]
