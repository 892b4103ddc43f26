"""The commands about what modes retrieve: wirelore communities, triplets, export and embed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from command_line.options import BudgetTokens, BudgetUsd, Json, Kg, Model, Replay, Replies
from command_line.running import console, json_only, print_json, settings_for
from workspace.open_kg import call_options, model_calls, opened

if TYPE_CHECKING:
    from language_model.calls import MeteredCalls
    from retrieval.indexes import Indexes

MOST_SHOWN = 20


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
    from retrieval.indexes import Indexes
    from retrieval.written_reports import plan_writing, write_reports

    settings = settings_for(kg, model, budget_usd, budget_tokens)
    facts: dict[str, object] = {}
    with json_only(json), opened(settings) as graph:
        indexes = Indexes(graph, graph.describe())
        plan = plan_writing(graph, indexes.composed, most)
        if dry_run or write:
            facts |= {"to_write": len(plan.write), "kept": plan.kept, "estimated_tokens": plan.tokens}
        if write and not dry_run:
            options = call_options(settings, replies=replies, replay=replay)
            with model_calls(options, "reports are written by a language model") as meter:
                facts |= {"written": write_reports(graph, indexes.composed, plan, meter)} | _used(meter)
        reports = _reports(indexes)
    if json:
        print_json({"communities": len(reports), **facts, "reports": reports})
        return
    out = console()
    out.print(f"{len(reports)} communities", highlight=False)
    _show_facts(facts)
    for report in reports[:MOST_SHOWN]:
        head = f"\n{report['title']} (level {report['level']}, {report['members']} nodes)"
        out.print(head, style="bold", markup=False)
        for text in report["statements"]:
            out.print(f"  {text}", markup=False, soft_wrap=True)
    if len(reports) > MOST_SHOWN:
        out.print(f"\n{len(reports) - MOST_SHOWN} more with --json", style="dim")


def _reports(indexes: Indexes) -> list[dict[str, Any]]:
    return [
        {
            "community": one.community.number,
            "level": one.community.level,
            "members": len(one.community.members),
            "rank": round(one.rank, 2),
            "model": one.model or "builtin",
            "title": one.title,
            "statements": [each.text for each in one.statements],
        }
        for one in indexes.reports
    ]


def _used(meter: MeteredCalls) -> dict[str, int]:
    return {"calls": meter.calls, "tokens": meter.prompt_tokens + meter.completion_tokens}


def _show_facts(facts: Mapping[str, object]) -> None:
    for key, value in facts.items():
        console().print(f"{key.replace('_', ' ')}: {value}")


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

    Each passage is read once. Triplets that the passage does not literally state are dropped.
    """
    from retrieval.indexes import Indexes
    from retrieval.triplets import extract_triplets, plan_reading

    settings = settings_for(kg, model, budget_usd, budget_tokens)
    with json_only(json), opened(settings) as graph:
        indexes = Indexes(graph, graph.describe())
        plan = plan_reading(graph, indexes.chunks, most)
        facts: dict[str, object] = {"to_read": len(plan.read), "kept": plan.kept, "left_out": plan.left_out}
        facts["estimated_tokens"] = plan.tokens
        if plan.read and not dry_run:
            options = call_options(settings, replies=replies, replay=replay)
            with model_calls(options, "prose is read by a language model") as meter:
                facts |= {"triplets": extract_triplets(graph, indexes.chunks, plan, meter)} | _used(meter)
    print_json(facts) if json else _show_facts(facts)


def export(
    kg: Kg = None,
    graphrag: Annotated[
        Path | None, typer.Option(help="Write GraphRAG's parquet tables to this folder.")
    ] = None,
    graphml: Annotated[Path | None, typer.Option(help="Write the entity graph to this GraphML file.")] = None,
    json: Json = False,
) -> None:
    """Export entities, relationships, communities, reports and text units for other tools."""
    from retrieval.export import write_graphml, write_graphrag
    from retrieval.indexes import Indexes

    if graphrag is None and graphml is None:
        raise typer.BadParameter("say what to write: --graphrag DIR, --graphml FILE or both")
    settings = settings_for(kg)
    written: dict[str, Mapping[str, int]] = {}
    with json_only(json), opened(settings) as graph:
        indexes = Indexes(graph, graph.describe())
        if graphrag is not None:
            written["graphrag"] = write_graphrag(indexes, graphrag)
        if graphml is not None:
            written["graphml"] = write_graphml(indexes, graphml)
    if json:
        print_json(written)
        return
    for name, counts in written.items():
        rows = ", ".join(f"{count:,} {what}" for what, count in counts.items())
        console().print(f"{name}: {rows}")


def embed(
    embeddings: Annotated[
        str, typer.Option(help="Embedding model as LangChain names it, e.g. openai:text-embedding-3-small.")
    ],
    kg: Kg = None,
    json: Json = False,
) -> None:
    """Embed chunks and reports with a model, and store the vectors in the graph's vector index.

    Only new texts are embedded. Questions are embedded by the same model. Set
    OPENAI_BASE_URL and OPENAI_API_KEY for an OpenAI-compatible endpoint.
    """
    from retrieval.indexes import Indexes
    from retrieval.vectors import KINDS, keep_vectors

    facts = {}
    with json_only(json), opened(settings_for(kg)) as graph:
        indexes = Indexes(graph, graph.describe())
        for kind in KINDS:
            texts = indexes.texts(kind)
            embedded = keep_vectors(graph, kind, texts, embeddings)
            facts[kind.lower()] = {"texts": len(texts), "embedded": embedded}
    if json:
        print_json({"embeddings": embeddings, **facts})
        return
    for name, counts in facts.items():
        console().print(f"{name}s: {counts['texts']:,}, embedded now: {counts['embedded']:,}")
