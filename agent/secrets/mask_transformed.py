"""Finds a secret in a cell that a statement turned round, cased otherwise, spaced out or cut into pieces. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

SHORTEST = 6
"""Letters and digits of a secret that is looked for so: shorter ones stand in ordinary words."""
PIECE = 4


def mask_transformed(text: str, secrets: Collection[str], clear: str = "", *, pieces: bool = True) -> str:
    """Replace a secret in any case, direction and spacing, and with `pieces` a text that is only a piece of one.

    `clear` are the row's lines without their secrets: what stands there too is no piece.
    """
    if not secrets:
        return text
    places = [place for place, sign in enumerate(text) if sign.isalnum()]
    folded = "".join(text[place].lower()[:1] for place in places)
    hidden: set[int] = set()
    for secret in map(_fold, secrets):
        if len(secret) < SHORTEST or (len(secret) > len(folded) and not pieces):
            continue
        for form in (secret, secret[::-1]):
            if pieces and PIECE <= len(folded) < len(form) and folded in form and folded not in _fold(clear):
                hidden.update(range(len(text)))
            at = folded.find(form)
            while at >= 0:
                hidden.update(range(places[at], places[at + len(form) - 1] + 1))
                at = folded.find(form, at + 1)
    return "".join("x" if place in hidden else sign for place, sign in enumerate(text))


def is_spread(items: Sequence[object], secrets: Collection[str], *, pieces: bool = True) -> bool:
    """Say whether the texts of a list make a secret when they are joined."""
    joined = "".join(item for item in items if isinstance(item, str))
    return bool(secrets) and mask_transformed(joined, secrets, pieces=pieces) != joined


@lru_cache(maxsize=10_000)
def _fold(text: str) -> str:
    return "".join(sign.lower()[:1] for sign in text if sign.isalnum())
