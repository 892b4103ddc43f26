"""Makes folders for what is unpacked, and removes those that killed processes of the same user left behind."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_NEW, _READY = "wirelore-new-", "wirelore-unpacked-"


@contextmanager
def unpack_folder() -> Iterator[Path]:
    """Make an empty folder for its owner's eyes only, which is removed at the end, or by the next call if killed.

    The folder is locked while a process uses it. It has its final name only once it is locked. Raises OSError.
    """
    _remove_left_over()
    made = Path(tempfile.mkdtemp(prefix=_NEW))
    lock = os.open(made, os.O_RDONLY | os.O_DIRECTORY)
    folder = made.with_name(_READY + made.name.removeprefix(_NEW))
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        made.rename(folder)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def _remove_left_over() -> None:
    """Remove this user's folders that no process holds; what cannot be removed stays."""
    with suppress(OSError):
        for folder in Path(tempfile.gettempdir()).glob(f"{_READY}*"):
            with suppress(OSError):
                lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
                try:
                    if os.fstat(lock).st_uid == os.getuid():
                        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                        shutil.rmtree(folder)
                finally:
                    os.close(lock)
