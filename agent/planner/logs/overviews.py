"""Writes overviews of log records: when and where they were written, what kinds there are, which fields they have."""

from __future__ import annotations

import re
from dataclasses import replace

from agent.planner.logs.event_statements import EventStatements
from agent.planner.logs.event_words import EventProperty, event_properties
from agent.planner.logs.record_patterns import Pattern, asks_for_patterns, find_pattern, records_named
from agent.planner.plan_records import CLOCK, DAY, Statement
from agent.planner.words.lexicon import INTERNAL
from agent.records import Intent
from graph_store.names import quote_name

_MOST_FIELDS = 3
_FEW_VALUES = 40
FEW_EVENTS = 12
"""Up to so many records are listed with their messages, more with their kinds only."""
_HAPPENED = re.compile(r"\bhappen\w*\b|\boccurr?\w*\b|\b(?:went|going|goes) on\b", re.IGNORECASE)
_TIMES = frozenset({"timestamp", CLOCK, DAY})
_FEW_KINDS = 6
_FEW_GROUPS = 12
_EVERYWHERE = 0.9
_FEW_RECORDS = 20_000
_HIDDEN_FIELDS = tuple(sorted((INTERNAL | {"event"}) - {"timestamp_text"}))


class Overviews(EventStatements):
    """What is said of many records where no single fact is asked for."""

    def _kinds(self, intent: Intent) -> Statement:
        """Count the records by template."""
        columns = ["e.template AS template", "count(*) AS count", "head(collect(e.message)) AS example"]
        names = ("template", "count", "example")
        text = f"{self._in_order()} RETURN {', '.join(columns)} ORDER BY count DESC, template"
        return Statement(text, self.parameters.values, intent, names)

    def _in_order(self) -> str:
        """Write what is matched, in the order of the files where not too many records are to be put into it."""
        counted = self.look_up.count(f"{self.pattern} RETURN count(*) AS count", self.parameters.values)
        return (
            f"{self.pattern} WITH e ORDER BY e.path, e.ordinal" if counted <= _FEW_RECORDS else self.pattern
        )

    def write_overview(self) -> tuple[Statement, ...]:
        """Write an overview of all records that the meaning's conditions leave."""
        self.pattern = self._matched()
        return self._overview()

    def write_kinds(self) -> tuple[Statement, ...]:
        """Write the times and the kinds of the records that the meaning's conditions leave."""
        self.pattern = self._matched()
        return (self._spans_of_files(), self._kinds("summary"))

    def _overview(self) -> tuple[Statement, ...]:
        """Say of all records when each file's were written, and which values and kinds there are."""
        fields = self._few_valued()[:_MOST_FIELDS]
        shown = (
            (self._by_device(), *map(self._by_field, fields))
            if len(self.lexicon.devices) > 1
            else map(self._by_field, fields)
        )
        return (self._spans_of_files(), *shown, self._kinds("summary"))

    def _by_device(self) -> Statement:
        return self._returning("summary", ["e.device AS device", "count(*) AS count"], "count DESC, device")

    def _tells_what_happened(self) -> bool:
        """Tell whether all of a span of time is asked for, and many records are in it."""
        meaning = self.meaning
        if meaning.labels or meaning.properties or meaning.group or meaning.measure or self.through:
            return False
        timed = bool(meaning.conditions) and all(one.property in _TIMES for one in meaning.conditions)
        return timed and _HAPPENED.search(self.scope.text) is not None and self.count_matched() > FEW_EVENTS

    def _overview_of_some(self) -> tuple[Statement, ...]:
        """Say of the records that are meant what kinds there are, and of many kinds in which values they differ."""
        tested = {one.property for one in self.meaning.conditions}
        fields = [one for one in self._few_valued()[:_MOST_FIELDS] if one.name not in tested]
        names = ["e.template", *(self._name(one.name) for one in fields)]
        named = ", ".join(f"count(DISTINCT {name}) AS c{place}" for place, name in enumerate(names))
        rows = self.look_up.rows(f"{self.pattern} RETURN {named}", self.parameters.values)
        kinds, *values = [int(str(cell or 0)) for cell in rows[0]] if rows else [0]
        differing = [one for one, count in zip(fields, values, strict=False) if 1 < count <= _FEW_GROUPS]
        shown = map(self._by_field, differing) if kinds > _FEW_KINDS else ()
        said = " ".join(filter(None, (self.meaning.note, f"{self.count_matched():,} log records")))
        return (*shown, replace(self._kinds("summary"), note=said))

    def _spans_of_files(self) -> Statement:
        """Count the records of each file, with their first and last time."""
        columns = ["e.path AS file", "count(*) AS count"]
        return self._returning(
            "summary", [*columns, f"{_moment('min')} AS earliest", f"{_moment('max')} AS latest"], "file"
        )

    def _few_valued(self) -> list[EventProperty]:
        """List the fields that every record has, and that have few values: those with most values first."""
        total = sum(label.count for label in self.lexicon.events)
        fields = [
            found
            for found in event_properties(self.lexicon.events)
            if found.count >= _EVERYWHERE * total
            and len(found.examples) > 1
            and found.distinct <= _FEW_VALUES
            and not found.is_number
        ]
        return sorted(fields, key=lambda found: (-len(found.examples), found.name))

    def _by_field(self, found: EventProperty) -> Statement:
        columns = [f"{self._name(found.name)} AS {quote_name(found.name)}", "count(*) AS count"]
        return self._returning("summary", columns, "count DESC")

    def _fields(self) -> Statement:
        """Count the records by the names of their fields, each with the first value that it has."""
        hidden = self.parameters.add(_HIDDEN_FIELDS)
        text = (
            f"{self._in_order()} UNWIND keys(e) AS field WITH e, field WHERE NOT field IN {hidden} "
            f"RETURN field, count(*) AS count, head(collect(e[field])) AS example ORDER BY count DESC, field"
        )
        return Statement(text, dict(self.parameters.values), "summary", ("field", "count", "example"))

    def _patterns(self) -> tuple[Statement, ...]:
        """Count the records that the question names by what is the same in them; without fields for it, their kinds."""
        named, said = records_named(self.scope, self._properties(), self.meaning.conditions)
        self.meaning = replace(self.meaning, conditions=(*self.meaning.conditions, *named))
        self.pattern = self._matched()
        pattern = find_pattern(self.pattern, self.parameters, self._properties(), self.look_up)
        if pattern is None:
            kinds = self._kinds("summary")
            return (replace(kinds, note=f"log records{said}") if said else kinds,)
        note = f"{pattern.records:,} log records{said}; * stands for a part that varies"
        return (self._by_pattern(pattern, note),)

    def _by_pattern(self, pattern: Pattern, note: str) -> Statement:
        columns = [*pattern.columns, "count(*) AS count"]
        ordered = (one.rsplit(" AS ", 1)[1] for one in pattern.columns)
        return self._returning("summary", columns, f"count DESC, {', '.join(ordered)}", note=note)

    def _asks_for_patterns(self) -> bool:
        return asks_for_patterns(self.scope.text)


def _moment(end: str) -> str:
    """Write the time of the first or last record, without the year where the records say none."""
    time = f"substring(replace({end}(e.timestamp), 'T', ' '), 0, 16)"
    return f"CASE WHEN count(e.year_assumed) > 0 THEN substring({time}, 5) ELSE {time} END"
