"""Reads words that no field and no kind of record says as words of few records' own lines: "went to standby"."""

from __future__ import annotations

import re
from dataclasses import replace

from agent.planner.logs.overviews import FEW_EVENTS
from agent.planner.logs.write_events import EventWriter
from agent.planner.plan_records import Condition, Meaning
from agent.planner.scope import Scope
from agent.planner.words.lexicon import EVENT
from agent.planner.words.question_words import Word

_INTENTS = ("list", "lookup", "exists", "first", "last")
_ORDERING = frozenset(
    {"before", "after", "since", "until", "while", "during", "between", "within", "than", "without"}
)


def read_in_lines(meaning: Meaning, scope: Scope) -> Meaning | None:
    """Test the lines of records for all words that were left open; None where not just a few records say them."""
    spoken = {token.text.lower() for token in scope.tokens}
    words = [one for one in scope.words if one.index in scope.content and one.text in meaning.unlinked]
    all_plain = {one.text for one in words} == set(meaning.unlinked)
    if (
        not words
        or not all_plain
        or meaning.missing
        or scope.asked.intent not in _INTENTS
        or scope.asked.negations
    ):
        return None
    if _ORDERING & spoken or len(set(meaning.unlinked)) < len(words) or not _narrows(meaning, words):
        return None
    tests = tuple(Condition(EVENT, "", "line", (one.text.lower(),)) for one in words)
    said = ", ".join(f"'{one.text}'" for one in words)
    read = replace(
        meaning,
        conditions=(*meaning.conditions, *tests),
        unlinked=(),
        note=f"{meaning.note} {said}: looked for in the text of the records".strip(),
    )
    read = _in_order(read, scope)
    return read if 0 < EventWriter(read, scope).count_matched() <= FEW_EVENTS else None


def _narrows(meaning: Meaning, words: list[Word]) -> bool:
    """Tell whether more than one thing has to be met: one word alone may mean anything."""
    return bool(meaning.conditions or meaning.devices or meaning.labels) or len(words) > 1


def _in_order(meaning: Meaning, scope: Scope) -> Meaning:
    """Keep the records that say two words in the order of "from active to standby"."""
    found = re.search(r"\bfrom (\w+) to (\w+)", scope.text.lower())
    if found is None:
        return meaning
    writer = EventWriter(meaning, scope)
    if not 0 < writer.count_matched() <= FEW_EVENTS:
        return meaning
    rows = scope.look_up.rows(f"{writer.pattern} RETURN e.id, e.message", writer.parameters.values)
    order = re.compile(rf"\b{found[1]}\b.*\b{found[2]}\b", re.IGNORECASE)
    kept = tuple(row[0] for row in rows if isinstance(row[0], int) and order.search(str(row[1])))
    test = Condition(EVENT, "id", "equal", kept)
    return replace(meaning, conditions=(*meaning.conditions, test)) if kept else meaning
