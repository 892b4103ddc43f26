"""Delete conversations: of a user, by name, or older than they may be kept."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from conversations.conversation_file import locked, write_line
from conversations.errors import ConversationUnreadableError, ConversationUnwritableError
from conversations.read_conversations import SUFFIX, read_conversation
from conversations.records import Conversation

DAY_S = 86_400


def forget_older(folder: Path, days: float) -> list[Path]:
    """Delete the files that nothing was added to for so many days; return them. Unreadable ones go too."""
    oldest = time.time() - days * DAY_S
    return [_delete(path) for path in sorted(folder.glob(f"*{SUFFIX}")) if path.stat().st_mtime < oldest]


def forget_named(folder: Path, ids: Sequence[str]) -> list[Path]:
    """Delete conversations by id; return them. Raises ConversationUnreadableError when one is not there."""
    paths = [folder / f"{name}{SUFFIX}" for name in ids]
    for path in paths:
        if path.parent != folder or not path.is_file():
            raise ConversationUnreadableError(str(path), 0, "no such conversation")
    return [_delete(path) for path in paths]


def forget_user(folder: Path, user: str) -> list[Path]:
    """Delete what a user asked and said; others' turns of the same conversation stay. Return the files touched.

    Raises ConversationUnreadableError at the first file that cannot be read: nothing is deleted then.
    """
    paths = sorted(folder.glob(f"*{SUFFIX}"))
    for path in paths:
        with _held(path):
            pass
    return [path for path in paths if _forget_in(path, user)]


def _forget_in(path: Path, user: str) -> bool:
    with _held(path) as kept:
        return kept is not None and _forget(kept, user)


@contextmanager
def _held(path: Path) -> Iterator[Conversation | None]:
    """Read a file while nobody else can write; None where it has gone, or where nothing was written to it yet."""
    with ExitStack() as opened:
        try:
            opened.enter_context(locked(path))
            empty = path.stat().st_size == 0
        except FileNotFoundError:
            empty = True
        except OSError as error:
            raise ConversationUnreadableError(str(path), 0, error.strerror or str(error)) from error
        yield None if empty else read_conversation(path)


def _forget(kept: Conversation, user: str) -> bool:
    turns = [turn for turn in kept.turns if (turn.user or kept.heading.user) != user]
    numbers = {turn.number for turn in turns}
    feedback = [said for said in kept.feedback if said.turn in numbers and said.user != user]
    if len(turns) == len(kept.turns) and len(feedback) == len(kept.feedback):
        return False
    path = Path(kept.path)
    if not turns:
        _delete(path)
        return True
    heading = replace(kept.heading, user="") if kept.heading.user == user else kept.heading
    lines = [write_line(heading), *map(write_line, turns), *map(write_line, feedback)]
    _replace(path, "".join(line + "\n" for line in lines))
    return True


def _replace(path: Path, content: str) -> None:
    """Write a file anew, whole or not at all."""
    new = path.with_suffix(".new")
    try:
        file = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(file, "w", encoding="ascii") as opened:
            opened.write(content)
            opened.flush()
            os.fsync(opened.fileno())
        new.replace(path)
    except OSError as error:
        raise ConversationUnwritableError(str(path), error.strerror or str(error)) from error


def _delete(path: Path) -> Path:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise ConversationUnwritableError(str(path), error.strerror or str(error)) from error
    return path
