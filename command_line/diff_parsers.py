"""Compares two versions of a parser, file by file."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

from rich.console import Console
from rich.text import Text

from command_line.find_parsers import NothingToCompareError, UnknownParserError, find_place, parser_files
from ingest.errors import BadParserFolder
from ingest.parser_folder import PREVIOUS

STYLES = {"---": "bold", "+++": "bold", "@@": "cyan", "-": "red", "+": "green"}


def diff_parsers(folder: Path, name: str, against: Path | None) -> list[str]:
    """Return the unified diff of sources and schema, from the other version to the one in use; nothing when alike.

    The other version is what stood there before it was learned again, or the parser of the same name in `against`.
    Raises UnknownParserError, NothingToCompareError and BadParserFolder.
    """
    place = find_place(folder, name)
    if against is None:
        other = place / PREVIOUS
        if not parser_files(other):
            reason = f"no folder {PREVIOUS!r} in it: it was learned once only; compare with --against FOLDER"
            raise NothingToCompareError(str(place), reason)
    else:
        other = against / name
        if not against.is_dir():
            raise NothingToCompareError(str(against), "no such folder")
        if not parser_files(other):
            there = [each.name for each in sorted(against.iterdir()) if parser_files(each)]
            raise UnknownParserError(str(against), name, there)
    names = sorted({*parser_files(other), *parser_files(place)})
    return [line for each in names for line in _diff(other / each, place / each)]


def _diff(old: Path, new: Path) -> Iterator[str]:
    before, after = _lines(old), _lines(new)
    was, now = (str(path) if path.is_file() else "/dev/null" for path in (old, new))
    for line in unified_diff(before, after, was, now):
        yield line.removesuffix("\n")
        if not line.endswith("\n"):
            yield "\\ No newline at end of file"


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8").splitlines(keepends=True) if path.is_file() else []
    except ValueError as error:
        raise BadParserFolder(str(path.parent), f"{path.name}: {error}") from error


def show_diff(console: Console, lines: list[str]) -> None:
    """Print a diff as it is, in colours where the console has them."""
    for line in lines:
        style = next((style for sign, style in STYLES.items() if line.startswith(sign)), "")
        console.print(Text(line, style), soft_wrap=True)
