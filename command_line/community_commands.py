"""The commands `wirelore communities`, `wirelore triplets` and `wirelore export`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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

if TYPE_CHECKING:
    from language_model.call_options import CallOptions
    from language_model.calls import MeteredCalls

MOST_SHOWN = 20


def _options(
    model: str | None, budget_usd: float | None, budget_tokens: int | None, replies: Path | None, replay: bool
) -> CallOptions:
    """Return how the model is called: as the command says, else as the settings do."""
    from language_model.call_options import CallOptions

    settings = read_settings(os.environ)
    return CallOptions(
        model or settings.model,
        settings.budget_usd if budget_usd is None else budget_usd,
        settings.budget_tokens if budget_tokens is None else budget_tokens,
        settings.price_usd,
        settings.model_time_limit_s,
        replies,
        replay,
        settings.keep_prompts,
    )


@contextmanager
def _calls(options: CallOptions, why: str) -> Iterator[MeteredCalls]:
    """Yield the model's calls, counted; without a model say why one is needed."""
    from language_model.call_options import open_session_calls
    from language_model.calls import MeteredCalls
    from language_model.errors import UnknownModelError

    with open_session_calls(options) as calls:
        if calls is None:
            raise UnknownModelError(options.model, why)
        yield MeteredCalls(calls)


def communities(
    kg: Kg = None,
    model: Model = None,
    write: Annotated[
        bool, typer.Option("--write", help="Let a model write the reports whose facts have changed.")
    ] = False,
    most: Annotated[int, typer.Option(min=1, help="Maximum number of reports written by the model.")] = 60,
    dry_run: Annotated[bool, typer.Option(help="Show what writing would cost, then exit.")] = False,
    budget_usd: BudgetUsd = None,
    budget_tokens: BudgetTokens = None,
    replies: Replies = None,
    replay: Replay = False,
    json: Json = False,
) -> None:
    """Find communities in the graph and show their reports, most important first.

    Reports list counts, values, typical lines and findings. With --write, a model writes them.
    """
    from agent.secrets.mask_secrets import SecretMask, graph_secrets
    from command_line.json_output import print_json
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
            options = _options(model, budget_usd, budget_tokens, replies, replay)
            with _calls(options, "reports are written by a language model") as meter:
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


def triplets(
    kg: Kg = None,
    model: Model = None,
    most: Annotated[int, typer.Option(min=1, help="Maximum number of passages to read.")] = 200,
    dry_run: Annotated[bool, typer.Option(help="Show what reading would cost, then exit.")] = False,
    budget_usd: BudgetUsd = None,
    budget_tokens: BudgetTokens = None,
    replies: Replies = None,
    replay: Replay = False,
    json: Json = False,
) -> None:
    """Let a model extract relations from runbooks and other prose into the entity graph.

    Each passage is read once, with secrets removed. Triplets that the passage does not literally state are dropped.
    """
    from command_line.json_output import print_json
    from retrieval.indexes import Indexes
    from retrieval.triplets import extract_triplets, plan_reading

    with json_only(json), opened(read_settings(os.environ), kg) as graph:
        indexes = Indexes(graph, graph.describe())
        plan = plan_reading(graph, indexes.chunks, most)
        told: dict[str, object] = {"to_read": len(plan.read), "kept": plan.kept, "left_out": plan.left_out}
        told["estimated_tokens"] = plan.tokens
        if plan.read and not dry_run:
            options = _options(model, budget_usd, budget_tokens, replies, replay)
            with _calls(options, "prose is read by a language model") as meter:
                found = extract_triplets(graph, indexes.chunks, plan, meter)
            told |= {"triplets": found, "calls": meter.calls}
            told["tokens"] = meter.prompt_tokens + meter.completion_tokens
    if json:
        print_json(told)
        return
    for key, value in told.items():
        console().print(f"{key.replace('_', ' ')}: {value}")


def export(
    kg: Kg = None,
    graphrag: Annotated[
        Path | None, typer.Option(help="Write GraphRAG's parquet tables to this folder.")
    ] = None,
    graphml: Annotated[Path | None, typer.Option(help="Write the entity graph to this GraphML file.")] = None,
    show_secrets: Annotated[
        bool, typer.Option("--show-secrets", help="Do not mask passwords and keys.")
    ] = False,
    json: Json = False,
) -> None:
    """Export entities, relationships, communities, reports and text units for other tools."""
    from agent.secrets.mask_secrets import SecretMask, graph_secrets
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


# The command `wirelore embed`.


def embed(
    embeddings: Annotated[
        str, typer.Option(help="Embedding model as LangChain names it, e.g. openai:text-embedding-3-small.")
    ],
    kg: Kg = None,
    json: Json = False,
) -> None:
    """Embed chunks and reports with a model, and store the vectors in the graph's vector index.

    Only new texts are embedded, with secrets removed. Questions are embedded by the same model. Set
    OPENAI_BASE_URL and OPENAI_API_KEY for an OpenAI-compatible endpoint.
    """
    from command_line.json_output import print_json
    from retrieval.indexes import Indexes
    from retrieval.vectors import KINDS, keep_vectors

    told = {}
    with json_only(json), opened(read_settings(os.environ), kg) as graph:
        indexes = Indexes(graph, graph.describe())
        for kind in KINDS:
            texts = indexes.texts(kind)
            told[kind.lower()] = {
                "texts": len(texts),
                "embedded": keep_vectors(graph, kind, texts, embeddings),
            }
    if json:
        print_json({"embeddings": embeddings, **told})
        return
    for name, counts in told.items():
        console().print(f"{name}s: {counts['texts']:,}, embedded now: {counts['embedded']:,}")
