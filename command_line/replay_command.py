"""The command `wirelore replay`: asks kept conversations again, and shows what changed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agent.modes import Mode as RetrievalMode
from command_line.options import FAILED, Json, Kg, Model, console, json_only, opened
from settings import read_settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from command_line.stage_progress import ReportProgress
    from conversations.records import Conversation
    from evaluation.replay.replay import Replay
    from graph_store.graph import ReadableGraph
    from language_model.call_options import CallOptions


def replay_conversations(
    conversations: Annotated[
        list[Path], typer.Argument(metavar="CONVERSATIONS...", help="Conversation files, or folders of them.")
    ],
    kg: Kg = None,
    model: Model = None,
    mode: Annotated[
        RetrievalMode | None, typer.Option(help="Retrieval mode for every question. [default: as recorded]")
    ] = None,
    allow: Annotated[int, typer.Option(min=0, help="How many answers may get worse.")] = 0,
    html: Annotated[
        Path | None, typer.Option(help="Write an HTML page that shows old and new answers side by side.")
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="How many questions to ask at once.")] = 2,
    replies: Annotated[
        Path | None, typer.Option(help="Use recorded model replies from this file; do not call the model.")
    ] = None,
    record: Annotated[
        bool,
        typer.Option("--record", help="Call the model for replies missing from --replies, and add them."),
    ] = False,
    json: Json = False,
) -> None:
    """Ask recorded conversations again and report what changed. Exits with 1 if more answers got worse than --allow.

    An answer is worse if its facts or status differ, or it has no citation. Answers rated wrong may change.
    """
    from command_line.json_output import print_json
    from command_line.show_runs import show_replay
    from command_line.stage_progress import stage_progress
    from conversations.conversation_file import find_conversations, read_conversation
    from evaluation.replay.replay_json import replay_json
    from evaluation.replay.replay_page import replay_page
    from language_model.call_options import CallOptions

    settings = read_settings(os.environ)
    kept = [read_conversation(path) for path in find_conversations(conversations)]
    options = CallOptions(
        model or settings.model,
        price=settings.price_usd,
        time_limit_s=settings.model_time_limit_s,
        replies=replies,
        replay=replies is not None and not record,
        keep_prompts=settings.keep_prompts,
    )
    with json_only(json), opened(settings, kg) as graph, stage_progress(quiet=json) as progress:
        found = _replay(kept, graph, options, mode, jobs, progress)
    if html is not None:
        html.write_text(replay_page(found, allow), encoding="utf-8")
    if json:
        print_json(replay_json(found, allow))
    else:
        show_replay(console(), found, allow)
    if len(found.regressions) > allow:
        raise typer.Exit(FAILED)


def _replay(
    kept: Sequence[Conversation],
    graph: ReadableGraph,
    options: CallOptions,
    mode: RetrievalMode | None,
    jobs: int,
    progress: ReportProgress,
) -> Replay:
    from agent.ask import open_agent
    from conversations.keeper import PROMPTS
    from conversations.records import digest_prompts, fingerprint
    from evaluation.replay.replay import Today, replay

    today = Today(fingerprint(graph), digest_prompts(PROMPTS), options.model)
    with open_agent(graph, options.model, options=options) as agent:
        return replay(kept, agent.ask, today, mode, jobs, lambda done, of: progress("turns", done, of))
