"""Searches the number of clusters and terms that give the wanted number of samples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import log, log2

from ingest.sampling.mask_line import words_of
from ingest.sampling.split_chunks import SampleChunk, Sampling, SearchStep

# Chooses the chunks that show the keywords: the paper's Algorithm 1.


DECIMALS = 9


def sample_chunks(
    chunks: Sequence[SampleChunk], keywords: Sequence[str], threshold: float = 1.0
) -> tuple[tuple[SampleChunk, ...], tuple[float, ...]]:
    """Return samples in the order chosen, and the share of the keywords shown after each.

    Of every chunk only the keywords are kept; its entropy is that of their TF-IDF weights. The next sample is the
    one with the largest (new keywords times entropy), among equal ones that with more new keywords, then the first;
    so a chunk that holds one keyword only, whose entropy is 0, is still chosen where nothing else shows it. It
    ends when `threshold` is reached, or no chunk shows anything new. Without keywords the first chunk is the sample.
    Source: Algorithm 1 of FastRAG, arXiv 2411.13773.
    """
    chosen, coverage = choose([count_words(chunk) for chunk in chunks], keywords, threshold)
    return tuple(chunks[index] for index in chosen), coverage


def count_words(chunk: SampleChunk) -> Counter[str]:
    """Count the terms of a chunk's own lines."""
    return Counter(word for line in chunk.lines for word in words_of(line.text))


def choose(
    words: Sequence[Counter[str]], keywords: Iterable[str], threshold: float
) -> tuple[list[int], tuple[float, ...]]:
    """Run Algorithm 1 on the words of each chunk; return the indices chosen, and the coverage after each."""
    wanted = sorted(set(keywords))
    kept = [{term: counts[term] for term in wanted if term in counts} for counts in words]
    if not wanted or not any(kept):
        return ([0], (0.0 if wanted else 1.0,)) if words else ([], ())
    entropies = _entropies(kept)
    left = set(wanted)
    open_chunks = set(range(len(kept)))
    chosen: list[int] = []
    coverage: list[float] = []
    while left and (not coverage or coverage[-1] < threshold):
        gains = {index: len(left & kept[index].keys()) for index in open_chunks}
        open_chunks = {index for index, new in gains.items() if new}
        if not open_chunks:
            break
        best = max(
            open_chunks,
            key=lambda index: (round(gains[index] * entropies[index], DECIMALS), gains[index], -index),
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
    return [_entropy([count * rarity[term] for term, count in counts.items()]) for counts in kept]


def _entropy(weights: Sequence[float]) -> float:
    total = sum(weights)
    return -sum(weight / total * log2(weight / total) for weight in weights) if len(weights) > 1 else 0.0


# Finds the terms that tell lines apart: the terms nearest each centroid of a K-means clustering of the lines.


MOST_LINES = 20_000
MANY_ROWS = 5_000
NEAREST = 128

Row = tuple[tuple[str, int], ...]
"""The terms of a line with their counts, in alphabetical order."""


def find_keywords(chunks: Sequence[SampleChunk], clusters: int, terms: int, seed: int) -> tuple[str, ...]:
    """Return the `terms` terms nearest each of `clusters` centroids, in alphabetical order.

    Rows are lines, columns are terms, cells are counts. A term's distance is that of its unit vector, so the
    nearest are those that weigh most in the centroid; equal ones in alphabetical order. Of more than 20,000
    lines every n-th is used. Fewer clusters are made where fewer lines differ. Numbers and ids are no terms
    (words_of says what is); without any term there are no keywords.
    Source: keyword extraction in FastRAG, arXiv 2411.13773, section III.
    """
    ranked = rank_terms(count_rows(chunks), clusters, seed)
    return tuple(sorted({term for nearest in ranked for term in nearest[:terms]}))


def count_rows(chunks: Sequence[SampleChunk]) -> Counter[Row]:
    """Count the lines by their terms; a line without terms is no row."""
    lines = [line for chunk in chunks for line in chunk.lines]
    step = -(-len(lines) // MOST_LINES) or 1
    rows = (tuple(sorted(Counter(words_of(line.text)).items())) for line in lines[::step])
    return Counter(row for row in rows if row)


def rank_terms(rows: Counter[Row], clusters: int, seed: int) -> list[list[str]]:
    """Return the terms of each cluster, the nearest to its centroid first, at most 128; terms of no row are left out.

    Equal lines are one row with their number as its weight. Counts and weights are whole numbers, so that sums
    do not depend on their order, and centroids not on the number of processors.
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
    means = method(n_clusters=min(clusters, len(distinct)), n_init=1, random_state=seed)
    means.fit(matrix, sample_weight=np.asarray([rows[row] for row in distinct], dtype=np.float64))
    centroids = np.round(means.cluster_centers_, DECIMALS)
    ranked = [
        [vocabulary[index] for index in np.argsort(-centroid, kind="stable")[:NEAREST] if centroid[index] > 0]
        for centroid in centroids
    ]
    return sorted(ranked)


CLUSTERS = (2, 3, 4, 6, 8, 12, 16, 24)
TERMS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)
THRESHOLD = 1.0


def search_samples(
    chunks: Sequence[SampleChunk], wanted: int, seed: int = 0
) -> tuple[Sampling, tuple[SearchStep, ...]]:
    """Return the sampling whose number of samples is closest to `wanted`, not above it where possible, and all trials.

    Every pair of CLUSTERS and TERMS is tried; among trials with equally many samples the one with most keywords
    counts, then the one with fewer clusters and terms. Raises ValueError when `wanted` < 1.
    """
    if wanted < 1:
        raise ValueError(f"found {wanted} samples wanted, expected at least 1")
    rows = count_rows(chunks)
    words = [count_words(chunk) for chunk in chunks]
    trials: list[SearchStep] = []
    best: Sampling | None = None
    for clusters in CLUSTERS:
        ranked = rank_terms(rows, clusters, seed)
        for terms in TERMS:
            keywords = tuple(sorted({term for nearest in ranked for term in nearest[:terms]}))
            chosen, coverage = choose(words, keywords, THRESHOLD)
            trials.append(SearchStep(clusters, terms, len(chosen), coverage[-1] if coverage else 0.0))
            found = Sampling(tuple(chunks[index] for index in chosen), coverage, keywords, clusters, terms)
            if best is None or _worth(found, wanted) > _worth(best, wanted):
                best = found
    assert best is not None
    return best, tuple(trials)


def _worth(found: Sampling, wanted: int) -> tuple[bool, int, int]:
    """Rank a sampling: not above, then close to what is wanted, then rich in keywords."""
    above = len(found.samples) > wanted
    return not above, -abs(len(found.samples) - wanted), len(found.keywords)
