"""The commands `wirelore communities` and `wirelore export`."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from command_line.options import (
    BudgetTokens,
    BudgetUsd,
    Json,
    Kg,
    Model,
    Replay,
    Replies,
    console,
    json_only,
    opened,
)
from settings import read_settings

MOST_SHOWN = 20


def communities(
    kg: Kg = None,
    model: Model = None,
    write: Annotated[
        bool, typer.Option("--write", help="Let the model write the reports whose facts have changed.")
    ] = False,
    most: Annotated[int, typer.Option(min=1, help="How many reports a model writes at most, of all.")] = 60,
    dry_run: Annotated[bool, typer.Option(help="Tell what writing would take, and stop.")] = False,
    budget_usd: BudgetUsd = None,
    budget_tokens: BudgetTokens = None,
    replies: Replies = None,
    replay: Replay = False,
    json: Json = False,
) -> None:
    """Find the communities of the graph and show their reports, the most important first.

    Reports are composed of counts, values, typical lines and findings; with --write a model words them, once.
    """
    from agent.secrets.graph_secrets import graph_secrets
    from agent.secrets.mask_secrets import SecretMask
    from command_line.json_output import print_json
    from language_model.call_options import CallOptions, open_session_calls
    from language_model.errors import UnknownModelError
    from language_model.metered_calls import MeteredCalls
    from retrieval.indexes import Indexes
    from retrieval.written_reports import plan_writing, write_reports

    settings = read_settings(os.environ)
    told: dict[str, object] = {}
    with json_only(json), opened(settings, kg) as graph:
        indexes = Indexes(graph, graph.describe())
        plan = plan_writing(graph, indexes.composed, most)
        if dry_run or write:
            told |= {"to_write": len(plan.write), "kept": plan.kept, "estimated_tokens": plan.tokens}
        if write and not dry_run:
            name = model or settings.model
            options = CallOptions(
                name,
                settings.budget_usd if budget_usd is None else budget_usd,
                settings.budget_tokens if budget_tokens is None else budget_tokens,
                settings.price_usd,
                settings.model_time_limit_s,
                replies,
                replay,
                settings.keep_prompts,
            )
            with open_session_calls(options) as calls:
                if calls is None:
                    raise UnknownModelError(name, "reports are written by a language model")
                meter = MeteredCalls(calls)
                written = write_reports(graph, indexes.composed, plan, meter)
            tokens = meter.prompt_tokens + meter.completion_tokens
            told |= {"written": written, "calls": meter.calls, "tokens": tokens}
        mask = SecretMask(settings.show_secrets, partial(graph_secrets, graph, logs=True))
        reports = [
            {
                "community": one.community.number,
                "level": one.community.level,
                "members": len(one.community.members),
                "rank": round(one.rank, 2),
                "model": one.model or "builtin",
                "title": mask.shown_document(one.title),
                "statements": [mask.shown_document(each.text) for each in one.statements],
            }
            for one in indexes.reports
        ]
    if json:
        print_json({"communities": len(reports), **told, "reports": reports})
        return
    out = console()
    out.print(f"{len(reports)} communities", highlight=False)
    for key, value in told.items():
        out.print(f"{key.replace('_', ' ')}: {value}")
    for report in reports[:MOST_SHOWN]:
        out.print(
            f"\n{report['title']} (level {report['level']}, {report['members']} nodes)",
            style="bold",
            markup=False,
        )
        statements = report["statements"]
        for text in statements if isinstance(statements, list) else ():
            out.print(f"  {text}", markup=False, soft_wrap=True)
    if len(reports) > MOST_SHOWN:
        out.print(f"\n{len(reports) - MOST_SHOWN} more with --json", style="dim")


def export(
    kg: Kg = None,
    graphrag: Annotated[
        Path | None, typer.Option(help="Write GraphRAG's parquet tables into this folder.")
    ] = None,
    graphml: Annotated[
        Path | None, typer.Option(help="Write the entity graph into this GraphML file.")
    ] = None,
    show_secrets: Annotated[
        bool, typer.Option("--show-secrets", help="Leave passwords and keys in what is written.")
    ] = False,
    json: Json = False,
) -> None:
    """Export entities, relationships, communities, reports and text units for other tools."""
    from agent.secrets.graph_secrets import graph_secrets
    from agent.secrets.mask_secrets import SecretMask
    from command_line.json_output import print_json
    from retrieval.export import write_graphml, write_graphrag
    from retrieval.indexes import Indexes

    if graphrag is None and graphml is None:
        raise typer.BadParameter("say what to write: --graphrag DIR, --graphml FILE or both")
    settings = read_settings(os.environ)
    told: dict[str, object] = {}
    with json_only(json), opened(settings, kg) as graph:
        indexes = Indexes(graph, graph.describe())
        mask = SecretMask(show_secrets or settings.show_secrets, partial(graph_secrets, graph, logs=True))
        if graphrag is not None:
            told["graphrag"] = write_graphrag(indexes, graphrag, mask.shown_document)
        if graphml is not None:
            told["graphml"] = write_graphml(indexes, graphml, mask.shown_document)
    if json:
        print_json(told)
        return
    for name, counts in told.items():
        rows = (
            ", ".join(f"{count:,} {what}" for what, count in counts.items())
            if isinstance(counts, dict)
            else ""
        )
        console().print(f"{name}: {rows}")
