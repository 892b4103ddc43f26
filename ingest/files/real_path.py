"""Opens files without following links, so that what was found below a folder cannot become a file elsewhere."""

from __future__ import annotations

import errno
import os
from pathlib import Path, PosixPath
from typing import IO, Any


class RealPath(PosixPath):
    """A path without links; opening it fails with OSError when a link has taken the place of a part of it.

    Where the system can open a folder only to search it (Linux), each part is opened below the one before. Elsewhere
    the path is resolved again once the file is open, and must be the same file.
    """

    def open(self, mode: str = "r", *_: Any, **options: Any) -> IO[Any]:  # type: ignore[override]
        """Open the file as `open` does."""
        return open(self, mode, opener=_open_without_links, **options)


def resolve(path: Path) -> RealPath:
    """Follow the links in a path, now and never again; one that leads back to itself stays."""
    return RealPath(os.path.realpath(path))


def _open_without_links(path: str, flags: int) -> int:
    try:
        return _open_parts(path, flags) if hasattr(os, "O_PATH") else _open_and_compare(path, flags)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR):
            raise OSError(
                error.errno, "a link has taken the place of it or of a folder above", path
            ) from None
        raise


def _open_parts(path: str, flags: int) -> int:
    _, *folders, name = Path(path).parts
    searched = os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    above = os.open("/", searched)
    try:
        for folder in folders:
            below = os.open(folder, searched, dir_fd=above)
            os.close(above)
            above = below
        return os.open(name, flags | os.O_NOFOLLOW, 0o600, dir_fd=above)
    finally:
        os.close(above)


def _open_and_compare(path: str, flags: int) -> int:
    file = os.open(path, flags | os.O_NOFOLLOW, 0o600)
    try:
        if os.path.realpath(path) != path or not os.path.samestat(os.fstat(file), os.lstat(path)):
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), path)
    except OSError:
        os.close(file)
        raise
    return file
