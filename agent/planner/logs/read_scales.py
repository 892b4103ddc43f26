"""Finds out in which units the records of a log write a measure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from agent.planner.plan_records import Condition, Scale
from agent.reader.value_index import ValueIndex
from agent.planner.words.lexicon import Label, Lexicon
from agent.planner.words.quantities import Unit, read_quantity, read_unit, unit_behind
from agent.planner.write_scaled import write_scaled
from graph_store.names import quote_name
from graph_store.records import Scalar

SIZES = ("least", "more", "most", "less")
_READ = 20
_MOST_KINDS = 30


class EventSizes:
    """The sizes that a question compares, as the records of some kinds write them."""

    def __init__(self, lexicon: Lexicon, look_up: ValueIndex, kinds: Collection[str] = ()) -> None:
        self._labels = [one for one in lexicon.events if not kinds or one.name in kinds]
        self._look_up = look_up
        self._read: dict[str, Scale | None] = {}

    def scale(self, name: str) -> Scale | None:
        """Return how the values of a field become comparable; None where they do not."""
        if name not in self._read:
            self._read[name] = read_scale(name, self._labels, self._look_up)
        return self._read[name]

    def compared(self, condition: Condition) -> Condition | None:
        """Return a test on a size in the unit of the records; None where it cannot be told what that is."""
        if condition.test not in SIZES:
            return condition
        scale = self.scale(condition.property)
        number = condition.values[0]
        if condition.also:
            return None if condition.unit else condition
        if scale is None or not isinstance(number, int | float):
            return None
        computed, asked = bool(scale.factors) or scale.spelled, condition.unit
        if asked is None:
            return None if computed else condition
        if scale.unit is None:
            return condition if asked.size == 1.0 else None
        if asked.plain != scale.unit.plain:
            return None
        held = number * asked.size / scale.unit.size
        return replace(condition, values=(round(held, 9),), scale=scale)


def spells_units(examples: Sequence[Scalar]) -> bool:
    """Tell whether the values of a field are numbers with units of one measure: "3KB", "1.2MB"."""
    found = [read_quantity(one) if isinstance(one, str) else None for one in examples]
    return bool(found) and len({one[1].plain if one else "" for one in found} | {""}) == 2 and all(found)


def read_scale(name: str, labels: Iterable[Label], look_up: ValueIndex) -> Scale | None:
    """Tell how the values of a field become comparable; None where their units differ or only some have one."""
    having = [label for label in labels if name in label.properties]
    examples = [one for label in having for one in label.properties[name].examples]
    if any(isinstance(one, str) for one in examples):
        return _spelled(name, having, examples, look_up)
    units = {label.name: _unit_of(name, label, look_up) for label in having[:_MOST_KINDS]}
    found = set(units.values())
    if len(found) <= 1:
        unit = next(iter(found), None)
        return None if isinstance(unit, bool) else Scale(unit)
    known = {kind: unit for kind, unit in units.items() if isinstance(unit, Unit)}
    if len(known) < len(units) or len({one.plain for one in known.values()}) > 1 or len(having) > len(units):
        return None
    plain = next(iter(known.values())).plain
    return Scale(Unit(plain, 1.0), tuple(sorted((kind, unit.size) for kind, unit in known.items())))


def _spelled(
    name: str, labels: Sequence[Label], examples: Sequence[Scalar], look_up: ValueIndex
) -> Scale | None:
    """Read a field whose values say their units, where every one of them does."""
    if not spells_units(examples):
        return None
    read = read_quantity(str(examples[0]))
    assert read is not None
    scale = Scale(Unit(read[1].plain, 1.0), spelled=True)
    kinds = "|".join(quote_name(label.name) for label in labels)
    test = f"e.{quote_name(name)} IS NOT NULL AND {write_scaled(name, 'e', scale)} IS NULL"
    unread = look_up.count(f"MATCH (e:{kinds}) WHERE {test} RETURN count(*) AS count", {})
    return None if unread else scale


def _unit_of(name: str, label: Label, look_up: ValueIndex) -> Unit | bool | None:
    """Return the unit that stands behind a field's values, or ends its name; False where records differ in it."""
    value = f"e.{quote_name(name)}"
    rows = look_up.rows(
        f"MATCH (e:{quote_name(label.name)}) WHERE {value} IS NOT NULL RETURN {value}, e.message LIMIT {_READ}",
        {},
    )
    said = {unit_behind(str(row[0]), str(row[1])) for row in rows} - {False}
    if len(said) > 1:
        return False
    return next(iter(said), None) or _unit_of_name(name)


def _unit_of_name(name: str) -> Unit | None:
    last = name.rsplit("_", 1)[-1]
    return read_unit(last) if len(last) > 1 else None
