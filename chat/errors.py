"""The chat's errors, and how each one is explained to a person.

ChatError
├── UploadRefusedError   a file that was dropped is not taken
├── JobFailedError       the process that loads or removes documents failed
├── UsersFileError       the file of users cannot be read or written
├── UserError            a user cannot be added or removed
└── HistoryUrlError      the history's database is none that is known
"""

from __future__ import annotations

from agent.errors import ModelReplyError
from chat.words.markdown import show_plain
from chat.words.say import say, words_of
from graph_store.errors import (
    DiskFullError,
    GraphError,
    GraphServerError,
    IngestInterruptedError,
    IngestRunningError,
    MissingGraphError,
    NewerGraphError,
    UnfinishedGraphError,
    UnknownGraphError,
)
from language_model.errors import LanguageModelError, ModelCallError, ModelUnavailable


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


# What the person is told when something is wrong: what it is, and what can be done. Pure.


EXPECTED = (GraphError, LanguageModelError, ModelReplyError)
"""The errors that have a message for the person."""
ADVICE: tuple[tuple[type[Exception], str], ...] = (
    (MissingGraphError, "missing_graph"),
    (NewerGraphError, "newer_graph"),
    (UnknownGraphError, "unknown_graph"),
    (IngestRunningError, "ingest_running"),
    (IngestInterruptedError, "ingest_interrupted"),
    (UnfinishedGraphError, "unfinished_graph"),
    (DiskFullError, "disk_full"),
    (GraphServerError, "graph_away"),
    (GraphError, "graph_unreadable"),
    (ModelUnavailable, "model_away"),
    (LanguageModelError, "model_unusable"),
    (ModelReplyError, "model_reply"),
)
"""Error → which words say what it is and what can be done; the first that fits counts."""


def is_of_model(error: Exception) -> bool:
    """Say whether a question may be answered all the same, without the model."""
    return isinstance(error, LanguageModelError | ModelReplyError)


def explain(error: Exception) -> str:
    """Tell the person about an error, as Markdown; never a traceback."""
    for kind, name in ADVICE:
        if isinstance(error, kind):
            said = error.reason if isinstance(error, ModelCallError) else str(error)
            detail = said.strip().splitlines()
            return "\n\n".join([words_of("trouble")[name], *map(show_plain, detail[:1])])
    return unexpected()


def unexpected() -> str:
    """Tell the person about an error that nobody expected."""
    return say("trouble.unexpected")
