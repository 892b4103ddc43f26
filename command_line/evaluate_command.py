"""The commands `wirelore evaluate` and `compare`: ask gold questions in several ways, and score the answers."""

from __future__ import annotations

import time
from contextlib import nullcontext
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agent.modes import MODES, WAYS, Mode
from command_line.options import (
    BudgetTokens,
    BudgetUsd,
    GlobalStyle,
    Jobs,
    Json,
    Kg,
    Model,
    Replay,
    Replies,
    Without,
    left_out,
    one_of,
)
from command_line.running import console, json_only, print_json, settings_for
from workspace.as_json import pick
from workspace.open_kg import call_options, opened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from command_line.stage_progress import ReportProgress
    from evaluation.records import Evaluation, Gold
    from evaluation.runs.ask_run import ComparedRuns, Run
    from evaluation.runs.compare_modes import ModeTally
    from graph_store.graph import ReadableGraph
    from language_model.open_calls import CallOptions
    from retrieval.records import RetrievalOptions

    Way = tuple[Mode, str, RetrievalOptions]

Questions = Annotated[
    Path, typer.Argument(metavar="QUESTIONS.jsonl", help="Gold questions, one JSON object per line.")
]
Html = Annotated[Path | None, typer.Option(help="Write an HTML report with tables and charts.")]
_known_modes = one_of(MODES)


def evaluate_questions(
    questions: Questions,
    kg: Kg = None,
    mode: Annotated[
        list[str] | None,
        typer.Option(
            callback=_known_modes,
            metavar=f"[{'|'.join(MODES)}]",
            help="Retrieval mode; repeat to compare several. [default: combined]",
        ),
    ] = None,
    model: Annotated[
        list[str] | None,
        typer.Option(
            help="Model, as for ask; repeat to compare several. [default: builtin, or WIRELORE_MODEL]"
        ),
    ] = None,
    jobs: Jobs = 1,
    judge: Annotated[
        str | None,
        typer.Option(help="Model that judges answers to open questions; its verdicts are recorded."),
    ] = None,
    html: Html = None,
    replies: Replies = None,
    replay: Replay = False,
    budget_usd: BudgetUsd = None,
    budget_tokens: BudgetTokens = None,
    json: Json = False,
) -> None:
    """Ask gold questions and score the answers, beside a keyword-search baseline.

    Several modes or models are compared in pairs, with bootstrap intervals and McNemar's test.
    """
    from command_line.stage_progress import stage_progress
    from evaluation.records import read_questions
    from evaluation.runs.compare_modes import compare_all
    from evaluation.runs.runs_page import runs_json, runs_page

    settings = settings_for(kg, None, budget_usd, budget_tokens)
    asked = read_questions(questions)
    modes = [each for each in MODES if each in (mode or ["combined"])]

    def options_of(name: str) -> CallOptions:
        chosen = replace(settings, model=name)
        return call_options(chosen, replies=replies, replay=replay and name != "builtin")

    options = [options_of(name) for name in dict.fromkeys(model or [settings.model])]
    judging = options_of(judge) if judge else None
    with json_only(json), opened(settings) as graph, stage_progress(quiet=json) as progress:
        runs = _ask_all(asked, graph, modes, options, judging, jobs, progress)
    compared = compare_all(runs)
    if html is not None:
        html.write_text(runs_page(f"Evaluation of {questions.name}", runs, compared), encoding="utf-8")
    if json:
        print_json(_evaluation_json(runs[0].evaluation) | runs_json(runs, compared))
    else:
        _show_runs(runs, compared)


def _ask_all(
    asked: Sequence[Gold],
    graph: ReadableGraph,
    modes: Sequence[Mode],
    options: Sequence[CallOptions],
    judging: CallOptions | None,
    jobs: int,
    progress: ReportProgress,
) -> list[Run]:
    """Ask in every way; the judge is opened first, so that one that cannot be is named before anything is asked."""
    from agent.ask import open_agent
    from evaluation.evaluate import dump_tally, source_lines
    from evaluation.runs.ask_run import ask_run, judge_run
    from language_model.budget import find_price
    from language_model.open_calls import open_session_calls

    dump = dump_tally(asked, source_lines(graph, graph.describe().documents))
    total, done = len(asked) * len(modes) * len(options), 0
    runs: list[Run] = []

    def told() -> None:
        nonlocal done
        done += 1
        progress("questions", done, total)

    progress("questions", 0, total)
    with open_session_calls(judging) if judging else nullcontext() as judge:
        for each in options:
            price = find_price(each.model, each.price)
            with open_agent(graph, each.model, options=each) as agent:
                agent.look()  # that is no question's time
                for mode in modes:
                    run, cited = ask_run(asked, agent.ask, each.model, mode, dump, price, jobs, told)
                    runs.append(judge_run(run, cited, judge) if judge else run)
    return runs


