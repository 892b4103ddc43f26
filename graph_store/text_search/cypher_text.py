"""Tell the code of a Cypher statement from its strings, quoted names and comments, character by character."""

from __future__ import annotations

import re

_OPAQUE = re.compile(
    r"""'(?:\\.|[^'\\])*'?        # a string; the closing quote may be missing
      | "(?:\\.|[^"\\])*"?
      | `(?:``|[^`])*`?          # a quoted name
      | //[^\n\r]*               # comments
      | /\*.*?(?:\*/|$)""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_OPENING = "([{"
_CLOSING = ")]}"


def without_comments(statement: str) -> str:
    """Blank out the comments; every other character keeps its place."""
    return _OPAQUE.sub(lambda match: " " * len(match[0]) if match[0][0] == "/" else match[0], statement)


def code_of(statement: str) -> str:
    """Fill strings and quoted names with underscores and comments with blanks; the quotes and places stay."""
    return _OPAQUE.sub(_filled, statement)


def unquote(literal: str) -> str:
    """Read a Cypher string literal, its quotes included."""
    return _ESCAPE.sub(
        lambda match: chr(int(match[1], 16)) if match[1] else _ESCAPED.get(match[2], match[2]), literal[1:-1]
    )


def closing_place(code: str, start: int) -> int:
    """Find the bracket that closes the list whose first item is at `start`; -1 when nothing does."""
    depth = 0
    for place in range(start, len(code)):
        if code[place] in _OPENING:
            depth += 1
        elif code[place] in _CLOSING:
            if depth == 0:
                return place
            depth -= 1
    return -1


def split_list(statement: str, code: str, separator: str) -> list[str]:
    """Cut an expression at a separator that stands outside all brackets; the pieces are stripped.

    `code` is code_of the same text, of the same length.
    """
    pieces = []
    depth = start = 0
    for place, character in enumerate(code):
        depth += (character in _OPENING) - (character in _CLOSING)
        if character == separator and depth == 0:
            pieces.append(statement[start:place].strip())
            start = place + 1
    return [*pieces, statement[start:].strip()]


def _filled(match: re.Match[str]) -> str:
    text = match[0]
    if text[0] == "/":
        return " " * len(text)
    closed = len(text) > 1 and text[-1] == text[0]
    return text[0] + "_" * (len(text) - 1 - closed) + (text[0] if closed else "")
