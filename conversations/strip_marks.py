"""An answer without its citation marks: what it says, not where that stands. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable


def strip_marks(text: str, paths: Iterable[str]) -> str:
    """Take the citation marks of these files out of a text: "[r1.cfg:7, r2.cfg:9]", "r1.cfg:7-9"."""
    for path in set(paths):
        place = rf"(?<![\w/]){re.escape(path)}:\d+(?:[-\u2013…]+\d+)?"
        text = re.sub(rf"\s?\[[^\[\]\n]*{place}[^\[\]\n]*\]|{place}", " ", text)
    return text
