"""The words of a question, and of what may answer it: without those that only ask, and in any number."""

from __future__ import annotations

import re
from collections.abc import Iterable

from graph_store.text_search.tokenize_line import search_tokens

_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")
_ASKING = frozenset(
    {"list", "show", "tell", "give", "many", "does", "did", "kind", "type", "present", "data"}
)


def content_words(question: str) -> list[str]:
    """Return the words of a question that may stand in lines, each once; all of them where none would be left."""
    from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS  # type: ignore[import-untyped]

    words = list(dict.fromkeys(search_tokens(question)))
    kept = [word for word in words if word not in ENGLISH_STOP_WORDS and not singular([word]) & _ASKING]
    return kept or words


def spoken_words(text: str) -> frozenset[str]:
    """Return the words of a text as they may be asked for: names in parts too (BgpNeighbor, branch-ash), singular."""
    parts = (part.lower() for part in _PARTS.findall(text))
    return singular([*search_tokens(text), *parts])


def singular(words: Iterable[str]) -> frozenset[str]:
    """Return words with what they may be the plural of: two texts are about one thing if any of these meet."""
    found = set()
    for word in words:
        found.add(word)
        if word.endswith("s") and len(word) > 3:
            found.update(word.removesuffix(end) for end in ("s", "es") if word.endswith(end))
    return frozenset(found)
