"""Matches two words with a name that joins their short forms: "source address" with srcaddr."""

from __future__ import annotations

from functools import lru_cache

_SHORTEST, _SHORTEST_GAPPED, _SHORTEST_NAME = 2, 3, 5
_LONG_WORD, _MOST_ADDED = 5, 2
_MOST_REMEMBERED = 1 << 16


@lru_cache(_MOST_REMEMBERED)
def joined_name(first: str, second: str, names: tuple[str, ...]) -> str:
    """Return the name that joins short forms of two stems; blank where none does."""
    whole = first + second
    return whole if whole in names else next((name for name in names if _joins(name, first, second)), "")


def extends(name: str, stemmed: str) -> bool:
    """Tell whether a name is a word with a letter or two behind it: syslogd for "syslog"."""
    added = len(name) - len(stemmed)
    return len(stemmed) >= _LONG_WORD and 0 < added <= _MOST_ADDED and name.startswith(stemmed)


def _joins(name: str, first: str, second: str) -> bool:
    if len(name) < _SHORTEST_NAME or name[0] != first[0]:
        return False
    return any(
        is_short_for(name[:cut], first) and is_short_for(name[cut:], second)
        for cut in range(_SHORTEST, len(name) - 1)
    )


def is_short_for(short: str, word: str) -> bool:
    """Tell whether a text is a word, its beginning, or its letters with some left out: addr, grp."""
    if len(short) < _SHORTEST or short[0] != word[0]:
        return False
    if short in (word, f"{word}e") or (word.startswith(short) and len(short) >= _SHORTEST_GAPPED):
        return True
    letters = iter(word)
    gapped = all(letter in letters for letter in short)
    return gapped and len(short) >= _SHORTEST_GAPPED and not any(vowel in short[1:] for vowel in "aeou")
