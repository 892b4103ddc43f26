"""Ties the values that a question names to log records: by a field, or by the lines that show them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.planner.logs.event_words import EventProperty, event_properties
from agent.planner.logs.read_moments import read_moments
from agent.planner.logs.read_scales import EventSizes, spells_units
from agent.planner.order.read_entry import read_range
from agent.planner.plan_records import Condition, Test
from agent.planner.scope import DEVICE_STEMS, LOG_STEMS, Scope
from agent.planner.values.locate_values import Located
from agent.planner.values.value_index import Occurrence
from agent.planner.words.english import split_name, stem, stems_of
from agent.planner.words.find_phrases import find_phrases
from agent.planner.words.lexicon import EVENT, HEADER
from agent.planner.words.match_words import match_words, near
from agent.planner.words.question_words import Mention, Word, without_cut
from agent.planner.write_conditions import Parameters, write_test
from graph_store.records import Scalar

INSIDE = frozenset(["in", "within", "inside", "from", "of", "under", "to", "subnet", "network", "range"])
TESTS: dict[str, Test] = {"beginning": "begins", "inside": "inside"}


_MAKING = frozenset(
    map(stem, ("made", "make", "changed", "change", "did", "performed", "caused", "triggered"))
)
"""What is done, with what the next words say: "changed the configuration"."""


_UNNAMED = frozenset(map(stem, ("value", "number")))
"""What a field is called that its records give no name."""


def is_file_name(text: str, path: str) -> bool:
    """Tell whether a text is a file's path, or its end from some folder on."""
    return f"/{path}".lower().endswith(f"/{text}".lower())


