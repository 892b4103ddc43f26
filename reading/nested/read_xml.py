"""Reads XML into pieces: elements, attributes, texts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reading.escapes import undo_entities
from reading.nested.pieces import MOST_LEVELS, NestedValue

XML_PIECE = re.compile(
    r"<!\[CDATA\[.*?(?:\]\]>|\Z)|<!--.*?(?:-->|\Z)|<\?.*?(?:\?>|\Z)|<[^>]*+(?:>|\Z)|[^<]+", re.DOTALL
)
CDATA = "<![CDATA["
XML_ATTRIBUTE = re.compile(r"(?<![\w:.-])([\w:.-]++)\s*+=\s*+(\"[^\"]*\"|'[^']*')")


def read_xml(lines: Sequence[str]) -> NestedValue:
    """Read elements, attributes and texts; the element that holds all is the document."""
    top = NestedValue(0)
    open_pieces = [top]
    noted = []
    number = 0
    for found in XML_PIECE.finditer("\n".join(lines)):
        text = found.group()
        inner = open_pieces[-1]
        if text.startswith(CDATA):
            _add_text(inner, text.removeprefix(CDATA).removesuffix("]]>"))
        elif text[:2] == "</":
            inner.last = number
            if len(open_pieces) > 1:
                open_pieces.pop()
        elif text[0] == "<" and text[1] not in "!?":
            piece = NestedValue(number)
            piece.attributes = XML_ATTRIBUTE.findall(text)
            for name, value in piece.attributes:
                piece.inside.append((local(name), number, NestedValue(number, undo_entities(value[1:-1]))))
            inner.inside.append((local(re.split(r"[\s/>]", text[1:])[0]), number, piece))
            piece.last = number + text.count("\n")
            if text[-2:] != "/>" and len(open_pieces) < MOST_LEVELS:
                open_pieces.append(piece)
        elif text[0] != "<" and text.strip() and len(open_pieces) > 1:
            _add_text(inner, undo_entities(text))
        elif text[:2] in ("<!", "<?"):
            noted += [(number + at, line.strip("<>!?- ")) for at, line in enumerate(text.split("\n"))]
        number += text.count("\n")
    whole = top.inside[0][2] if len(top.inside) == 1 and top.inside[0][2].text is None else top
    whole.notes = [(line, text) for line, text in noted if text]
    return whole


def _add_text(piece: NestedValue, text: str) -> None:
    """Give a piece its text; a text of several lines with one word each is a list of them."""
    words = text.split()
    piece.words = len(words) > 1 and len(words) == sum(bool(line.strip()) for line in text.split("\n"))
    piece.text = f"[{' '.join(words)}]" if piece.words else " ".join(words)


def local(name: str) -> str:
    """Return a name without its namespace."""
    return name.split(":")[-1]
