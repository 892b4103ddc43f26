"""Finds the number by which each record counts what a question counts: "evicted 12 entries"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.reader.value_index import ValueIndex
from agent.reader.english import stems_of
from agent.planner.words.lexicon import HEADER, INTERNAL, Label
from agent.planner.words.question_words import Word
from graph_store.names import quote_name

_HOLE = "<*>"
_READ = 5
_DEED = re.compile(r"(\w+ed|sent|lost|wrote|took|got|made) $")


def count_field(label: Label, nouns: Sequence[Word], look_up: ValueIndex) -> str | None:
    """Return the field with the number right before some nouns; None where there is no such number.

    Blank where it cannot be told which field that is, or whether its numbers may be added up.
    """
    templates = label.properties["template"].examples if "template" in label.properties else ()
    said = tuple(word.stem for word in nouns)
    for template in map(str, templates):
        pieces = template.split(_HOLE)
        for place, behind in enumerate(pieces[1:]):
            if said and behind.startswith(" ") and stems_of(behind)[: len(said)] == said:
                name = _field_at(label, pieces, place, look_up)
                return name if name is None or _DEED.search(pieces[place]) else ""
    return None


def _field_at(label: Label, pieces: Sequence[str], place: int, look_up: ValueIndex) -> str | None:
    """Return the number field that holds what stands at a place of the template; blank where several may."""
    form = re.compile("(.+?)".join(re.escape(piece) for piece in pieces))
    own = [one.name for one in label.properties.values() if one.is_number]
    names = [name for name in own if name not in HEADER | INTERNAL]
    columns = ", ".join(f"e.{quote_name(name)}" for name in names)
    if not names:
        return None
    rows = look_up.rows(f"MATCH (e:{quote_name(label.name)}) RETURN e.message, {columns} LIMIT {_READ}", {})
    left = set(names)
    for message, *values in rows:
        found = form.fullmatch(str(message))
        shown = found[place + 1] if found else ""
        left &= {name for name, value in zip(names, values, strict=True) if str(value) == shown}
    return left.pop() if len(left) == 1 else "" if left else None
