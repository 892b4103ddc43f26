"""Redacts nothing, for those who ask for that."""

from __future__ import annotations

from collections.abc import Sequence


class PassThrough:
    """Gives back lines and texts as they are."""

    def lines(self, lines: Sequence[str]) -> list[str]:
        """Return the lines."""
        return list(lines)

    def text(self, text: str) -> str:
        """Return the text."""
        return text
