"""Reads JSON into pieces."""

import re

from ingest.induction.configurations.parser_parts.read_flow import nest

JSON_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+')


def read_json(lines):
    """Read JSON, as far as it is well-formed; a comma at the end of a list does not matter."""
    words = [
        (found.group(), number) for number, line in enumerate(lines) for found in JSON_WORD.finditer(line)
    ]
    return unwrapped(nest(words))


def unwrapped(top):
    """Return what a document holds: the inside of its one object, else its list."""
    objects = [piece for _, _, piece in top.inside if piece.text is None]
    return objects[0] if len(top.inside) == len(objects) == 1 else top
