"""Reads a question about logs: which records it is about, and what is wanted of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent.planner.logs.choose_events import Choice
from agent.planner.logs.doubt_events import EventDoubts
from agent.planner.logs.event_words import (
    condition_of_word,
    failed_code,
)
from agent.planner.logs.fields_by_kind import asks_person, kinds_named, names_person
from agent.planner.logs.measures import (
    MEASURED,
    lasting_words,
    most_of,
    summed,
)
from agent.planner.logs.read_scales import EventSizes
from agent.planner.logs.time_spans import SPANS, asked_span
from agent.planner.logs.write_events import EventWriter
from agent.planner.plan_records import Condition, Meaning, Target
from agent.planner.scope import LOG_STEMS
from agent.planner.words.english import stem, stems_of
from agent.planner.words.lexicon import EVENT
from agent.planner.words.match_words import is_alternative, is_plain
from agent.planner.words.question_words import Mention, Word

MESSAGES = frozenset(
    stem(word)
    for word in [
        "warning",
        "error",
        "message",
        "alert",
        "notice",
        "exception",
        "line",
        "entry",
        "event",
        "login",
    ]
)


RELATIVE = frozenset(["before", "after"])
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


class EventReader(EventDoubts):
    """Reads one question over the records of all logs."""

    def read(self) -> Meaning | None:
        """Read the question; None without any log."""
        if not self.lexicon.events:
            return None
        for located in self.located:
            self.tie(located)
        named = tuple(self.conditions)
        self._explain_kinds_of_message()
        self._read_measure()
        self._link_words_to_values()
        heads = self._heads_of_kind()
        choices = (
            [self._choose(True)] if asks_person(self.tokens) else [self._choose(True), self._choose(False)]
        )
        if heads:
            choices.append(self._choose(True, heads))
        return self._first_met(sorted(choices, key=self._worth, reverse=True), named)

    def _first_met(self, choices: Sequence[Choice], named: Sequence[Condition]) -> Meaning:
        """Take the choice of most worth; where no record meets it, another that leaves nothing open and is met."""
        first = None
        for choice in dict.fromkeys(choices):
            before = list(self.conditions), set(self.explained), list(self.missing), list(self.notes)
            meaning = self._meaning(choice, named)
            is_open = bool(meaning.unlinked or meaning.missing)
            if first is None and is_open:
                return meaning
            if not is_open and (len(choices) == 1 or EventWriter(meaning, self.scope).count_matched()):
                return meaning
            first = first or meaning
            self.conditions, self.explained, self.missing, self.notes = before
        assert first is not None
        return first

    def _meaning(self, choice: Choice, named: Sequence[Condition]) -> Meaning:
        self.notes += [choice.note] if choice.note else []
        self.conditions += choice.conditions
        self.explained |= choice.explained
        unlinked = (*self._left_over(), *self._negate(choice), *self.unsure, *self._relative_times())
        if self.adds_up and self.asked.intent == "most_common" and not choice.wanted:
            unlinked = (*unlinked, self.called(self.measure))
        unlinked = (*unlinked, *self._counted_by_nothing(choice))
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

    def _counted_by_nothing(self, choice: Choice) -> tuple[str, ...]:
        """Return which thing is wanted most often where no field says it: kinds of messages are no answer to that."""
        if self.asked.intent != "most_common" or choice.wanted or self.measure or self._group(choice):
            return ()
        first = next((one for one in self.phrases if one.sort == "thing" and one.positions), None)
        asking = self.tokens[0].text.lower() in ("which", "what") and len(self.tokens) > 1
        head = self.tokens[first.positions[-1]] if first else self.tokens[1] if asking else None
        if isinstance(head, Word):
            named = head.index in self.content and head.stem not in MESSAGES | LOG_STEMS
            return (head.text,) if named else ()
        return (head.text,) if head else ()

    def _relative_times(self) -> tuple[str, ...]:
        """Return what a time is told by that is none itself: "before the first timeout"."""
        for token in self.tokens:
            if not isinstance(token, Word) or token.text.lower() not in RELATIVE:
                continue
            behind = [one for one in self.tokens[token.index + 1 :] if one.text.lower() not in ("the", "a")]
            if behind and not (isinstance(behind[0], Mention) and behind[0].shape == "time"):
                named = (one for one in behind if isinstance(one, Mention) or one.sort == "content")
                return tuple(one.text for one in named)[:1]
        return ()

    def _explain_kinds_of_message(self) -> None:
        """Explain what a quoted text is called: "the 'link down' warning"."""
        for located in self.located:
            behind = located.mention.index + 1
            word = next((one for one in self.words if one.index == behind), None)
            if located.mention.quoted and word is not None and word.stem in MESSAGES:
                self.explained.add(behind)
                self.notes.append(f"'{word.text}' was read as any record with '{located.mention.text}'.")

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

    def _link_words_to_values(self) -> None:
        told = self._told_by_one()
        for word in self._left(self.explained | told):
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

    def _negate(self, choice: Choice) -> tuple[str, ...]:
        """Turn the only test round, unless the records themselves say "not"; else the word stays unlinked."""
        spoken = [self.tokens[place] for place in self.asked.negations]
        told = [self.lexicon.labels[name].template_words for name in choice.types]
        denied = bool(told) and all(DENYING & words for words in told)
        open_words = [
            token.text
            for token in spoken
            if not denied and not any(stem(token.text) in words for words in told)
        ]
        tests = [place for place, one in enumerate(self.conditions) if one.test == "equal"]
        if not open_words or len(tests) != 1:
            return tuple(open_words[:1])
        self.conditions[tests[0]] = replace(self.conditions[tests[0]], negated=True)
        return ()

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
        usable = [one for one in self.properties if not choice.types or one.labels & set(choice.types)]
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
            else:
                self.missing.append(word.text)
        return tuple(unlinked)

    def _speaks_of_logs(self) -> float:
        return 0.8 if any(word.stem in LOG_STEMS for word in self.words) else 0.0
