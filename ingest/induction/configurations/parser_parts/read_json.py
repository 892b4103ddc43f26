"""Reads JSON into pieces."""

import re

from ingest.induction.configurations.parser_parts.pieces import MOST_LEVELS, Piece, plain

JSON_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+')


def read_json(lines):
    """Read JSON, as far as it is well-formed; a comma at the end of a list does not matter."""
    words = [
        (found.group(), number) for number, line in enumerate(lines) for found in JSON_WORD.finditer(line)
    ]
    top = Piece(0, listed=True)
    open_pieces = [top]
    key, key_line = None, 0
    for index, (word, number) in enumerate(words):
        inner = open_pieces[-1]
        if word in "}]":
            inner.last = number
            if len(open_pieces) > 1:
                open_pieces.pop()
        elif word in "{[":
            piece = Piece(number, listed=word == "[")
            inner.inside.append((key, piece.first if key is None else key_line, piece))
            if len(open_pieces) < MOST_LEVELS:
                open_pieces.append(piece)
            key = None
        elif word not in ",:":
            is_key = (
                not inner.listed and key is None and index + 1 < len(words) and words[index + 1][0] == ":"
            )
            if is_key:
                key, key_line = plain(word), number
                continue
            piece = Piece(number, plain(word))
            piece.literal = word[0] != '"'
            inner.inside.append((key, number if key is None else key_line, piece))
            key = None
    return unwrapped(top)


def unwrapped(top):
    """Return what a document holds: the inside of its one object, else its list."""
    objects = [piece for _, _, piece in top.inside if piece.text is None]
    return objects[0] if len(top.inside) == len(objects) == 1 else top
