"""Reads a question about a name as one about the only address that the records of this name say."""

from __future__ import annotations

from dataclasses import dataclass, replace

from agent.planner.logs.read_events import EventReader
from agent.planner.logs.write_events import EventWriter
from agent.planner.plan_records import Meaning, Statement
from agent.planner.scope import Scope, read_scope
from agent.planner.values.locate_values import Located
from agent.planner.words.lexicon import HEADER
from graph_store.names import quote_name

_ADDRESSES = frozenset({"ipv4", "ipv6"})


@dataclass(frozen=True, slots=True)
class ByAddress:
    """The meaning with the address, in the question that names it, and the records that tie the name to it."""

    meaning: Meaning
    scope: Scope
    tie: Statement


def read_by_address(scope: Scope) -> ByAddress | None:
    """Read the question with the address in the place of the name; None where that is open, or finds nothing."""
    named = [one for one in scope.located if one.mention.shape == "name" and not one.devices]
    if len(named) != 1 or len(scope.located) != 1 or scope.text.count(named[0].mention.text) != 1:
        return None
    ties = _ties(scope, named[0])
    rows = {str(row[0]) for tie in ties for row in scope.look_up.rows(tie.text, tie.parameters)}
    if len(rows) != 1:
        return None
    address = rows.pop()
    other = read_scope(scope.text.replace(named[0].mention.text, address), scope.lexicon, scope.look_up)
    meaning = EventReader(other).read()
    if meaning is None or meaning.unlinked or meaning.missing:
        return None
    if not EventWriter(meaning, other).count_matched():
        return None
    note = f"read as: {address}, which the records that name {named[0].mention.text} say"
    return ByAddress(replace(meaning, note=f"{meaning.note} {note}".strip()), other, ties[0])


def _ties(scope: Scope, located: Located) -> list[Statement]:
    """Write, for each kind of record that has the name, the only address beside it; nothing where one has more."""
    labels = {label.name: label for label in scope.lexicon.events}
    ties: list[Statement] = []
    for one in located.occurrences:
        label = labels.get(one.label)
        if label is None or one.property in HEADER or one.match != "whole":
            return []
        fields = [
            held.name for held in label.properties.values() if held.kinds and set(held.kinds) <= _ADDRESSES
        ]
        if len(fields) != 1:
            return []
        column = quote_name(fields[0])
        text = (
            f"MATCH (e:{quote_name(one.label)}) WHERE e.{quote_name(one.property)} = $name "
            f"RETURN DISTINCT e.{column} AS {column}, e.{quote_name(one.property)} AS {quote_name(one.property)}"
        )
        ties.append(Statement(text, {"name": one.value}, "lookup", (fields[0], one.property)))
    return ties
