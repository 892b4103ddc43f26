"""Writes runs as an HTML page and as JSON: charts, tables, then every question that some run failed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from html import escape
from statistics import median, quantiles

from evaluation.records import NEGATIVE, PassCount, Score
from evaluation.report.page import (
    draw_measures,
    draw_shares,
    write_fold,
    write_page,
    write_pictures,
    write_table,
)
from evaluation.runs.ask_run import ComparedRuns, Run

CHANCE = 0.05


def runs_page(title: str, runs: Sequence[Run], compared: Sequence[ComparedRuns]) -> str:
    """Write the page."""
    by_kind = write_table(["kind", *(run.name for run in runs)], by_kind_rows(runs))
    parts = [_pictures(runs), "<h2>By kind</h2>", by_kind, "<h2>What it took</h2>", _costs(runs)]
    if compared:
        comparisons = "".join(f"<p>{escape(tell_comparison(each))}</p>" for each in compared)
        parts += ["<h2>Compared</h2>", comparisons]
    if any(run.judgements for run in runs):
        parts += ["<h2>The judge's words</h2>", *map(_judgements, runs)]
    return write_page(title, [*parts, "<h2>Not passed</h2>", *_failures(runs)])


def by_kind_rows(runs: Sequence[Run]) -> list[list[str]]:
    """Return a row for each kind, then one for all but the negatives, the negatives and the keyword dump."""
    kinds = sorted({kind for run in runs for kind in run.evaluation.by_kind} - {NEGATIVE})
    tallies = [[run.evaluation.by_kind.get(kind) for run in runs] for kind in kinds]
    rows = [
        [kind, *(f"{each.passed} of {each.n}" if each else "" for each in found)]
        for kind, found in zip(kinds, tallies, strict=True)
    ]
    totals = {
        "all but negatives": [run.evaluation.without_negatives for run in runs],
        "negatives": [run.evaluation.negatives for run in runs],
        "keyword dump (words only)": [run.evaluation.keyword_dump for run in runs],
    }
    return rows + [[name, *(f"{one.passed} of {one.n}" for one in found)] for name, found in totals.items()]


def _pictures(runs: Sequence[Run]) -> str:
    asked = {run.name: _share(run.evaluation.without_negatives) for run in runs}
    medians = {run.name: latency(run.scores)["median"] or 0.0 for run in runs}
    drawn = [
        draw_shares("passed, without negatives", asked),
        draw_shares("negatives", {run.name: _share(run.evaluation.negatives) for run in runs}),
        draw_measures("median latency", medians, "s"),
        draw_measures("tokens", {run.name: float(run.spent.tokens) for run in runs}, ""),
    ]
    for run in runs:
        kinds = {kind: _share(tally) for kind, tally in run.evaluation.by_kind.items()}
        drawn.append(draw_shares(f"by kind: {run.name}", kinds))
    return write_pictures(drawn)


def _share(tally: PassCount) -> tuple[int, int]:
    return tally.passed, tally.n


def _costs(runs: Sequence[Run]) -> str:
    head = ["run", "citation precision", "citation recall", "calls", "prompt tokens", "reply tokens", "USD"]
    seconds = ["median s", "p95 s", "median s outside the model"]
    table = write_table([*head, *seconds], [_cost_row(run) for run in runs])
    of_question = ["id", "kind", "status", "passed", "calls", "prompt tokens", "reply tokens"]
    of_question += ["s", "s outside the model"]
    folds = [
        write_fold(
            f"{run.name}: every question",
            write_table(of_question, [_question_row(score) for score in run.scores]),
        )
        for run in runs
    ]
    return table + "".join(folds)


def _cost_row(run: Run) -> list[object]:
    found, spent = run.evaluation, run.spent
    cited = [found.citation_precision, found.citation_recall]
    seconds = latency(run.scores).values()
    used = [spent.calls, spent.prompt_tokens, spent.completion_tokens]
    shown = ["not known" if one is None else one for one in (*cited, run.usd, *seconds)]
    return [run.name, *shown[:2], *used, *shown[2:]]


def _question_row(score: Score) -> list[object]:
    spent = score.spent
    used = [spent.calls, spent.prompt_tokens, spent.completion_tokens]
    cells = [score.gold.id, score.gold.kind, score.status, "yes" if score.passed else "no"]
    return [*cells, *used, spent.seconds, spent.seconds - spent.waited_s]


def tell_comparison(each: ComparedRuns) -> str:
    """Say how two runs compare, in a sentence."""
    sure = "more than chance" if each.p < CHANCE else "may be chance"
    return (
        f"{each.second} against {each.first}: {each.difference:+.1%} passed (95 % interval {each.low:+.1%} to "
        f"{each.high:+.1%}); it alone passed {each.only_second}, the other alone {each.only_first}, of {each.n}; "
        f"McNemar p = {each.p:.3f}: {sure}"
    )


def _judgements(run: Run) -> str:
    counted = ", ".join(f"{count} {verdict}" for verdict, count in judged(run).items())
    rows = [(each.question, each.verdict, each.words) for each in run.judgements]
    return write_fold(f"{run.name}: {counted}", write_table(["question", "verdict", "words"], rows))


def _failures(runs: Sequence[Run]) -> Iterator[str]:
    failed: dict[str, list[tuple[Run, Score]]] = defaultdict(list)
    for run in runs:
        for score in run.scores:
            if not score.passed:
                failed[score.gold.id].append((run, score))
    for found in failed.values():
        gold = found[0][1].gold
        rows = [(run.name, score.status, score.answer, "; ".join(score.reasons)) for run, score in found]
        right_answer = f'<p class="soft">right: {escape(gold.text)}</p>'
        table = write_table(["run", "status", "answer", "why it does not pass"], rows)
        yield write_fold(f"{gold.id} ({gold.kind}) {gold.question}", right_answer + table)


# Several runs as JSON.


JsonObject = dict[str, object]


def runs_json(runs: Sequence[Run], compared: Sequence[ComparedRuns]) -> JsonObject:
    """Describe the runs and their comparisons, question by question."""
    return {"runs": [_run(run) for run in runs], "comparisons": [asdict(each) for each in compared]}


def _run(run: Run) -> JsonObject:
    figures, spent = run.evaluation, run.spent
    return {
        "model": run.model,
        "mode": run.mode,
        "n": figures.n,
        "passed": figures.passed,
        "without_negatives": asdict(figures.without_negatives),
        "negatives": asdict(figures.negatives),
        "by_kind": {kind: asdict(tally) for kind, tally in figures.by_kind.items()},
        "citation_precision": figures.citation_precision,
        "citation_recall": figures.citation_recall,
        "calls": spent.calls,
        "prompt_tokens": spent.prompt_tokens,
        "completion_tokens": spent.completion_tokens,
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
    return dict(sorted(Counter(each.verdict for each in run.judgements).items()))


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
