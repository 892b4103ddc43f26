"""What the readers of one question about logs share: its words, and the tests that were found for it."""

from __future__ import annotations

from dataclasses import replace

from agent.planner.logs.event_words import FEW, EventProperty, event_properties, values_of_word
from agent.planner.logs.read_moments import read_moments
from agent.planner.logs.read_scales import EventSizes, spells_units
from agent.planner.plan_records import Condition
from agent.planner.scope import DEVICE_STEMS, LOG_STEMS, Scope
from agent.reader.english import stem
from agent.planner.words.families import is_deed
from agent.planner.words.find_phrases import find_phrases
from agent.planner.words.question_words import Mention

_MAKING = frozenset(
    map(stem, ("made", "make", "changed", "change", "did", "performed", "caused", "triggered"))
)
"""What is done, with what the next words say: "changed the configuration"."""


_ORDER = frozenset(
    map(stem, ("first", "last", "latest", "earliest", "recent", "recently", "often", "time", "times"))
)


class EventScope:
    """What one question says of log records, as far as its values go: tests, devices, and what is missing."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.text = scope.text
        self.asked = scope.asked
        self.located = scope.located
        self.lexicon = scope.lexicon
        self.look_up = scope.look_up
        self.words = scope.words
        self.tokens = scope.tokens
        self.deed = self._deed()
        self.content = scope.content | self.deed
        self.conditions: list[Condition] = list(read_moments(scope.tokens))
        self.explained = {
            token.index for token in scope.tokens if isinstance(token, Mention) and token.shape == "time"
        }
        self.missing: list[str] = []
        self.devices: list[str] = []
        self.properties = event_properties(scope.lexicon.events)
        self.content |= self._valued_deeds()
        self.records = sum(label.count for label in scope.lexicon.events)
        self.by_name = {found.name: found for found in self.properties}
        self.saying = {label.name for label in scope.lexicon.events}
        self.score = 0.0
        self.phrases = find_phrases(scope.tokens, through_names=True)
        self.notes: list[str] = []
        self.measure = ""
        self.unsure: list[str] = []
        self.unmeasured: list[str] = []
        self.sizes = EventSizes(scope.lexicon, scope.look_up)
        self.adds_up = False

    def _deed(self) -> frozenset[int]:
        """Return the words that say what somebody did, where it is asked who: they narrow, however plain they are."""
        if not self.tokens or self.tokens[0].text.lower() != "who":
            return frozenset()
        return frozenset(
            word.index
            for word in self.scope.words
            if word.sort != "function" and word.stem not in DEVICE_STEMS | LOG_STEMS | _MAKING | _ORDER
        )

    def _valued_deeds(self) -> frozenset[int]:
        """Return the words for deeds that a field of few values says, however plain they are: "associations"."""
        few = [one for one in self.properties if one.distinct <= FEW and not one.is_number]
        return frozenset(
            word.index
            for word in self.words
            if word.sort == "generic"
            and is_deed(word.text)
            and word.stem not in LOG_STEMS | DEVICE_STEMS | _MAKING
            and any(values_of_word(word, one) for one in few)
        )

    def plain_unit(self, found: EventProperty) -> str:
        """Return the plain unit of a field; blank where its records show none, or not the same measure."""
        sized = found.is_number or spells_units(found.examples)
        scale = self.sizes.scale(found.name) if sized else None
        return scale.unit.plain if scale and scale.unit else ""

    def has_unit(self, found: EventProperty) -> bool:
        """Tell whether the records show the unit of a field."""
        return bool(self.plain_unit(found))

    def add(self, condition: Condition) -> None:
        """Add a test; of two values of one property either will do."""
        for index, before in enumerate(self.conditions):
            same = (before.property, before.also, before.test) == (
                condition.property,
                condition.also,
                condition.test,
            )
            if same and condition.test == "equal":
                self.conditions[index] = replace(before, values=(*before.values, *condition.values))
                return
        self.conditions.append(condition)
