"""The commands' own errors.

CommandError
├── CannotServeError      the chat cannot be served at that address
│   └── PortInUseError    something else listens there
└── ChatEndedError        the chat ended by itself
"""

from __future__ import annotations

from workspace.errors import WorkspaceError


class CommandError(WorkspaceError):
    """An expected failure of a command; its message is meant for people."""


class CannotServeError(CommandError):
    """The chat cannot be served at that address."""

    def __init__(self, host: str, port: int, reason: str) -> None:
        super().__init__(reason)
        self.host, self.port = host, port


class PortInUseError(CannotServeError):
    """Something else listens there."""

    def __init__(self, host: str, port: int) -> None:
        reason = f"port {port} on {host} is in use; choose another with --port (or PORT= with make)"
        super().__init__(host, port, reason)


class ChatEndedError(CommandError):
    """The chat ended by itself; `code` is its exit code, and standard error has what it said."""

    def __init__(self, code: int) -> None:
        super().__init__(f"the chat ended by itself with exit code {code}; the lines above say why")
        self.code = code
