"""Several runs as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from statistics import median, quantiles

from evaluation.records import Score
from evaluation.runs.records import ComparedRuns, Run

JsonObject = dict[str, object]


def runs_json(runs: Sequence[Run], compared: Sequence[ComparedRuns]) -> JsonObject:
    """Describe the runs and their comparisons, question by question."""
    return {"runs": [_run(run) for run in runs], "comparisons": [asdict(each) for each in compared]}


def _run(run: Run) -> JsonObject:
    told, spent = run.evaluation, [score.spent for score in run.scores]
    return {
        "model": run.model,
        "mode": run.mode,
        "n": told.n,
        "passed": told.passed,
        "without_negatives": asdict(told.without_negatives),
        "negatives": asdict(told.negatives),
        "by_kind": {kind: asdict(tally) for kind, tally in told.by_kind.items()},
        "citation_precision": told.citation_precision,
        "citation_recall": told.citation_recall,
        "calls": sum(each.calls for each in spent),
        "prompt_tokens": sum(each.prompt_tokens for each in spent),
        "completion_tokens": sum(each.completion_tokens for each in spent),
        "cost_usd": run.usd,
        "latency_s": latency(run.scores),
        "judged": judged(run),
        "judgements": [asdict(each) for each in run.judgements],
        "questions": [_question(score) for score in run.scores],
    }


def latency(scores: Sequence[Score]) -> dict[str, float | None]:
    """Return the median and the 95th percentile of the seconds, and the median of those outside the model."""
    seconds = [score.spent.seconds for score in scores]
    if not seconds:
        return {"median": None, "p95": None, "median_outside_model": None}
    p95 = quantiles(seconds, n=20, method="inclusive")[-1] if len(seconds) > 1 else seconds[0]
    outside = median(score.spent.seconds - score.spent.waited_s for score in scores)
    return {"median": median(seconds), "p95": p95, "median_outside_model": outside}


def judged(run: Run) -> dict[str, int]:
    """Count the verdicts of the judge."""
    verdicts = [each.verdict for each in run.judgements]
    return {verdict: verdicts.count(verdict) for verdict in sorted(set(verdicts))}


def _question(score: Score) -> JsonObject:
    spent = score.spent
    return {
        "id": score.gold.id,
        "kind": score.gold.kind,
        "status": score.status,
        "passed": score.passed,
        "why": list(score.reasons),
        "citation_precision": score.cited.precision if score.cited else None,
        "citation_recall": score.cited.recall if score.cited else None,
        "calls": spent.calls,
        "prompt_tokens": spent.prompt_tokens,
        "completion_tokens": spent.completion_tokens,
        "seconds": spent.seconds,
        "outside_model_s": spent.seconds - spent.waited_s,
    }
