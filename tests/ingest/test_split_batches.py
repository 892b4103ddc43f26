"""A configuration stays whole; a log is cut only where a record begins."""

from __future__ import annotations

from graph_store.records import SourceLine
from ingest.load.apply_parsers import BATCH_CHARACTERS, MOST_CHARACTERS, split_batches


def lines(texts: list[str]) -> list[SourceLine]:
    return [SourceLine("a", number, text) for number, text in enumerate(texts, start=1)]


def test_a_configuration_is_one_batch() -> None:
    given = lines(["interface Gi0/0" + " x" * 100] * 3000)
    assert list(split_batches(given, "configuration")) == [tuple(given)]


def test_a_log_is_cut_before_a_line_with_a_time() -> None:
    record = ["2024-05-01 10:00:00 failed", "  at one", "caused by two"]
    given = lines([text + " " * 100 for text in record * 2000])
    batches = list(split_batches(given, "log"))
    assert [line for batch in batches for line in batch] == given
    assert len(batches) > 1
    assert {batch[0].text[:4] for batch in batches} == {"2024"}


def test_a_log_without_times_is_cut_all_the_same() -> None:
    given = lines(["x" * 999] * (3 * MOST_CHARACTERS // 1000))
    sizes = [sum(len(line.text) + 1 for line in batch) for batch in split_batches(given, "log")]
    assert max(sizes) <= MOST_CHARACTERS + 1000
    assert min(sizes[:-1]) > BATCH_CHARACTERS


def test_no_lines_make_no_batch() -> None:
    assert list(split_batches([], "log")) == []
