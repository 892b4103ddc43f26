"""What goes wrong while parsing is judged.

ParsingJudgeError
├── UnreadableTruthError   a log, configuration or ground truth file cannot be used
└── NotInGraphError        the KG holds no document with the file's content
"""

from __future__ import annotations


class ParsingJudgeError(Exception):
    """Any expected failure of this package; its message is meant for people."""


class UnreadableTruthError(ParsingJudgeError):
    """A file cannot be used; `path` and `line` (0 for the whole file) say where."""

    def __init__(self, path: str, line: int, reason: str) -> None:
        self.path = path
        self.line = line
        where = f"{path}:{line}" if line else path
        super().__init__(f"{where}: {reason}")


class NotInGraphError(ParsingJudgeError):
    """The KG holds no document with the content of `path`; `documents` are those that it holds."""

    def __init__(self, path: str, documents: tuple[str, ...]) -> None:
        self.path = path
        self.documents = documents
        held = ", ".join(documents[:10]) or "nothing"
        super().__init__(f"{path}: no document of the KG has this content; expected one of: {held}")
