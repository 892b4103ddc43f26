"""Whether two runs of the same questions differ by more than chance."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from evaluation.runs.records import ComparedRuns, Run

RESAMPLES = 5_000
SEED = 0
SURE = 0.95


def compare_all(runs: Sequence[Run]) -> tuple[ComparedRuns, ...]:
    """Compare every two runs, over the questions that both were asked."""
    return tuple(compare_runs(first, second) for first, second in combinations(runs, 2))


def compare_runs(first: Run, second: Run) -> ComparedRuns:
    """Compare two runs, question by question."""
    passed = {score.gold.id: score.passed for score in second.scores}
    pairs = [(one.passed, passed[one.gold.id]) for one in first.scores if one.gold.id in passed]
    only_first = sum(a and not b for a, b in pairs)
    only_second = sum(b and not a for a, b in pairs)
    gains = [int(b) - int(a) for a, b in pairs]
    low, high = _interval(gains)
    difference = sum(gains) / len(gains) if gains else 0.0
    p = mcnemar(only_first, only_second)
    return ComparedRuns(
        first.name, second.name, len(pairs), only_first, only_second, difference, low, high, p
    )


def mcnemar(only_first: int, only_second: int) -> float:
    """Return McNemar's exact p: of the questions that one run alone passed, each is a fair coin's toss."""
    from scipy.stats import binomtest  # type: ignore[import-untyped]

    tosses = only_first + only_second
    return float(binomtest(only_first, tosses).pvalue) if tosses else 1.0


def _interval(gains: Sequence[int]) -> tuple[float, float]:
    """Bound the mean gain by resampling the questions; the seed is fixed, so that the same runs tell the same."""
    import numpy as np
    from scipy.stats import bootstrap

    if len(set(gains)) < 2:
        value = float(gains[0]) if gains else 0.0
        return value, value
    found = bootstrap(
        (np.array(gains, dtype=float),),
        np.mean,
        n_resamples=RESAMPLES,
        confidence_level=SURE,
        method="percentile",
        rng=np.random.default_rng(SEED),
    )
    return float(found.confidence_interval.low), float(found.confidence_interval.high)
