r"""Reads a line whose names are written in escapes, `%70assword%3D` or `p\u0061ssword`, as the reader of it would."""

from __future__ import annotations

import re
from collections.abc import Sequence

ESCAPE_HINTS = {
    "\\u00": r"\\u00[4-7][0-9a-f]",
    **{f"%{high}": rf"%{high}[0-9a-f]" for high in "4567"},
    "%3": r"%3[ad]",
}
"""What stands in a line with an escaped letter, colon or sign of equality, and a pattern of it, in small letters."""
_ESCAPE = re.compile(r"\\u00([2-7][0-9A-Fa-f])|%([2-7][0-9A-Fa-f])")


def unescape(line: str) -> tuple[str, Sequence[int]] | None:
    """Return the line with its escapes read, and where each character of it begins; None where there are none.

    One more place follows, that of the line's end.
    """
    text: list[str] = []
    places: list[int] = []
    end = 0
    for escape in _ESCAPE.finditer(line):
        text += [line[end : escape.start()], chr(int(escape[1] or escape[2], 16))]
        places += range(end, escape.start() + 1)
        end = escape.end()
    if not text:
        return None
    return "".join([*text, line[end:]]), [*places, *range(end, len(line) + 1)]
