"""The command `wirelore evaluate`: asks gold questions in one or more ways, and scores the answers."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agent.modes import MODES, Mode
from command_line.options import (
    BudgetTokens,
    BudgetUsd,
    Json,
    Kg,
    Replay,
    Replies,
    console,
    json_only,
    opened,
)
from settings import Settings, read_settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from command_line.stage_progress import ReportProgress
    from evaluation.records import Gold, PassCount
    from evaluation.runs.ask_run import Run, Told
    from graph_store.graph import ReadableGraph
    from language_model.call_options import CallOptions
    from language_model.calls import ModelCalls


def known_modes(chosen: list[str] | None) -> list[str] | None:
    """Return the modes as they are. Raises BadParameter at one that is none."""
    for mode in chosen or []:
        if mode not in MODES:
            raise typer.BadParameter(f"{mode!r} is not one of {', '.join(map(repr, MODES))}")
    return chosen


def evaluate_questions(
    questions: Annotated[
        Path, typer.Argument(metavar="QUESTIONS.jsonl", help="Gold questions, one JSON object per line.")
    ],
    kg: Kg = None,
    mode: Annotated[
        list[str] | None,
        typer.Option(
            callback=known_modes,
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
    jobs: Annotated[int, typer.Option(min=1, help="How many questions to ask at once.")] = 1,
    judge: Annotated[
        str | None,
        typer.Option(help="Model that judges answers to open questions; its verdicts are recorded."),
    ] = None,
    html: Annotated[Path | None, typer.Option(help="Write an HTML report with tables and charts.")] = None,
    replies: Replies = None,
    replay: Replay = False,
    budget_usd: BudgetUsd = None,
    budget_tokens: BudgetTokens = None,
    json: Json = False,
) -> None:
    """Ask gold questions and score the answers, beside a keyword-search baseline.

    Several modes or models are compared in pairs, with bootstrap intervals and McNemar's test.
    """
    from command_line.json_output import evaluation_json, print_json
    from command_line.show_runs import show_runs
    from command_line.stage_progress import stage_progress
    from evaluation.records import read_questions
    from evaluation.runs.compare_modes import compare_all
    from evaluation.runs.runs_page import runs_json, runs_page
    from language_model.call_options import CallOptions

    settings = read_settings(os.environ)
    asked = read_questions(questions)
    modes = [each for each in MODES if each in (mode or ["combined"])]
    models = list(dict.fromkeys(model or [settings.model]))
    options = [
        _options(CallOptions, settings, name, replies, replay, budget_usd, budget_tokens) for name in models
    ]
    judging = (
        _options(CallOptions, settings, judge, replies, replay, budget_usd, budget_tokens) if judge else None
    )
    with json_only(json), opened(settings, kg) as graph, stage_progress(quiet=json) as progress:
        runs = _ask_all(asked, graph, modes, options, judging, jobs, progress)
    compared = compare_all(runs)
    if html is not None:
        html.write_text(runs_page(f"Evaluation of {questions.name}", runs, compared), encoding="utf-8")
    if json:
        print_json(evaluation_json(runs[0].evaluation) | runs_json(runs, compared))
    else:
        show_runs(console(), runs, compared)


def _options(
    made: type[CallOptions],
    settings: Settings,
    model: str,
    replies: Path | None,
    replay: bool,
    budget_usd: float | None,
    budget_tokens: int | None,
) -> CallOptions:
    return made(
        model=model,
        budget_usd=budget_usd,
        budget_tokens=budget_tokens,
        price=settings.price_usd,
        time_limit_s=settings.model_time_limit_s,
        replies=replies,
        replay=replay and model != "builtin",
        keep_prompts=settings.keep_prompts,
    )


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
    from contextlib import ExitStack

    from evaluation.evaluate import dump_tally, source_lines
    from language_model.call_options import open_session_calls

    dump = dump_tally(asked, source_lines(graph, graph.describe().documents))
    total, done = len(asked) * len(modes) * len(options), 0

    def told() -> None:
        nonlocal done
        done += 1
        progress("questions", done, total)

    progress("questions", 0, total)
    with ExitStack() as stack:
        judge = stack.enter_context(open_session_calls(judging)) if judging else None
        return [
            run for each in options for run in _ask_model(asked, graph, modes, each, judge, jobs, dump, told)
        ]


def _ask_model(
    asked: Sequence[Gold],
    graph: ReadableGraph,
    modes: Sequence[Mode],
    options: CallOptions,
    judge: ModelCalls | None,
    jobs: int,
    dump: PassCount,
    told: Told,
) -> list[Run]:
    from agent.ask import open_agent
    from evaluation.runs.ask_run import ask_run, judge_run
    from language_model.budget import find_price
    from language_model.redact import Redactor

    price = find_price(options.model, options.price)
    runs = []
    with open_agent(graph, options.model, options=options) as agent:
        agent.look()  # that is no question's time
        for mode in modes:
            run, cited = ask_run(asked, agent.ask, options.model, mode, dump, price, jobs, told)
            runs.append(judge_run(run, cited, judge, Redactor()) if judge else run)
    return runs
