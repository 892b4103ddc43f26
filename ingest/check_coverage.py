"""Measures what a parser explains: lines that an entity owns, and variable tokens that stand in named fields."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graph_store.records import Entity, SourceLine
from ingest.build_entities import scalar_items
from ingest.sandbox import RawRecord
from ingest.says_something import says_something

_VARIABLE = re.compile(r"(?<![A-Za-z0-9_./:-])[A-Za-z_./:-]*+\d(?:[A-Za-z0-9_./:-]|\d)*+")
_VARIABLE_ASCII = re.compile(r"(?<![A-Za-z0-9_./:-])[A-Za-z_./:-]*+[0-9][A-Za-z0-9_./:-]*+")
"""Finds the same where all digits are ASCII, without trying every character of a word as its first."""
_WHOLE_TEXT = frozenset({"message", "template", "event", "timestamp"})
COMMENT = "Comment"


def owned_lines(records: Sequence[RawRecord], lines: Sequence[SourceLine]) -> frozenset[int]:
    """Return the numbers of the lines that some record explains.

    Lines without a letter or digit separate others and need no explaining: they count. So do the lines of a
    comment. A record that only repeats its line as text explains nothing.
    """
    owned = {line.number for line in lines if not says_something(line.text)}
    waiting = list(records)
    while waiting:
        record = waiting.pop()
        waiting.extend(record.children)
        numbers = [index for first, last in record.lines for index in range(first, last + 1)]
        if record.type == COMMENT or not is_raw_text(record, numbers, lines):
            owned.update([lines[index].number for index in numbers])
    return frozenset(owned)


def is_raw_text(record: RawRecord, numbers: Sequence[int], lines: Sequence[SourceLine]) -> bool:
    """True when the record's only value is (nearly) its whole text, of more than one word."""
    if len(record.values) != 1 or record.children:
        return False
    (value,) = record.values.values()
    length = sum(len(lines[index].text.strip()) for index in numbers)
    return isinstance(value, str) and len(value.split()) > 1 and len(value) >= 0.9 * length


def count_tokens(lines: Sequence[SourceLine], entities: Sequence[Entity]) -> tuple[int, int]:
    """Count the tokens with a digit in them, and those that are part of a typed, named field."""
    held: dict[int, set[str]] = {}
    for entity in entities:
        tokens = set(_variable_tokens("\n".join(_texts(entity))))
        for number in entity.lines:
            held.setdefault(number, set()).update(tokens)
    total = fields = 0
    for line in lines:
        known = held.get(line.number, set())
        for token in _variable_tokens(line.text):
            total += 1
            fields += token in known or token.rstrip(".:") in known or any(token in text for text in known)
    return total, fields


def _variable_tokens(text: str) -> list[str]:
    pattern = _VARIABLE_ASCII if text.isascii() else _VARIABLE
    return pattern.findall(text)


def _texts(entity: Entity) -> list[str]:
    texts = [entity.key]
    for name, value in entity.values.items():
        if name in _WHOLE_TEXT:
            continue
        if isinstance(value, str):
            texts.append(value)
        else:
            texts.extend(map(str, scalar_items(value)))
    return texts
