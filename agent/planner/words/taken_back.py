"""Tells names of what lines take back: `no_ntp_server` and `NoNtpServer` are told only where a question denies."""

from __future__ import annotations

import re

_NAME = re.compile(r"no_(?!of(?:_|$))\w+|No[A-Z]\w*")
_WRITTEN = re.compile(r"`([^`]+)`")
_DENIES = re.compile(
    r"(?<![a-z0-9])(?:no|not|non|none|never|without|cannot|lack(?:s|ing)?|missing|neither|nor|undo|unset|except|"
    r"disabled?|deactivated?|inactive|off|shut(?:down)?|removed?|deleted?|negated|denied|denies|forbidden|"
    r"prevent(?:s|ed)?|suppress(?:ed|es)?|opposite)(?![a-z0-9])|n['\u2019]t\b|\b(?:do|does|is|are|has|have)nt\b",
    re.IGNORECASE,
)


def is_taken_back(name: str) -> bool:
    """Tell whether a property or label is named by what a line takes back; `no_of_ports` is a number."""
    return _NAME.fullmatch(name) is not None


def denies(question: str) -> bool:
    """Tell whether a question speaks of what is not, or is off."""
    return _DENIES.search(question) is not None


def names_taken_back(statement: str) -> bool:
    """Tell whether a statement speaks of what lines take back."""
    return any(map(is_taken_back, _WRITTEN.findall(statement)))
