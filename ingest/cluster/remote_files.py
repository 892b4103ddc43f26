"""Lists, opens and reads files behind any URL that fsspec knows."""

from __future__ import annotations

import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from types import SimpleNamespace
from typing import IO, Any, cast

from ingest.errors import EmptyInput, NoDaskError, UnreadableInput
from ingest.files.find_files import (
    UNREADABLE,
    FilesFound,
    InputFile,
    PassedOver,
    name_apart,
    open_files,
    printable_name,
    reason_to_pass,
)


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file by its URL: does what ingest asks of a Path. It has no suffix, and so is never converted."""

    url: str
    suffix = ""

    def open(self, mode: str = "rb") -> IO[bytes]:
        """Open it to read; `seek` costs nothing."""
        system, path = _system(self.url)
        return cast("IO[bytes]", system.open(path, mode))

    def stat(self) -> SimpleNamespace:
        """Return its size and when it changed, under the names of `os.stat_result`; today where that is not told."""
        system, path = _system(self.url)
        try:
            changed = system.modified(path).timestamp()
        except (NotImplementedError, KeyError, AttributeError, TypeError):
            changed = datetime.combine(datetime.now(UTC), datetime.min.time(), UTC).timestamp()
        size = int(system.size(path) or 0)
        return SimpleNamespace(
            st_size=size, st_mtime=changed, st_mtime_ns=int(changed * 1e9), st_mode=stat.S_IFREG, st_ino=0
        )

    def resolve(self) -> RemoteFile:
        """Return itself: a URL is all there is."""
        return self

    def __str__(self) -> str:
        return self.url


@contextmanager
def open_inputs(given: Sequence[str], follow_links: bool = False) -> Iterator[FilesFound]:
    """Find the files of folders, archives and URLs. Raises what `open_files` raises."""
    remote = [find_remote(url) for url in given if "://" in url]
    with open_files([one for one in given if "://" not in one], follow_links) as found:
        files = list(found.files)
        names = {file.path for file in files}
        for file in (file for one in remote for file in one.files):
            path = name_apart(file, names)
            names.add(path)
            files.append(replace(file, path=path))
        passed = tuple(item for one in (found, *remote) for item in one.passed_over)
        yield FilesFound(tuple(files), passed, tuple(root for one in (found, *remote) for root in one.roots))


def find_remote(url: str) -> FilesFound:
    """List the text files at and below a URL, in the order of their names; hidden ones are skipped."""
    try:
        system, root = _system(url)
        names = [str(system.unstrip_protocol(path)) for path in sorted(system.find(root))]
    except (OSError, ValueError, ImportError) as error:
        raise UnreadableInput(url, str(error)) from error
    top = str(system.unstrip_protocol(root)).rstrip("/")
    files: list[InputFile] = []
    passed: list[PassedOver] = []
    for name in names:
        path = printable_name(name.removeprefix(top).lstrip("/") or PurePosixPath(name).name)
        if any(part.startswith(".") for part in path.split("/")):
            continue
        location = cast("Path", RemoteFile(name))
        reason = reason_to_pass(location)
        if reason:
            passed.append(PassedOver(path, reason, reason.startswith(UNREADABLE), printable_name(name)))
        else:
            files.append(InputFile(path, location, printable_name(name)))
    if not files:
        raise EmptyInput(url, "no text file there")
    return FilesFound(tuple(files), tuple(passed), (printable_name(top),))


def _system(url: str) -> tuple[Any, str]:
    """Return what reads a URL, and the path by which it knows the file."""
    if find_spec("fsspec") is None:
        raise NoDaskError
    from fsspec.core import url_to_fs

    system, path = url_to_fs(url)
    return system, str(path)
