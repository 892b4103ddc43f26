"""Reads a question about logs: which records it is about, and what is wanted of them."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from agent.planner.english import stem, stems_of
from agent.planner.event_words import (
    EventProperty,
    choose_types,
    condition_of_word,
    failed_code,
    part_of_value,
)
from agent.planner.find_phrases import Phrase
from agent.planner.lexicon import EVENT, Label
from agent.planner.match_words import is_alternative, is_plain, match_words
from agent.planner.plan_records import Condition, Meaning, Target
from agent.planner.question_words import Word
from agent.planner.scope import DEVICE_STEMS, LOG_STEMS
from agent.planner.tie_events import EventTies

LENGTH_STEMS = frozenset(
    stem(word) for word in ["long", "longest", "shortest", "slowest", "fastest", "took", "take"]
)
SPANS = {"second": "19", "minute": "16", "hour": "13", "day": "10", "date": "10", "month": "7", "year": "4"}
"""How many characters of a time stamp name a span."""

_HINTED = 0.6
"""How much of what the best type says is enough, where only hints choose."""

MEASURED = ("maximum", "minimum", "average")


@dataclass(frozen=True, slots=True)
class Choice:
    """Event types and wanted properties that go together, with the positions that they explain."""

    types: tuple[str, ...]
    wanted: tuple[str, ...]
    explained: frozenset[int]
    conditions: tuple[Condition, ...]
    fit: float


class EventReader(EventTies):
    """Reads one question over the records of all logs."""

    def read(self) -> Meaning | None:
        """Read the question; None without any log."""
        if not self.lexicon.events:
            return None
        for located in self.located:
            self.tie(located)
        self._link_words_to_values()
        choice = max((self._choose(True), self._choose(False)), key=self._worth)
        self.conditions += choice.conditions
        self.explained |= choice.explained
        unlinked = (*self._left_over(), *self._negate(choice))
        absent = [Condition(EVENT, "message", "contains", (text,)) for text in self.missing]
        return Meaning(
            Target(EVENT),
            (*self.conditions, *absent),
            tuple(dict.fromkeys(self.devices)),
            (),
            frozenset(self.explained),
            self.score + choice.fit + self._coverage(self.explained) + self._speaks_of_logs(),
            unlinked,
            tuple(self.missing),
            choice.types,
            choice.wanted,
            group=self._group(choice),
        )

    def _link_words_to_values(self) -> None:
        for word in self._left(self.explained):
            condition = (
                self._document(word)
                or failed_code(word, self.words, self.properties)
                or condition_of_word(word, self.properties)
                or self._stored(word)
            )
            if condition:
                self.add(condition)
                self.explained.add(word.index)

    def _document(self, word: Word) -> Condition | None:
        """Read a word of a log file's name as this file, when there are others."""
        holding = [path for path in self.lexicon.log_paths if word.stem in stems_of(path)]
        if not holding or len(holding) == len(self.lexicon.log_paths):
            return None
        return Condition(EVENT, "path", "equal", tuple(holding))

    def _stored(self, word: Word) -> Condition | None:
        """Look a word up as a value of its own: a level or user that is not among the commonest."""
        if any(word.stem in label.template_words for label in self.lexicon.events):
            return None
        for occurrence in self.look_up.find(word.text):
            if occurrence.property in self.by_name and occurrence.match == "whole":
                return Condition(EVENT, occurrence.property, "equal", (occurrence.value,))
        return None

    def _choose(self, types_first: bool) -> Choice:
        """Choose the event types by the words and then their properties, or the other way round."""
        labels = [
            label for label in self.lexicon.events if label.name in self.saying and self._possible(label)
        ]
        wanted, places, fit = ((), frozenset[int](), 0.0) if types_first else self._wanted(labels)
        if wanted:
            labels = [label for label in labels if wanted[0] in label.properties]
        left = self._left(self.explained | places)
        hints = [word for word in self.words if word.sort == "generic"]
        types, said = choose_types(left, labels, hints)
        if not left and not wanted:
            types, said = choose_types(self._hints(), labels, margin=_HINTED)
        if types_first:
            inside = [label for label in labels if not types or label.name in types]
            wanted, places, fit = self._wanted(inside)
        if self.asked.intent in MEASURED and not any(self.by_name[name].is_number for name in wanted):
            wanted = (*self._measure(types), *wanted)
        explained = places | said
        conditions: list[Condition] = []
        for word in self._left(self.explained | explained):
            condition = part_of_value(word, self.properties, self.records)
            if condition:
                conditions.append(condition)
                explained = explained | {word.index}
        return Choice(types, wanted, explained, tuple(conditions), fit)

    def _negate(self, choice: Choice) -> tuple[str, ...]:
        """Turn the only test round, unless the records themselves say "not"; else the word stays unlinked."""
        spoken = [self.tokens[place] for place in self.asked.negations]
        told = [self.lexicon.labels[name].template_words for name in choice.types]
        open_words = [token.text for token in spoken if not any(stem(token.text) in words for words in told)]
        tests = [place for place, one in enumerate(self.conditions) if one.test == "equal"]
        if not open_words or len(tests) != 1:
            return tuple(open_words[:1])
        self.conditions[tests[0]] = replace(self.conditions[tests[0]], negated=True)
        return ()

    def _group(self, choice: Choice) -> str:
        """Find what to count by: a property, or a span of time."""
        inside = [word for word in self.words if word.index in self.asked.group]
        span = next((SPANS[word.text.lower()] for word in inside if word.text.lower() in SPANS), "")
        if span or not inside:
            return span
        usable = [one for one in self.properties if not choice.types or one.labels & set(choice.types)]
        fit, _, name = max(
            ((self._fit(one, inside, True), one.count, one.name) for one in usable), default=(0.0, 0, "")
        )
        return name if fit > 0 else ""

    def _hints(self) -> list[Word]:
        """Return what else may say which records are meant, of a question when something happened."""
        if not any(phrase.sort == "time" for phrase in self.asked.phrases) or self.conditions:
            return []
        return [word for word in self.words if word.sort == "generic" and word.stem not in LOG_STEMS]

    def _measure(self, types: Sequence[str]) -> tuple[str, ...]:
        """Find the number that some word names; of records of few types, the only one they have."""
        numbers = [one for one in self.properties if one.is_number and (not types or one.labels & set(types))]
        fits = [
            (sum(match_words(one.words, self.words).positions.values()), one.count, one.name)
            for one in numbers
        ]
        best = max(fits, default=(0.0, 0, ""))
        if best[0] > 0:
            return (best[2],)
        own = [one.name for one in numbers if one.labels <= set(types) and one.distinct > 1]
        return (own[0],) if types and len(own) == 1 else ()

    def _worth(self, choice: Choice) -> float:
        return (
            choice.fit
            + self._coverage(choice.explained | self.explained)
            - 0.01 * (len(choice.conditions) + bool(choice.types))
        )

    def _possible(self, label: Label) -> bool:
        """Tell whether records of a type can meet the conditions so far."""
        tested = [(one.property, *one.also) for one in self.conditions if one.property in self.by_name]
        return all(any(name in label.properties for name in group) for group in tested)

    def _wanted(self, labels: Sequence[Label]) -> tuple[tuple[str, ...], frozenset[int], float]:
        """Choose the properties that the phrases ask for, one each."""
        wanted: dict[str, None] = {}
        places: frozenset[int] = frozenset()
        total = 0.0
        tested = {one.property for one in self.conditions if one.test == "equal" and len(one.values) == 1}
        usable = [
            found
            for found in self.properties
            if found.name not in tested and any(found.name in label.properties for label in labels)
        ]
        for phrase in () if self.asked.counts_times else self.asked.phrases:
            fit, found, matched = self._property_of(phrase, usable)
            if found is not None:
                wanted[found.name] = None
                places |= matched
                total += fit
        return tuple(wanted), places, total

    def _property_of(
        self, phrase: Phrase, usable: Iterable[EventProperty]
    ) -> tuple[float, EventProperty | None, frozenset[int]]:
        inside = [word for word in self.words if word.index in phrase.positions]
        if phrase.sort == "duration" or self.asked.intent in MEASURED:
            inside += [word for word in self.words if word.stem in LENGTH_STEMS and word not in inside]
        scored = [(self._fit(found, inside), found.count, found.name) for found in usable]
        fit, _, name = max(scored, default=(0.0, 0, ""))
        if fit <= 0:
            return 0.0, None, frozenset()
        return fit, self.by_name[name], frozenset(match_words(self.by_name[name].words, inside).positions)

    def _fit(self, found: EventProperty, inside: Sequence[Word], grouping: bool = False) -> float:
        matched = match_words(found.words, inside)
        if not matched.positions or (self.asked.intent == "count" and matched.missed and not grouping):
            return 0.0
        weight = sum(
            value * (0.6 if place in self.content else 0.3) for place, value in matched.positions.items()
        )
        number = 0.2 if found.is_number and self.asked.intent in MEASURED else 0.0
        head = 0.1 if inside[-1].index in matched.positions else 0.0
        return round(weight + number + head - 0.15 * matched.missed + math.log10(1 + found.count) / 100, 4)

    def _left(self, explained: Collection[int]) -> list[Word]:
        return [
            word
            for word in self.words
            if word.index in self.content and word.index not in explained and word.stem not in DEVICE_STEMS
        ]

    def _left_over(self) -> tuple[str, ...]:
        unlinked: list[str] = []
        for word in self._left(self.explained):
            if is_alternative(self.tokens, word.index, self.explained):
                continue
            if is_plain(word) or self.lexicon.knows(word.stem) or self.look_up.mentions(word.stem):
                unlinked.append(word.text)
            else:
                self.missing.append(word.text)
        return tuple(unlinked)

    def _coverage(self, explained: Collection[int]) -> float:
        content = sum(1.0 for position in explained if position in self.content)
        return content + sum(0.2 for word in self.words if word.sort == "generic" and word.index in explained)

    def _speaks_of_logs(self) -> float:
        return 0.8 if any(word.stem in LOG_STEMS for word in self.words) else 0.0
