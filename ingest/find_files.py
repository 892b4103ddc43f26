"""Finds the text files below the given paths, in a stable order."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ingest.errors import EmptyInput, NoSuchInput, UnreadableInput
from ingest.text_encoding import encoding_of, read_head

READ_ERRORS = (OSError, EOFError)


@dataclass(frozen=True, slots=True)
class InputFile:
    """A text file to read. `path` is relative to the data root, with `/`; `location` is where it is."""

    path: str
    location: Path


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A file that was found and not taken, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class FilesFound:
    """What a walk found, in file order."""

    files: tuple[InputFile, ...]
    passed_over: tuple[PassedOver, ...] = ()


def find_files(paths: Sequence[str | Path]) -> FilesFound:
    """List the text files at and below `paths`, each once, folders in the order of their names.

    A given folder is the data root of its files; a given file's root is its folder. Hidden files and
    folders below a root are skipped; binary, empty and unreadable ones are named in `passed_over`. A path
    that two roots would give twice gets the name of its root in front.
    Raises NoSuchInput, EmptyInput and UnreadableInput for a given path that leads to nothing.
    """
    files: list[InputFile] = []
    passed: list[PassedOver] = []
    seen: set[Path] = set()
    names: set[str] = set()
    for given in paths:
        root = Path(given)
        found, left = _below(root)
        for file in found:
            real = file.location.resolve()
            if real not in seen:
                seen.add(real)
                files.append(_named_apart(file, names))
        passed.extend(left)
    return FilesFound(tuple(files), tuple(passed))


def _below(root: Path) -> tuple[list[InputFile], list[PassedOver]]:
    """Read one given path; a folder without text, or a file that is none, is an error."""
    if not os.path.lexists(root):
        raise NoSuchInput(str(root))
    if not root.is_dir():
        reason = _reason_to_pass(root)
        if reason:
            kind = EmptyInput if reason == "empty file" else UnreadableInput
            raise kind(str(root), reason)
        return [InputFile(root.name, root)], []
    files: list[InputFile] = []
    passed: list[PassedOver] = []
    for location in _walk(root, set()):
        path = location.relative_to(root).as_posix()
        reason = _reason_to_pass(location)
        if reason:
            passed.append(PassedOver(path, reason))
        else:
            files.append(InputFile(path, location))
    if not files:
        left = "; ".join(f"{item.path}: {item.reason}" for item in passed[:5])
        raise EmptyInput(str(root), f"no text file in this folder{f' ({left})' if left else ''}")
    return files, passed


def _walk(folder: Path, entered: set[Path]) -> Iterator[Path]:
    """Yield what is not hidden, by name; a folder that links lead back to is entered once."""
    real = folder.resolve()
    if real in entered:
        return
    entered.add(real)
    try:
        entries = sorted(folder.iterdir(), key=lambda entry: entry.name)
    except OSError as error:
        raise UnreadableInput(str(folder), _said(error)) from error
    for entry in entries:
        if entry.name.startswith("."):
            continue
        if entry.is_dir():
            yield from _walk(entry, entered)
        else:
            yield entry


def _reason_to_pass(location: Path) -> str:
    """Say why a file is not taken; blank when it is text."""
    try:
        if not stat.S_ISREG(location.stat().st_mode):
            return "not a regular file"
        head = read_head(location)
    except READ_ERRORS as error:
        return f"unreadable: {_said(error)}"
    if not head:
        return "empty file"
    return "" if encoding_of(head) else "binary file"


def _named_apart(file: InputFile, names: set[str]) -> InputFile:
    """Put enough of the folders' names in front of a path that another root already gave."""
    path = file.path
    parents = _folder_names(file.location, path)
    while path in names:
        path = f"{next(parents, 'again')}/{path}"
    names.add(path)
    return InputFile(path, file.location)


def _folder_names(location: Path, path: str) -> Iterator[str]:
    """Yield the names of the folders above a data root, the nearest first."""
    above: Iterable[str] = location.resolve().parts[1 : -len(Path(path).parts)]
    yield from reversed(list(above))


def _said(error: OSError | EOFError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
