"""Pieces: the values of a nested document, and what is inside others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reading.escapes import undo_string

MOST_LEVELS = 40


class NestedValue:
    """A value of a document: its text, or what is inside it as (key, line, piece); the lines it begins and ends on.

    `literal`: the text stood without quotes. `name`: what it is called beside its key; `nameless`: nothing in it may.
    `words`: the text is several values, in brackets. `origin`: the line of what it repeats. `notes` are the comments
    of a whole document, as (line, text).
    """

    def __init__(
        self,
        first: int,
        text: str | None = None,
        listed: bool = False,
        last: int | None = None,
        name: str = "",
        literal: bool = False,
        words: bool = False,
    ) -> None:
        self.first, self.last = first, first if last is None else last
        self.text, self.literal, self.words = text, literal, words
        self.name, self.nameless = name, False
        self.listed = listed
        self.inside: list[tuple[Any, int, NestedValue]] = []
        self.attributes: Sequence[tuple[str, str]] = ()
        self.notes: list[tuple[int, str]] = []
        self.origin: int | None = None


def plain(text: str) -> str:
    """Take the quotes off a string, and what stands for other signs in it."""
    if text[:1] not in "\"'" or len(text) < 2:
        return text
    return undo_string(text[1:-1]) if text[0] == '"' else text[1:-1].replace("''", "'")
