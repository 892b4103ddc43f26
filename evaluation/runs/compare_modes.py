"""Compares modes, and tells whether two runs differ by more than chance: scores, intervals, costs. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from math import sqrt

from evaluation.evaluate import CLAIMED
from evaluation.report.page import draw_intervals, draw_measures, write_pictures, write_table
from evaluation.runs.ask_run import ComparedRuns, Run
from evaluation.runs.runs_page import latency

Z = 1.96
JsonObject = dict[str, object]


@dataclass(frozen=True, slots=True)
class Indexing:
    """What a mode needs before its first question; calls and tokens only where a model wrote reports."""

    seconds: float = 0.0
    calls: int = 0
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class ModeTally:
    """One row of the comparison. `low` and `high` bound the share passed (Wilson, 95 %).

    `passed` counts negatives too: that nothing is claimed of what is not there. `wrong` claimed and did not pass;
    `declined` claimed nothing and did not pass; of those `shown` have the answer among the first 10 closest lines.
    """

    name: str
    n: int
    passed: int
    low: float
    high: float
    wrong: int
    declined: int
    shown: int
    by_kind: dict[str, tuple[int, int]]
    calls: int
    tokens: int
    usd: float | None
    seconds: float
    median_s: float
    indexing: Indexing


def tally_mode(run: Run, indexing: Indexing) -> ModeTally:
    """Count one mode's run."""
    scores, spent = run.scores, run.spent
    passed = sum(score.passed for score in scores)
    failed = [score for score in scores if not score.passed]
    declined = [score for score in failed if score.status not in CLAIMED]
    return ModeTally(
        run.name,
        len(scores),
        passed,
        *wilson(passed, len(scores)),
        len(failed) - len(declined),
        len(declined),
        sum(score.closest_rank > 0 for score in declined),
        {kind: (tally.passed, tally.n) for kind, tally in run.evaluation.by_kind.items()},
        spent.calls,
        spent.tokens,
        run.usd,
        spent.seconds,
        latency(scores)["median"] or 0.0,
        indexing,
    )


def wilson(passed: int, n: int) -> tuple[float, float]:
    """Bound a share with 95 % (Wilson's interval); 0 to 1 where nothing was asked."""
    if not n:
        return 0.0, 1.0
    share = passed / n
    middle = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    return max(0.0, middle - half), min(1.0, middle + half)


HEAD = (
    *("mode", "passed", "95 % interval", "wrong", "declined", "shown of declined", "calls", "tokens", "USD"),
    *("s in all", "median s", "s to index", "calls to index", "tokens to index"),
)


def mode_rows(tallies: Sequence[ModeTally]) -> list[list[object]]:
    """Return the rows under `HEAD`."""
    return [
        [
            one.name,
            f"{one.passed} of {one.n}",
            f"{one.low:.0%} to {one.high:.0%}",
            one.wrong,
            one.declined,
            one.shown,
            one.calls,
            one.tokens,
            "not known" if one.usd is None else f"{one.usd:.3f}",
            f"{one.seconds:.1f}",
            f"{one.median_s:.2f}",
            f"{one.indexing.seconds:.1f}",
            one.indexing.calls,
            one.indexing.tokens,
        ]
        for one in tallies
    ]


def modes_json(tallies: Sequence[ModeTally]) -> JsonObject:
    """Describe the comparison."""
    return {"modes": [asdict(one) for one in tallies]}


def modes_part(tallies: Sequence[ModeTally]) -> str:
    """Write the comparison's picture and table, as a part of a page."""
    shares = {one.name: (one.passed / max(one.n, 1), one.low, one.high) for one in tallies}
    right = {one.name: (one.passed + one.shown, one.n) for one in tallies}
    in_view = {name: (passed / max(n, 1), *wilson(passed, n)) for name, (passed, n) in right.items()}
    pictures = [
        draw_intervals("passed, with 95 % intervals", shares),
        draw_intervals("passed, or the answer is in the 10 closest lines", in_view),
        draw_measures("tokens", {one.name: float(one.tokens) for one in tallies}, ""),
        draw_measures("median seconds", {one.name: one.median_s for one in tallies}, "s"),
    ]
    return write_pictures(pictures) + write_table(HEAD, mode_rows(tallies))


# Whether two runs of the same questions differ by more than chance.


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
    difference = sum(gains) / max(len(gains), 1)
    low, high = _interval(gains)
    p = mcnemar(only_first, only_second)
    names = first.name, second.name
    return ComparedRuns(*names, len(pairs), only_first, only_second, difference, low, high, p)


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
