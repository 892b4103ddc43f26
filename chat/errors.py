"""What goes wrong in the chat's own parts.

ChatError
├── UploadRefusedError   a file that was dropped is not taken
├── JobFailedError       the process that loads or removes documents failed
├── UsersFileError       the file of users cannot be read or written
├── UserError            a user cannot be added or removed
└── HistoryUrlError      the history's database is none that is known
"""

from __future__ import annotations

from chat.words.say import say


class ChatError(Exception):
    """Any expected failure of the chat itself; its message is meant for people."""


class UploadRefusedError(ChatError):
    """A dropped file is not taken; `name` is the file's, `reason` says what was found."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name}: {reason}")
        self.name = name
        self.reason = reason


class JobFailedError(ChatError):
    """The process that loads or removes documents failed."""


class UsersFileError(ChatError):
    """The file of users cannot be used; `path` is where it is."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path


class UserError(ChatError):
    """A user cannot be added or removed; `name` is the user's."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(say("users.user", name=name, reason=reason))
        self.name = name


class HistoryUrlError(ChatError):
    """The URL of the history names no database that is known; the URL may hold a password, and is not told."""

    def __init__(self, scheme: str) -> None:
        super().__init__(say("users.history_url", scheme=scheme.partition("@")[0][:20]))
