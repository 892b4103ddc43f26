"""What can go wrong in a full-text search.

TextSearchError
├── LuceneSyntaxError        the query text cannot be read
├── SearchRefusedError       the query can be read, but the index cannot run it
├── FullTextCallError        CALL db.index.fulltext.queryNodes(...) cannot be read
└── LineIndexError           the index cannot be used
    ├── LineIndexLockedError     another process writes to it
    ├── LineIndexWriteError      the disk refused; the last commit still stands
    └── LineIndexDamagedError    the folder holds no index of this version; rebuild it from the graph
"""

from __future__ import annotations

from pathlib import Path

_SHOWN = 300


class TextSearchError(Exception):
    """Any failure of a full-text search."""


class LuceneSyntaxError(TextSearchError):
    """A query text that cannot be read; `position` counts characters from 0."""

    def __init__(self, query: str, position: int, found: str, expected: str) -> None:
        self.query = query
        self.position = position
        self.found = found
        self.expected = expected
        super().__init__(
            f"Lucene query {_shorten(query)!r}, character {position + 1}: found {found}; expected {expected}"
        )


class SearchRefusedError(TextSearchError):
    """A query that the index cannot run, such as a pattern that fits too many words."""

    def __init__(self, query: str, reason: str) -> None:
        self.query = query
        self.reason = reason
        super().__init__(f"Lucene query {_shorten(query)!r} cannot be run: {reason}; make it more specific")


def _shorten(query: str) -> str:
    return query if len(query) <= _SHOWN else f"{query[:_SHOWN]}…"


class FullTextCallError(TextSearchError):
    """A full-text call in a statement that cannot be read; `position` counts characters from 0."""

    def __init__(self, position: int, found: str, expected: str) -> None:
        self.position = position
        self.found = found
        self.expected = expected
        super().__init__(
            f"db.index.fulltext.queryNodes at character {position + 1}: found {found}; expected {expected}"
        )


class LineIndexError(TextSearchError):
    """An index that cannot be used; `folder` is where it is, `reason` what tantivy said."""

    message = "{folder}: {reason}"

    def __init__(self, folder: Path, reason: str = "") -> None:
        self.folder = folder
        self.reason = reason
        super().__init__(self.message.format(folder=folder, reason=reason))


class LineIndexLockedError(LineIndexError):
    """Another process holds the index's writer."""

    message = "{folder}: another process is writing to this text index; wait until it has finished"


class LineIndexWriteError(LineIndexError):
    """A commit that failed; nothing of it can be found, and the last one that succeeded still stands."""

    message = "{folder}: this text index cannot be written: {reason}; the last commit still stands"


class LineIndexDamagedError(LineIndexError):
    """An index that cannot be opened."""

    message = "{folder}: cannot be opened as a text index: {reason}; rebuild it from the graph"