class EventTies:
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
            if word.sort != "function" and word.stem not in DEVICE_STEMS | LOG_STEMS | _MAKING
        )

    def tie(self, located: Located) -> None:
        mention = located.mention
        self.explained.add(mention.index)
        named = [path for path in self.lexicon.log_paths if is_file_name(mention.text, path)]
        if named:
            self.conditions.append(Condition(EVENT, "path", "equal", tuple(named)))
            return
        if not located.is_missing and not mention.maybe and mention.shape != "number":
            self.explained |= {mention.index - 1} - self.deed
            self._explain_kind(located)
        if located.devices:
            self.devices += located.devices
            return
        if self._tie_subnet(mention):
            return
        labels = {label.name for label in self.lexicon.events}
        found = [one for one in located.occurrences if one.label in labels and one.property not in HEADER]
        if located.unit is not None:
            self.explained.add(mention.index + 1)
        if found:
            self._tie_to_property(located, found)
        elif located.test != "equal":
            self._tie_to_unit(located)
        elif mention.shape == "number" and self._is_of_another(mention):
            self.unmeasured.append(self.tokens[mention.index - 1].text)
        elif located.lines or self.look_up.mentions(without_cut(mention.text)):
            self.conditions.append(self._in_line(mention, ()))
        elif self._describes_form(mention):
            return
        else:
            self.missing.append(mention.text)

    def _tie_to_unit(self, located: Located) -> None:
        """Compare the only field that is measured in the question's unit, where no field is named."""
        unit = located.unit
        fields = [one.name for one in self.properties if unit and self.plain_unit(one) == unit.plain]
        if len(fields) == 1:
            self.add(Condition(EVENT, fields[0], located.test, (located.number,), unit=located.unit))
            self.notes.append(f"read as: {fields[0].replace('_', ' ')}")
        else:
            self.unmeasured.append(self.tokens[located.mention.index - 1].text)

    def _is_of_another(self, mention: Mention) -> bool:
        """Tell whether a number behind a noun is only the value of fields that are called otherwise: "status 799"."""
        before = self.tokens[mention.index - 1] if mention.index else None
        if not isinstance(before, Word) or before.sort not in ("generic", "content"):
            return False
        labels = {label.name for label in self.lexicon.events}
        held = [one for one in self.look_up.find(mention.text) if one.label in labels]
        fields = {one.property for one in held if str(one.value) == mention.text} - HEADER
        return bool(fields) and not any(set(stems_of(name)) <= _UNNAMED for name in fields)

    def plain_unit(self, found: EventProperty) -> str:
        """Return the plain unit of a field; blank where its records show none, or not the same measure."""
        sized = found.is_number or spells_units(found.examples)
        scale = self.sizes.scale(found.name) if sized else None
        return scale.unit.plain if scale and scale.unit else ""

    def has_unit(self, found: EventProperty) -> bool:
        """Tell whether the records show the unit of a field."""
        return bool(self.plain_unit(found))

    def _tie_subnet(self, mention: Mention) -> bool:
        """Read "in 10.0.0.0/8" as a test on the field of addresses that the words beside it say best."""
        before = self.tokens[mention.index - 1].text.lower() if mention.index else ""
        bounds = read_range(mention.text) if mention.shape == "prefix" and before in INSIDE else None
        fields = [one for one in self.properties if one.kinds and _are_addresses(one.examples)]
        if bounds is None or not fields:
            return False
        beside = near(self.words, mention.index)
        best = max(
            [one for one in fields if self._has_inside(one, bounds[:2])] or fields,
            key=lambda one: (sum(match_words(one.words, beside).positions.values()), one.count, one.name),
        )
        self.explained.update(match_words(best.words, beside).positions)
        self.add(Condition(EVENT, best.name, "within", bounds[:2]))
        self.saying &= best.labels
        return True

    def _has_inside(self, found: EventProperty, bounds: tuple[int, int]) -> bool:
        """Tell whether a field has any value in a range of addresses."""
        ranges = [read_range(str(one)) for one in found.examples]
        if any(one is not None and bounds[0] <= one[0] <= bounds[1] for one in ranges):
            return True
        parameters = Parameters()
        test = write_test("e", Condition(EVENT, found.name, "within", bounds), parameters)
        return bool(
            self.look_up.count(f"MATCH (e:Event) WHERE {test} RETURN count(*) AS count", parameters.values)
        )

    def _in_line(self, mention: Mention, found: Sequence[Occurrence]) -> Condition:
        """Test whether the record shows a text anywhere, as a word of its own; a cut one as a beginning."""
        text = without_cut(mention.text).lower()
        stems = set(stems_of(without_cut(mention.text)))
        if not found:
            self.saying &= {
                label.name for label in self.lexicon.events if stems <= label.template_words
            } or self.saying
        if mention.shape in ("cut", "text"):
            return Condition(EVENT, "message", "begins" if mention.shape == "cut" else "contains", (text,))
        return Condition(EVENT, "", "line", (text,))

    def _describes_form(self, mention: Mention) -> bool:
        """Tell whether a mention only says how to write an answer: "(host:port)"."""
        parts = split_name(mention.text)
        return (
            not mention.quoted
            and len(parts) > 1
            and not re.search(r"\d", mention.text)
            and all(self.lexicon.knows(stem(part)) for part in parts)
        )

    def _explain_kind(self, located: Located) -> None:
        """Explain the words right before a name that say what kind of thing has it: "access list X"."""
        known = self.lexicon.labels
        kinds = {
            one.label for one in located.occurrences if one.label in known and not known[one.label].is_event
        }
        for name in kinds:
            matched = match_words(self.lexicon.labels[name].words, self.words).positions
            position = located.mention.index - 1
            while position in matched:
                self.explained.add(position)
                position -= 1

    def _tie_to_property(self, located: Located, found: Sequence[Occurrence]) -> None:
        """Test the property whose name the words beside the value say; all of them, when they say none."""
        mention = located.mention
        beside = near(self.words, mention.index)
        fits: dict[str, float] = {}
        counts: dict[str, int] = {}
        for occurrence in found:
            known = self.by_name.get(occurrence.property)
            matched = match_words(known.words, beside).positions if known else {}
            fits[occurrence.property] = sum(matched.values())
            counts[occurrence.property] = counts.get(occurrence.property, 0) + occurrence.count
            self.explained.update(matched)
        best = max(fits.values())
        names = sorted(
            (name for name in fits if fits[name] >= best - 1e-6), key=lambda name: (-counts[name], name)
        )
        test = located.test if located.test != "equal" else TESTS.get(found[0].match, "equal")
        stored = tuple(dict.fromkeys(one.value for one in found if one.property in names))
        values = stored if test not in TESTS.values() else (without_cut(mention.text).lower(),)
        elsewhere = (
            best == 0 and test == "equal" and self.look_up.mentions(mention.text) > sum(counts.values())
        )
        if elsewhere or (mention.maybe and stem(mention.text) in self.lexicon.said_by):
            self.add(self._in_line(mention, found))
        else:
            self.add(Condition(EVENT, names[0], test, values, also=tuple(names[1:]), unit=located.unit))
        self.score += 0.4 + 0.4 * min(1.0, best)

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


def _are_addresses(examples: Sequence[Scalar]) -> bool:
    """Tell whether most of a field's commonest values are addresses."""
    found = [one for one in examples if "/" not in str(one) and read_range(str(one)) is not None]
    return bool(examples) and 2 * len(found) >= len(examples)
