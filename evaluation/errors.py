"""Errors of reading questions.

EvaluationError
└── QuestionsUnreadableError   a questions file is missing, or a line of it is not a gold question
"""

from __future__ import annotations


class EvaluationError(Exception):
    """Any expected failure of this package; its message is meant for people."""


class QuestionsUnreadableError(EvaluationError):
    """A questions file cannot be used; `path` and `line` (0 for the whole file) say where."""

    def __init__(self, path: str, line: int, reason: str) -> None:
        self.path = path
        self.line = line
        where = f"{path}:{line}" if line else path
        super().__init__(f"{where}: {reason}")
