"""Writes what has the greatest or smallest number, or the first or last date: all that share it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent.planner.configurations.date_bounds import date_property
from agent.planner.plan_records import Statement, Target
from agent.planner.write_conditions import holds_value, where
from graph_store.names import quote_name

if TYPE_CHECKING:
    from agent.planner.configurations.write_things import ThingWriter

Measure = tuple[str, str]
_GREATEST = frozenset({"maximum", "last"})


def measure_of(writer: ThingWriter, target: Target) -> Measure | None:
    """Return the label and property of the number that an average or extreme is taken of."""
    places = [
        (target.label, target.property),
        *((one.label, one.property) for one in writer.meaning.conditions if one.test == "present"),
    ]
    for label, name in places:
        if label in writer.variables and name and writer.lexicon.labels[label].properties[name].is_number:
            return label, name
    return None


def dated_measure(writer: ThingWriter, target: Target) -> Measure | None:
    """Return the property with dates that says which is the oldest or newest."""
    label = writer.lexicon.labels.get(target.label)
    found = date_property(writer.scope, label) if label else None
    return (found.label, found.name) if found else None


def write_extreme(writer: ThingWriter, target: Target, measure: Measure) -> Statement:
    """Write all that have the greatest or smallest value, which is asked for first: several may share it."""
    way = "max" if writer.asked.intent in _GREATEST else "min"
    writer.list_columns(target)
    name = f"{writer.variables[measure[0]]}.{quote_name(measure[1])}"
    writer.columns.setdefault(measure[1], name)
    match = f"{' '.join(writer.patterns)}{where([*writer.tests, holds_value(name)])}"
    best = writer.scope.look_up.rows(f"{match} RETURN {way}({name}) AS best", writer.parameters.values)
    value = best[0][0] if best else None
    if isinstance(value, str | int | float):
        writer.tests.append(f"{name} = {writer.parameters.add(value)}")
    else:
        writer.tests.append(holds_value(name))
    return writer.statement("RETURN DISTINCT", writer.asked.intent, " ORDER BY device")
