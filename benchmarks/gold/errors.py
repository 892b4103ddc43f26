"""What goes wrong while gold questions are made.

EvaluationError
└── GoldError
    ├── DataMissingError      a data set's files are not in the data folder
    └── NotComputableError    the data does not bear the question out: no match, a tie, two values, a term found
"""

from __future__ import annotations

from evaluation.errors import EvaluationError


class GoldError(EvaluationError):
    """Any failure of this package."""


class DataMissingError(GoldError):
    """No file of a data set was found; `folder` and `pattern` say where it was looked for."""

    def __init__(self, folder: str, pattern: str) -> None:
        self.folder = folder
        self.pattern = pattern
        super().__init__(f"{folder}: no file {pattern!r} found; expected the folder of the test data")


class NotComputableError(GoldError):
    """A question has no single answer in the data; `subject` is the pattern or the question."""

    def __init__(self, subject: str, found: str, expected: str) -> None:
        self.subject = subject
        self.found = found
        super().__init__(f"{subject!r}: found {found}, expected {expected}")
