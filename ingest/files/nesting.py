"""Finds blocks that stand too deep inside each other to be read as a tree. Pure, and linear in the text."""

from __future__ import annotations

import re
from collections.abc import Sequence

DEEPEST = 100
"""Blocks inside each other; the deepest real configurations have about 20, documents of clouds 40."""
_BRACE = re.compile(r"([{\[])|[}\]]")
_CURLY = re.compile(r"(\{)|\}")
_TAG = re.compile(r"<(?:(/)|[!?])?[^<>]*?(/)?>")


def too_deep(lines: Sequence[str]) -> int:
    """Return the index behind the line with more than 100 blocks around it, 0 where there is none.

    Blocks are made by indentation, by braces, in JSON also by brackets, and in XML by tags.
    """
    first = next((line.lstrip()[0] for line in lines if line.strip()), "")
    indents: list[int] = []
    signs = 0
    for number, line in enumerate(lines, 1):
        signs = _after(line, signs, first)
        text = line.expandtabs().strip("\r\n")
        indent = len(text) - len(text.lstrip())
        while indents and indents[-1] >= indent:
            indents.pop()
        if text.strip():
            indents.append(indent)
        if max(signs, len(indents)) > DEEPEST:
            return number
    return 0


def _after(line: str, depth: int, first: str) -> int:
    """Return how many blocks are open behind a line, or in it where those are too many."""
    if first == "<":
        for tag in _TAG.finditer(line):
            if not tag[0].startswith(("<!", "<?")) and not tag[2]:
                depth = max(0, depth + (-1 if tag[1] else 1))
            if depth > DEEPEST:
                return depth
        return depth
    for sign in (_BRACE if first in ("{", "[") else _CURLY).finditer(line):
        depth = max(0, depth + (1 if sign[1] else -1))
        if depth > DEEPEST:
            return depth
    return depth
