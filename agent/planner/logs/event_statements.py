"""Writes what all statements about log records share: what is matched, and columns over `(e:Event)`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.planner.logs.event_words import EventProperty, event_properties
from agent.planner.logs.measures import is_duration, write_duration_text
from agent.planner.logs.read_scales import read_scale
from agent.planner.plan_records import Meaning, Scale, Statement
from agent.planner.scope import Scope
from agent.planner.words.lexicon import EVENT, Label, Lexicon
from agent.planner.words.quantities import name_unit
from agent.planner.write_conditions import Parameters, where, write_test
from agent.planner.write_scaled import write_scaled
from agent.records import Intent
from graph_store.names import quote_name

TIME = "e.timestamp_text AS timestamp"


MESSAGE = "e.message AS message"


MOST_LABELS = 12
"""Up to so many kinds of records are read each by its label; for more, all records are."""
LINES_WITH = "CALL db.index.fulltext.queryNodes('lines', {}) YIELD node MATCH "
OF_LINES = "-[:HAS_LINE]->(node)"


@dataclass(frozen=True, slots=True)
class Through:
    """Another meaning, whose values of a property the records have to have, too."""

    meaning: Meaning
    property: str


class EventStatements:
    """What is matched for one meaning, and overviews of that."""

    def __init__(self, meaning: Meaning, scope: Scope, through: Through | None = None) -> None:
        self.meaning = meaning
        self.scope = scope
        self.asked = scope.asked
        self.lexicon: Lexicon = scope.lexicon
        self.look_up = scope.look_up
        self.parameters = Parameters()
        self.through = through
        self.asks_for = frozenset(re.findall(r"[a-z]+", scope.text.lower()))
        self.pattern = ""

    def count_matched(self) -> int:
        """Count the records that meet all tests."""
        self.pattern = self._matched()
        return self.look_up.count(f"{self.pattern} RETURN count(*) AS count", self.parameters.values)

    def _matched(self) -> str:
        """Write what is matched, and remember that the first wanted property has to be there."""
        before = self._linked() if self.through else ""
        tests = (
            [f"any(value IN ([] + {self._name(self.through.property)}) WHERE value IN linked)"]
            if self.through
            else []
        )
        tests += self._tests("e", self.meaning)
        tests += [f"{self._name(name)} IS NOT NULL" for name in self.meaning.properties[:1]]
        label = _label(self.meaning)
        absent = "" if before else self._absent_word()
        if absent:
            return f"{LINES_WITH.format(self.parameters.add(absent))}(e:{label}){OF_LINES}{where(tests)}"
        return f"{before}MATCH (e:{label}){where(tests)}"

    def _absent_word(self) -> str:
        """Return a word that all records have to say and no line does: then no record has to be read."""
        words = (
            str(one.values[0]).lower()
            for one in self.meaning.conditions
            if (one.property, one.test, one.negated, one.also) == ("message", "contains", False, ())
            and len(one.values) == 1
        )
        return next((word for word in words if self.look_up.lacks(word)), "")

    def _linked(self) -> str:
        assert self.through is not None
        meaning = self.through.meaning
        name = f"a.{quote_name(meaning.properties[0])}"
        tests = [*self._tests("a", meaning), f"{name} IS NOT NULL"]
        return f"MATCH (a:{_label(meaning)}){where(tests)} WITH collect(DISTINCT {name}) AS linked "

    def _tests(self, variable: str, meaning: Meaning) -> list[str]:
        tests = []
        if len(meaning.labels) > MOST_LABELS:
            tests.append(f"{variable}.type IN {self.parameters.add(tuple(meaning.labels))}")
        if meaning.devices:
            tests.append(f"{variable}.device IN {self.parameters.add(meaning.devices)}")
        for condition in meaning.conditions:
            test = write_test(variable, condition, self.parameters)
            tests.append(f"NOT coalesce({test}, false)" if condition.negated else test)
        return tests

    def _returning(
        self, intent: Intent, columns: Sequence[str], order: str, group: str = "", note: str = ""
    ) -> Statement:
        names = tuple(column.rsplit(" AS ", 1)[1].strip("`") for column in columns)
        tail = f" ORDER BY {order}" if order else ""
        text = f"{self.pattern} RETURN {', '.join(columns)}{tail}"
        return Statement(text, self.parameters.values, intent, names, group, note=note)

    def _has_kinds(self) -> bool:
        return all("event" in label.properties for label in self.lexicon.events)

    def _properties(self) -> tuple[EventProperty, ...]:
        """Join the properties of the event types that are meant."""
        return event_properties(self._meant())

    def _meant(self) -> Sequence[Label]:
        return [one for one in self.lexicon.events if one.name in self.meaning.labels] or self.lexicon.events

    def _size(self, name: str) -> str:
        fields = {found.name: found for found in self._properties()}
        if is_duration(fields[name]):
            return write_duration_text(name, "e")
        return write_scaled(name, "e", self._scale(name))

    def _scale(self, name: str) -> Scale | None:
        return read_scale(name, self._meant(), self.look_up)

    def _computed_note(self, name: str) -> str:
        """Say the unit of a number that is computed from the values of a field, beside how the question was read."""
        scale = self._scale(name)
        named = name_unit(scale.unit) if scale and scale.unit else ""
        unit = f"{name.replace('_', ' ')} in {named}" if named and named not in name else ""
        return " ".join(filter(None, (self.meaning.note, unit)))

    def _place(self) -> list[str]:
        return ["e.device AS device"] if self.lexicon.devices else []

    def _name(self, name: str) -> str:
        return f"e.{quote_name(name)}"


def _label(meaning: Meaning) -> str:
    """Write the labels of the records that are meant."""
    named = meaning.labels if len(meaning.labels) <= MOST_LABELS else ()
    return "|".join(map(quote_name, named)) or quote_name(EVENT)
