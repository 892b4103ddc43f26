"""Writes the statement of a list of things that is claimed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent.reader.english import word_list
from agent.reader.kinds import Kind
from agent.reader.question_terms import Term
from agent.reader.things import Thing
from agent.records import Query, Reading
from agent.render.draft import column_words, show_cell
from agent.tables.switched_off import off_properties, say_switched_off
from agent.value_index import ValueIndex
from graph_store.records import Scalar, Value
from graph_store.schema import holds, quote_name
from reading.spoken_names import label_words, plural


@dataclass(frozen=True, slots=True)
class Selection:
    """Things of one kind on some devices or all: those whose properties have some values, True for a switch.

    `terms` are those that say so; `columns` are asked of each, beside its name, and all of them have them.
    """

    kind: Kind
    devices: tuple[str, ...]
    things: Sequence[Thing]
    values: Mapping[str, Scalar]
    terms: Sequence[Term]
    columns: tuple[str, ...] = ()
    ports: frozenset[int] = frozenset()
    """Ids of the things that are ports, where ports alone are asked for."""

    def chosen(self) -> list[Thing]:
        """Return the things that have the values."""
        among = [one for one in self.things if one.id in self.ports] if self.ports else self.things
        return [one for one in among if all(has_value(one, *pair) for pair in self.values.items())]

    @property
    def is_nameless(self) -> bool:
        """Tell whether no thing has a name, as static routes of many makes: what they are set to tells them apart."""
        return not any(one.key for one in self.things)


def has_value(thing: Thing, name: str, value: Scalar) -> bool:
    cell = thing.values.get(name)
    return show_cell(cell) == "yes" if value is True else cell is not None and str(cell) == value


def write_list(selection: Selection, look_up: ValueIndex) -> Query:
    """Write the statement; things without a name are shown by all that they are set to."""
    parameters: dict[str, Value] = {"devices": selection.devices} if selection.devices else {}
    tests = ["n.device IN $devices"] if selection.devices else []
    said = plural(label_words(selection.kind.label))
    for place, (name, value) in enumerate(selection.values.items()):
        held = f"$value{place}"
        cell = f"n.{quote_name(name)}"
        tests.append(f"{cell} IN [true, 'yes']" if value is True else holds(cell, held))
        said += f" with {column_words(name)}" + ("" if value is True else f" {value}")
        parameters |= {} if value is True else {held[1:]: value}
    if selection.ports:
        tests.append("n.id IN $ports")
        parameters["ports"] = tuple(sorted(selection.ports))
    where = f" WHERE {' AND '.join(tests)}" if tests else ""
    chosen = selection.chosen()
    is_numbered = all("name" in one.values and one.key.isdecimal() for one in chosen)
    off = off_properties(chosen, selection.values)
    is_whole = selection.is_nameless or selection.kind.label in word_list("shown_whole")
    own = [one.name for one in selection.kind.properties] if is_whole else []
    own = [name for name in own if any(show_cell(one.values.get(name)) for one in chosen)]
    shown = dict.fromkeys([*own, *(["name"] if is_numbered else []), *selection.columns, *off])
    title = "".join(
        f", n.{quote_name(one)} AS {quote_name('called' if one == 'name' else one)}" for one in shown
    )
    match = f"MATCH (n:{quote_name(selection.kind.label)}){where}"
    said += f" and their {' and '.join(map(column_words, selection.columns))}" if selection.columns else ""
    returned = "n.device AS device" if selection.is_nameless else "DISTINCT n.device AS device, n.key AS name"
    statement = f"{match} RETURN {returned}{title} ORDER BY device"
    said += f" on {' and '.join(selection.devices)}" if selection.devices else ""
    beside = say_switched_off(selection.kind, chosen, look_up)
    return Query(
        "cypher",
        statement,
        parameters,
        reading=Reading("list", selection.kind.label, note=f"read as: {said}", beside=beside),
    )
