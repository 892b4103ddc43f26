"""What a person reads after `wirelore evaluate`."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from command_line.tables import show_evaluation
from evaluation.runs.records import ComparedRuns, Run
from evaluation.runs.runs_json import judged, latency
from evaluation.runs.runs_page import by_kind_rows, tell_comparison


def show_runs(console: Console, runs: Sequence[Run], compared: Sequence[ComparedRuns]) -> None:
    """Show one run as it stands; of several a table by kind, what each took, and how every two compare."""
    if len(runs) == 1:
        show_evaluation(console, runs[0].evaluation)
    else:
        _show_table(console, runs)
    for run in runs:
        console.print(Text(_took(run), "dim"))
        for judgement in run.judgements:
            console.print(Text(f"{judgement.question}: {judgement.verdict}: {judgement.words}"))
    for each in compared:
        console.print(Text(tell_comparison(each)))


def _show_table(console: Console, runs: Sequence[Run]) -> None:
    table = Table("kind", *(escape(run.name) for run in runs))
    for row in by_kind_rows(runs):
        table.add_row(*map(Text, row))
    console.print(table)


def _took(run: Run) -> str:
    told = latency(run.scores)
    spent = [score.spent for score in run.scores]
    sent, came = sum(each.prompt_tokens for each in spent), sum(each.completion_tokens for each in spent)
    calls = f"{sum(each.calls for each in spent)} calls, {sent:,} prompt and {came:,} reply tokens"
    cost = "price not known" if run.usd is None else f"{run.usd:.4f} USD"
    seconds = ", ".join(
        f"{name.replace('_', ' ')} {value:.2f} s" for name, value in told.items() if value is not None
    )
    words = ", ".join(f"{count} {verdict}" for verdict, count in judged(run).items())
    cited = run.evaluation.citation_precision, run.evaluation.citation_recall
    shares = "/".join("-" if share is None else f"{share:.2f}" for share in cited)
    judge = f"; judged: {words}" if words else ""
    return f"{run.name}: citations {shares}; {calls}, {cost}; {seconds}{judge}"
