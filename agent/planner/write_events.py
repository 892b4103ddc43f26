"""Writes the statements for a meaning about logs, over `(e:Event)`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.planner.event_words import event_properties
from agent.planner.lexicon import EVENT, INTERNAL, Lexicon
from agent.planner.plan_records import Meaning, Statement
from agent.planner.scope import Scope
from agent.planner.write_conditions import Parameters, write_test
from agent.records import Intent
from graph_store.names import quote_name

TIME = "e.timestamp_text AS timestamp"
MESSAGE = "e.message AS message"
FEW_EVENTS = 12
"""Up to so many records are listed with their messages, more with their kinds only."""

_MOST_FIELDS = 3
_FEW_VALUES = 40
_EVERYWHERE = 0.9


@dataclass(frozen=True, slots=True)
class Through:
    """Another meaning, whose values of a property the records have to have, too."""

    meaning: Meaning
    property: str


class EventWriter:
    """Builds the statements of one meaning."""

    def __init__(self, meaning: Meaning, scope: Scope, through: Through | None = None) -> None:
        self.meaning = meaning
        self.asked = scope.asked
        self.lexicon: Lexicon = scope.lexicon
        self.look_up = scope.look_up
        self.parameters = Parameters()
        self.through = through
        self.pattern = ""

    def write(self) -> tuple[Statement, ...]:
        """Write the statements that the intent calls for: several for an overview, else one."""
        self.pattern = self._matched()
        intent = self._intent()
        if intent in ("list", "lookup", "exists", "summary") and not self._narrows():
            return (*self._overview(), self._kinds("summary"))
        if intent == "summary" and self.asked.about_fields:
            return (self._fields(), self._kinds("summary"))
        return (self._statement(intent),)

    def _statement(self, intent: Intent) -> Statement:
        wanted = [f"{self._name(name)} AS {quote_name(name)}" for name in self.meaning.properties]
        if intent == "count":
            return self._count()
        if intent == "average":
            return self._average()
        if intent in ("maximum", "minimum"):
            way = "DESC" if intent == "maximum" else "ASC"
            return self._returning(
                intent,
                [*wanted, TIME, *self._place(), MESSAGE],
                f"{self._name(self._measure())} {way} LIMIT 1",
            )
        if intent in ("first", "last"):
            way = "DESC" if intent == "last" else "ASC"
            return self._returning(
                intent,
                [*wanted, TIME, *self._place(), MESSAGE],
                f"e.timestamp {way}, e.ordinal {way} LIMIT 1",
            )
        if wanted:
            return self._values(intent)
        if intent in ("summary", "exists"):
            return self._kinds(intent)
        many = (
            self.look_up.count(f"{self.pattern} RETURN count(*) AS count", self.parameters.values)
            > FEW_EVENTS
        )
        kind = "e.event AS event" if many and self._has_kinds() else MESSAGE
        return self._returning(intent, [TIME, *self._place(), kind], "e.timestamp, e.ordinal")

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
        label = self.meaning.labels[0] if len(self.meaning.labels) == 1 else EVENT
        return f"{before}MATCH (e:{quote_name(label)}){_where(tests)}"

    def _linked(self) -> str:
        assert self.through is not None
        meaning = self.through.meaning
        label = meaning.labels[0] if len(meaning.labels) == 1 else EVENT
        name = f"a.{quote_name(meaning.properties[0])}"
        tests = [*self._tests("a", meaning), f"{name} IS NOT NULL"]
        return f"MATCH (a:{quote_name(label)}){_where(tests)} WITH collect(DISTINCT {name}) AS linked "

    def _tests(self, variable: str, meaning: Meaning) -> list[str]:
        tests = []
        if len(meaning.labels) > 1:
            tests.append(f"{variable}.type IN {self.parameters.add(tuple(meaning.labels))}")
        if meaning.devices:
            tests.append(f"{variable}.device IN {self.parameters.add(meaning.devices)}")
        for condition in meaning.conditions:
            test = write_test(variable, condition, self.parameters)
            tests.append(f"NOT coalesce({test}, false)" if condition.negated else test)
        return tests

    def _returning(self, intent: Intent, columns: Sequence[str], order: str, group: str = "") -> Statement:
        names = tuple(column.rsplit(" AS ", 1)[1].strip("`") for column in columns)
        tail = f" ORDER BY {order}" if order else ""
        text = f"{self.pattern} RETURN {', '.join(columns)}{tail}"
        return Statement(text, self.parameters.values, intent, names, group)

    def _intent(self) -> Intent:
        intent = self.asked.intent
        if intent in ("maximum", "minimum", "average") and not self._measure():
            return "most_common" if self.meaning.properties and intent == "average" else "list"
        return "summary" if intent == "most_common" and not self.meaning.properties else intent

    def _narrows(self) -> bool:
        meaning = self.meaning
        return bool(
            meaning.labels or meaning.conditions or meaning.devices or meaning.properties or self.through
        )

    def _measure(self) -> str:
        for name in self.meaning.properties:
            labels = [label for label in self.lexicon.events if name in label.properties]
            if labels and all(label.properties[name].is_number for label in labels):
                return name
        return ""

    def _has_kinds(self) -> bool:
        return all("event" in label.properties for label in self.lexicon.events)

    def _kinds(self, intent: Intent) -> Statement:
        """Count the records by template."""
        columns = ["e.template AS template", "count(*) AS count", "head(collect(e.message)) AS example"]
        return self._returning(intent, columns, "count DESC, template")

    def _overview(self) -> list[Statement]:
        """Count all records by each field that every record has, and that has few values."""
        total = sum(label.count for label in self.lexicon.events)
        fields = [
            found
            for found in event_properties(self.lexicon.events)
            if found.count >= _EVERYWHERE * total
            and len(found.examples) > 1
            and found.distinct <= _FEW_VALUES
            and not found.is_number
        ]
        fields.sort(key=lambda found: (-len(found.examples), found.name))
        return [
            self._returning(
                "summary",
                [f"{self._name(found.name)} AS {quote_name(found.name)}", "count(*) AS count"],
                "count DESC",
            )
            for found in fields[:_MOST_FIELDS]
        ]

    def _fields(self) -> Statement:
        """Count the records by the names of their fields."""
        hidden = self.parameters.add(tuple(sorted(INTERNAL - {"timestamp"})))
        text = (
            f"{self.pattern} UNWIND keys(e) AS field WITH field, count(*) AS count "
            f"WHERE NOT field IN {hidden} RETURN field, count ORDER BY count DESC, field"
        )
        return Statement(text, dict(self.parameters.values), "summary", ("field", "count"))

    def _values(self, intent: Intent) -> Statement:
        """Count the records by the values of the wanted properties."""
        way = "ASC" if self.asked.fewest else "DESC"
        names = self.meaning.properties
        alike = (
            self._alike(names[0])
            if len(names) == 1 and intent in ("list", "lookup") and self.asked.plural
            else ()
        )
        if alike:
            every = ", ".join(self._name(name) for name in (names[0], *alike))
            column = quote_name(names[0])
            text = (
                f"{self.pattern} UNWIND [{every}] AS value WITH e, value WHERE value IS NOT NULL "
                f"RETURN value AS {column}, count(*) AS count ORDER BY count {way}, {column}"
            )
            return Statement(text, self.parameters.values, intent, (names[0], "count"))
        columns = [f"{self._name(name)} AS {quote_name(name)}" for name in names]
        return self._returning(
            intent, [*columns, "count(*) AS count"], f"count {way}, {quote_name(names[0])}"
        )

    def _alike(self, name: str) -> tuple[str, ...]:
        """Return the other properties of the same records whose names say the same and more."""
        labels = [label for label in self.lexicon.events if name in label.properties]
        if not labels:
            return ()
        words = set(labels[0].properties[name].words)
        return tuple(
            sorted(
                {
                    one.name
                    for label in labels
                    for one in label.properties.values()
                    if words < set(one.words) and one.name not in INTERNAL
                }
            )
        )

    def _average(self) -> Statement:
        name = f"toFloat({self._name(self._measure())})"
        columns = [
            f"avg({name}) AS average",
            f"percentileCont({name}, 0.5) AS median",
            f"min({name}) AS minimum",
        ]
        return self._returning(
            "average", [*columns, f"max({name}) AS maximum", f"count({name}) AS count"], ""
        )

    def _count(self) -> Statement:
        names = self.meaning.properties
        group = self.meaning.group or (
            names[0] if self.asked.group and names else "device" if self.asked.group else ""
        )
        if group:
            name = f"substring(e.timestamp, 0, {group})" if group.isdigit() else self._name(group)
            alias = "time" if group.isdigit() else group
            counted = f"count(DISTINCT {self._name(names[0])})" if names and names[0] != group else "count(*)"
            order = "`time`" if group.isdigit() else "count DESC"
            return self._returning(
                "count", [f"{name} AS {quote_name(alias)}", f"{counted} AS count"], order, alias
            )
        return self._returning(
            "count",
            [f"count(DISTINCT {self._name(names[0])}) AS count" if names else "count(*) AS count"],
            "",
        )

    def _place(self) -> list[str]:
        return ["e.device AS device"] if self.lexicon.devices else []

    def _name(self, name: str) -> str:
        return f"e.{quote_name(name)}"


def _where(tests: Sequence[str]) -> str:
    kept = [test for test in dict.fromkeys(tests) if test]
    return f" WHERE {' AND '.join(kept)}" if kept else ""
