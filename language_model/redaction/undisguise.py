r"""Reads a line as its reader does: without signs of no width, with letters that only look like ours as ours, and
`%70assword%3D` or `p\u0061ssword` as what it stands for.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

_INVISIBLE = "\u00ad\u034f\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff"
_STYLED = "\uff21-\uff3a\uff41-\uff5a\U0001d400-\U0001d7ff\u24b6-\u24e9"
"""Letters of full width, of mathematics and in circles, which Unicode's NFKC writes as ours."""
_ALIKE = dict(
    zip(
        "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0455\u0458\u0501\u051d\u03bf\u0391\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425",
        "aeopcyxisjdwoAABEKMHOPCTX",
        strict=True,
    )
)
"""Letters of other scripts that look like ours (Unicode's confusables)."""
_LETTERS = "".join(_ALIKE)
DISGUISE = re.compile(
    rf"(?<=[a-zA-Z])[{_INVISIBLE}]|[{_STYLED}]|(?<=[a-zA-Z])[{_LETTERS}]|[{_LETTERS}](?=[a-zA-Z])"
)
ESCAPE_HINTS = {
    "\\u00": r"\\u00[4-7][0-9a-f]",
    **{f"%{high}": rf"%{high}[0-9a-f]" for high in "4567"},
    "%3": r"%3[ad]",
}
"""What stands in a line with an escaped letter, colon or sign of equality, and a pattern of it, in small letters."""
_ESCAPE = r"\\u00(?P<low>[2-7][0-9A-Fa-f])|%(?P<byte>[2-7][0-9A-Fa-f])"
_ESCAPED = re.compile(_ESCAPE)
_SIGN = re.compile(rf"{_ESCAPE}|(?P<sign>[{_INVISIBLE}{_STYLED}{_LETTERS}])")


def disguised(lines: Sequence[str]) -> Iterator[int]:
    """Yield which lines hold a word in which letters are hidden or replaced."""
    for number, line in enumerate(lines):
        if not line.isascii() and DISGUISE.search(line):
            yield number


def undisguise(line: str) -> tuple[str, Sequence[int]] | None:
    """Return the line as it looks, and where each of its characters stands; None where nothing is disguised.

    One more place follows, that of the line's end.
    """
    if not (_ESCAPED.search(line) or (not line.isascii() and DISGUISE.search(line))):
        return None
    text: list[str] = []
    places: list[int] = []
    end = 0
    for found in _SIGN.finditer(line):
        text += [line[end : found.start()], _seen(found)]
        places += [*range(end, found.start()), *[found.start()] * len(text[-1])]
        end = found.end()
    return "".join([*text, line[end:]]), [*places, *range(end, len(line) + 1)]


def _seen(found: re.Match[str]) -> str:
    if not found["sign"]:
        return chr(int(found["low"] or found["byte"], 16))
    letter = _ALIKE.get(found["sign"]) or unicodedata.normalize("NFKC", found["sign"])
    return letter if letter.isascii() else ""
