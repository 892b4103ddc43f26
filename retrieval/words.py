"""The words of a question for the text index, without those that only ask."""

from __future__ import annotations

from graph_store.text_search.tokenize_line import search_tokens

_ASKING = frozenset(
    {"list", "show", "tell", "give", "many", "does", "did", "kind", "type", "present", "data"}
)


def content_words(question: str) -> list[str]:
    """Return the words of a question that may stand in lines, each once; all of them where none would be left."""
    from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS  # type: ignore[import-untyped]

    words = list(dict.fromkeys(search_tokens(question)))
    return [word for word in words if word not in ENGLISH_STOP_WORDS and word not in _ASKING] or words
