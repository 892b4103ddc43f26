"""Pieces: the values of a nested document, and what is inside others."""

import re

MOST_LEVELS = 40


class Piece:
    """A value of a document: its text, or what is inside it as (key, line, piece); the lines it begins and ends on.

    `literal`: the text stood without quotes. `name`: what it is called beside its key; `nameless`: nothing in it may.
    `words`: the text is several values, in brackets. `origin`: the line of what it repeats. `notes` are the comments
    of a whole document, as (line, text).
    """

    def __init__(self, first, text=None, listed=False, last=None, name="", literal=False, words=False):
        self.first, self.last = first, first if last is None else last
        self.text, self.literal, self.words = text, literal, words
        self.name, self.nameless = name, False
        self.listed, self.inside = listed, []
        self.attributes, self.notes = (), []
        self.origin = None


def plain(text):
    """Take the quotes off a string, and what stands for other signs in it."""
    if text[:1] not in "\"'" or len(text) < 2:
        return text
    return re.sub(r"\\(.)", r"\1", text[1:-1])
