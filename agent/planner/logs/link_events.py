"""Links the words of a question to what log records say: words to values, words together, words of a file's name."""

from __future__ import annotations

from agent.planner.logs.event_words import FEW, EventProperty, condition_of_word, failed_code
from agent.planner.logs.fields_by_kind import names_person
from agent.planner.logs.main_nouns import EventNouns
from agent.planner.logs.said_values import said_together, spoken_state
from agent.planner.plan_records import Condition
from agent.planner.scope import DEVICE_STEMS
from agent.reader.english import stem, stems_of
from agent.planner.words.lexicon import EVENT, Label
from agent.planner.words.question_words import Mention, Word, as_word

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


_LIGHT = frozenset(
    ["went", "go", "goes", "came", "come", "got", "became", "turned", "was", "were", "is", "are", "been"]
)
"""Verbs that say nothing between a noun and what it came to be: "tunnels went down"."""


class EventLinker(EventNouns):
    """Finds the tests that the words of one question stand for."""

    def _explain_kinds_of_message(self) -> None:
        """Explain what a quoted text is called: "the 'link down' warning"."""
        for located in self.located:
            behind = located.mention.index + 1
            word = next((one for one in self.words if one.index == behind), None)
            if located.mention.quoted and word is not None and word.stem in MESSAGES:
                self.explained.add(behind)
                self.notes.append(f"'{word.text}' was read as any record with '{located.mention.text}'.")

    def _link_words_to_values(self) -> None:
        told = self._told_by_one()
        for word in self._left(self.explained | told):
            condition = (
                self._document(word)
                or failed_code(word, self.words, self.properties)
                or condition_of_word(word, self.properties, self._is_itself(word))
                or self._completes(word)
                or self._stored(word)
            )
            if condition:
                self.add(condition)
                self.explained.add(word.index)

    def _completes(self, word: Word) -> Condition | None:
        """Read a word as the rest of a value whose other words name what is tested: "tun-7 down", `tunnel_down`."""
        if any(word.stem in one.template_words and self._possible(one) for one in self.lexicon.events):
            return None
        tested = {part for one in self.conditions for part in stems_of(one.property)}
        for found in self.properties:
            if found.distinct > FEW or found.is_number or not tested:
                continue
            values = tuple(
                one
                for one in found.examples
                if isinstance(one, str)
                and word.stem in stems_of(one)
                and set(stems_of(one)) - {word.stem} <= tested
            )
            if values and all(len(stems_of(one)) > 1 for one in values):
                return Condition(EVENT, found.name, "equal", values)
        return None

    def _is_itself(self, word: Word) -> bool:
        """Tell whether no other word may stand for one: it names a person, or templates say the very word."""
        return names_person(word) or word.stem in self.lexicon.said_by

    def _link_together(self) -> tuple[tuple[Condition, ...], frozenset[int]]:
        """Link words that only together are a value, and the states that are a field's value."""
        usable = [one for one in self.properties if any(self._possible(label) for label in self._having(one))]
        known = self.explained | self._told_by_one()
        doubtful = [
            as_word(one.index, one.text) for one in self.tokens if isinstance(one, Mention) and one.maybe
        ]
        spoken = sorted((*self.words, *doubtful), key=lambda word: word.index)
        spoken = [word for word in spoken if word.index not in known and word.stem not in DEVICE_STEMS]
        light = frozenset(one.index for one in self.tokens if one.text.lower() in _LIGHT)
        together = said_together(spoken, self.content | {word.index for word in doubtful}, usable, light)
        state = spoken_state(self.tokens, usable)
        found = ([together] if together else []) + ([(state[0], frozenset({state[1]}))] if state else [])
        for condition, places in found:
            self.add(condition)
            self.explained |= places
        return tuple(one for one, _ in found), frozenset().union(*(places for _, places in found))

    def _having(self, found: EventProperty) -> list[Label]:
        return [self.lexicon.labels[name] for name in found.labels & self.saying]

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