def _evaluation_json(result: Evaluation) -> dict[str, object]:
    recalls = "citation_recall citation_recall_answered citation_recall_strict"
    return {
        **pick(result, "n passed"),
        "passed_without_negatives": result.without_negatives.passed,
        "n_without_negatives": result.without_negatives.n,
        "negatives": asdict(result.negatives),
        "wrong": result.wrong,
        "closest_first_5": asdict(result.closest_first),
        "closest_first_10": asdict(result.closest_second),
        "by_kind": {kind: asdict(tally) for kind, tally in result.by_kind.items()},
        **pick(result, f"citation_precision {recalls} list_precision list_recall"),
        "keyword_dump": asdict(result.keyword_dump),
        "failures": [asdict(failure) for failure in result.failures],
        "to_judge": result.to_judge,
    }


def _show_runs(runs: Sequence[Run], compared: Sequence[ComparedRuns]) -> None:
    """Show one run as it stands; of several a table by kind, what each took, and how every two compare."""
    from rich.markup import escape
    from rich.table import Table
    from rich.text import Text

    from evaluation.runs.runs_page import by_kind_rows, tell_comparison

    out = console()
    if len(runs) == 1:
        _show_evaluation(out, runs[0].evaluation)
    else:
        table = Table("kind", *(escape(run.name) for run in runs))
        for row in by_kind_rows(runs):
            table.add_row(*map(Text, row))
        out.print(table)
    for run in runs:
        out.print(Text(_took(run), "dim"))
        for judgement in run.judgements:
            out.print(Text(f"{judgement.question}: {judgement.verdict}: {judgement.words}"))
    for each in compared:
        out.print(Text(tell_comparison(each)))


def _took(run: Run) -> str:
    from evaluation.runs.runs_page import judged, latency

    sent, came = run.spent.prompt_tokens, run.spent.completion_tokens
    calls = f"{run.spent.calls} calls, {sent:,} prompt and {came:,} reply tokens"
    cost = "price not known" if run.usd is None else f"{run.usd:.4f} USD"
    times = [(name.replace("_", " "), value) for name, value in latency(run.scores).items()]
    seconds = ", ".join(f"{name} {value:.2f} s" for name, value in times if value is not None)
    words = ", ".join(f"{count} {verdict}" for verdict, count in judged(run).items())
    cited = run.evaluation.citation_precision, run.evaluation.citation_recall
    shares = "/".join("-" if share is None else f"{share:.2f}" for share in cited)
    judge = f"; judged: {words}" if words else ""
    return f"{run.name}: citations {shares}; {calls}, {cost}; {seconds}{judge}"


def _show_evaluation(console: Console, result: Evaluation) -> None:
    """Show the scores by kind, the citations, the baseline and every failure."""
    from rich.table import Table
    from rich.text import Text

    from command_line.tables import facts_table

    table = Table("kind", "passed", "of")
    for kind, tally in result.by_kind.items():
        table.add_row(kind, str(tally.passed), str(tally.n))
    table.add_section()
    totals = {
        "without negatives": result.without_negatives,
        "negatives": result.negatives,
        "right, or in the 5 closest lines": result.closest_first,
        "right, or in the 10 closest lines": result.closest_second,
        "keyword dump (words only)": result.keyword_dump,
    }
    for name, tally in totals.items():
        table.add_row(name, str(tally.passed), str(tally.n), style="bold")
    console.print(table)
    recall, answered = _share(result.citation_recall), _share(result.citation_recall_answered)
    facts = {
        "claimed wrongly": str(result.wrong),
        "citation precision": _share(result.citation_precision),
        "citation recall": f"{recall} ({answered} where answered)",
        "every line counted": _share(result.citation_recall_strict),
        "list precision": _share(result.list_precision),
        "list recall": _share(result.list_recall),
        "still to judge": ", ".join(result.to_judge) or "nothing",
    }
    console.print(facts_table(facts))
    for failure in result.failures:
        console.print(Text(f"{failure.id} ({failure.kind}) {failure.question}", style="bold"))
        console.print(Text(f"  {failure.status}: {failure.answer}"))
        for reason in failure.why:
            console.print(Text(f"  {reason}", style="red"))


