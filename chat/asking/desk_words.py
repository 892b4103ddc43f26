"""Tell a word that asks for something to be done from a question that begins with it. Pure."""

from __future__ import annotations

from collections.abc import Collection


def read_word(text: str, words: Collection[str]) -> tuple[str, str]:
    """Split "remove logs/*" or "/remove logs/*" into word and what stands behind it; blank for anything else.

    Without a slash, more than one word behind it, or a question mark, makes it a question; numbers behind one do not.
    """
    stripped = text.strip()
    word, _, rest = stripped.removeprefix("/").partition(" ")
    rest = rest.strip()
    is_question = not stripped.startswith("/") and (
        any(not each.isdecimal() for each in rest.split()[1:]) or rest.endswith("?")
    )
    return (word.lower(), rest) if word.lower() in words and not is_question else ("", "")
