"""Regular expressions of Lucene's for the words near one: its own `word~2` stops at the 50 best of them."""

from __future__ import annotations

from graph_store.text_search.lucene_regex import escape_lucene


def near_words(word: str, edits: int) -> tuple[str, ...]:
    """List expressions that together fit the words with at most `edits` (1 or 2) letters changed.

    A letter is lost, added, exchanged for another, or swapped with its neighbour. One expression for each place
    of the first change: a single one for all is too complex for Lucene.
    """
    found = []
    for place in range(len(word) + 1):
        before, rest = escape_lucene(word[:place]), word[place:]
        found.append(f"{before}.{_near(rest, edits - 1)}")
        if rest:
            found.append(f"{before}.?{_near(rest[1:], edits - 1)}")
        if len(rest) > 1:
            found.append(f"{before}{escape_lucene(rest[1] + rest[0])}{_near(rest[2:], edits - 1)}")
    return tuple(dict.fromkeys(found))


def _near(word: str, edits: int) -> str:
    """Write one expression for the words with at most one letter changed, by the half in which it is changed."""
    if edits == 0:
        return escape_lucene(word)
    if len(word) <= 1:
        letter = escape_lucene(word)
        return f"(.?|{letter}.|.{letter})" if letter else ".?"
    middle = len(word) // 2
    left, right = word[:middle], word[middle:]
    swapped = escape_lucene(left[:-1] + right[0] + left[-1] + right[1:])
    return f"({_near(left, 1)}{escape_lucene(right)}|{escape_lucene(left)}{_near(right, 1)}|{swapped})"
