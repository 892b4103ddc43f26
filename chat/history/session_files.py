"""Where the files of open sessions lie: in a folder of this process, below names that we make and no page chooses."""

from __future__ import annotations

import os
import shutil
from functools import partialmethod
from pathlib import Path
from typing import Any

import psutil
from chainlit import config, server
from chainlit.session import BaseSession

from chat.folders import chat_folder, make_folder
from chat.words.say import say
from conversations.digests import digest

SESSIONS = "sessions"


def keep_session_files(kg: str) -> None:
    """Use a folder beside the KG. Chainlit's own is shared by all chats of a clone; the first that ends deletes it."""
    sessions = chat_folder(kg) / SESSIONS
    _clear(sessions)
    folder = make_folder(sessions / str(os.getpid())).resolve()
    config.FILES_DIRECTORY = folder
    server.FILES_DIRECTORY = folder  # type: ignore[attr-defined] # which it deletes when it ends
    BaseSession.persist_file = partialmethod(_persist, BaseSession.persist_file)  # type: ignore[assignment,method-assign]
    BaseSession.files_dir = property(_folder_of)  # type: ignore[assignment,method-assign]


def session_files() -> Path:
    """Return the folder of this process."""
    return config.FILES_DIRECTORY


def _folder_of(session: BaseSession) -> Path:
    """Name a session's folder; Chainlit asks before it writes there, and before it deletes it.

    Its own would be the session's id below the folder, and the page chooses the id. Raises PermissionError.
    """
    folder = session_files() / digest(session.id)
    if folder.is_symlink() or folder.resolve().parent != session_files():
        raise PermissionError(say("people.bad_folder"))
    return folder


async def _persist(
    session: BaseSession, persist: Any, name: str, mime: str, path: str | None = None, content: Any = None
) -> Any:
    """Keep a file as Chainlit does, and an empty one too, of which it makes an error without a reason."""
    return await persist(session, name, mime, path or (None if content else os.devnull), content)


def _clear(sessions: Path) -> None:
    """Delete what processes left that are gone."""
    for folder in sessions.glob("*"):
        if not (folder.name.isdecimal() and psutil.pid_exists(int(folder.name))):
            shutil.rmtree(folder, ignore_errors=True)
