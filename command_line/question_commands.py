"""The commands that make evaluation questions: wirelore questions make | accept | reject | list."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import Json, Model, Replay, Replies, command_group
from command_line.running import console, json_only, print_json, settings_for
from workspace.open_kg import call_options, model_calls

if TYPE_CHECKING:
    from evaluation.made.draft_questions import DraftState
    from ingest.learn.sampling.split_chunks import SampleChunk

questions_app = command_group("Generate and review evaluation questions.")
File = Annotated[Path, typer.Argument(metavar="FILE.jsonl", help="File of generated questions.")]
Ids = Annotated[list[str], typer.Argument(metavar="ID...", help="Question IDs, as listed.")]


@questions_app.command("make")
def make_questions(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Files and folders.")],
    out: Annotated[Path, typer.Option(help="File to append questions to, one JSON object per line.")],
    model: Model = None,
    chunks: Annotated[int, typer.Option(min=1, help="Chunks per syntax.")] = 3,
    count: Annotated[int, typer.Option(min=1, help="Questions per chunk.")] = 3,
    samples: Annotated[
        int, typer.Option(min=1, help="Samples per syntax used for learning; these are not drawn.")
    ] = 4,
    seed: Annotated[int, typer.Option(help="Random seed for drawing chunks.")] = 0,
    replies: Replies = None,
    replay: Replay = False,
    json: Json = False,
) -> None:
    """Let a model write questions with answers from chunks that were not samples, for review."""
    from evaluation.made.draft_questions import add_items, draft_questions

    options = call_options(settings_for(None, model), replies=replies, replay=replay)
    with json_only(json), model_calls(options, "questions are written by a language model") as calls:
        drawn = draw_chunks(paths, samples, chunks, seed, options.model)
        added, left_out = 0, list[str]()
        for each in drawn:  # what was written stays when a later call fails
            drafted = draft_questions(each.header, each.lines, count, calls)
            added += add_items(out, drafted.items)
            left_out += drafted.left_out
    if json:
        print_json({"chunks": len(drawn), "added": added, "left_out": left_out, "file": str(out)})
        return
    console().print(f"{added} questions from {len(drawn)} chunks added to {out}; accept or reject them")
    for reason in left_out:
        console().print(f"left out: {reason}", style="yellow", markup=False)


def draw_chunks(paths: list[Path], samples: int, wanted: int, seed: int, model: str) -> list[SampleChunk]:
    """Draw chunks at random that sampling did not choose, in the order of the files. Raises InputError."""
    from ingest.learn.sampling.sample_files import sample_files
    from language_model.count_tokens import token_counter

    drawn: list[SampleChunk] = []
    for group in sample_files(paths, samples, token_counter(model)):
        rest = [chunk for chunk in group.chunks if chunk not in group.sampling.samples and chunk.lines]
        random.Random(seed).shuffle(rest)  # noqa: S311 - draws, hides nothing
        drawn += sorted(rest[:wanted], key=group.chunks.index)
    return drawn


@questions_app.command("list")
def list_questions(file: File, json: Json = False) -> None:
    """List the questions with their answers, source lines and states."""
    from evaluation.made.draft_questions import read_items

    items = read_items(file)
    if json:
        print_json({"questions": items})
        return
    out = console()
    for item in items:
        out.print(f"{item.get('id')} ({item.get('state', 'accepted')})", style="bold", markup=False)
        out.print(f"  {item.get('question')}\n  answer: {item.get('answer')}", markup=False)
        if item.get("stands_in_lines") is False:
            out.print("  the answer does not stand in the lines as it is", style="yellow")
        lines = item.get("source_lines")
        for line in lines if isinstance(lines, list) else ():
            out.print(f"  {line}", style="dim", markup=False)


@questions_app.command("accept")
def accept_questions(file: File, ids: Ids) -> None:
    """Accept questions; `evaluate` will ask them."""
    _settle(file, ids, "accepted")


@questions_app.command("reject")
def reject_questions(file: File, ids: Ids) -> None:
    """Reject questions; they stay in the file but are not asked."""
    _settle(file, ids, "rejected")


def _settle(file: Path, ids: list[str], state: DraftState) -> None:
    from evaluation.made.draft_questions import settle

    settle(file, ids, state)
    console().print(f"{len(ids)} {state}")
