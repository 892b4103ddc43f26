"""Where the chat keeps what is its own: beside the graph, in the KG's folder."""

from __future__ import annotations

from pathlib import Path

from conversations.digests import digest
from graph_store.kg_folder import CHAT
from settings import Settings

FILES, INCOMING, ELEMENTS = "files", "incoming", "elements"
HISTORY, SECRET, USERS, LOGOUTS = "history.sqlite", "secret", "users.json", "logouts.json"


def chat_folder(kg: str) -> Path:
    """Name the chat's folder; where the KG is a server, it stands beside the user, one for each KG."""
    return Path("wirelore-chat") / digest(kg) if "://" in kg else Path(kg) / CHAT


def make_folder(folder: Path) -> Path:
    """Make a folder for its owner's eyes only, and return it. Raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def users_path(settings: Settings) -> Path:
    """Name the file of users."""
    return Path(settings.users_file) if settings.users_file else chat_folder(settings.kg) / USERS
