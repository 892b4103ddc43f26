"""The page and its words as we want them, and who may talk to it. Pure."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

FOREIGN = re.compile(r"<(?:link|meta)\b[^>]*?(?:href|content)=\"https?://[^>]*>\s*")
"""Tags of the page that name another host: web fonts, KaTeX's styles, preview pictures."""
PLACEHOLDER = "Ask about your configurations and logs"
WATERMARK = "Click a citation to see its lines."


def without_foreign_tags(page: str) -> str:
    """Take out of a page what a browser would fetch, or prepare to fetch, from another host."""
    return FOREIGN.sub("", page)


def our_words(translation: dict[str, Any]) -> dict[str, Any]:
    """Say what this chat is about, and let a step's title stand alone: "execute", not "Used execute"."""
    chat = translation.get("chat", {})
    return {
        **translation,
        "chat": {
            **chat,
            "watermark": WATERMARK,
            "input": {**chat.get("input", {}), "placeholder": PLACEHOLDER},
            "messages": {**chat.get("messages", {}), "status": {"using": "", "used": ""}},
        },
    }


def is_foreign(origin: str, host: str, public_url: str = "") -> bool:
    """Say whether a browser asks on behalf of another site's page, which could read what this chat knows.

    `origin` and `host` are the headers; a browser always sends the first with what is not plain reading.
    `public_url` is where a proxy serves the chat.
    """
    return bool(origin) and urlsplit(origin).netloc not in {host, urlsplit(public_url).netloc}
