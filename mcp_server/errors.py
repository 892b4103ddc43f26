"""What goes wrong with callers' tokens; calls themselves fail with the SDK's ToolError.

McpServerError
└── TokenError   a token cannot be made, found or read
"""

from __future__ import annotations


class McpServerError(Exception):
    """Any expected failure of this package; its message is meant for people."""


class TokenError(McpServerError):
    """A token cannot be made, found or read."""
