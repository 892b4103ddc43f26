"""Errors of keeping and reading conversations.

ConversationError
├── ConversationUnreadableError   a file of conversations is missing, or a line of it is none
├── ConversationUnwritableError   a conversation cannot be kept: disk, permissions
└── UnknownTurnError              feedback on a turn that is not there
"""

from __future__ import annotations


class ConversationError(Exception):
    """Any expected failure of this package; its message is meant for people."""


class ConversationUnreadableError(ConversationError):
    """A file cannot be used; `path` and `line` (0 for the whole file) say where."""

    def __init__(self, path: str, line: int, reason: str) -> None:
        super().__init__(f"{path}:{line}: {reason}" if line else f"{path}: {reason}")
        self.path = path
        self.line = line


class ConversationUnwritableError(ConversationError):
    """A conversation cannot be kept; `path` is where it should have been."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(
            f"{path}: the conversation cannot be kept: {reason}; WIRELORE_KEEP_DAYS=0 keeps none"
        )
        self.path = path


class UnknownTurnError(ConversationError):
    """Feedback on a turn that is not there; `turn` is its number, from 1."""

    def __init__(self, path: str, turn: int, known: int) -> None:
        super().__init__(f"{path}: found no turn {turn}; expected one of 1 to {known}")
        self.path = path
        self.turn = turn
