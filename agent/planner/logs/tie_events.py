"""Ties the values that a question names to log records: by a field, or by the lines that show them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.planner.logs.event_scope import EventScope
from agent.planner.logs.event_words import (
    CODES,
    FEW,
    EventProperty,
    failed_code,
    holds_codes,
    int_of,
    values_of_word,
)
from agent.planner.logs.unheeded_words import is_excluded
from agent.planner.order.read_entry import read_range
from agent.planner.plan_records import Condition, Test
from agent.planner.values.locate_values import Located
from agent.reader.value_index import Occurrence
from agent.reader.english import split_name, stem, stems_of
from agent.planner.words.lexicon import EVENT, HEADER
from agent.planner.words.match_words import match_words, near
from agent.planner.words.question_words import Mention, Word, as_word, without_cut
from agent.planner.write_conditions import Parameters, write_test
from graph_store.records import Scalar

INSIDE = frozenset(["in", "within", "inside", "from", "of", "under", "to", "subnet", "network", "range"])
TESTS: dict[str, Test] = {"beginning": "begins", "inside": "inside"}


_UNNAMED = frozenset(map(stem, ("value", "number")))
"""What a field is called that its records give no name."""


def is_file_name(text: str, path: str) -> bool:
    """Tell whether a text is a file's path, or its end from some folder on."""
    return f"/{path}".lower().endswith(f"/{text}".lower())


class EventTies(EventScope):
    """Ties the values of one question to records."""

    def tie_or_exclude(self, located: Located) -> None:
        """Tie a value; one that is named as what is not meant is denied: "other than root"."""
        before = len(self.conditions)
        self.tie(located)
        if not is_excluded(self.tokens, located.mention.index):
            return
        own = self.conditions[before:]
        if len(own) == 1 and own[0].test in ("equal", "line"):
            self.conditions[before] = replace(own[0], negated=True)
        else:
            self.unmeasured.append(located.mention.text)

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
        code = failed_code(as_word(mention.index, mention.text), self.words, self.properties)
        if code and mention.maybe and self._is_before_code(mention):
            self.add(code)
        elif found and mention.maybe and not self._goes_together(found):
            if code is None and self.look_up.mentions(mention.text) > sum(one.count for one in found):
                self.add(self._in_line(mention, found))
            elif code is None:
                self.unmeasured.append(mention.text)
        elif found:
            self._tie_to_property(located, found)
        elif located.test != "equal":
            self._tie_to_unit(located)
        elif mention.shape == "number" and (self._is_code(mention) or self._is_of_kind(mention)):
            return
        elif mention.shape == "number" and self._is_of_another(mention):
            self.unmeasured.append(self.tokens[mention.index - 1].text)
        elif located.lines or self.look_up.mentions(without_cut(mention.text)):
            self.conditions.append(self._in_line(mention, ()))
        elif self._describes_form(mention):
            return
        else:
            self.missing.append(mention.text)

    def _is_before_code(self, mention: Mention) -> bool:
        """Tell whether the word behind a mention is that of a code: "error status"."""
        behind = self.tokens[mention.index + 1] if mention.index + 1 < len(self.tokens) else None
        return isinstance(behind, Word) and behind.stem in CODES

    def _goes_together(self, found: Sequence[Occurrence]) -> bool:
        """Tell whether some kind of record has a field with the word, and those that are tested so far."""
        tested = [(one.property, *one.also) for one in self.conditions if one.property in self.by_name]
        return any(
            one.property in label.properties
            and all(any(name in label.properties for name in names) for names in tested)
            for label in self.lexicon.events
            for one in found
        )

    def _tie_to_unit(self, located: Located) -> None:
        """Compare the only field that is measured in the question's unit, where no field is named."""
        unit = located.unit
        fields = [one.name for one in self.properties if unit and self.plain_unit(one) == unit.plain]
        if len(fields) == 1:
            self.add(Condition(EVENT, fields[0], located.test, (located.number,), unit=located.unit))
            self.notes.append(f"read as: {fields[0].replace('_', ' ')}")
        else:
            self.unmeasured.append(self.tokens[located.mention.index - 1].text)

    def _is_code(self, mention: Mention) -> bool:
        """Test the only field of three-digit codes that ever has a number: "got a 404"."""
        fields = [one for one in self.properties if holds_codes(one) and int_of(mention.text) in one.examples]
        if len(fields) == 1:
            self.add(Condition(EVENT, fields[0].name, "equal", (int_of(mention.text),)))
        return len(fields) == 1

    def _is_of_kind(self, mention: Mention) -> bool:
        """Test the only field with a number, of the kind of records that the noun before it says: "push 2042"."""
        before = self.tokens[mention.index - 1] if mention.index else None
        told = {
            one.name
            for one in self.lexicon.events
            if isinstance(before, Word) and before.stem in one.template_words
        }
        held = {
            (one.property, one.value)
            for one in self.look_up.find(mention.text)
            if one.label in told and one.property in self.by_name and str(one.value) == mention.text
        }
        for name, value in held if len(held) == 1 else ():
            self.add(Condition(EVENT, name, "equal", (value,)))
        return len(held) == 1

    def _is_of_another(self, mention: Mention) -> bool:
        """Tell whether a number behind a noun is only the value of fields that are called otherwise: "status 799"."""
        before = self.tokens[mention.index - 1] if mention.index else None
        if not isinstance(before, Word) or before.sort not in ("generic", "content"):
            return False
        labels = {label.name for label in self.lexicon.events}
        held = [one for one in self.look_up.find(mention.text) if one.label in labels]
        fields = {one.property for one in held if str(one.value) == mention.text} - HEADER
        return bool(fields) and not any(set(stems_of(name)) <= _UNNAMED for name in fields)

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

    def _alike_values(self, mention: Mention, name: str) -> tuple[str, ...]:
        """Return the other values of a field that say what a plain word does: `failure` beside "failed"."""
        found = self.by_name.get(name)
        plain = found is not None and found.distinct <= FEW and mention.text.isalpha()
        return values_of_word(as_word(mention.index, mention.text), found) if plain and found else ()

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
        if mention.maybe and test == "equal":
            values = tuple(dict.fromkeys((*values, *self._alike_values(mention, names[0]))))
        elsewhere = (
            best == 0 and test == "equal" and self.look_up.mentions(mention.text) > sum(counts.values())
        )
        if elsewhere or (mention.maybe and stem(mention.text) in self.lexicon.said_by):
            self.add(self._in_line(mention, found))
        else:
            self.add(Condition(EVENT, names[0], test, values, also=tuple(names[1:]), unit=located.unit))
        self.score += 0.4 + 0.4 * min(1.0, best)


def _are_addresses(examples: Sequence[Scalar]) -> bool:
    """Tell whether most of a field's commonest values are addresses."""
    found = [one for one in examples if "/" not in str(one) and read_range(str(one)) is not None]
    return bool(examples) and 2 * len(found) >= len(examples)
