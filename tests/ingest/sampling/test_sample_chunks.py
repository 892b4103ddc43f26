"""Algorithm 1 and the keywords it covers."""

from __future__ import annotations

import pytest

from ingest.learn.sampling.search_samples import (
    choose,
    count_rows,
    count_words,
    nearest_terms,
    rank_terms,
    search_samples,
)
from ingest.learn.sampling.split_chunks import SampleChunk
from tests.ingest.sampling.lines import chunk

UP = chunk("link up", "port enabled now")
DOWN = chunk("link down")
ALONE = chunk("reboot")
NUMBERS = chunk("10 20", "30")

CHOSEN = {
    "the richest chunk is first": ([DOWN, UP], ["down", "enabled", "link", "port", "up"], [UP, DOWN]),
    "a single chunk": ([UP], ["link", "up"], [UP]),
    "a keyword that only a chunk without entropy shows": ([UP, ALONE], ["link", "reboot", "up"], [UP, ALONE]),
    "equal chunks: the first": ([DOWN, DOWN, DOWN], ["down", "link"], [DOWN]),
    "no keywords: the first chunk": ([NUMBERS, DOWN], [], [NUMBERS]),
    "no chunks": ([], ["link"], []),
    "keywords that nothing shows": ([DOWN], ["absent"], [DOWN]),
}


@pytest.mark.parametrize(("chunks", "keywords", "expected"), CHOSEN.values(), ids=CHOSEN)
def test_sample_chunks(chunks: list[SampleChunk], keywords: list[str], expected: list[SampleChunk]) -> None:
    chosen, coverage = choose([count_words(each) for each in chunks], keywords)
    assert [chunks[index] for index in chosen] == expected
    assert len(coverage) == len(chosen)
    assert list(coverage) == sorted(coverage)


def test_coverage_is_the_share_of_keywords_shown_so_far() -> None:
    words = [count_words(UP), count_words(DOWN)]
    assert choose(words, ["down", "enabled", "link", "port", "up"]) == ([0, 1], (0.8, 1.0))


def find_keywords(chunks: list[SampleChunk], clusters: int, terms: int) -> tuple[str, ...]:
    return nearest_terms(rank_terms(count_rows(chunks), clusters), terms)


def test_keywords_stem_from_every_kind_of_line() -> None:
    lines = [f"link {n} up" for n in range(9)] + [f"user {n} logged in" for n in range(9)]
    assert find_keywords([chunk(*lines)], 2, 2) == ("in", "link", "logged", "up")


def test_more_clusters_than_lines_and_lines_without_words_are_no_trouble() -> None:
    assert find_keywords([chunk("link up", "link up", "17")], 8, 5) == ("link", "up")
    assert find_keywords([NUMBERS], 8, 5) == ()


def test_many_different_lines_are_clustered_in_batches() -> None:
    letters = "abcdefghijklmnopqrst"
    lines = [f"{a}{b}x {c}{a}y {b}{c}z" for a in letters for b in letters for c in letters]
    keywords = find_keywords([chunk(*lines)], 3, 2)
    assert keywords
    assert keywords == find_keywords([chunk(*lines)], 3, 2)


def variety(count: int) -> list[SampleChunk]:
    return [
        chunk(*(f"{word}{'abcdefghij'[n]} is {word}" for word in ("alpha", "beta", "gamma")))
        for n in range(count)
    ]


WANTED = {
    "as many as wanted": (10, 4, 4),
    "never more than there are": (2, 5, 2),
    "one": (10, 1, 1),
}


@pytest.mark.parametrize(("count", "wanted", "expected"), WANTED.values(), ids=WANTED)
def test_search_samples(count: int, wanted: int, expected: int) -> None:
    sampling, trials = search_samples(variety(count), wanted)
    assert len(sampling.samples) == expected
    assert sampling.coverage[-1] == 1.0
    assert any((trial.clusters, trial.terms) == (sampling.clusters, sampling.terms) for trial in trials)


def test_search_in_nothing_and_for_nothing() -> None:
    assert search_samples([], 3)[0].samples == ()
    assert search_samples([NUMBERS], 3)[0].samples == (NUMBERS,)
    with pytest.raises(ValueError, match="expected at least 1"):
        search_samples([UP], 0)
