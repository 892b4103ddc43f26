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
    texts = ("2026-01-02T10:00:00.1Z stdout P disk of ", "2026-01-02T10:00:00.3Z stdout F node-b")
    (found,), _ = locate_values(
        {"m": "disk of node-b"}, [SourceLine("a.log", at, text) for at, text in enumerate(texts, 1)]
    )
    assert found.numbers == (1, 2)


DOCKER = (
    r'{"log":"{\"msg\":\"basket of ',
    r'{"log":"{\"ts\":\"2026-01-02T11:01+01:00\",\"msg\":\"basket of ","stream":"stderr","time":"2026-01-02T10:02Z"}',
    r'{"log":"other\n","stream":"stdout","time":"2026-01-02T10:02Z"}',
    r'{"log":"lena: {\\\"level\\\":1}\",\"retry\":3}\n","stream":"stderr","time":"2026-01-02T10:02Z"}',
)


def test_a_line_of_dockers_ends_with_its_line_end() -> None:
    """The time that the text inside says is the record's; the last piece shows what is written in two escapes."""
    (shipped,) = (one for one in read_formats() if one.name == "docker-json")
    first, second = shipped.parse(DOCKER[1:])
    values = first["values"]
    assert (values["message"], values["retry"]) == ('basket of lena: {"level":1}', 3)
    assert (values["timestamp_text"], values["received_text"]) == (
        "2026-01-02T11:01+01:00",
        "2026-01-02T10:02Z",
    )
    assert [first["lines"], second["lines"]] == [[[0, 0], [2, 2]], [[1, 1]]]
    lines = [SourceLine("a.log", number, DOCKER[number]) for number in (1, 3)]
    (found,), missing = locate_values({"message": values["message"]}, lines)
    assert (found.numbers, missing) == ((1, 3), [])
    assert join_pieces(DOCKER[:1]) == ([DOCKER[0]], [[0]])
