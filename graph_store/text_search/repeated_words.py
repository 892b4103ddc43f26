"""Where the words of a phrase may stand when it repeats one and leaves room: tantivy would count one word twice."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

MOST_PLACEMENTS = 2000


def placements(tokens: Sequence[str], slop: int) -> list[list[tuple[int, str]]] | None:
    """List every way to place a phrase's words with at most `slop` moves, as (place, word) from 0 on.

    None when there are more than 2,000 ways to look at.
    """
    if (slop + 1) ** len(tokens) > MOST_PLACEMENTS:
        return None
    found: dict[tuple[tuple[int, str], ...], None] = {}
    for moves in product(range(slop + 1), repeat=len(tokens)):
        places = [number + move for number, move in enumerate(moves)]
        if min(moves) == 0 and len(set(places)) == len(places):
            first = min(places)
            found[
                tuple(sorted((place - first, token) for place, token in zip(places, tokens, strict=True)))
            ] = None
    return [list(placed) for placed in found]