def _share(value: float | None) -> str:
    return "not measured" if value is None else f"{value:.2f}"


def compare(
    questions: Questions,
    kg: Kg = None,
    modes: Annotated[
        str, typer.Option(help=f"Comma-separated modes: {', '.join(MODES)}. [default: all]")
    ] = "",
    ablation: Annotated[
        bool, typer.Option("--ablation", help="Also run mode advanced without each of its techniques.")
    ] = False,
    global_style: GlobalStyle = "one-pass",
    without: Without = None,
    model: Model = None,
    jobs: Jobs = 1,
    html: Html = None,
    replies: Replies = None,
    replay: Replay = False,
    budget_usd: BudgetUsd = None,
    budget_tokens: BudgetTokens = None,
    json: Json = False,
) -> None:
    """Ask gold questions in several modes and compare results and cost."""
    from evaluation.records import read_questions
    from evaluation.runs.compare_modes import compare_all, modes_json, modes_part
    from evaluation.runs.runs_page import runs_json, runs_page
    from retrieval.records import TECHNIQUES, RetrievalOptions

    chosen = _known_modes([one.strip() for one in modes.split(",") if one.strip()]) or MODES
    options = RetrievalOptions(global_style, left_out(without))
    ways: list[Way] = [(mode, "", options) for mode in MODES if mode in chosen]
    for one in TECHNIQUES if ablation else ():
        ways.append(("advanced", f"without {one}", replace(options, without=options.without | {one})))
    settings = settings_for(kg, model, budget_usd, budget_tokens)
    replay = replay and settings.model != "builtin"
    calls = call_options(settings, replies=replies, replay=replay)
    asked = read_questions(questions)
    with json_only(json), opened(settings) as graph:
        found = [_ask_way(asked, graph, way, calls, jobs) for way in ways]
    runs, tallies = [run for run, _ in found], [tally for _, tally in found]
    compared = compare_all(runs)
    if html is not None:
        page = runs_page(f"Modes compared on {questions.name}", runs, compared)
        html.write_text(page.replace("</h1>", f"</h1>{modes_part(tallies)}", 1), encoding="utf-8")
    print_json(modes_json(tallies) | runs_json(runs, compared)) if json else _show(tallies)


def _ask_way(
    asked: Sequence[Gold], graph: ReadableGraph, way: Way, calls: CallOptions, jobs: int
) -> tuple[Run, ModeTally]:
    """Ask in one way, with indexes of its own, so that what they take is this way's."""
    from agent.ask import open_agent
    from evaluation.records import PassCount
    from evaluation.runs.ask_run import ask_run
    from evaluation.runs.compare_modes import Indexing, tally_mode
    from language_model.budget import find_price

    mode, variant, options = way
    with open_agent(graph, calls.model, options=calls, retrieval=options) as agent:
        agent.look()
        started = time.monotonic()
        agent.prepare(mode)
        indexing = Indexing(time.monotonic() - started if WAYS[mode].retrieves else 0.0)
        price = find_price(calls.model, calls.price)
        run, _ = ask_run(asked, agent.ask, calls.model, mode, PassCount(0, 0), price, jobs)
    run = replace(run, variant=variant)
    return run, tally_mode(run, indexing)


def _show(tallies: Sequence[ModeTally]) -> None:
    from rich.table import Table

    from evaluation.runs.compare_modes import HEAD, mode_rows

    table = Table(*HEAD)
    for row in mode_rows(tallies):
        table.add_row(*map(str, row))
    kinds = sorted({kind for one in tallies for kind in one.by_kind})
    by_kind = Table("passed by kind", *kinds)
    for one in tallies:
        cells = [one.by_kind.get(kind, (0, 0)) for kind in kinds]
        by_kind.add_row(one.name, *(f"{passed} of {n}" for passed, n in cells))
    out = console()
    out.print(table)
    out.print(by_kind)
