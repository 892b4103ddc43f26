"""Joins the lines over which a text in double quotes goes on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from reading.closed_blocks import COMMENT_SIGNS

MOST_QUOTED = 2000
_TEXT = re.compile(r"(?<![^\s=\[])'[^']*+'|\"(?:[^\"\\]|\\.)*+(\"|\\?$)|\\.")
_QUOTE = re.compile(r"\\.|(\")")
_BEFORE = " \t=[("
"""What stands before a quote that begins a text: within a word it is a sign as others."""


def whole_lines(numbered: Iterable[tuple[int, str]]) -> Iterator[tuple[int, int, str]]:
    """Yield (first, last, text) of statements from (number, line); blank lines are left out.

    A text goes on up to the first line with an odd number of quotes. One that no line ends so, or before whose end
    others begin and end, is no text over several lines: its quote is a sign as others.
    """
    waiting: list[tuple[int, str]] = list(numbered)
    at = 0
    while at < len(waiting):
        first, line = waiting[at]
        last = _text_end(waiting, at) if opens_text(line) else at
        text = "\n".join([line.strip(), *(each for _, each in waiting[at + 1 : last + 1])]).rstrip()
        if text:
            yield first, waiting[last][0], text
        at = last + 1


def opens_text(line: str) -> bool:
    """Tell whether a text in double quotes begins in a line, and does not end there."""
    if '"' not in line or line.lstrip()[:1] in COMMENT_SIGNS or line.lstrip().startswith(("/*", "//")):
        return False
    texts = [found for found in _TEXT.finditer(line.rstrip()) if found[1] is not None]
    return bool(texts) and texts[-1][1] != '"' and line[: texts[-1].start()][-1:] in _BEFORE


def _text_end(numbered: list[tuple[int, str]], at: int) -> int:
    """Return the place of the line that ends the text which the line `at` begins; `at` where none does."""
    for place in range(at + 1, min(len(numbered), at + MOST_QUOTED)):
        quotes = sum(found[1] is not None for found in _QUOTE.finditer(numbered[place][1]))
        if quotes:
            return place if quotes % 2 else at
    return at
