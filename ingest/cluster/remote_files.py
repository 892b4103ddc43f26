"""Lists, opens and reads files behind any URL that fsspec knows."""

from __future__ import annotations

import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import IO, Any, cast

from ingest.cluster.errors import NoDaskError
from ingest.errors import EmptyInput, UnreadableInput
from ingest.find_files import FilesFound, InputFile, PassedOver, name_apart, open_files, reason_to_pass


@dataclass(frozen=True, slots=True)
class Status:
    """What is asked of a file's status, named as the system names it."""

    st_size: int
    st_mtime: float
    st_mode: int = stat.S_IFREG
    st_ino: int = 0

    @property
    def st_mtime_ns(self) -> int:
        """The time of change in nanoseconds."""
        return int(self.st_mtime * 1e9)


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file by its URL: does what ingest asks of a Path."""

    url: str

    @property
    def name(self) -> str:
        """The last part of the URL."""
        return PurePosixPath(self.url).name

    @property
    def suffix(self) -> str:
        """What follows the last dot; documents that have to be converted are read as they stand."""
        return ""

    def open(self, mode: str = "rb") -> IO[bytes]:
        """Open it to read; `seek` costs nothing."""
        system, path = _system(self.url)
        return cast("IO[bytes]", system.open(path, mode))

    def stat(self) -> Status:
        """Ask how long it is and when it changed; where that is not told, today."""
        system, path = _system(self.url)
        try:
            changed = system.modified(path).timestamp()
        except (NotImplementedError, KeyError, AttributeError, TypeError):
            changed = datetime.combine(datetime.now(UTC), datetime.min.time(), UTC).timestamp()
        return Status(int(system.size(path) or 0), changed)

    def resolve(self) -> RemoteFile:
        """A URL is all there is."""
        return self

    def __str__(self) -> str:
        return self.url


@contextmanager
def open_inputs(given: Sequence[str]) -> Iterator[FilesFound]:
    """Find the files of folders, archives and URLs. Raises what `open_files` raises."""
    urls = [one for one in given if "://" in one]
    local = [one for one in given if "://" not in one]
    remote = [find_remote(url) for url in urls]
    with open_files(local) as found:
        files = list(found.files)
        names = {file.path for file in files}
        for file in (file for one in remote for file in one.files):
            path = name_apart(file, names)
            names.add(path)
            files.append(replace(file, path=path))
        passed = (*found.passed_over, *(item for one in remote for item in one.passed_over))
        yield FilesFound(
            tuple(files), passed, (*found.roots, *(root for one in remote for root in one.roots))
        )


def find_remote(url: str) -> FilesFound:
    """List the text files at and below a URL, in the order of their names; hidden ones are skipped."""
    try:
        system, root = _system(url)
        found: list[str] = sorted(system.find(root))
        names = [str(system.unstrip_protocol(path)) for path in found]
    except (OSError, ValueError, ImportError) as error:
        raise UnreadableInput(url, str(error)) from error
    top = str(system.unstrip_protocol(root)).rstrip("/")
    files: list[InputFile] = []
    passed: list[PassedOver] = []
    for name in names:
        path = name.removeprefix(top).lstrip("/") or PurePosixPath(name).name
        if any(part.startswith(".") for part in path.split("/")):
            continue
        location = cast("Path", RemoteFile(name))
        reason = reason_to_pass(location)
        if reason:
            passed.append(PassedOver(path, reason, reason.startswith("unreadable"), name))
        else:
            files.append(InputFile(path, location, name))
    if not files:
        raise EmptyInput(url, "no text file there")
    return FilesFound(tuple(files), tuple(passed), (top,))


def _system(url: str) -> tuple[Any, str]:
    """Return what reads a URL, and the path by which it knows the file."""
    if find_spec("fsspec") is None:
        raise NoDaskError
    from fsspec.core import url_to_fs

    system, path = url_to_fs(url)
    return system, str(path)
