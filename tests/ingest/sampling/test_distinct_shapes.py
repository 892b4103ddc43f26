"""Of a log's records one of each shape is shown, with what varies in it, the commonest first, page by page."""

from __future__ import annotations

from graph_store.records import SourceLine
from ingest.learn.sampling.mask_line import PAGE_CHARACTERS, distinct_shapes, mask_record, take_page

ALIKE = {
    "numbers, addresses and times": (
        "10:00:01 sshd[31]: Accepted key for ann from 10.0.0.1 port 22",
        "11:59:59 sshd[4077]: Accepted key for ann from 2001:db8::7 port 50022",
    ),
    "names of classes, files and hosts": (
        "INFO org.apache.hadoop.mapred.Task: saved /tmp/a/b.txt on db.example.net",
        "INFO org.apache.yarn.client.Run: saved /var/spool/x/y on mail.corp.example",
    ),
    "what is quoted or bracketed": (
        "[main] could not open 'a file' (no such thing)",
        "[AsyncDispatcher event handler] could not open 'other' (denied)",
    ),
}


def log(*texts: str) -> list[list[SourceLine]]:
    return [[SourceLine("a.log", number, text) for number, text in enumerate(texts, start=1)]]


def test_lines_that_differ_in_values_only_have_one_shape() -> None:
    for name, (one, other) in ALIKE.items():
        assert mask_record(one) == mask_record(other), name


def test_words_tell_shapes_apart() -> None:
    assert mask_record("link 7 is up") != mask_record("link 7 is down")


def test_the_commonest_shape_comes_first_and_shows_what_varies() -> None:
    shapes = distinct_shapes(
        log(
            "1 start",
            *(
                f"{number} action: com.example.screen.{word}"
                for number, word in enumerate(("ON", "OFF", "ON"))
            ),
            *(f"{number} open file.{'abcdefgh'[number]}.txt.gz" for number in range(8)),
        )
    )
    assert [(shape.count, len(shape.lines)) for shape in shapes] == [(8, 2), (3, 2), (1, 1)]


def test_indented_lines_belong_to_the_record_before_and_two_of_them_are_shown() -> None:
    (shape,) = distinct_shapes(log("ERROR failed", "  at one", "  at two", "  at three"))
    assert [line.number for line in shape.lines] == [1, 2, 3]


def test_a_page_is_full_but_never_empty() -> None:
    words = [f"{chr(97 + number % 26)}{chr(97 + number // 26)}" for number in range(300)]
    shapes = distinct_shapes(log(*(f"{word} {'x' * 100}" for word in words)))
    page = take_page(shapes)
    shown = sum(len(line.text) + 1 for shape in page for line in shape.lines)
    assert 0.9 * PAGE_CHARACTERS < shown <= PAGE_CHARACTERS
    assert len(take_page(distinct_shapes(log("x" * (2 * PAGE_CHARACTERS))))) == 1


def test_of_shapes_that_differ_in_a_name_a_few_are_on_a_page() -> None:
    shapes = distinct_shapes(
        log(*(f"session opened for user {name}" for name in ("ann", "bob", "eve", "joe", "kim")))
    )
    assert [shape.lines[0].text.split()[-1] for shape in take_page(shapes)] == ["ann", "bob", "eve"]
    assert len(take_page(shapes[3:])) == 2
