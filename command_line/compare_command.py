"""The command `wirelore compare`: all modes on the same questions, in one table, picture and page."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agent.modes import MODES, WAYS, Mode
from command_line.evaluate_command import known_modes
from command_line.options import (
    BudgetTokens,
    BudgetUsd,
    GlobalStyle,
    Json,
    Kg,
    Model,
    Replay,
    Replies,
    Without,
    console,
    json_only,
    left_out,
    opened,
)
from settings import read_settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evaluation.records import Gold
    from evaluation.runs.ask_run import Run
    from evaluation.runs.compare_modes import ModeTally
    from graph_store.graph import ReadableGraph
    from language_model.call_options import CallOptions
    from retrieval.records import RetrievalOptions

    Way = tuple[Mode, str, RetrievalOptions]


def compare(
    questions: Annotated[
        Path, typer.Argument(metavar="QUESTIONS.jsonl", help="Gold questions, one JSON object per line.")
    ],
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
    jobs: Annotated[int, typer.Option(min=1, help="How many questions to ask at once.")] = 1,
    html: Annotated[Path | None, typer.Option(help="Write an HTML report with tables and charts.")] = None,
    replies: Replies = None,
    replay: Replay = False,
    budget_usd: BudgetUsd = None,
    budget_tokens: BudgetTokens = None,
    json: Json = False,
) -> None:
    """Ask gold questions in several modes and compare results and cost."""
    from command_line.json_output import print_json
    from evaluation.records import read_questions
    from evaluation.runs.compare_modes import compare_all, modes_json, modes_part
    from evaluation.runs.runs_page import runs_json, runs_page
    from language_model.call_options import CallOptions
    from retrieval.records import TECHNIQUES, RetrievalOptions

    chosen = known_modes([one.strip() for one in modes.split(",") if one.strip()]) or list(MODES)
    options = RetrievalOptions(global_style, left_out(without))
    ways: list[Way] = [(mode, "", options) for mode in MODES if mode in chosen]
    if ablation:
        ways += [
            ("advanced", f"without {one}", replace(options, without=options.without | {one}))
            for one in TECHNIQUES
        ]
    settings = read_settings(os.environ)
    name = model or settings.model
    calls = CallOptions(
        name,
        budget_usd,
        budget_tokens,
        settings.price_usd,
        settings.model_time_limit_s,
        replies,
        replay and name != "builtin",
        settings.keep_prompts,
    )
    asked = read_questions(questions)
    with json_only(json), opened(settings, kg) as graph:
        found = [_ask_way(asked, graph, way, calls, jobs) for way in ways]
    runs, tallies = [run for run, _ in found], [tally for _, tally in found]
    compared = compare_all(runs)
    if html is not None:
        page = runs_page(f"Modes compared on {questions.name}", runs, compared)
        html.write_text(page.replace("</h1>", f"</h1>{modes_part(tallies)}", 1), encoding="utf-8")
    if json:
        print_json(modes_json(tallies) | runs_json(runs, compared))
    else:
        _show(tallies)


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
    out = console()
    out.print(table)
    kinds = sorted({kind for one in tallies for kind in one.by_kind})
    by_kind = Table("passed by kind", *kinds)
    for one in tallies:
        cells = [one.by_kind.get(kind, (0, 0)) for kind in kinds]
        by_kind.add_row(one.name, *(f"{passed} of {n}" for passed, n in cells))
    out.print(by_kind)
