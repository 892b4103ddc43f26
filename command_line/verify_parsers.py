"""Verifies the parsers of a folder on files, for `wirelore parsers verify`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from command_line.find_parsers import FoundParser, NothingToVerifyError, divide_arguments, find_parser
from ingest.find_files import PassedOver, open_files
from ingest.sandbox import Sandbox
from ingest.verify_files import Verification, verify_files


@dataclass(frozen=True, slots=True)
class VerifyOutcome:
    """What was found; `broken` says which parsers could not be tried, and why."""

    found: Verification
    passed_over: tuple[PassedOver, ...]
    broken: tuple[str, ...]

    @property
    def wrong(self) -> bool:
        """True where a parser is broken or wrong, or a file has none."""
        return bool(self.broken) or self.found.wrong


def verify(
    folder: Path, there: Sequence[FoundParser], arguments: Sequence[str], allow_weak_sandbox: bool
) -> VerifyOutcome:
    """Run the named parsers, or all that are there, on the files among the arguments.

    Raises ParserCommandError, IngestError and SandboxError.
    """
    names, paths = divide_arguments(folder, arguments, there)
    if not there:
        raise NothingToVerifyError(str(folder), "no parsers there; an ingest learns and keeps them")
    if not paths:
        raise NothingToVerifyError(
            " ".join(names),
            "files or folders to run it on are missing (./NAME for a file of a parser's name)",
        )
    named = [find_parser(folder, name) for name in dict.fromkeys(names)]
    usable = named or [each.parser for each in there if each.parser]
    broken = () if named else tuple(each.reason for each in there if not each.parser)
    with open_files(paths) as files, Sandbox(allow_weak=allow_weak_sandbox) as sandbox:
        found = verify_files(files.files, usable, sandbox, chosen=bool(named))
    return VerifyOutcome(found, files.passed_over, broken)
