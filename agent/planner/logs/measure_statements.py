"""Writes the statements that compare, add up or average a measure of log records."""

from __future__ import annotations

from agent.planner.logs.event_statements import MESSAGE, TIME
from agent.planner.logs.measures import measures_among
from agent.planner.logs.overviews import Overviews
from agent.planner.logs.time_spans import CLOCK_HOUR, write_span
from agent.planner.plan_records import Meaning, Statement
from graph_store.names import quote_name


class MeasureStatements(Overviews):
    """What is computed of the numbers of one meaning's records."""

    def _greatest(self) -> Statement:
        """Find the one record with the greatest measure, or the value whose records have the greatest sum."""
        measure = self.meaning.measure
        names = [name for name in self.meaning.properties if name != measure]
        way = "ASC" if self.asked.fewest else "DESC"
        if self.meaning.adds_up and names:
            columns = [f"{self._name(name)} AS {quote_name(name)}" for name in names]
            total = quote_name(f"total_{measure}")
            return self._returning(
                "maximum",
                [*columns, f"sum({self._size(measure)}) AS {total}"],
                f"{total} {way} LIMIT {self.asked.top or 1}",
                note=self._computed_note(measure),
            )
        columns = [f"{self._name(name)} AS {quote_name(name)}" for name in (measure, *names)]
        self._require(measure)
        return self._returning(
            "maximum",
            [*columns, TIME, *self._place(), MESSAGE],
            f"{self._size(measure)} {way} LIMIT {self.asked.top or 1}",
        )

    def _require(self, name: str) -> None:
        """Match only records that have a field."""
        self.pattern += f"{' AND' if ' WHERE ' in self.pattern else ' WHERE'} {self._name(name)} IS NOT NULL"

    def _sum(self) -> Statement:
        """Add up a measure over all records that are meant, or over those of each value that it is asked by."""
        measure, by = self.meaning.measure, self._asked_by()
        self._require(measure)
        total = quote_name(f"total_{measure}")
        columns = [f"{by[0]} AS {by[1]}"] if by else []
        order = (by[1] if meaning_spans(self.meaning) else f"{total} DESC") if by else ""
        return self._returning(
            "lookup",
            [*columns, f"sum({self._size(measure)}) AS {total}"],
            order,
            note=self._computed_note(measure),
        )

    def _average(self) -> Statement:
        """Average a measure over all records that are meant, or over those of each value that it is asked by."""
        measured = f"toFloat({self._size(self._measure())})"
        self.pattern += f" WITH e, {measured} AS measured"
        by = self._asked_by()
        columns = [
            *([f"{by[0]} AS {by[1]}"] if by else []),
            f"avg({measured}) AS average",
            "percentileCont(measured, 0.5) AS median",
            "min(measured) AS minimum",
            "max(measured) AS maximum",
            "count(measured) AS count",
        ]
        order = (by[1] if meaning_spans(self.meaning) else "average DESC") if by else ""
        return self._returning("average", columns, order, note=self._computed_note(self._measure()))

    def _asked_by(self) -> tuple[str, str] | None:
        """Return what records are told apart by, and its column: a span of time, or a field."""
        group = self.meaning.group
        if meaning_spans(self.meaning):
            return write_span("e", group, self.lexicon.events)
        return (self._name(group), quote_name(group)) if group else None

    def _measure(self) -> str:
        names = measures_among(self.meaning.properties, self._properties())
        return names[0] if names else ""


def meaning_spans(meaning: Meaning) -> bool:
    """Tell whether a meaning counts by a span of time."""
    return meaning.group.isdigit() or meaning.group == CLOCK_HOUR
