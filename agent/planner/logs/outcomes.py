"""Finds the field that says whether something succeeded, and its values for that: ok beside failed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agent.planner.logs.event_words import EventProperty
from agent.planner.plan_records import Condition
from agent.reader.english import stem, stems_of
from agent.planner.words.lexicon import EVENT
from agent.planner.words.question_words import Word

_FEW = 12
_GOOD = frozenset(
    map(stem, ("ok", "success", "successful", "succeeded", "accepted", "granted", "passed", "pass"))
)
_BAD = frozenset(
    map(
        stem,
        ("failed", "fail", "failure", "denied", "rejected", "refused", "invalid", "error", "unsuccessful"),
    )
)
_SAID = frozenset(map(stem, ("success", "successful", "successfully", "succeeded", "succeed")))


def success_words(words: Sequence[Word]) -> list[Word]:
    """Return the words that ask for what succeeded."""
    return [word for word in words if word.stem in _SAID]


def says_success(stems: Iterable[str]) -> bool:
    """Tell whether some words say that something succeeded."""
    return bool(_GOOD & set(stems))


def succeeded(fields: Iterable[EventProperty]) -> Condition | None:
    """Test the only field that tells success from failure."""
    found = []
    for field in fields:
        texts = [one for one in field.examples if isinstance(one, str)] if field.distinct <= _FEW else []
        good = tuple(text for text in texts if _GOOD & set(stems_of(text)) and not _BAD & set(stems_of(text)))
        if good and any(_BAD & set(stems_of(text)) for text in texts):
            found.append(Condition(EVENT, field.name, "equal", good))
    return found[0] if len(found) == 1 else None
