"""Reads what the main noun of a question wants of log records: devices, amounts, or what no field tells."""

from __future__ import annotations

import re
from dataclasses import replace

from agent.planner.logs.asked_heads import asked_head, asks_devices, head_of, is_vague, names_devices
from agent.planner.logs.choose_events import Choice
from agent.planner.logs.counted_in_records import count_field
from agent.planner.logs.fields_by_kind import asks_person, asks_reason, reason_field
from agent.planner.logs.measures import measures_among
from agent.planner.logs.outcomes import says_success, succeeded, success_words
from agent.planner.logs.parties import EventParties
from agent.planner.logs.unheeded_words import left_head, of_now
from agent.planner.logs.write_events import EventWriter
from agent.planner.plan_records import Condition, Meaning, Target
from agent.planner.scope import DEVICE_STEMS
from agent.reader.english import stems_of
from agent.planner.words.lexicon import EVENT
from agent.planner.words.match_words import fitting_names
from agent.planner.words.question_words import Mention, Word

_DEVICE = "device"
_WEAK = 0.5
"""What fits so little only speaks of the same."""
_TOTAL = re.compile(r"\b(?:in total|in all|all in all|altogether|overall)\b", re.IGNORECASE)
_LISTED = ("most_common", "list", "lookup", "count")
_NAMED = Condition(EVENT, _DEVICE, "equal", ("",), negated=True)


