"""Finds the entries of lists and filters: their parts, or where there are none, their lines that permit or deny."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.planner.order.read_entry import ALLOWING, DENYING
from agent.planner.related.named_things import stems
from agent.planner.scope import Scope
from agent.planner.tallies.counted_kinds import Item
from agent.planner.words.question_words import Word

_PARTS = stems("entry", "rule", "line", "term", "statement", "clause")
_DECIDES = re.compile(rf"\b(?:{'|'.join(sorted(ALLOWING | DENYING))})\b", re.IGNORECASE)
_NOTE = re.compile(r"\b(?:remark|description|comment)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Part:
    """An entry of a counted thing, by the line that opens it."""

    device: str
    line: int
    whole: Item


def is_part(nouns: Sequence[Word]) -> bool:
    """Tell whether a noun asks for what things are made of: "ACL entries"."""
    return len(nouns) > 1 and nouns[-1].stem in _PARTS


def count_parts(scope: Scope, wholes: Sequence[Item]) -> list[Part]:
    """Return the parts of all things; a line that opens several counts once."""
    found = {
        one.line: one for whole in wholes if whole.held.property == "key" for one in _parts(scope, whole)
    }
    return list(found.values())


def _parts(scope: Scope, whole: Item) -> Iterator[Part]:
    rows = scope.look_up.rows(
        "MATCH (n:Entity {id: $id})-[:HAS]->(p:Entity)-[:HAS_LINE]->(l:Line) WITH p, min(l.id) AS first "
        "RETURN collect(DISTINCT first)",
        {"id": whole.node},
    )
    lines = rows[0][0] if rows and isinstance(rows[0][0], list | tuple) else ()
    if not lines:
        rows = scope.look_up.rows(
            "MATCH (n:Entity {id: $id})-[:HAS_LINE]->(l:Line) RETURN l.id, l.text", {"id": whole.node}
        )
        lines = [line for line, text in rows if _DECIDES.search(str(text)) and not _NOTE.search(str(text))]
    for line in lines:
        if isinstance(line, int):
            yield Part(whole.device, line, whole)
