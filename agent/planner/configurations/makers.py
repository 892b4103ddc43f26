"""Names of makers before a word for devices ("the Acme switches"), which the files of those devices seldom say."""

from __future__ import annotations

from agent.planner.scope import DEVICE_STEMS, Scope
from agent.planner.words.question_words import Word


def maker_words(scope: Scope) -> list[Word]:
    """Return names in capitals right before a word for devices: who made them, or what runs on them."""
    return [
        word
        for word in scope.words
        if word.text[:1].isupper()
        and word.index
        and any(other.index == word.index + 1 and other.stem in DEVICE_STEMS for other in scope.words)
    ]


def unsaid_makers(scope: Scope) -> list[Word]:
    """Return those that no line says, where the devices themselves are named, too: then nothing hangs on them."""
    if not scope.devices:
        return []
    return [
        word
        for word in maker_words(scope)
        if not scope.lexicon.knows(word.stem) and not scope.look_up.mentions(word.stem)
    ]
