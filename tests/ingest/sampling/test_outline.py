"""An outline shows how every kind of block and record begins, and no more."""

from __future__ import annotations

from graph_store.records import SourceLine
from ingest.records import Kind
from ingest.sampling.join_chunks import join_chunks
from ingest.sampling.outline import outline
from ingest.sampling.split_chunks import split_chunks
from language_model.count_tokens import Estimate

PORT = "port eth{0}\n speed 100\n note uplink\n mtu 9000\n"
CONFIG = (
    "name core\n"
    + "".join(PORT.format(number) for number in range(5))
    + "list a permit any\nlist b permit any\n"
)
LOG = (
    "".join(
        f"2024-05-01 10:00:{second:02d} INFO api: served request {second} of {'a very ' * 40}long name\n"
        for second in range(9)
    )
    + "2024-05-01 10:01:00 WARN db: slow query\n"
)


def numbers(text: str, kind: Kind) -> list[int]:
    lines = [SourceLine("f", number, line) for number, line in enumerate(text.splitlines(), start=1)]
    (kept,) = outline([lines], kind)
    return [line.number for line in kept]


def test_of_blocks_that_begin_alike_two_are_shown_by_their_first_lines() -> None:
    assert numbers(CONFIG, "configuration") == [1, 2, 3, 4, 6, 7, 8, 22, 23]


def test_of_records_that_begin_alike_one_is_shown_and_cut_short() -> None:
    lines = [SourceLine("f", number, line) for number, line in enumerate(LOG.splitlines(), start=1)]
    (kept,) = outline([lines], "log")
    assert [line.number for line in kept] == [1, 10]
    assert [len(line.text) for line in kept] == [240, 39]


def test_a_document_shows_what_those_before_did_not_show_often_enough() -> None:
    texts = {"a": ["vlan 10", "port x"], "b": ["vlan 20", "route z"], "c": ["vlan 30", "port x"]}
    documents = [
        [SourceLine(path, number, text) for number, text in enumerate(lines, start=1)]
        for path, lines in texts.items()
    ]
    kept = outline(documents, "configuration")
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
