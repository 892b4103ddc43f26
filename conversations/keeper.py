"""Keeps the turns of one conversation; the chat, Slack, MCP and the command line each use one."""

from __future__ import annotations

import logging
import time
from pathlib import Path

from agent.records import Answer, Question
from conversations.conversation_file import (
    SUFFIX,
    ConversationFile,
    add_feedback,
    begin_conversation,
    forget_older,
    read_conversation,
)
from conversations.errors import ConversationError
from conversations.keep_turn import conversations_folder, keep_turn
from conversations.records import Conversation, Heading, Verdict, digest_prompts, fingerprint
from graph_store.graph import ReadableGraph

log = logging.getLogger(__name__)
LOOK_AGAIN_S = 3600.0
"""How long a folder is taken to hold nothing that is too old: looking takes the longer the more it holds."""
PROMPTS = Path(__file__).resolve().parent.parent / "agent" / "prompts"


class Keeper:
    """Appends to one conversation of a KG: to a new one, called `name` if it is given, or to one that is resumed.

    With `days` 0 nothing is kept; a first turn deletes older ones, once an hour.
    """

    def __init__(
        self,
        kg: str,
        door: str,
        user: str = "",
        days: float = 90.0,
        resumed: Conversation | None = None,
        name: str = "",
    ) -> None:
        self._days = days
        self._turns, self._size = 0, 0
        self._file = begin_conversation(conversations_folder(kg), door, user, name)
        if resumed is not None:
            self._turns = max((turn.number for turn in resumed.turns), default=0)
            self._file = ConversationFile(Path(resumed.path), resumed.heading)
            self._size = _size(self._file.path)

    @property
    def id(self) -> str:
        """Return the conversation's name."""
        return self.heading.id

    @property
    def heading(self) -> Heading:
        """Return what the conversation's first line says."""
        return self._file.heading

    def keep(self, question: Question, answer: Answer, graph: ReadableGraph, user: str = "") -> int:
        """Append a turn and return its number; 0 when nothing is kept.

        Raises ConversationUnwritableError, and GraphError when the graph is gone.
        """
        if not self._days:
            return 0
        if kept := self.told_elsewhere():
            self._turns = max(turn.number for turn in kept.turns)
        number = self._turns + 1
        turn = keep_turn(
            number,
            question,
            answer,
            graph=fingerprint(graph),
            prompts=digest_prompts(PROMPTS),
            user=user or self._file.heading.user,
        )
        self._file.add(turn)
        if not self._turns and _is_due(self._file.path.parent, self._days):
            forget_older(self._file.path.parent, self._days)
        self._turns, self._size = number, _size(self._file.path)
        return number

    def told_elsewhere(self) -> Conversation | None:
        """Return the conversation where it went on elsewhere since this kept its last turn, as in the browser."""
        if _size(self._file.path) in {0, self._size}:
            return None
        try:
            found = read_conversation(self._file.path)
        except ConversationError as error:
            log.info("%s", error)
            return None
        return found if found.turns else None

    def judge(self, turn: int, verdict: Verdict, comment: str = "") -> None:
        """Append feedback on a turn. Raises ConversationError."""
        add_feedback(self._file.path, turn, verdict, comment, self._file.heading.user)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


_looked: dict[tuple[Path, float], float] = {}


def _is_due(folder: Path, days: float) -> bool:
    now, asked = time.monotonic(), (folder, days)
    due = asked not in _looked or now - _looked[asked] >= LOOK_AGAIN_S
    if due:
        _looked[asked] = now
    return due


def find_conversation(kg: str, name: str) -> Conversation | None:
    """Read a conversation by its name; None when it is not kept, or cannot be read."""
    path = kept_file(kg, name)
    if path is None or not path.is_file():
        return None
    try:
        return read_conversation(path)
    except ConversationError as error:
        log.warning("%s", error)
        return None


def kept_file(kg: str, name: str) -> Path | None:
    """Name a conversation's file; None for a name that leads out of their folder."""
    folder = conversations_folder(kg)
    path = folder / f"{name}{SUFFIX}"
    return path if path.parent == folder else None
