"""Finds configurations that are older copies of others among the files: by their names, and by what they hold."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import PurePosixPath

from ingest.errors import UnreadableInput
from ingest.files.find_files import InputFile
from ingest.files.read_lines import read_lines
from ingest.load.name_devices import stated_name

_DATE = re.compile(
    r"(?<!\d)20\d\d[-_.]?(?:0[1-9]|1[0-2])[-_.]?(?:0[1-9]|[12]\d|3[01])"
    r"(?:[-_T. ]?[0-2]\d[-_:.h]?[0-5]\d(?:[-_:.]?[0-5]\d)?)?(?!\d)"
)
_AGES = {"old": -1, "older": -1, "previous": -1, "prev": -1, "before": -1, "orig": -1, "bak": -1}
_AGES |= {"new": 1, "newer": 1, "current": 1, "latest": 1, "after": 1}
"""Words of a path that tell an older copy from a newer one."""
_WORD = re.compile(r"[A-Za-z]+")
_JOINTS = re.compile(r"[-_. ~/]+")
MOST_BYTES, MOST_LINES = 4 << 20, 50_000
LEAST_SHARED = 0.5
"""How much of the shorter file stands in the other too, where one is a copy of the other."""


def find_older(files: Sequence[InputFile]) -> dict[str, str]:
    """Return the path of each file that is an older copy of a configuration → the newest copy's path.

    The paths of copies differ in a date or in a word such as "old" alone; they state one host name, and share their
    lines. Where their names do not tell which one is older, nothing is.
    """
    alike: dict[str, list[InputFile]] = defaultdict(list)
    for file in files:
        alike[_plain(file.path)].append(file)
    found: dict[str, str] = {}
    for copies in alike.values():
        if len({_age(file.path) for file in copies}) == len(copies) > 1:
            *older, newest = sorted(copies, key=lambda file: _age(file.path))
            found |= _of_newest(newest, older)
    return found


def _of_newest(newest: InputFile, older: Sequence[InputFile]) -> Mapping[str, str]:
    lines = _lines(newest)
    name = stated_name(lines)
    return {
        file.path: newest.path
        for file in older
        if name and stated_name(own := _lines(file)) == name and _share(own, lines) >= LEAST_SHARED
    }


def _plain(path: str) -> str:
    """Return a path without the dates and the words in it that tell copies apart."""
    words = [word for word in _JOINTS.split(_DATE.sub("-", path)) if word and word.lower() not in _AGES]
    return "/".join(words)


def _age(path: str) -> tuple[str, int]:
    """Return what sorts paths of copies from the oldest to the newest."""
    dates = ["".join(filter(str.isdigit, found[0])) for found in _DATE.finditer(path)]
    words = (_AGES.get(word.lower(), 0) for word in _WORD.findall(str(PurePosixPath(path))))
    return (dates[-1] if dates else "", sum(words))


def _lines(file: InputFile) -> list[str]:
    with suppress(OSError, UnreadableInput):
        if file.location.stat().st_size <= MOST_BYTES:
            return [line.text.strip() for line in islice(read_lines(file), MOST_LINES)]
    return []


def _share(some: Sequence[str], others: Sequence[str]) -> float:
    one, other = set(filter(None, some)), set(filter(None, others))
    return len(one & other) / max(1, min(len(one), len(other)))
