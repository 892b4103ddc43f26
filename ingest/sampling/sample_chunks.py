"""Chooses the chunks that show the keywords: the paper's Algorithm 1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import log, log2

from ingest.sampling.mask_line import words_of
from ingest.sampling.records import Chunk

DECIMALS = 9


def sample_chunks(
    chunks: Sequence[Chunk], keywords: Sequence[str], threshold: float = 1.0
) -> tuple[tuple[Chunk, ...], tuple[float, ...]]:
    """Return samples in the order chosen, and the share of the keywords shown after each.

    Of every chunk only the keywords are kept; its entropy is that of their TF-IDF weights. The next sample is the
    one with the largest (new keywords times entropy), among equal ones that with more new keywords, then the first;
    so a chunk that holds one keyword only, whose entropy is 0, is still chosen where nothing else shows it. It
    ends when `threshold` is reached, or no chunk shows anything new. Without keywords the first chunk is the sample.
    Source: Algorithm 1 of FastRAG, arXiv 2411.13773.
    """
    chosen, coverage = choose([count_words(chunk) for chunk in chunks], keywords, threshold)
    return tuple(chunks[index] for index in chosen), coverage


def count_words(chunk: Chunk) -> Counter[str]:
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
