"""An outline shows how every kind of block begins, what closes it, and no more than one request has room for."""

from __future__ import annotations

from graph_store.records import SourceLine
from ingest.learn.sampling.find_blocks import MOST_CHARACTERS, outline
from ingest.learn.sampling.split_chunks import join_chunks, split_chunks
from language_model.count_tokens import Estimate

PORT = "port eth{0}\n speed 100\n note uplink\n mtu 9000\n"
CONFIG = (
    "name core\n"
    + "".join(PORT.format(number) for number in range(5))
    + "list a permit any\nlist b permit any\n"
)
BRACES = "\n".join(
    [
        "configure {",
        *(
            line
            for number in range(80)
            for line in (f"    port 1/1/{number} {{", f"        speed {number}", "    }")
        ),
        "    qos {",
        "        policy gold",
        "    }",
        "}",
    ]
)


def shown(*texts: str) -> list[list[SourceLine]]:
    return outline(
        [
            [SourceLine(f"f{number}", at, line) for at, line in enumerate(text.splitlines(), start=1)]
            for number, text in enumerate(texts)
        ]
    )


def test_of_blocks_that_begin_alike_two_are_shown_by_their_first_lines() -> None:
    (kept,) = shown(CONFIG)
    assert [line.number for line in kept] == [1, 2, 3, 4, 6, 7, 8, 22, 23]


def test_a_block_that_holds_the_file_is_divided_and_closers_stay() -> None:
    (kept,) = shown(BRACES)
    assert [line.text.strip() for line in kept] == [
        "configure {",
        "port 1/1/0 {",
        "speed 0",
        "}",
        "port 1/1/1 {",
        "speed 1",
        "}",
        "qos {",
        "policy gold",
        "}",
        "}",
    ]


def test_every_first_word_is_shown_before_any_is_shown_again() -> None:
    many = "\n".join(f"first{chr(97 + number % 26) * 9} {'x' * 90} {number}" for number in range(200))
    (kept,) = shown(f"{many}\nlast word\n")
    assert kept[-1].text == "last word"
    assert sum(len(line.text) + 1 for line in kept) <= MOST_CHARACTERS


def test_a_document_shows_what_those_before_did_not_show_often_enough() -> None:
    kept = shown("vlan 10\nport x", "vlan 20\nroute z", "vlan 30\nport x")
    assert [[line.text for line in lines] for lines in kept] == [
        ["vlan 10", "port x"],
        ["vlan 20", "route z"],
        ["port x"],
    ]


def test_short_chunks_of_several_files_are_joined_up_to_the_limit() -> None:
    documents = [
        [SourceLine(f"{name}.cfg", 1, f"{name} is its name")] for name in ("ash", "elm", "fir", "oak")
    ]
    chunks = split_chunks(documents, "configuration", Estimate(), 1000)
    assert [len(chunk.lines) for chunk in chunks] == [1, 1, 1, 1]
    two = 2 * max(chunk.tokens for chunk in chunks)
    assert [[line.path for line in chunk.lines] for chunk in join_chunks(chunks, two)] == [
        ["ash.cfg", "elm.cfg"],
        ["fir.cfg", "oak.cfg"],
    ]
