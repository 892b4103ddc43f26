"""The errors of the workspace and of its faces, and the message of every expected failure.

WorkspaceError
├── UploadRefusedError   a file that was dropped is not taken
├── JobFailedError       the process that loads or removes documents failed
├── UsersFileError       the file of users cannot be read or written
├── UserError            a user cannot be added or removed
├── TokenError           a token cannot be made, found or read
├── OriginalGoneError    the file of a document cannot be opened again
├── NoDeviceError        no device, or none of its configurations, is loaded
├── OneVersionError      nothing was loaded twice
├── TooLargeError        a document is too large to be compared
├── CannotTraceError     what sends traces is not installed
├── HistoryUrlError      the history's database is none that is known (chat/errors.py)
└── CommandError         a command cannot run (command_line/errors.py)
"""

from __future__ import annotations

import errno
from collections.abc import Sequence

MOST_NAMED = 20
"""How many devices a message names."""


class WorkspaceError(Exception):
    """Any expected failure of the workspace or a face; its message is meant for people."""


class UploadRefusedError(WorkspaceError):
    """A dropped file is not taken; `name` is the file's, `reason` says what was found."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name}: {reason}")
        self.name = name
        self.reason = reason


class JobFailedError(WorkspaceError):
    """The process that loads or removes documents failed."""


class UsersFileError(WorkspaceError):
    """The file of users cannot be used; `path` is where it is."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path


class UserError(WorkspaceError):
    """A user cannot be added or removed; `name` is the user's."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"user {name!r}: {reason}")
        self.name = name


class TokenError(WorkspaceError):
    """A token cannot be made, found or read."""


class OriginalGoneError(WorkspaceError):
    """Lines cannot be shown with their secrets, as the file that was loaded is gone; `path` is the document's."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: its lines cannot be shown with their secrets: {reason}")
        self.path = path


class CannotTraceError(WorkspaceError):
    """What sends traces is not installed; `endpoint` is where they should go."""

    def __init__(self, endpoint: str, reason: str) -> None:
        why = f"traces cannot be sent: {reason}; install the extra: wirelore[tracing]"
        super().__init__(f"WIRELORE_OTLP_ENDPOINT={endpoint}: {why}")
        self.endpoint = endpoint


class NoDeviceError(WorkspaceError):
    """No document of a device can be compared; `device` is what was asked for."""

    def __init__(self, device: str, devices: Sequence[str], documents: Sequence[str]) -> None:
        if documents:
            message = f"{device} has no configuration; name one of its documents: {', '.join(documents)}"
        elif device in devices:
            message = f"{device} has neither a configuration nor a capture"
        else:
            some = ", ".join(devices[:MOST_NAMED]) + (
                f", ... ({len(devices)})" if len(devices) > MOST_NAMED else ""
            )
            message = f"no device {device}; devices: {some or 'none'}"
        super().__init__(message)
        self.device = device


class OneVersionError(WorkspaceError):
    """Of a device or path only one version was loaded; `loads` are its documents and when they were loaded."""

    def __init__(self, device: str, loads: Sequence[tuple[str, str]]) -> None:
        when = ", ".join(f"{path} {time}".rstrip() for path, time in loads)
        super().__init__(f"only one version of {device} was loaded ({when})")
        self.device, self.loads = device, loads


class TooLargeError(WorkspaceError):
    """A document is too large to be compared; `path` is the document's."""

    def __init__(self, path: str, lines: int) -> None:
        super().__init__(f"{path}: {lines:,} lines are too many to be compared")
        self.path = path


class NoRuleError(WorkspaceError):
    """No rule can be made of an answer; `question` is what was asked."""

    def __init__(self, question: str) -> None:
        super().__init__(
            f"no rule can be made of {question!r}: it needs a statement of a model whose rows all show lines, "
            "or a table of what is missing; write one by hand (docs/rules.md)"
        )
        self.question = question


class QueryError(ValueError):
    """A statement was refused or failed; the message says why and `statement` is what was sent."""

    def __init__(self, message: str, statement: str) -> None:
        super().__init__(message)
        self.statement = statement


class UnknownPathError(LookupError):
    """No loaded document has this path; `path` is what was asked for."""

    def __init__(self, path: str, known: Sequence[str]) -> None:
        some = ", ".join(known[:5]) + (", ..." if len(known) > 5 else "")
        super().__init__(f"{path}: no loaded document has this path; loaded are: {some or 'none'}")
        self.path = path


def expected_message(error: Exception) -> str | None:
    """Return one line about an expected failure; None for an unexpected one."""
    if isinstance(error, _our_errors()):
        return str(error)
    if not isinstance(error, OSError):
        return None
    where = f"{error.filename}: " if error.filename else ""
    what = error.strerror or str(error)
    if error.errno == errno.ENOSPC:
        what = f"the disk is full ({what}); make room and run the command again: nothing is lost"
    return f"{where}{what}"


def _our_errors() -> tuple[type[Exception], ...]:
    from agent.errors import AgentError
    from conversations.errors import ConversationError
    from evaluation.errors import EvaluationError
    from findings.errors import FindingsError
    from graph_store.errors import GraphError
    from ingest.errors import IngestError
    from ingest.sandbox.errors import SandboxError
    from language_model.errors import LanguageModelError
    from retrieval.errors import RetrievalError
    from settings import SettingsError

    ours = AgentError, ConversationError, EvaluationError, FindingsError, GraphError, IngestError
    others = LanguageModelError, RetrievalError, SandboxError, SettingsError, WorkspaceError
    return (*ours, *others)
