"""Tells whether two words are of one family: rejection and rejected, expiry and expired, removal and removed."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache

from agent.reader.english import aliases, stem

_ENDINGS = ("ment", "ion", "ance", "ence", "ial", "al", "ur", "er", "or", "y")
_SHORTEST_ROOT = 5
"""Shorter roots fall together: station and state, portal and port."""
_SURE = 0.8
_DEED = re.compile(r"\w{3,}(?:ed|ing|ions?|ures?|als?|outs?)")


@cache
def root(stemmed: str) -> str:
    """Return what the words of a family share, of a stem."""
    for ending in _ENDINGS:
        if stemmed.endswith(ending) and len(stemmed) - len(ending) >= _SHORTEST_ROOT:
            return stemmed[: -len(ending)]
    return stemmed


@cache
def same_meaning(word: str, text: str, least: float = _SURE) -> bool:
    """Tell whether a value of one word says what a question's word does: "failed" is `failure`."""
    stemmed, other = stem(word), stem(text)
    return root(stemmed) == root(other) or aliases(stemmed).get(other, 0.0) >= least


def of_family(stemmed: str, names: Collection[str]) -> tuple[str, ...]:
    """Return the names, given as stems, of a word's family."""
    own = root(stemmed)
    return tuple(name for name in names if root(name) == own)


def is_deed(word: str) -> bool:
    """Tell whether a word may say what was done: "associations", "connected"."""
    return _DEED.fullmatch(word.lower()) is not None
