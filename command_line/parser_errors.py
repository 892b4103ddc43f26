"""What can go wrong with `wirelore parsers`.

CommandError
└── ParserCommandError
    ├── UnknownParserError      no parser of that name
    ├── UnknownSectionError     the parser has no such section
    ├── NothingToCompareError   there is no other version
    └── NothingToVerifyError    no parser, or no file
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from command_line.errors import CommandError


class ParserCommandError(CommandError):
    """An expected failure of a command about parsers."""


class UnknownParserError(ParserCommandError):
    """No parser of that name in the folder; `possible` are those there are."""

    def __init__(self, folder: str, name: str, possible: Sequence[str], or_path: bool = False) -> None:
        what = "parser, file or folder" if or_path else "parser"
        super().__init__(f"{folder}: no {what} {name!r}{_nearest(name, possible)}")
        self.name, self.possible = name, tuple(possible)


class UnknownSectionError(ParserCommandError):
    """The parser has no such section; `possible` are those there are."""

    def __init__(self, parser: str, name: str, possible: Sequence[str]) -> None:
        super().__init__(f"{parser}: no section {name!r}{_nearest(name, possible)}")
        self.name, self.possible = name, tuple(possible)


class NothingToCompareError(ParserCommandError):
    """There is no other version of the parser at `place`."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}")
        self.place = place


class NothingToVerifyError(ParserCommandError):
    """There is no parser to verify, or no file to verify it on; `place` is what was given."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}")
        self.place = place


def _nearest(name: str, possible: Sequence[str]) -> str:
    if not possible:
        return "; there is none"
    near = get_close_matches(name, possible, n=1)
    return f"; there is {', '.join(possible)}" + (f" (did you mean {near[0]!r}?)" if near else "")
