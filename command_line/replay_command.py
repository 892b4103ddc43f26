"""The command `wirelore replay`: asks kept conversations again, and shows what changed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agent.modes import Mode as RetrievalMode
from command_line.options import Jobs, Json, Kg, Model
from command_line.running import FAILED, console, json_only, print_json, settings_for
from workspace.open_kg import call_options, opened

if TYPE_CHECKING:
    from evaluation.replay.replay import Replay, Today
    from graph_store.graph import ReadableGraph

MOST_FACTS = 8


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
    jobs: Jobs = 2,
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
    from agent.ask import open_agent
    from command_line.stage_progress import stage_progress
    from conversations.conversation_file import find_conversations, read_conversation
    from evaluation.replay.replay import replay
    from evaluation.replay.replay_json import replay_json
    from evaluation.replay.replay_page import replay_page

    settings = settings_for(kg, model)
    kept = [read_conversation(path) for path in find_conversations(conversations)]
    options = call_options(settings, replies=replies, replay=replies is not None and not record)
    with (
        json_only(json),
        opened(settings) as graph,
        stage_progress(quiet=json) as progress,
        open_agent(graph, options.model, options=options) as agent,
    ):
        today = today_on(graph, options.model)
        found = replay(kept, agent.ask, today, mode, jobs, lambda done, of: progress("turns", done, of))
    if html is not None:
        html.write_text(replay_page(found, allow), encoding="utf-8")
    print_json(replay_json(found, allow)) if json else _show_replay(found, allow)
    if len(found.regressions) > allow:
        raise typer.Exit(FAILED)


def today_on(graph: ReadableGraph, model: str) -> Today:
    """Say with what conversations are replayed today."""
    from conversations.keeper import PROMPTS
    from conversations.records import digest_prompts, fingerprint
    from evaluation.replay.replay import Today

    return Today(fingerprint(graph), digest_prompts(PROMPTS), model)


def _show_replay(found: Replay, allowed: int) -> None:
    """Show what is no worse by kind, then every turn that is, then what else changed, in short."""
    from rich.table import Table
    from rich.text import Text

    from evaluation.replay.replay_json import by_kind, status_changes

    out = console()
    table = Table("kind", "no worse", "of")
    for kind, group in by_kind(found.comparisons).items():
        table.add_row(kind, str(sum(each.passed for each in group)), str(len(group)))
    out.print(table)
    for each in found.regressions:
        facts = each.regressed.split(", ")
        more = f" and {len(facts) - MOST_FACTS} more" if len(facts) > MOST_FACTS else ""
        head = f"{each.conversation}, turn {each.before.number}: {each.before.question}"
        out.print(Text(head, style="bold"))
        out.print(Text(f"  {', '.join(facts[:MOST_FACTS])}{more}", style="red"))
        out.print(Text(f"  was: {each.before.answer}", style="dim"))
        out.print(Text(f"  is:  {each.after.answer}", style="dim"))
    for prompt, turns in found.unrecorded.items():
        message = f"prompt {prompt} needs new recordings for {turns} turns: run with --record and a model"
        out.print(Text(message, "yellow"))
    changed = [each for each in found.comparisons if each.wording != "same" and each.passed]
    out.print(f"{len(found.comparisons)} turns of {found.conversations} conversations: ", end="")
    counts = [f"{len(found.regressions)} worse ({allowed} allowed)", f"{len(changed)} changed otherwise"]
    counts += [f"{count} {change}" for change, count in status_changes(found.comparisons).items()]
    out.print(Text(", ".join(counts), "red" if len(found.regressions) > allowed else "green"))
    if any(each.before.graph != found.graph for each in found.comparisons):
        out.print(Text("what is loaded has changed since", "yellow"))
