"""Where the files of open sessions lie: a folder of this process, that no other chat deletes when it ends."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import psutil
from chainlit import config, server

from chat.folders import chat_folder, make_folder

SESSIONS = "sessions"


def keep_session_files(kg: str) -> None:
    """Use a folder beside the KG. Chainlit's own is shared by all chats of a clone; the first that ends deletes it."""
    sessions = chat_folder(kg) / SESSIONS
    _clear(sessions)
    folder = make_folder(sessions / str(os.getpid())).resolve()
    config.FILES_DIRECTORY = folder
    server.FILES_DIRECTORY = folder  # type: ignore[attr-defined] # which it deletes when it ends


def session_files() -> Path:
    """Return the folder of this process."""
    return config.FILES_DIRECTORY


def _clear(sessions: Path) -> None:
    """Delete what processes left that are gone."""
    for folder in sessions.glob("*"):
        if not (folder.name.isdecimal() and psutil.pid_exists(int(folder.name))):
            shutil.rmtree(folder, ignore_errors=True)
