"""Words that order log records in time, which no reader of single records understands."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from agent.reader.english import stem
from agent.planner.words.question_words import Mention, Word

_RELATIVE = frozenset({"before", "after", "since", "until", "while", "during"})
_ARTICLES = frozenset({"the", "a", "an"})
_LASTING = "still"

Tokens = Sequence[Word | Mention]


def unread_order(tokens: Tokens, said: Collection[str]) -> tuple[str, ...]:
    """Return what a time is told by that is none itself: "before the first timeout", "when it failed", "still".

    `said` are the stems of the words that records say.
    """
    for token in tokens:
        if not isinstance(token, Word) or not _tells_time(tokens, token):
            continue
        behind = [one for one in tokens[token.index + 1 :] if one.text.lower() not in _ARTICLES]
        if behind and not (isinstance(behind[0], Mention) and behind[0].shape == "time"):
            named = [one.text for one in behind if isinstance(one, Mention) or one.sort == "content"]
            if named:
                return (named[0],)
    spoken = {one.text.lower() for one in tokens if isinstance(one, Word)}
    return (_LASTING,) if _LASTING in spoken and stem(_LASTING) not in said else ()


def _tells_time(tokens: Tokens, word: Word) -> bool:
    """Tell whether a word begins what a time is told by; "when" does only inside of a part of a question."""
    lowered = word.text.lower()
    if lowered != "when":
        return lowered in _RELATIVE
    before = tokens[word.index - 1] if word.index else None
    return before is not None and before.text.lower() not in (
        "and",
        "or",
        "but",
        ",",
        ";",
        "?",
        ".",
        "tell",
        "show",
        "me",
    )
