"""Reads a question about logs: which records it is about, and what is wanted of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.planner.logs.choose_events import Choice
from agent.planner.logs.fields_by_kind import asks_person, kinds_named, names_person
from agent.planner.logs.link_events import MESSAGES, EventLinker
from agent.planner.logs.measures import MEASURED, lasting_words, most_of, summed
from agent.planner.logs.order_words import unread_order
from agent.planner.logs.read_scales import EventSizes
from agent.planner.logs.said_in_lines import read_in_lines
from agent.planner.logs.time_spans import SPANS, asked_span
from agent.planner.logs.unheeded_words import left_excluded, with_excluded
from agent.planner.logs.write_events import EventWriter
from agent.planner.plan_records import Condition, Meaning, Target
from agent.planner.scope import LOG_STEMS
from agent.reader.english import stem
from agent.planner.words.lexicon import EVENT
from agent.planner.words.match_words import is_alternative, is_plain
from agent.planner.words.question_words import Mention, Word

DENYING = frozenset(
    stem(word)
    for word in [
        "cannot",
        "not",
        "no",
        "fail",
        "failed",
        "failure",
        "unable",
        "refused",
        "denied",
        "can",
        "error",
    ]
)

_NONE = frozenset(["no", "none", "never", "without"])
"""What denies that something was at all."""
_ABLE = re.compile(r"\b(?:can|could|able to)\b", re.IGNORECASE)


class EventReader(EventLinker):
    """Reads one question over the records of all logs."""

    def read(self) -> Meaning | None:
        """Read the question; None without any log."""
        if not self.lexicon.events:
            return None
        for located in self.located:
            if not located.mention.maybe:
                self.tie_or_exclude(located)
        together, told = self._link_together()
        for located in self.located:
            if located.mention.maybe and located.mention.index not in told:
                self.tie_or_exclude(located)
        named = tuple(one for one in self.conditions if one not in together)
        self._explain_kinds_of_message()
        self._read_measure()
        self._link_words_to_values()
        heads = self._heads_of_kind()
        choices = (
            [self._choose(True)] if asks_person(self.tokens) else [self._choose(True), self._choose(False)]
        )
        if heads:
            choices.append(self._choose(True, heads))
        met = self._first_met(sorted(choices, key=self._worth, reverse=True), named)
        return read_in_lines(met, self.scope) or met

    def _first_met(self, choices: Sequence[Choice], named: Sequence[Condition]) -> Meaning:
        """Take the choice of most worth; where no record meets it, another that leaves nothing open and is met."""
        first = None
        for choice in dict.fromkeys(choices):
            before = list(self.conditions), set(self.explained), list(self.missing), list(self.notes)
            measured = self.measure, self.adds_up
            meaning = self._meaning(choice, named)
            is_open = bool(meaning.unlinked or meaning.missing)
            if first is None and is_open:
                return meaning
            if not is_open and (len(choices) == 1 or EventWriter(meaning, self.scope).count_matched()):
                return meaning
            first = first or meaning
            self.conditions, self.explained, self.missing, self.notes = before
            self.measure, self.adds_up = measured
        assert first is not None
        return first

    def _meaning(self, choice: Choice, named: Sequence[Condition]) -> Meaning:
        choice = self.with_total(choice)
        choice = self.with_parties(self.with_reason(self.with_success(self.with_devices(choice))))
        self.notes += [choice.note] if choice.note else []
        self.conditions = with_excluded([*self.conditions, *choice.conditions], self.tokens)
        self.explained |= choice.explained | frozenset(self.asked.group if self._group(choice) else ())
        unlinked = (*self._left_over(), *self._negate(choice), *self.unsure)
        unlinked = (*unlinked, *left_excluded(self.conditions, self.tokens))
        unlinked = (*unlinked, *unread_order(self.tokens, self.lexicon.said_by))
        self.adds_up = self.adds_up and not (
            self.asked.intent == "most_common" and self.of_one_record(choice)
        )
        if self.adds_up and self.asked.intent == "most_common" and not choice.wanted:
            unlinked = (*unlinked, self.called(self.measure))
        unlinked = (*unlinked, *self.counted_by_nothing(choice), *self.read_amount(choice))
        unlinked = (*unlinked, *self.unheeded_words(choice), *self.without_group(choice))
        unlinked = (*unlinked, *self.without_party(choice))
        if self.measures_nothing(choice):
            unlinked = (*unlinked, self.superlative())
        absent = [Condition(EVENT, "message", "contains", (text,)) for text in self.missing]
        sizes = EventSizes(self.lexicon, self.look_up, choice.types)
        unlinked = (*unlinked, *self.unmeasured, *map(self.called, self.unequal(sizes, choice)))
        compared = [sizes.compared(one) for one in self.conditions]
        unlinked = (
            *unlinked,
            *(
                self.called(one.property)
                for one, other in zip(self.conditions, compared, strict=True)
                if not other
            ),
        )
        meaning = Meaning(
            Target(EVENT),
            (*(other or one for one, other in zip(self.conditions, compared, strict=True)), *absent),
            tuple(dict.fromkeys(self.devices)),
            (),
            frozenset(self.explained),
            self.score + choice.fit + self._coverage(self.explained) + self._speaks_of_logs(),
            unlinked,
            tuple(self.missing),
            choice.types,
            choice.wanted,
            group=self._group(choice),
            measure=self.measure,
            adds_up=self.adds_up,
            note=" ".join(dict.fromkeys(self.notes)),
        )
        return self.doubted(meaning, named)

    def _read_measure(self) -> None:
        """Find the number whose greatest value or sum is wanted, and words that belong to a length of time."""
        if self.asked.intent in MEASURED or any(phrase.sort == "duration" for phrase in self.phrases):
            self.explained |= lasting_words(self.tokens)
        fields = self.properties
        names, places, of_one = most_of(self.tokens, self.words, fields, self.has_unit)
        self.measure = names[0] if len(names) == 1 else ""
        self.unsure = [self.called(names[0])] if len(names) > 1 else []
        self.adds_up = bool(self.measure) and not of_one
        if (
            not self.measure
            and not self.asked.counts_times
            and self.asked.intent in ("count", "list", "lookup")
        ):
            self.measure, places = summed(self.text, self.tokens, self.words, fields)
            self.adds_up = bool(self.measure)
        if self.measure and not self.saying & self.by_name[self.measure].labels:
            self.measure, self.adds_up = "", False
            return
        self.explained |= places
        if self.measure:
            self.saying &= self.by_name[self.measure].labels

    def _heads_of_kind(self) -> frozenset[int]:
        """Return where the main nouns stand that may be read as a kind of value."""
        heads = [self.tokens[one.positions[-1]] for one in self.phrases if one.positions]
        return frozenset(
            one.index
            for one in heads
            if isinstance(one, Word) and one.index in self.content and (kinds_named(one) or names_person(one))
        )

    def _negate(self, choice: Choice) -> tuple[str, ...]:
        """Turn the only test round, unless the records themselves say "not"; else the word stays unlinked.

        What could not be done is a failure; "no failed login" is none, and neither is "no login".
        """
        spoken = [self.tokens[place] for place in self.asked.negations]
        told = [self.lexicon.labels[name].template_words for name in choice.types]
        places = self.asked.negations
        fails = any(word.stem in DENYING and word.index not in places for word in self.words)
        fails = fails or (
            any(token.text.lower() in _NONE for token in spoken) and not _ABLE.search(self.text)
        )
        denied = bool(told) and not fails and all(DENYING & words for words in told)
        open_words = [
            token.text
            for token in spoken
            if not denied and not any(stem(token.text) in words for words in told)
        ]
        tests = [
            place
            for place, one in enumerate(self.conditions)
            if one.test == "equal" and not self._is_before(one, spoken)
        ]
        if not open_words or len(tests) != 1:
            return tuple(open_words[:1])
        self.conditions[tests[0]] = replace(self.conditions[tests[0]], negated=True)
        return ()

    def _is_before(self, condition: Condition, negations: Sequence[Word | Mention]) -> bool:
        """Tell whether the question names the value of a test before its "not": "root did not log in"."""
        text = self.text.lower()
        place = text.find(str(condition.values[0]).lower())
        return 0 <= place < min((text.find(one.text.lower()) for one in negations), default=0)

    def _group(self, choice: Choice) -> str:
        """Find what to count by: a property, or a span of time."""
        for phrase in self.phrases:
            span = asked_span(self.tokens, phrase.positions)
            if span and not choice.wanted:
                return span
        inside = [word for word in self.words if word.index in self.asked.group]
        span = next((SPANS[word.text.lower()] for word in inside if word.text.lower() in SPANS), "")
        if span or not inside:
            return span
        kinds = set(choice.types) or {one.name for one in self.lexicon.events if self._possible(one)}
        usable = [one for one in self.properties if one.labels & kinds]
        fit, _, name = max(
            ((self._fit(one, inside, True), one.count, one.name) for one in usable), default=(0.0, 0, "")
        )
        return name if fit > 0 else ""

    def _left_over(self) -> tuple[str, ...]:
        unlinked: list[str] = []
        for word in self._left(self.explained):
            if is_alternative(self.tokens, word.index, self.explained):
                continue
            if is_plain(word) or self.lexicon.knows(word.stem) or self.look_up.mentions(word.stem):
                unlinked.append(self.shown_form(word))
            elif self._narrows_noun(word):
                unlinked.append(word.text)
            else:
                self.missing.append(word.text)
        if unlinked:
            self.missing, unlinked = [], [*unlinked, *self.missing]
        return tuple(unlinked)

    def _narrows_noun(self, word: Word) -> bool:
        """Tell whether a name only says more of a noun that is understood: "BGP peers" where all peers are so."""
        behind = next((one for one in self.words if one.index == word.index + 1), None)
        return behind is not None and behind.index in self.explained and behind.stem not in MESSAGES

    def _speaks_of_logs(self) -> float:
        return 0.8 if any(word.stem in LOG_STEMS for word in self.words) else 0.0
