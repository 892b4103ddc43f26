"""Reads words that stand together as the value of a field: "failed logins" is `login_failed`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from agent.planner.logs.event_words import EventProperty
from agent.planner.plan_records import Condition
from agent.reader.english import aliases, stems_of
from agent.planner.words.lexicon import EVENT, Label
from agent.planner.words.question_words import Mention, Word

_FEW = 40
_SURE = 0.8
_MOST_WORDS = 3
_STATES = frozenset(["up", "off", "on"])
"""Function words that say a state."""
_BEFORE_STATE = frozenset(
    ["to", "went", "came", "go", "goes", "come", "comes", "turned", "switched", "powered"]
)


def said_together(
    words: Sequence[Word],
    content: Collection[int],
    properties: Iterable[EventProperty],
    light: frozenset[int] = frozenset(),
) -> tuple[Condition, frozenset[int]] | None:
    """Find the field whose values say most of some words that stand side by side, two at least.

    One of them has to be of the `content`, by its position.
    """
    few = [one for one in properties if one.distinct <= _FEW and one.distinct <= len(one.examples)]
    words = [one for one in words if one.index not in light]
    for size in range(_MOST_WORDS, 1, -1):
        for run in _runs(words, size, light):
            if not any(word.index in content for word in run):
                continue
            for found in few:
                texts = [one for one in found.examples if isinstance(one, str)]
                values = tuple(text for text in texts if _says(text, run))
                if values and len(values) < max(2, len(texts)):
                    places = frozenset(word.index for word in run)
                    return Condition(EVENT, found.name, "equal", values), places
    return None


def _runs(words: Sequence[Word], size: int, light: frozenset[int]) -> Iterable[Sequence[Word]]:
    for start in range(len(words) - size + 1):
        run = words[start : start + size]
        between = {
            index for index in range(run[0].index, run[-1].index) if index not in {one.index for one in run}
        }
        if between <= light:
            yield run


def _says(text: str, run: Sequence[Word]) -> bool:
    """Tell whether a value says all of some words, in any order, and little else."""
    parts = set(stems_of(text))
    said = [{other for other, weight in aliases(word.stem).items() if weight >= _SURE} for word in run]
    return all(forms & parts for forms in said)


def spoken_state(
    tokens: Sequence[Word | Mention], properties: Iterable[EventProperty]
) -> tuple[Condition, int] | None:
    """Find the field whose value is a state that the question says: "changed state to up"."""
    for token in tokens[1:]:
        before = tokens[token.index - 1].text.lower()
        if token.text.lower() not in _STATES or before not in _BEFORE_STATE:
            continue
        for found in properties:
            values = tuple(one for one in found.examples if str(one).lower() == token.text.lower())
            if values and found.distinct <= _FEW:
                return Condition(EVENT, found.name, "equal", values), token.index
    return None


def state_words(tokens: Sequence[Word | Mention], labels: Iterable[Label]) -> list[Word]:
    """Return the states that the question says, and that tell kinds of records apart."""
    told = {word for label in labels for word in label.template_words}
    return [
        one
        for one in tokens[1:]
        if isinstance(one, Word)
        and one.text.lower() in _STATES & told
        and tokens[one.index - 1].text.lower() in _BEFORE_STATE
    ]
