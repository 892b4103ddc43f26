"""Finds an address of a part, where a statement tells that of the whole: "the standby address"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agent.planner.plan_records import Meaning
from agent.planner.scope import Scope
from agent.planner.values.tie_values import ADDRESS_STEMS, holds_addresses
from agent.planner.words.match_words import match_words
from agent.planner.words.question_words import Word


def open_parts(scope: Scope, meanings: Sequence[Meaning]) -> Iterator[str]:
    """Return the words for a part with addresses of its own right before "address", where another's are told."""
    for meaning in meanings:
        told = {meaning.target.label} if meaning.target.property else set()
        told |= {label for label, _ in meaning.extras}
        for label in told & set(scope.lexicon.labels):
            for part in scope.lexicon.labels[label].below:
                found = scope.lexicon.labels.get(part)
                if found is None or not any(map(holds_addresses, found.properties.values())):
                    continue
                if part in told:
                    continue
                for word in _before_address(scope):
                    own = match_words(found.words, [word]).positions
                    whole = match_words(scope.lexicon.labels[label].words, [word]).positions
                    if own and not whole:
                        yield f"{word.text} address"


def _before_address(scope: Scope) -> list[Word]:
    """Return the word right before "address" or "IP address"."""
    heads = [word for word in scope.words if word.stem in ADDRESS_STEMS]
    others = {word.index for word in heads}
    return [
        word
        for head in heads
        for word in scope.words
        if word.index == head.index - 1 and word.index not in others
    ]
