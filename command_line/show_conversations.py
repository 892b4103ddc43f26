"""What `wirelore conversations list` prints."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from command_line.json_output import JsonObject
from conversations.read_conversations import SUFFIX, read_conversation
from conversations.records import Conversation


def kept_conversations(folder: Path, user: str | None) -> list[Conversation]:
    """Read the conversations of a folder, oldest first; none where there is no folder.

    Raises ConversationUnreadableError.
    """
    kept = [read_conversation(path) for path in sorted(folder.glob(f"*{SUFFIX}"))]
    return [each for each in kept if user is None or user in _users(each)]


def conversations_json(kept: Sequence[Conversation]) -> list[JsonObject]:
    """Describe conversations."""
    return [
        {
            "id": each.heading.id,
            "door": each.heading.door,
            "begun": each.heading.begun,
            "users": _users(each),
            "questions": [turn.question for turn in each.turns],
            "statuses": [turn.status for turn in each.turns],
            "feedback": [{"turn": said.turn, "verdict": said.verdict} for said in each.feedback],
        }
        for each in kept
    ]


def show_conversations(console: Console, folder: Path, kept: Sequence[Conversation]) -> None:
    """Show one row for each conversation."""
    table = Table("id", "door", "users", "turns", "first question", "feedback")
    for each in kept:
        first = each.turns[0].question if each.turns else ""
        said = ", ".join(f"{said.turn} {said.verdict}" for said in each.feedback)
        users, turns = ", ".join(_users(each)), str(len(each.turns))
        table.add_row(*map(Text, (each.heading.id, each.heading.door, users, turns, first, said)))
    console.print(table)
    console.print(Text(str(folder), "dim"))


def _users(kept: Conversation) -> list[str]:
    return sorted({turn.user or kept.heading.user for turn in kept.turns})
