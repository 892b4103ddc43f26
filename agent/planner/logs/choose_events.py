"""Chooses the kinds of log records and the fields that the words of a question name."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from agent.planner.logs.asked_heads import counts_records_behind, head_of, is_deed
from agent.planner.logs.choose_measures import MeasureChooser
from agent.planner.logs.event_words import (
    EventProperty,
    choose_types,
    part_of_value,
)
from agent.planner.logs.fields_by_kind import (
    ADDRESSED,
    asks_person,
    fields_of_kind,
    kinds_named,
    person_field,
)
from agent.planner.logs.kinds_beside import TOLD
from agent.planner.logs.like_fields import like_field, said_like
from agent.planner.logs.measures import LENGTH_STEMS, MEASURED
from agent.planner.logs.said_values import state_words
from agent.planner.logs.time_spans import asked_span
from agent.planner.plan_records import Condition
from agent.planner.scope import DEVICE_STEMS, LOG_STEMS, names_records
from agent.reader.english import aliases, stem
from agent.planner.words.find_phrases import Phrase
from agent.planner.words.lexicon import Label
from agent.planner.words.match_words import fitting_names, match_words
from agent.planner.words.question_words import Word, as_word

_EVERYWHERE = 0.9
_JOINING = frozenset(["at", "by", "for", "from", "in", "of", "on", "to", "via", "with"])
"""End the names of fields that say where or for whom something was done: whether it was done is not asked of these."""
COUNTING = frozenset(["many", "tim", "often"])
_SURE = 0.5
"""How well a word beside the main noun has to fit to name the field that is wanted."""
_HINTED = 0.6
"""How much of what the best type says is enough, where only hints choose."""


TRYING = frozenset(
    stem(word)
    for word in ["try", "tried", "attempt", "fail", "failed", "failure", "failing", "unsuccessful", "refused"]
) | {stem("denied"), stem("rejected"), stem("invalid")}


@dataclass(frozen=True, slots=True)
class Choice:
    """Event types and wanted properties that go together, with the positions that they explain."""

    types: tuple[str, ...]
    wanted: tuple[str, ...]
    explained: frozenset[int]
    conditions: tuple[Condition, ...]
    fit: float
    note: str = ""


class EventChooser(MeasureChooser):
    """Chooses event types and wanted properties together; what explains most words wins."""

    def _choose(self, types_first: bool, heads: frozenset[int] = frozenset()) -> Choice:
        """Choose the event types by the words and then their properties, or the other way round.

        The nouns at `heads` are left for properties whose values are of their kind.
        """
        labels = [
            label for label in self.lexicon.events if label.name in self.saying and self._possible(label)
        ]
        wanted, places, fit = ((), frozenset[int](), 0.0) if types_first else self._wanted(labels)
        if wanted:
            labels = [label for label in labels if wanted[0] in label.properties]
        note = ""
        left = self._left(self.explained | places | heads)
        hints = [
            *(word for word in self.words if word.sort == "generic" and word.stem not in COUNTING),
            *self._implied(),
            *state_words(self.tokens, labels),
        ]
        types, said = choose_types(left, labels, hints)
        if not left and not wanted:
            types, said = choose_types(self._hints(), labels, margin=_HINTED)
        types = self._of_same_start(types, said, labels) or self._of_head(labels)
        kept = self._fulfilling(types)
        types, said = kept, said if kept else frozenset()
        if types_first:
            inside = [label for label in labels if not types or label.name in types]
            wanted, places, fit = self._wanted(inside)
            if wanted and types and not self._implied():
                types = self._widened(types, [word for word in left if word.index not in places], wanted[0])
            if not wanted and types:
                wanted, places, fit, note = self._wanted_alike(types)
            if not wanted and (types or self.conditions):
                wanted, places, note = self._wanted_by_kind(inside)
        if self.asked.intent in MEASURED:
            wanted = self._with_measure(types, wanted)
            places |= self._called_measure(wanted[:1])
        explained = places | said
        told = self._told_by_one()
        conditions: list[Condition] = []
        for word in self._left(self.explained | explained | told):
            condition = part_of_value(word, self.properties, self.records)
            if condition:
                conditions.append(condition)
                explained = explained | {word.index}
        return Choice(types, wanted, explained, tuple(conditions), fit, note)

    def _fulfilling(self, types: tuple[str, ...]) -> tuple[str, ...]:
        """Keep the types that say the success which is implied, or else those that speak of no failure."""
        if not self._implied():
            return types
        told = {name: self.lexicon.labels[name].template_words for name in types}
        succeeded = tuple(name for name in types if set(aliases(stem("successful"))) & told[name])
        return succeeded or tuple(name for name in types if not TRYING & told[name])

    def _widened(self, types: tuple[str, ...], left: Sequence[Word], wanted: str) -> tuple[str, ...]:
        """Add types that only do not say the word that names the wanted property."""
        having = [
            label
            for label in self.lexicon.events
            if label.name in self.saying and self._possible(label) and wanted in label.properties
        ]
        wider, _ = choose_types(left, having)
        return wider if set(types) <= set(wider) else types

    def _implied(self) -> list[Word]:
        """Return what a question implies: who logs in does so successfully, unless trying or failing is said."""
        said = {word.stem for word in self.words}
        if stem("login") in said and not said & TRYING:
            return [as_word(-1, "successful")]
        return []

    def _wanted_alike(self, types: Collection[str]) -> tuple[tuple[str, ...], frozenset[int], float, str]:
        """Choose the property of some types that holds the same values as one of others that the question names."""
        named, places, fit = self._wanted(self.lexicon.events)
        name = named[0] if len(named) == 1 and named[0] in self.by_name else ""
        other = like_field(name, self.by_name, types, self.conditions) if name else None
        if other is None or asks_person(self.tokens):
            return (), frozenset(), 0.0, ""
        return (other.name,), places, fit / 2, f"'{name}' was read as {said_like(other)}."

    def _wanted_by_kind(self, labels: Sequence[Label]) -> tuple[tuple[str, ...], frozenset[int], str]:
        """Choose the properties whose values are of the kind that is asked for, or who did it."""
        usable = [one for one in self.properties if any(one.name in label.properties for label in labels)]
        for phrase in self.phrases:
            head = self.tokens[phrase.positions[-1]] if phrase.positions else None
            if not isinstance(head, Word) or self.asked.counts_times or asks_person(self.tokens):
                continue
            before = self.tokens[max(0, phrase.positions[0] - 2)].text.lower()
            fields = fields_of_kind(head, usable, self.records, before)
            if fields:
                names = tuple(one.name for one in fields)
                said = " or ".join(names).replace("_", " ")
                return names, frozenset({head.index}), f"'{head.text}' was read as {said}."
        return (), frozenset(), ""

    def _counts_records(self, phrase: Phrase) -> bool:
        """Tell whether records are counted, of a kind that the words before say: "how many link down events"."""
        if self.asked.intent != "count":
            return False
        return names_records(self.tokens, phrase) or counts_records_behind(self.tokens, phrase)

    def _wanted(self, labels: Sequence[Label]) -> tuple[tuple[str, ...], frozenset[int], float]:
        """Choose the properties that the phrases ask for, one each."""
        wanted: dict[str, None] = {}
        places: frozenset[int] = frozenset()
        total = 0.0
        tests = [one for one in self.conditions if one.test == "equal" and not one.negated]
        tested = {one.property for one in tests if len(one.values) == 1}
        usable = [
            found
            for found in self.properties
            if found.name not in (*tested, self.measure)
            and not (self.asked.intent == "exists" and found.name.rpartition("_")[2] in _JOINING)
            and any(found.name in label.properties for label in labels)
        ]
        for phrase in () if self.asked.counts_times else self.phrases:
            if self._counts_records(phrase) or is_deed(self.tokens, phrase):
                continue
            fit, found, matched = self._property_of(phrase, usable)
            if found is not None:
                wanted[found.name] = None
                places |= matched
                total += fit
        if asks_person(self.tokens):
            person = person_field(usable)
            wanted = {person.name: None, **wanted} if person else {}
        return tuple(wanted), places, total

    def _property_of(
        self, phrase: Phrase, usable: Sequence[EventProperty]
    ) -> tuple[float, EventProperty | None, frozenset[int]]:
        inside = [word for word in self.words if word.index in phrase.positions]
        within = next((one.property for one in self.conditions if one.test == "within"), "")
        if within and inside and kinds_named(inside[-1]):
            return 1.0, self.by_name[within], frozenset(phrase.positions)
        if phrase.sort == "duration" or self.asked.intent in MEASURED:
            inside += [word for word in self.words if word.stem in LENGTH_STEMS and word not in inside]
        head = head_of(self.tokens, phrase) if phrase.positions else None
        named = (
            [] if head is None else [one for one in usable if head.stem in one.words and not one.is_number]
        )
        scored = [(self._fit(found, inside), found.count, found.name) for found in named or usable]
        fit, _, name = max(scored, default=(0.0, 0, ""))
        if fit <= 0 or asked_span(self.tokens, phrase.positions):
            return 0.0, None, frozenset()
        matched = match_words(self.by_name[name].words, inside).positions
        if head is not None and head.index not in matched and max(matched.values()) < _SURE:
            return 0.0, None, frozenset()
        return fit, self.by_name[name], frozenset(matched)

    def _fit(self, found: EventProperty, inside: Sequence[Word], grouping: bool = False) -> float:
        matched = match_words(found.words, inside)
        counting = self.asked.intent == "count" and not grouping
        if not matched.positions or (counting and matched.missed):
            return 0.0
        if counting and found.is_number and not self.asked.distinct:
            return 0.0
        weight = sum(
            value * (0.6 if place in self.content else 0.3) for place, value in matched.positions.items()
        )
        number = 0.2 if found.is_number and self.asked.intent in MEASURED else 0.0
        head = 0.1 if inside[-1].index in matched.positions else 0.0
        head += 0.05 if matched.missed and found.kinds & ADDRESSED else 0.0
        return round(weight + number + head - 0.15 * matched.missed + math.log10(1 + found.count) / 100, 4)

    def _hints(self) -> list[Word]:
        """Return what else may say which records are meant, of a question when something happened."""
        if not any(phrase.sort == "time" for phrase in self.phrases) or self.conditions:
            return []
        return [word for word in self.words if word.sort == "generic" and word.stem not in LOG_STEMS]

    def _told_by_one(self) -> frozenset[int]:
        """Return the words left, when one type's template says all of them, and there are several."""
        left = self._left(self.explained)
        told = any(
            all(
                max(fitting_names(word.stem, label.template_words).values(), default=0.0) >= TOLD
                for word in left
            )
            for label in self.lexicon.events
            if label.name in self.saying
        )
        return frozenset(word.index for word in left) if told and len(left) > 1 else frozenset()

    def _worth(self, choice: Choice) -> float:
        return (
            choice.fit
            + self._coverage(choice.explained | self.explained)
            - 0.01 * bool(choice.types)
            - 0.25 * len(choice.conditions)
        )

    def _left(self, explained: Collection[int]) -> list[Word]:
        return [
            word
            for word in self.words
            if word.index in self.content and word.index not in explained and word.stem not in DEVICE_STEMS
        ]

    def _coverage(self, explained: Collection[int]) -> float:
        content = sum(1.0 for position in explained if position in self.content)
        return content + sum(0.2 for word in self.words if word.sort == "generic" and word.index in explained)