class EventNouns(EventParties):
    """Tells what the main noun asks for."""

    def with_devices(self, choice: Choice) -> Choice:
        """Want the devices of the records where devices are asked for, and no field is called so."""
        head = asked_head(self.tokens, self.phrases)
        listed = self.asked.intent in _LISTED and not self.asked.counts_times
        named = head is not None and (asks_devices(head) or self._begins_devices(head, choice))
        if head is None or not named or not listed or (choice.wanted and asks_devices(head)):
            return choice
        called = Condition(EVENT, _DEVICE, "starts", (head.text.lower().removesuffix("s"),))
        conditions = (*choice.conditions, _NAMED if asks_devices(head) else called)
        return replace(
            choice, wanted=(_DEVICE,), conditions=conditions, explained=choice.explained | {head.index}
        )

    def _begins_devices(self, head: Word, choice: Choice) -> bool:
        """Tell whether devices are called by a noun, "ap-hall-2" by "ap", and the records have no such field."""
        if not names_devices(head, self.lexicon.devices):
            return False
        tests = (*self.conditions, *choice.conditions)
        meant = Meaning(Target(EVENT), tests, tuple(self.devices), labels=choice.types)
        without = EventWriter(meant, self.scope).count_matched()
        own = replace(meant, properties=choice.wanted)
        return bool(without and not (choice.wanted and EventWriter(own, self.scope).count_matched()))

    def with_total(self, choice: Choice) -> Choice:
        """Add up the lengths of time that are asked for in total."""
        lasting = any(one.sort == "duration" for one in self.phrases) and self.asked.intent in (
            "list",
            "lookup",
        )
        names = measures_among(choice.wanted, self.properties)
        if self.measure or not lasting or len(names) != 1 or not _TOTAL.search(self.text):
            return choice
        self.measure, self.adds_up = names[0], True
        return replace(choice, wanted=tuple(one for one in choice.wanted if one != names[0]))

    def with_reason(self, choice: Choice) -> Choice:
        """Want the field that says why, of records that have one."""
        narrowed = choice.types or choice.conditions or self.conditions
        if not (narrowed and asks_reason(self.tokens)) or self.asked.intent not in _LISTED:
            return choice
        meant = Meaning(
            Target(EVENT), (*self.conditions, *choice.conditions), tuple(self.devices), labels=choice.types
        )
        kinds = set(choice.types) or {one.name for one in self.lexicon.events if self._possible(one)}
        usable = [one for one in self.properties if one.labels & kinds]
        found = reason_field(
            one
            for one in usable
            if EventWriter(replace(meant, properties=(one.name,)), self.scope).count_matched()
        )
        return replace(choice, wanted=(found.name,)) if found else choice

    def with_success(self, choice: Choice) -> Choice:
        """Take only what succeeded, where that is said or implied, and a field of the records tells it."""
        said = success_words(self.words)
        if not said and not self._implied():
            return choice
        kinds = set(choice.types) or {one.name for one in self.lexicon.events if self._possible(one)}
        tested = {one.property for one in (*self.conditions, *choice.conditions)}
        test = succeeded([one for one in self.properties if one.labels & kinds & self.saying])
        if test is None or test.property in tested:
            return choice
        note = f"read as: {test.property.replace('_', ' ')} {' or '.join(map(str, test.values))}"
        return replace(
            choice,
            conditions=(*choice.conditions, test),
            explained=choice.explained | {word.index for word in said},
            note=f"{choice.note} {note}".strip(),
        )

    def read_amount(self, choice: Choice) -> tuple[str, ...]:
        """Add up the numbers by which the records themselves count what is counted; return it where none can be."""
        first = next((one for one in self.phrases if one.sort == "thing" and one.positions), None)
        head = head_of(self.tokens, first) if first else None
        if self.asked.intent != "count" or self.asked.counts_times or self.measure or head is None:
            return ()
        assert first is not None
        nouns = [word for word in self.words if word.index in first.positions and word.index <= head.index]
        labels = [self.lexicon.labels[name] for name in choice.types]
        found = {count_field(label, nouns, self.look_up) for label in labels}
        if found <= {None}:
            return ()
        name = found.pop() if len(found) == 1 else ""
        if not name:
            return (head.text,)
        self.measure, self.adds_up = name, True
        return ()

    def counted_by_nothing(self, choice: Choice) -> tuple[str, ...]:
        """Return which thing is wanted most often where no field says it: kinds of messages are no answer to that."""
        if self.asked.intent != "most_common" or choice.wanted or self.measure or self._group(choice):
            return ()
        first = next((one for one in self.phrases if one.sort == "thing" and one.positions), None)
        if asks_person(self.tokens):
            return ("who",)
        head = asked_head(self.tokens, self.phrases)
        if head is None:
            beside = self.tokens[first.positions[-1]] if first else None
            return (beside.text,) if isinstance(beside, Mention) else ()
        return () if is_vague(head) else (head.text,)

    def unheeded_words(self, choice: Choice) -> tuple[str, ...]:
        """Return the words that change what is asked, and that neither the tests nor what is wanted heed."""
        left = (
            *of_now(self.tokens),
            *self._without_success(choice),
            *self._said_otherwise(choice),
        )
        head = asked_head(self.tokens, self.phrases)
        if head is None or choice.wanted or self.asked.intent not in (*_LISTED, "first", "last"):
            return left
        told = {word for name in choice.types for word in self.lexicon.labels[name].template_words}
        if fitting_names(head.stem, frozenset(told)) or self.measure or self._group(choice):
            return left
        return (*left, *left_head(head, self.explained))

    def without_group(self, choice: Choice) -> tuple[str, ...]:
        """Return by what records are to be counted, where no field of theirs is called so."""
        inside = [word for word in self.words if word.index in self.asked.group]
        if self.asked.intent in ("maximum", "minimum", "first", "last") and inside and self._group(choice):
            return (inside[-1].text,)
        if (
            self.asked.intent not in ("count", "average")
            or not inside
            or self._group(choice)
            or choice.wanted
        ):
            return ()
        named = {word.stem for word in inside} & DEVICE_STEMS or any(
            one.index in self.explained for one in inside
        )
        return () if named else (inside[-1].text,)

    def _without_success(self, choice: Choice) -> tuple[str, ...]:
        """Return the word that asks for what succeeded, where nothing of the records says so."""
        said = [word for word in success_words(self.words) if word.index not in choice.explained]
        told = [self.lexicon.labels[name].template_words for name in choice.types]
        tests = [str(value) for one in self.conditions for value in one.values]
        says = (told and all(map(says_success, told))) or any(says_success(stems_of(text)) for text in tests)
        return () if says else tuple(word.text for word in said[:1])

    def _said_otherwise(self, choice: Choice) -> tuple[str, ...]:
        """Return what is asked to have been, where these kinds say it in weak synonyms and others say it themselves.

        Who closed a connection did not log out, in a log that has a record for that.
        """
        if self.asked.intent != "exists":
            return ()
        told = [self.lexicon.labels[name].template_words for name in choice.types]
        said = [
            word
            for word in self.words
            if word.index in choice.explained and word.stem in self.lexicon.said_by
        ]
        fits = {
            word.text: [max(fitting_names(word.stem, one).values(), default=0.0) for one in told]
            for word in said
        }
        return tuple(text for text, weights in fits.items() if weights and 0 < max(weights) <= _WEAK)[:1]

    def of_one_record(self, choice: Choice) -> bool:
        """Tell whether the main noun is the record with the greatest number itself: "which commit changed most"."""
        head = asked_head(self.tokens, self.phrases)
        return isinstance(head, Word) and not choice.wanted and head.index in choice.explained

    def _group(self, choice: Choice) -> str:
        raise NotImplementedError
