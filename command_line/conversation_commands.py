"""The commands about kept conversations: wirelore conversations list | delete, wirelore feedback add | export."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from command_line.options import Json, Kg, command_group
from command_line.running import console, print_json, settings_for

if TYPE_CHECKING:
    from conversations.records import Conversation

conversations_app = command_group("List and delete recorded conversations.")
feedback_app = command_group("Rate answers, and turn ratings into evaluation questions.")


@conversations_app.command("list")
def list_conversations(
    kg: Kg = None,
    user: Annotated[str | None, typer.Option(help="Only conversations of this user.")] = None,
    json: Json = False,
) -> None:
    """List the conversations of a KG, oldest first."""
    from rich.table import Table
    from rich.text import Text

    folder = _folder(kg)
    kept = _kept(folder, user)
    if json:
        print_json({"folder": str(folder), "conversations": list(map(_conversation_json, kept))})
        return
    table = Table("id", "door", "users", "turns", "first question", "feedback")
    for each in kept:
        first = each.turns[0].question if each.turns else ""
        verdicts = ", ".join(f"{one.turn} {one.verdict}" for one in each.feedback)
        users, turns = ", ".join(_users(each)), str(len(each.turns))
        table.add_row(*map(Text, (each.heading.id, each.heading.door, users, turns, first, verdicts)))
    console().print(table)
    console().print(Text(str(folder), "dim"))


def _kept(folder: Path, user: str | None) -> list[Conversation]:
    """Read the conversations of a folder, oldest first; none if it is missing. Raises ConversationUnreadableError."""
    from conversations.conversation_file import SUFFIX, read_conversation

    kept = [read_conversation(path) for path in sorted(folder.glob(f"*{SUFFIX}"))]
    return [each for each in kept if user is None or user in _users(each)]


def _users(kept: Conversation) -> list[str]:
    return sorted({turn.user or kept.heading.user for turn in kept.turns})


def _conversation_json(each: Conversation) -> dict[str, object]:
    return {
        "id": each.heading.id,
        "door": each.heading.door,
        "begun": each.heading.begun,
        "users": _users(each),
        "questions": [turn.question for turn in each.turns],
        "statuses": [turn.status for turn in each.turns],
        "feedback": [{"turn": one.turn, "verdict": one.verdict} for one in each.feedback],
    }


@conversations_app.command("delete")
def delete_conversations(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="[ID...]", help="Conversation IDs, as listed.")
    ] = None,
    kg: Kg = None,
    user: Annotated[str | None, typer.Option(help="Delete this user's conversations.")] = None,
    older_than_days: Annotated[
        float | None, typer.Option(min=0, help="Delete conversations without activity for this long.")
    ] = None,
    json: Json = False,
) -> None:
    """Delete conversations by ID, user or age. This cannot be undone."""
    from conversations.conversation_file import forget_named, forget_older, forget_user

    if not ids and user is None and older_than_days is None:
        raise typer.BadParameter("say what to delete: ids, --user or --older-than-days")
    folder = _folder(kg)
    touched = [
        *forget_named(folder, ids or []),
        *(forget_user(folder, user) if user is not None else []),
        *(forget_older(folder, older_than_days) if older_than_days is not None else []),
    ]
    names = sorted({path.stem for path in touched})
    if json:
        print_json({"folder": str(folder), "touched": names})
    else:
        console().print(f"{len(names)} conversations deleted, or freed of what that user said")


@feedback_app.command("add")
def add_feedback(
    conversation: Annotated[str, typer.Argument(metavar="ID", help="Conversation ID, as listed.")],
    verdict: Annotated[Literal["up", "down"], typer.Argument(help="The rating.")],
    turn: Annotated[int, typer.Option(min=1, help="Which turn of the conversation.")] = 1,
    comment: Annotated[str, typer.Option(help="A comment on the answer.")] = "",
    kg: Kg = None,
) -> None:
    """Rate an answer."""
    from conversations.conversation_file import SUFFIX
    from conversations.conversation_file import add_feedback as add

    feedback = add(_folder(kg) / f"{conversation}{SUFFIX}", turn, verdict, comment)
    console().print(f"turn {feedback.turn} of {conversation}: {feedback.verdict}")


@feedback_app.command("export")
def export_feedback(
    out: Annotated[Path, typer.Argument(metavar="OUT.jsonl", help="Output file.")],
    kg: Kg = None,
    json: Json = False,
) -> None:
    """Turn feedback into evaluation questions: good answers become gold, bad ones are proposed for review."""
    from evaluation.made.draft_questions import add_items
    from evaluation.made.feedback_items import feedback_items

    items = feedback_items(_kept(_folder(kg), None))
    added = add_items(out, [*items.right, *items.wrong])
    if json:
        counts = {"right": len(items.right), "wrong": len(items.wrong), "follow_ups": items.follow_ups}
        print_json({"file": str(out), **counts, "added": added})
        return
    console().print(
        f"{added} questions added to {out}: of {len(items.right)} answers called right, and {len(items.wrong)} called "
        f"wrong, which want their answer; {items.follow_ups} follow-ups left out"
    )


def _folder(kg: str | None) -> Path:
    from conversations.keep_turn import conversations_folder

    return conversations_folder(settings_for(kg).kg)
