"""Writes the statements for a meaning about logs, over `(e:Event)`."""

from __future__ import annotations

import re
from dataclasses import replace

from agent.planner.logs.address_kinds import address_fields, write_networks
from agent.planner.logs.between_events import write_duration
from agent.planner.logs.event_statements import MESSAGE, TIME
from agent.planner.logs.event_words import field_of_words
from agent.planner.logs.measure_statements import MeasureStatements, meaning_spans
from agent.planner.logs.measures import MEASURED
from agent.planner.logs.overviews import FEW_EVENTS
from agent.planner.logs.read_scales import SIZES
from agent.planner.logs.time_spans import write_span
from agent.planner.plan_records import Statement
from agent.planner.words.find_phrases import many_in_order
from agent.planner.words.lexicon import EVENT, INTERNAL
from agent.planner.write_conditions import where
from agent.records import Intent
from graph_store.names import quote_name

_DIFFERENT = re.compile(r"\b(?:different|distinct|unique)\b", re.IGNORECASE)
FEW_KINDS = 3
"""Up to so many kinds of records that are counted together are counted one by one, too."""


class EventWriter(MeasureStatements):
    """Builds the statements of one meaning."""

    def write(self) -> tuple[Statement, ...]:
        """Write the statements that the intent calls for: several for an overview, else one."""
        self.pattern = self._matched()
        intent = self._intent()
        lasting = any(phrase.sort == "duration" for phrase in self.asked.phrases) and not self._measure()
        lasted = write_duration(self.meaning, self.scope) if lasting and not self.through else None
        if lasted is not None:
            return (lasted,)
        if intent == "summary" and self._asks_for_patterns():
            return self._patterns()
        if intent in ("list", "lookup", "exists", "summary") and not self._narrows():
            named = field_of_words(self.scope.words, self._few_valued())
            return (self._by_field(named),) if named else self._overview()
        if intent == "summary" and self.asked.about_fields:
            return (self._kinds("summary"), self._fields())
        if intent == "summary" and not (
            self.meaning.properties or self.meaning.group or self.meaning.measure
        ):
            return self._overview_of_some()
        if intent in ("list", "lookup") and self._tells_what_happened():
            return self._overview_of_some()
        return (self._statement(intent), *(self._parts() if intent == "count" else ()))

    def _parts(self) -> tuple[Statement, ...]:
        """Count by kind of record too, where a question that names no kind counts a few of them together."""
        meaning = self.meaning
        if (
            meaning.labels
            or meaning.properties
            or meaning.group
            or not meaning.conditions
            or self.asked.group
        ):
            return ()
        kinds = self._returning(
            "count", ["e.event AS event", "count(*) AS count"], "count DESC, event", "event"
        )
        rows = self.look_up.rows(kinds.text, kinds.parameters) if self._has_kinds() else ()
        return (kinds,) if 1 < len(rows) <= FEW_KINDS else ()

    def _statement(self, intent: Intent) -> Statement:
        names = () if self._are_compared(intent) else self.meaning.properties
        wanted = [f"{self._name(name)} AS {quote_name(name)}" for name in names]
        if self.meaning.measure and intent not in MEASURED:
            return self._greatest() if intent == "most_common" else self._sum()
        if intent == "count":
            return self._count()
        if intent == "average":
            return self._average()
        if intent in ("maximum", "minimum"):
            way = "DESC" if intent == "maximum" else "ASC"
            return self._returning(
                intent,
                [*wanted, TIME, *self._place(), MESSAGE],
                f"{self._size(self._measure())} {way} LIMIT 1",
            )
        if intent in ("first", "last"):
            way = "DESC" if intent == "last" else "ASC"
            return self._returning(
                intent,
                [*wanted, TIME, *self._place(), MESSAGE],
                f"e.timestamp {way}, e.ordinal {way} LIMIT {many_in_order(self.scope.tokens)}",
            )
        if meaning_spans(self.meaning):
            return self._spans(intent)
        if wanted and self._tells_times(intent):
            return self._returning(intent, [*wanted, TIME, *self._place(), MESSAGE], "e.timestamp, e.ordinal")
        if wanted:
            self._leave_out()
            return self._values(intent)
        matched = f"{self.pattern} RETURN count(*) AS count"
        many = intent == "summary" or self.look_up.count(matched, self.parameters.values) > FEW_EVENTS
        if intent == "summary" or (intent == "exists" and many):
            return self._kinds(intent)
        kind = "e.event AS event" if many and self._has_kinds() else MESSAGE
        return self._returning(intent, [TIME, *self._place(), kind], "e.timestamp, e.ordinal")

    def _are_compared(self, intent: Intent) -> bool:
        """Tell whether few records are asked for by a size: they show it themselves."""
        sizes = {one.property for one in self.meaning.conditions if one.test in SIZES}
        said = any(one.test in SIZES for one in self.scope.located)
        asked = said and intent in ("list", "lookup", "exists") and set(self.meaning.properties) <= sizes
        return asked and bool(sizes) and self.count_matched() <= FEW_EVENTS

    def _tells_times(self, intent: Intent) -> bool:
        """Tell whether a time is asked for beside a value, of few records."""
        asked = any(phrase.sort == "time" for phrase in self.asked.phrases)
        return asked and intent in ("list", "lookup", "exists") and self.count_matched() <= FEW_EVENTS

    def _spans(self, intent: Intent) -> Statement:
        """Count the records by spans of time."""
        span, column = write_span("e", self.meaning.group, self.lexicon.events)
        way = "ASC" if self.asked.fewest else "DESC"
        order = f"count {way}, {column}" if intent == "most_common" else column
        return self._returning(intent, [f"{span} AS {column}", "count(*) AS count"], order, column)

    def _intent(self) -> Intent:
        intent = self.asked.intent
        if intent in MEASURED and not self._measure():
            return "most_common" if self.meaning.properties and intent == "average" else "list"
        known = self.meaning.properties or self.meaning.group or self.meaning.measure
        return "summary" if intent == "most_common" and not known else intent

    def _narrows(self) -> bool:
        meaning = self.meaning
        return bool(
            meaning.labels
            or meaning.conditions
            or meaning.devices
            or meaning.properties
            or meaning.group
            or meaning.measure
            or self.through
        )

    def _values(self, intent: Intent) -> Statement:
        """Count the records by the values of the wanted properties."""
        way = "ASC" if self.asked.fewest else "DESC"
        names = self.meaning.properties
        alike = (
            self._alike(names[0])
            if len(names) == 1
            and intent in ("list", "lookup", "most_common")
            and self.asked.plural
            and not any(one.property == names[0] for one in self.meaning.conditions)
            else ()
        )
        held = address_fields(self.scope.text, names[0], alike, self._properties()) if len(names) == 1 else ()
        if held:
            self.meaning = replace(self.meaning, properties=())
            return write_networks(self._matched(), held, self.parameters)
        if alike:
            every = ", ".join(self._name(name) for name in (names[0], *alike))
            column = quote_name(names[0])
            text = (
                f"{self.pattern} UNWIND [{every}] AS value WITH e, value WHERE value IS NOT NULL "
                f"RETURN value AS {column}, count(*) AS count ORDER BY count {way}, {column}"
            )
            return Statement(text, self.parameters.values, intent, (names[0], "count"))
        columns = [f"{self._with_port(name)} AS {quote_name(name)}" for name in names]
        limit = f" LIMIT {self.asked.top}" if self.asked.top else ""
        return self._returning(
            intent, [*columns, "count(*) AS count"], f"count {way}, {quote_name(names[0])}{limit}"
        )

    def _with_port(self, name: str) -> str:
        """Write a host with its port behind it, where the question wants both."""
        port = f"{name}_port"
        holding = [label for label in self.lexicon.events if name in label.properties]
        if "port" not in self.asks_for or not all(port in label.properties for label in holding):
            return self._name(name)
        return f"toString({self._name(name)}) + ':' + toString({self._name(port)})"

    def _alike(self, name: str) -> tuple[str, ...]:
        """Return the other properties of the same records whose names say the same and more."""
        labels = [label for label in self.lexicon.events if name in label.properties]
        if not labels:
            return ()
        words, kinds = set(labels[0].properties[name].words), labels[0].properties[name].kinds
        return tuple(
            sorted(
                {
                    one.name
                    for label in labels
                    for one in label.properties.values()
                    if words < set(one.words) and one.name not in INTERNAL and one.kinds == kinds
                }
            )
        )

    def _count(self) -> Statement:
        names = self.meaning.properties
        group = self.meaning.group or (
            names[0] if self.asked.group and names else "device" if self.asked.group else ""
        )
        if group:
            is_span = meaning_spans(self.meaning)
            name = write_span("e", group, self.lexicon.events)[0] if is_span else self._name(group)
            alias = "time" if is_span else group
            counted = f"count(DISTINCT {self._name(names[0])})" if names and names[0] != group else "count(*)"
            order = "`time`" if is_span else "count DESC"
            return self._returning(
                "count", [f"{name} AS {quote_name(alias)}", f"{counted} AS count"], order, alias
            )
        self._widen()
        if not names:
            return self._returning("count", ["count(*) AS count"], "")
        counted = f"count(DISTINCT {self._name(names[0])}) AS count"
        return self._returning("count", [counted], "", note=self._repeated_note(names[0], counted))

    def _repeated_note(self, name: str, counted: str) -> str:
        """Say that values were counted, and in how many records, where these are more: they may have been meant."""
        if _DIFFERENT.search(self.scope.text):
            return self.meaning.note
        records, values = (
            self.look_up.count(f"{self.pattern} RETURN {one}", self.parameters.values)
            for one in ("count(*) AS count", counted)
        )
        repeated = f"counted: different values of {name.replace('_', ' ')}, in {records:,} log records"
        return " ".join(filter(None, (self.meaning.note, repeated if records > values else "")))

    def _leave_out(self) -> None:
        """Leave out values that any record has which is not meant: "which clients did not get an error"."""
        names = self.meaning.properties[:1]
        denied = [one for one in self.meaning.conditions if one.negated and one.property not in names]
        if not denied or self.through:
            return
        name = quote_name(self.meaning.properties[0])
        told = tuple(replace(one, negated=False) if one in denied else one for one in self.meaning.conditions)
        tests = [*self._tests("f", replace(self.meaning, conditions=told)), f"f.{name} IS NOT NULL"]
        had = f"COLLECT {{ MATCH (f:{quote_name(EVENT)}){where(tests)} RETURN DISTINCT f.{name} }}"
        self.pattern = f"WITH {had} AS had {self.pattern} AND NOT e.{name} IN had"

    def _widen(self) -> None:
        """Leave out kinds of records that were read from the words, where they leave out no value that is counted."""
        names = self.meaning.properties
        if not names or not self.meaning.labels or self.through:
            return
        wider = EventWriter(replace(self.meaning, labels=()), self.scope)
        wider.pattern = wider._matched()
        counted = f"RETURN count(DISTINCT {self._name(names[0])}) AS count"
        own = self.look_up.count(f"{self.pattern} {counted}", self.parameters.values)
        if own == self.look_up.count(f"{wider.pattern} {counted}", wider.parameters.values):
            self.meaning, self.pattern, self.parameters = wider.meaning, wider.pattern, wider.parameters
