"""Reads inline collections into pieces: JSON, and `{name: value, list: [a, b]}` in YAML."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reading.nested.pieces import MOST_LEVELS, NestedValue, plain

JSON_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+')
FLOW_WORD = re.compile(
    r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|[{}\[\],]|:(?=[\s,{}\[\]\"']|$)|(?:(?<=\s)|^)#.*"
    r"|(?:[^\s{}\[\],:]|:(?=[^\s,{}\[\]]))(?:[^{}\[\],:]|:(?=[^\s,{}\[\]]))*"
)


def read_json(lines: Sequence[str]) -> NestedValue:
    """Read JSON, as far as it is well-formed; a comma at the end of a list does not matter."""
    words = [(word, number) for number, line in enumerate(lines) for word in JSON_WORD.findall(line)]
    top = nest(words)
    only = top.inside[0][2] if len(top.inside) == 1 else top
    return only if only.text is None else top


def flow_words(text: str, number: int) -> list[tuple[str, int]]:
    """Return the words and signs of a line as (word, number); comments are left out."""
    words = [found.group().rstrip() for found in FLOW_WORD.finditer(text)]
    return [(word, number) for word in words if word[0] != "#"]


def is_open(words: Sequence[tuple[str, int]]) -> bool:
    """True while more brackets open than close."""
    opened = sum(word in "{[" for word, _ in words)
    return opened > sum(word in "}]" for word, _ in words)


def nest(words: Sequence[tuple[str, int]]) -> NestedValue:
    """Make pieces of words: what is inside brackets, keys before colons; a list of all that is on top."""
    top = NestedValue(words[0][1] if words else 0, listed=True)
    open_pieces = [top]
    key: str | None = None
    key_line = 0
    for index, (word, number) in enumerate(words):
        inner = open_pieces[-1]
        if word in "}]":
            inner.last = number
            if len(open_pieces) > 1:
                open_pieces.pop()
        elif word in "{[":
            piece = NestedValue(number, listed=word == "[")
            inner.inside.append((key, piece.first if key is None else key_line, piece))
            if len(open_pieces) < MOST_LEVELS:
                open_pieces.append(piece)
            key = None
        elif word not in ",:":
            if not inner.listed and key is None:
                key, key_line = plain(word), number
                if words[index + 1 : index + 2] and words[index + 1][0] == ":":
                    continue
                word = ""
            piece = NestedValue(number, plain(word), literal=word[:1] not in "\"'")
            inner.inside.append((key, number if key is None else key_line, piece))
            key = None
    return top
