"""The errors of findings.

FindingsError
├── BaselineError        a baseline cannot be used
├── CandidateError       a configuration cannot be compared with what is loaded
├── NoSuchFilterError    no filter of that name is on the device
│   └── UnreadDeviceError  no configuration of the device was read
├── RulesError           a file of rules cannot be used
├── UnknownPacketError   a packet's address or protocol cannot be read
└── SuppressionsError    a file of suppressions cannot be used
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


class FindingsError(Exception):
    """Whatever findings raise."""


class NoSuchFilterError(FindingsError):
    """No filter of that name is on the device; `names` are those that are."""

    def __init__(self, device: str, name: str, names: Sequence[str]) -> None:
        self.names = tuple(names)
        there = f"there are: {', '.join(names)}" if names else "none was read from its configuration"
        super().__init__(f"{device}: no filter {name!r}; {there}")


class UnreadDeviceError(NoSuchFilterError):
    """No configuration of that device was read; `reasons` say why, none where there is no such device."""

    def __init__(self, device: str, reasons: Sequence[str]) -> None:
        self.names, self.reasons = (), tuple(reasons)
        why = f"of {device!r} nothing is known for sure: {'; '.join(reasons)}"
        FindingsError.__init__(self, why if reasons else f"no configuration of a device {device!r} is loaded")


class UnknownPacketError(FindingsError):
    """A packet's address or protocol cannot be read."""


class SuppressionsError(FindingsError):
    """A file of suppressions cannot be used."""


class RulesError(FindingsError):
    """A file of rules cannot be used; `line` is where it is wrong, from 1, and `problem` what is wrong there."""

    def __init__(self, path: Path, line: int, problem: str) -> None:
        self.path, self.line, self.problem = path, line, problem
        super().__init__(f"{path}:{line}: {problem}")


class CandidateError(FindingsError):
    """A configuration cannot be compared with what is loaded."""


class BaselineError(FindingsError):
    """A baseline cannot be used."""
