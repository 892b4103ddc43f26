"""Tells times that a log writes without a zone: they are shown as written, and are not known to be UTC."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from reading.spoken_names import name_some
from reading.time_formats import HALF, ZONE

MOST_FILES = 3
"""Files that are named; of others their number."""
_STAMP = re.compile(r"T(\d\d):(\d\d):?(\d\d)?")
_NAMED = re.compile(r"(?i)\b(?:tz|time_?zone)\b[\"']?[=:]\s?[\"']?(?:[+-]?\d|[a-z]{2})")
"""A field of its own that holds the zone."""


def is_without_zone(line: str, timestamp: str) -> bool:
    """Tell whether a line shows the clock of a time (ISO 8601) as it is, and names no zone."""
    stamp = _STAMP.search(timestamp)
    if not stamp:
        return False
    hour, minute, second = stamp.groups()
    clock = rf"(?<!\d){hour}:?{minute}" + (rf":?{second}(?:[.,]\d{{1,9}})?" if second else r"(?::\d\d)?")
    found = re.search(rf"{clock}{HALF}{ZONE}(?!\d)", line)
    return found is not None and found["zone"] is None and not _NAMED.search(line)


def name_files(files: Sequence[str]) -> str:
    """Name the first files, and say how many more there are: "a.log, b.log, c.log and 2 more"."""
    return name_some(files[:MOST_FILES], len(files))


def files_without_zone(shown: Iterable[tuple[str, str, str]]) -> tuple[str, ...]:
    """Return the files, each once, of lines that show their times without a zone: file, line, time in ISO 8601."""
    return tuple(sorted({path for path, line, time in shown if time and is_without_zone(line, time)}))
