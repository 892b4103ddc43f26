"""Searches the number of clusters and terms that give the wanted number of samples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log, log2

from ingest.learn.sampling.mask_line import words_of
from ingest.learn.sampling.split_chunks import SampleChunk

CLUSTERS = (2, 3, 4, 6, 8, 12, 16, 24)
TERMS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)
DECIMALS = 9
MOST_LINES = 20_000
MANY_ROWS = 5_000
NEAREST = 128

LineTerms = tuple[tuple[str, int], ...]
"""The terms of a line with their counts, in alphabetical order."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """The chosen chunks in the order chosen, and the share of `keywords` shown after each of them (0 to 1).

    `clusters` and `terms` are the paper's n_c and n_t.
    """

    samples: tuple[SampleChunk, ...]
    coverage: tuple[float, ...]
    keywords: tuple[str, ...]
    clusters: int
    terms: int


@dataclass(frozen=True, slots=True)
class SearchStep:
    """One (n_c, n_t) that the search tried: how many samples it needs, and the keyword coverage they reach."""

    clusters: int
    terms: int
    samples: int
    coverage: float


def search_samples(chunks: Sequence[SampleChunk], wanted: int) -> tuple[Sampling, tuple[SearchStep, ...]]:
    """Return the sampling whose number of samples is closest to `wanted`, not above it where possible, and all trials.

    Every pair of CLUSTERS and TERMS is tried; among trials with equally many samples the one with most keywords
    counts, then the one with fewer clusters and terms. Raises ValueError when `wanted` < 1.
    """
    if wanted < 1:
        raise ValueError(f"found {wanted} samples wanted, expected at least 1")
    rows = count_rows(chunks)
    words = [count_words(chunk) for chunk in chunks]
    found: list[Sampling] = []
    steps: list[SearchStep] = []
    for clusters in CLUSTERS:
        ranked = rank_terms(rows, clusters)
        for terms in TERMS:
            keywords = nearest_terms(ranked, terms)
            chosen, coverage = choose(words, keywords)
            samples = tuple(chunks[index] for index in chosen)
            found.append(Sampling(samples, coverage, keywords, clusters, terms))
            steps.append(SearchStep(clusters, terms, len(chosen), coverage[-1] if coverage else 0.0))

    def worth(sampling: Sampling) -> tuple[bool, int, int]:
        count = len(sampling.samples)
        return count <= wanted, -abs(count - wanted), len(sampling.keywords)

    return max(found, key=worth), tuple(steps)


# Chooses the chunks that show the keywords.


def count_words(chunk: SampleChunk) -> Counter[str]:
    """Count the terms of a chunk's own lines."""
    return Counter(word for line in chunk.lines for word in words_of(line.text))


def choose(words: Sequence[Counter[str]], keywords: Iterable[str]) -> tuple[list[int], tuple[float, ...]]:
    """Return the indices of the chunks chosen by their words, in order, and the share of keywords shown after each.

    Of every chunk only the keywords are kept; its entropy is that of their TF-IDF weights. The next sample is the
    one with the largest (new keywords times entropy), among equal ones that with more new keywords, then the first;
    so a chunk that holds one keyword only, whose entropy is 0, is still chosen where nothing else shows it. It
    ends when no chunk shows anything new. Without keywords the first chunk is the sample.
    Source: Algorithm 1 of FastRAG, arXiv 2411.13773, with a threshold of 1.
    """
    wanted = sorted(set(keywords))
    kept = [{term: counts[term] for term in wanted if term in counts} for counts in words]
    if not wanted or not any(kept):
        return ([0], (0.0 if wanted else 1.0,)) if words else ([], ())
    entropies = _entropies(kept)
    left, telling = set(wanted), dict.fromkeys(range(len(kept)), 0)
    chosen: list[int] = []
    coverage: list[float] = []
    while telling := {index: new for index in telling if (new := len(left & kept[index].keys()))}:
        best = max(
            telling,
            key=lambda index: (round(telling[index] * entropies[index], DECIMALS), telling[index], -index),
        )
        chosen.append(best)
        left -= kept[best].keys()
        coverage.append(1 - len(left) / len(wanted))
    return chosen, tuple(coverage)


def _entropies(kept: Sequence[dict[str, int]]) -> list[float]:
    """Return the Shannon entropy, in bits, of each chunk's TF-IDF weights.

    The inverse document frequency is ln((1 + chunks) / (1 + chunks with the term)) + 1: never 0, not even for a term
    that every chunk holds.
    """
    holding = Counter(term for counts in kept for term in counts)
    rarity = {term: log((1 + len(kept)) / (1 + number)) + 1 for term, number in holding.items()}
    entropies = []
    for counts in kept:
        weights = [count * rarity[term] for term, count in counts.items()]
        total = sum(weights)
        shares = [weight / total for weight in weights]
        entropies.append(-sum(share * log2(share) for share in shares) if len(shares) > 1 else 0.0)
    return entropies


# Finds the terms that tell lines apart: the terms nearest each centroid of a K-means clustering of the lines.


def nearest_terms(ranked: Sequence[Sequence[str]], terms: int) -> tuple[str, ...]:
    """Return the keywords: the `terms` terms nearest each centroid, in alphabetical order."""
    return tuple(sorted({term for nearest in ranked for term in nearest[:terms]}))


def count_rows(chunks: Sequence[SampleChunk]) -> Counter[LineTerms]:
    """Count the lines by their terms; a line without terms is no row. Of more than 20,000 lines every n-th is used."""
    lines = [line for chunk in chunks for line in chunk.lines]
    step = -(-len(lines) // MOST_LINES) or 1
    rows = (tuple(sorted(Counter(words_of(line.text)).items())) for line in lines[::step])
    return Counter(row for row in rows if row)


def rank_terms(rows: Counter[LineTerms], clusters: int) -> list[list[str]]:
    """Return the terms of each cluster, the nearest to its centroid first, at most 128; terms of no row are left out.

    Rows are lines, columns are terms, cells are counts. A term's distance is that of its unit vector, so the nearest
    are those that weigh most in the centroid; equal ones in alphabetical order. Fewer clusters are made where fewer
    lines differ. Equal lines are one row with their number as its weight. Counts and weights are whole numbers, so
    that sums do not depend on their order, and centroids not on the number of processors.
    Source: keyword extraction in FastRAG, arXiv 2411.13773, section III.
    """
    if not rows:
        return []
    import numpy as np
    from scipy.sparse import csr_matrix  # type: ignore[import-untyped]
    from sklearn.cluster import KMeans, MiniBatchKMeans  # type: ignore[import-untyped]

    distinct = sorted(rows)
    vocabulary = sorted({term for row in distinct for term, _ in row})
    column = {term: index for index, term in enumerate(vocabulary)}
    cells = [(index, column[term], count) for index, row in enumerate(distinct) for term, count in row]
    places, columns, counts = zip(*cells, strict=True)
    shape = (len(distinct), len(vocabulary))
    matrix = csr_matrix((np.asarray(counts, dtype=np.float64), (places, columns)), shape=shape)
    method = MiniBatchKMeans if len(distinct) > MANY_ROWS else KMeans
    means = method(n_clusters=min(clusters, len(distinct)), n_init=1, random_state=0)
    means.fit(matrix, sample_weight=np.asarray([rows[row] for row in distinct], dtype=np.float64))
    ranked = []
    for centroid in np.round(means.cluster_centers_, DECIMALS):
        nearest = np.argsort(-centroid, kind="stable")[:NEAREST]
        ranked.append([vocabulary[index] for index in nearest if centroid[index] > 0])
    return sorted(ranked)
