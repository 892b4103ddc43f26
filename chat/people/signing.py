"""The secret of one chat: it signs sessions, and the links that lead into a conversation."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from urllib.parse import quote

from chat.folders import SECRET, chat_folder, make_folder
from graph_store.private_file import write_private

AUTH_SECRET = "CHAINLIT_AUTH_SECRET"  # noqa: S105 - a variable's name


def signing_secret(kg: str) -> str:
    """Return the secret: the environment's, or one made once and kept beside the KG. Raises OSError."""
    if said := os.environ.get(AUTH_SECRET):
        return said
    path = chat_folder(kg) / SECRET
    if not path.is_file():
        make_folder(path.parent)
        write_private(path, secrets.token_urlsafe(48))
    return path.read_text("utf-8").strip()


def conversation_link(chat_url: str, kg: str, name: str) -> str:
    """Return the address that opens a kept conversation in the chat: whoever has it may read it. Raises OSError."""
    return f"{chat_url.rstrip('/')}/conversations/{quote(name)}?key={_key(kg, name)}"


def is_key(kg: str, name: str, key: str) -> bool:
    """Say whether a link's key is the one of this conversation. Raises OSError."""
    return hmac.compare_digest(_key(kg, name).encode(), key.encode())


def _key(kg: str, name: str) -> str:
    return hmac.new(signing_secret(kg).encode(), f"conversation:{name}".encode(), hashlib.sha256).hexdigest()
