"""Rewrites Chainlit's page and its texts. Pure."""

from __future__ import annotations

import re
from typing import Any

from chat.words.say import chainlit_words, say

FOREIGN = re.compile(r"<(?:link|meta)\b[^>]*?(?:href|content)=\"https?://[^>]*>\s*")
"""Tags of the page that name another host: web fonts, KaTeX's styles, preview pictures."""
ROOT = 'id="root">'


def without_foreign_tags(page: str) -> str:
    """Take out of a page what a browser would fetch, or prepare to fetch, from another host."""
    return FOREIGN.sub("", page)


def show_opening(page: str) -> str:
    """Let a page say that it opens until its script, which is large, draws it."""
    return page.replace(ROOT, f"{ROOT}<p>{say('welcome.opening')}</p>", 1)


def our_words(translation: dict[str, Any], ours: dict[str, Any] | None = None) -> dict[str, Any]:
    """Put our own words over Chainlit's; a step's title stands alone: "execute", not "Used execute"."""
    changed = {
        name: our_words(translation.get(name, {}), said) if isinstance(said, dict) else said
        for name, said in (chainlit_words() if ours is None else ours).items()
    }
    return {**translation, **changed}


def takes_any_file(settings: dict[str, Any]) -> dict[str, Any]:
    """Tell the page to offer any file: a configuration has any name, and browsers give it no type.

    Chainlit's own word for that makes the page warn each time it is drawn.
    """
    features = settings.get("features", {})
    upload = features.get("spontaneous_file_upload")
    if not upload:
        return settings
    return {**settings, "features": {**features, "spontaneous_file_upload": {**upload, "accept": {}}}}
