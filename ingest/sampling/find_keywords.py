"""Finds the terms that tell lines apart: the terms nearest each centroid of a K-means clustering of the lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ingest.sampling.mask_line import words_of
from ingest.sampling.records import Chunk

MOST_LINES = 20_000
MANY_ROWS = 5_000
NEAREST = 128
DECIMALS = 9

Row = tuple[tuple[str, int], ...]
"""The terms of a line with their counts, in alphabetical order."""


def find_keywords(chunks: Sequence[Chunk], clusters: int, terms: int, seed: int) -> tuple[str, ...]:
    """Return the `terms` terms nearest each of `clusters` centroids, in alphabetical order.

    Rows are lines, columns are terms, cells are counts. A term's distance is that of its unit vector, so the
    nearest are those that weigh most in the centroid; equal ones in alphabetical order. Of more than 20,000
    lines every n-th is used. Fewer clusters are made where fewer lines differ. Numbers and ids are no terms
    (words_of says what is); without any term there are no keywords.
    Source: keyword extraction in FastRAG, arXiv 2411.13773, section III.
    """
    ranked = rank_terms(count_rows(chunks), clusters, seed)
    return tuple(sorted({term for nearest in ranked for term in nearest[:terms]}))


def count_rows(chunks: Sequence[Chunk]) -> Counter[Row]:
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
