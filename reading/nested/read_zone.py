"""Reads zone files (RFC 1035) into pieces: one record for each owner, type and data."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from reading.nested.pieces import NestedValue
from reading.nested.read_sections import list_piece, listed, value_piece
from reading.tokens import shape

ZONE_WORD = re.compile(r"\"[^\"]*\"|;.*|[()]|[^\s;()\"]+")
ZONE_LINE = re.compile(
    r"(?:\$[A-Z]+\s|\S*\s+(?:\d+[smhdwSMHDW]?\s+)?(?:IN|CH|HS)\s+(?:\d+\w?\s+)?[A-Z][A-Z0-9]*\s)"
)
TIME_TO_LIVE = re.compile(r"(?:\d++[smhdwSMHDW]?+)++$")
CLASSES = ("IN", "CH", "HS")
DATA_NAMES = {"address": "address", "integer": "number", "quoted": "text"}


def is_zone(lines: Sequence[str]) -> bool:
    """True for the records of a zone: most lines where it begins with a setting, else nearly all."""
    full = [line for line in lines if line.strip()]
    records = sum(1 for line in full if ZONE_LINE.match(line))
    begins = any(line.startswith(("$TTL", "$ORIGIN")) for line in full)
    return records >= max((0.5 if begins else 0.9) * len(full), 3)


def zone_records(lines: Sequence[str]) -> Iterator[tuple[int, int, bool, list[tuple[str, str, int]]]]:
    """Yield (first line, last line, whether it is indented, words as (word, comment behind it, line))."""
    words: list[tuple[str, str, int]] = []
    open_brackets, first = 0, 0
    for number, line in enumerate(lines):
        found = ZONE_WORD.findall(line)
        if not words:
            first = number
        for word in found:
            if word[0] == ";":
                if words and words[-1][2] == number:
                    words[-1] = (words[-1][0], word.strip("; "), number)
            elif word in "()":
                open_brackets += 1 if word == "(" else -1
            else:
                words.append((word, "", number))
        if words and open_brackets <= 0:
            yield first, number, lines[first][:1].isspace(), words
            words, open_brackets = [], 0


def read_zone(lines: Sequence[str]) -> NestedValue:
    """Read settings (`$TTL`) and records; one without an owner has that of the record before it."""
    top = NestedValue(0)
    owner, owner_line = "@", 0
    notes = ((number, line.strip("; \t")) for number, line in enumerate(lines) if line.strip()[:1] == ";")
    top.notes = [(number, text) for number, text in notes if text]
    for first, last, indented, words in zone_records(lines):
        if words[0][0][0] == "$":
            value = " ".join(word for word, _, _ in words[1:])
            top.inside.append((words[0][0][1:].lower(), first, value_piece(value, first, last)))
            continue
        if not indented:
            (owner, _, owner_line), *words = words
        piece = NestedValue(first, last=last, name=owner)
        add_data(piece, words, first)
        if owner_line < first:
            piece.inside.append(("", owner_line, NestedValue(owner_line, "")))
        listed(top, "record", first).inside.append((None, first, piece))
    return top


def add_data(piece: NestedValue, words: Sequence[tuple[str, str, int]], first: int) -> None:
    """Add time to live, type and data to a record; a comment of one word names the number before it."""
    kinds = [word in CLASSES or TIME_TO_LIVE.match(word) is not None for word, _, _ in words]
    start = [*kinds, False].index(False)
    named = [("ttl", word, line) for word, _, line in words[:start] if word not in CLASSES]
    named += [("type", word, line) for word, _, line in words[start : start + 1]]
    piece.inside += [(key, first, value_piece(word, line, line)) for key, word, line in named]
    found: dict[str, list[tuple[str, int]]] = {}
    for word, comment, line in words[start + 1 :]:
        kind = DATA_NAMES.get(shape(word), "target")
        key = comment.lower() if kind == "number" and re.match(r"\w+$", comment) else kind
        found.setdefault(key, []).append((word, line))
    for key, values in found.items():
        (word, begin), (_, end) = values[0], values[-1]
        texts = [text.strip('"').replace(" ", "_") for text, _ in values]
        one = len(values) == 1
        inner = value_piece(word, begin, end) if one else list_piece(texts, begin, end, word[:1] not in "'\"")
        piece.inside.append((key, begin, inner))
