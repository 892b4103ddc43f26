"""Lines that a container's runtime cut are one record, on the lines of all their pieces."""

from __future__ import annotations

from graph_store.records import SourceLine
from ingest.learn.shipped.find_format import read_formats
from ingest.load.locate_values import locate_values
from reading.container_pieces import join_pieces

LINES = (
    '2026-01-02T10:00:00.1Z stdout P {"msg":"disk of no',
    "2026-01-02T10:00:00.2Z stderr F retry 1",
    "2026-01-02T10:00:00.3Z stdout P de-b is fu",
    '2026-01-02T10:00:00.4Z stdout F ll","level":"warn"}',
    '2026-01-02T10:00:00.5Z stdout P {"msg":"never fin',
)


def test_pieces_are_joined_by_stream() -> None:
    joined, places = join_pieces(LINES)
    assert joined[0] == '2026-01-02T10:00:00.1Z stdout F {"msg":"disk of node-b is full","level":"warn"}'
    assert places == [[0, 2, 3], [1], [4]]
    assert joined[2] == LINES[4]


def test_a_record_has_the_lines_of_its_pieces() -> None:
    (shipped,) = (one for one in read_formats() if one.name == "container-log")
    first, second, last = shipped.parse(LINES)
    assert (first["values"]["message"], first["values"]["level"]) == ("disk of node-b is full", "warn")
    assert [first["lines"], second["lines"]] == [[[0, 0], [2, 2], [3, 3]], [[1, 1]]]
    assert last["values"]["part"] == "P"


def test_a_value_stands_in_all_its_pieces() -> None:
    lines = [SourceLine("a.log", number, LINES[number - 1]) for number in (1, 3, 4)]
    (found,), missing = locate_values({"message": "disk of node-b is full"}, lines)
    assert (found.numbers, missing) == ((1, 3, 4), [])
