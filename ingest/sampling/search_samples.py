"""Searches the number of clusters and of terms that lead to the wanted number of samples; no model is asked."""

from __future__ import annotations

from collections.abc import Sequence

from ingest.sampling.find_keywords import count_rows, rank_terms
from ingest.sampling.records import Chunk, Sampling, Trial
from ingest.sampling.sample_chunks import choose, count_words

CLUSTERS = (2, 3, 4, 6, 8, 12, 16, 24)
TERMS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)
THRESHOLD = 1.0


def search_samples(chunks: Sequence[Chunk], wanted: int, seed: int = 0) -> tuple[Sampling, tuple[Trial, ...]]:
    """Return the sampling whose number of samples is closest to `wanted`, not above it where possible, and all trials.

    Every pair of CLUSTERS and TERMS is tried; among trials with equally many samples the one with most keywords
    counts, then the one with fewer clusters and terms. Raises ValueError when `wanted` < 1.
    """
    if wanted < 1:
        raise ValueError(f"found {wanted} samples wanted, expected at least 1")
    rows = count_rows(chunks)
    words = [count_words(chunk) for chunk in chunks]
    trials: list[Trial] = []
    best: Sampling | None = None
    for clusters in CLUSTERS:
        ranked = rank_terms(rows, clusters, seed)
        for terms in TERMS:
            keywords = tuple(sorted({term for nearest in ranked for term in nearest[:terms]}))
            chosen, coverage = choose(words, keywords, THRESHOLD)
            trials.append(Trial(clusters, terms, len(chosen), coverage[-1] if coverage else 0.0))
            found = Sampling(tuple(chunks[index] for index in chosen), coverage, keywords, clusters, terms)
            if best is None or _worth(found, wanted) > _worth(best, wanted):
                best = found
    assert best is not None
    return best, tuple(trials)


def _worth(found: Sampling, wanted: int) -> tuple[bool, int, int]:
    """Rank a sampling: not above, then close to what is wanted, then rich in keywords."""
    above = len(found.samples) > wanted
    return not above, -abs(len(found.samples) - wanted), len(found.keywords)
