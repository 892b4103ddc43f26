"""Links the words of a question to kinds of log records: by their templates, or by what their fields say."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from agent.planner.plan_records import Condition
from agent.reader.english import aliases, stem, stems_of
from agent.planner.words.families import of_family, same_meaning
from agent.planner.words.lexicon import EVENT, HEADER, INTERNAL, Label
from agent.planner.words.match_words import fitting_names
from agent.planner.words.question_words import Word
from graph_store.records import Scalar

FEW = 40
_START = 2
_SHORTEST = 3
_SURE = 0.5
_MANY = 0.3
_FAMILY = 0.9
"""How well a template says a word that only another of its family stands for."""
_TELLING = 2.0
"""How much rarer the hints of one type must be to prefer it."""

CODES = frozenset(stem(word) for word in ("status", "code", "response", "result"))
_FAILED = frozenset(
    stem(word) for word in ["error", "errors", "failed", "failure", "failing", "unsuccessful"]
)


@dataclass(frozen=True, slots=True)
class EventProperty:
    """A property over all event types that have it."""

    name: str
    words: tuple[str, ...]
    labels: frozenset[str]
    examples: tuple[Scalar, ...]
    distinct: int
    is_number: bool
    count: int
    kinds: frozenset[str] = frozenset()


def event_properties(events: Iterable[Label]) -> tuple[EventProperty, ...]:
    """Join the properties of the same name; those that every record has by construction are left out."""
    names: dict[str, list[Label]] = {}
    for label in events:
        for name in label.properties:
            if name not in INTERNAL and name not in HEADER:
                names.setdefault(name, []).append(label)
    return tuple(_joined(name, labels) for name, labels in sorted(names.items()))


def _joined(name: str, labels: Sequence[Label]) -> EventProperty:
    found = [label.properties[name] for label in labels]
    words = tuple(dict.fromkeys(word for one in found for word in one.words))
    examples = tuple(dict.fromkeys(example for one in found for example in one.examples))
    numbers = all(one.is_number for one in found)
    return EventProperty(
        name,
        words,
        frozenset(label.name for label in labels),
        examples,
        max(one.distinct for one in found),
        numbers,
        sum(one.count for one in found),
        frozenset(kind for one in found for kind in one.kinds),
    )


def condition_of_word(
    word: Word, properties: Iterable[EventProperty], exact: bool = False
) -> Condition | None:
    """Find a field of few values that a word names: a level, a method, a part of a component's name.

    With `exact` no other word may stand for it.
    """
    few = [found for found in properties if found.distinct <= FEW and not found.is_number]
    for found in few:
        values = values_of_word(word, found, exact)
        if values:
            return Condition(EVENT, found.name, "equal", values)
    return None


def values_of_word(word: Word, found: EventProperty, exact: bool = False) -> tuple[str, ...]:
    """Return the values of one word that say what a word does: `failure` and `failed` of "failing"."""
    said = [example for example in found.examples if isinstance(example, str)]
    if exact:
        return tuple(one for one in said if stem(one) == word.stem)
    said = [one for one in said if len(stems_of(one)) == 1 or stem(one) == word.stem]
    own = tuple(one for one in said if same_meaning(word.text, one))
    return own or tuple(one for one in said if aliases(word.stem).get(stem(one), 0.0) >= _SURE)


def failed_code(word: Word, words: Sequence[Word], properties: Iterable[EventProperty]) -> Condition | None:
    """Read "error" beside a field of three-digit response codes: by convention 400 and more are errors."""
    if word.stem not in _FAILED:
        return None
    beside = [other for other in words if 0 < abs(other.index - word.index) <= 3]
    for found in properties:
        if (
            holds_codes(found)
            and CODES & set(found.words)
            and any(other.stem in found.words for other in beside)
        ):
            return Condition(EVENT, found.name, "least", (400,))
    return None


def holds_codes(found: EventProperty) -> bool:
    """Tell whether a field holds three-digit response codes only."""
    return bool(found.examples) and all(isinstance(one, int) and 100 <= one <= 599 for one in found.examples)


def int_of(text: str) -> int:
    return int(text) if text.isdigit() else -1


def part_of_value(word: Word, properties: Iterable[EventProperty], records: int) -> Condition | None:
    """Find a field that many of the records have, and whose few values contain a word, among others that do not."""
    for found in properties:
        if found.count < _MANY * records:
            continue
        texts = [example for example in found.examples if isinstance(example, str)]
        holding = [text for text in texts if word.stem in stems_of(text)]
        if holding and found.distinct <= FEW and len(holding) < max(2, len(texts)) and len(word.text) > 2:
            return Condition(EVENT, found.name, "contains", (word.text.lower(),))
    return None


def field_of_words(words: Sequence[Word], fields: Sequence[EventProperty]) -> EventProperty | None:
    """Find the one field whose values show several of the words: "api logs" are "x-api.log" and "y-api.log"."""
    said = {word.stem for word in words if len(word.text) > 2}
    shown = [
        (
            len(said & {part for one in found.examples if isinstance(one, str) for part in stems_of(one)}),
            found,
        )
        for found in fields
    ]
    most = max((count for count, _ in shown), default=0)
    best = [found for count, found in shown if count == most]
    return best[0] if most > 1 and len(best) == 1 else None


def choose_types(
    words: Sequence[Word], events: Sequence[Label], hints: Collection[Word] = (), margin: float = 1.0
) -> tuple[tuple[str, ...], frozenset[int]]:
    """Return the event types whose templates say most of the words, rare words first, and what these explain.

    `hints` break ties only; with a `margin` below 1, types that say a little less count, too.
    """
    weights = _rarity(events)
    scored: list[tuple[float, float, frozenset[int], str]] = []
    for label in events:
        said = {word.index: _weight(word, label, weights) for word in words}
        hinted = sum(_weight(word, label, weights) for word in hints)
        places = frozenset(position for position, weight in said.items() if weight > 0)
        scored.append((round(sum(said.values()), 3), round(hinted, 3), places, label.name))
    best = max((score for score, *_ in scored), default=0.0)
    if best <= 0:
        return (), frozenset()
    chosen = [one for one in scored if one[0] >= margin * best - 1e-6]
    hinted = max(one[1] for one in chosen)
    if len(chosen) > 1 and hinted - min(one[1] for one in chosen) >= _TELLING:
        chosen = [one for one in chosen if one[1] >= hinted - 1e-6]
    return tuple(one[3] for one in chosen), max((one[2] for one in chosen), key=len)


def template_start(label: Label) -> tuple[str, ...]:
    """Return the first two words of a type's template, where it begins with words: "rejected operator"."""
    templates = label.properties["template"].examples if "template" in label.properties else ()
    words = str(templates[0]).lower().split()[:_START] if templates else []
    return tuple(words) if len(words) == _START and all(word.isalpha() for word in words) else ()


def names_head(label: Label, stemmed: str) -> bool:
    """Tell whether a field's name is a noun or begins it, or the template says it."""
    names = {
        word for one in label.properties.values() for word in one.words if one.name not in HEADER | INTERNAL
    }
    return stemmed in label.template_words or any(
        len(word) >= _SHORTEST and stemmed.startswith(word) for word in names
    )


def _weight(word: Word, label: Label, weights: Mapping[str, float]) -> float:
    """Weigh what a template says of a word; a synonym weighs no more than the word itself, where that occurs."""
    fitting = fitting_names(word.stem, label.template_words) or dict.fromkeys(
        of_family(word.stem, label.template_words), _FAMILY
    )
    own = weights.get(word.stem, math.inf)
    return max((factor * min(own, weights[other]) for other, factor in fitting.items()), default=0.0)


def _rarity(events: Sequence[Label]) -> dict[str, float]:
    counts: dict[str, int] = {}
    for label in events:
        for word in label.template_words:
            counts[word] = counts.get(word, 0) + 1
    return {word: 1 + math.log((1 + len(events)) / count) for word, count in counts.items()}
