"""Tells how much of a file this process has read, where the system reports it (Linux)."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator
from pathlib import Path

OPEN = Path("/proc/self/fd")
PLACES = Path("/proc/self/fdinfo")
_PLACE = re.compile(r"\S+[ \t]+([0-9]+)[ \t]*\n")


def read_share(folders: Collection[Path]) -> float:
    """Return the share read of the largest file that is open below these folders; 0.0 where none is."""
    size, place = max(_open_files(frozenset(folders)), default=(0, 0))
    return min(1.0, place / size) if size else 0.0


def _open_files(folders: frozenset[Path]) -> Iterator[tuple[int, int]]:
    """Yield the size of each open file, and how far it is read, in bytes."""
    try:
        numbers = os.listdir(OPEN)
    except OSError:
        return
    for number in numbers:
        try:
            path = Path(os.readlink(OPEN / number))
            if path in folders or not folders.isdisjoint(path.parents):
                place = _PLACE.match((PLACES / number).read_text("ascii"))
                yield (OPEN / number).stat().st_size, int(place[1]) if place else 0
        except OSError:
            continue  # closed meanwhile
