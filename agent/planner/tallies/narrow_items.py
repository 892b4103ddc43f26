"""Keeps the counted things that are shut down, or that have an address, or none, by whatever says so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agent.planner.configurations.contrary_switches import OFF, ON, stated_off
from agent.planner.scope import Scope
from agent.planner.tallies.counted_kinds import Item
from agent.planner.values.tie_values import own_addresses, with_length
from agent.planner.words.lexicon import Label
from graph_store.names import quote_name


def narrowed(scope: Scope, items: Sequence[Item], modifier: str) -> list[Item]:
    """Return the items that a modifier of the noun leaves; all where there is none."""
    if not modifier:
        return list(items)
    kinds = sorted({one.held.label for one in items if one.held.property == "key"})
    if modifier == "off":
        kept = {node for kind in kinds for node in off_nodes(scope, scope.lexicon.labels[kind])}
        return [one for one in items if one.node in kept]
    kept = {node for kind in kinds for node in _addressed(scope, kind)}
    return [one for one in items if (one.node in kept) is (modifier == "addressed")] if kept else []


def off_nodes(scope: Scope, label: Label) -> Iterable[object]:
    """List the things that a switch of their own, or a state that they are set to, says to be off."""
    for found in label.properties.values():
        if found.is_flag and len(found.words) == 1 and found.words[0] in OFF | ON:
            off = "true" if found.words[0] in OFF else "false"
            yield from _nodes(
                scope, f"(n:{quote_name(label.name)}) WHERE n.{quote_name(found.name)} = {off}", ()
            )
    for name, values in stated_off(label):
        yield from _nodes(
            scope,
            f"(n:{quote_name(label.name)}) WHERE n.{quote_name(name)} IN $values",
            tuple(map(str, values)),
        )


def _addressed(scope: Scope, kind: str) -> Iterable[object]:
    """List the things that have an address in a subnet, themselves or by a part."""
    reached = f"(n:{quote_name(kind)})-[:HAS*0..2]->"
    yield from _nodes(scope, f"{reached}(:Entity)-[:IN_SUBNET]->(:Subnet)", ())
    for found in own_addresses(scope, kind):
        if with_length(scope, found):
            value = f"p.{quote_name(found.name)}"  # false where a line takes the address away
            held = f"(p:{quote_name(found.label)}) WHERE {value} IS NOT NULL AND NOT false IN ([] + {value})"
            yield from _nodes(scope, f"{reached}{held}", ())


def _nodes(scope: Scope, pattern: str, values: tuple[str, ...]) -> Iterable[object]:
    rows = scope.look_up.rows(f"MATCH {pattern} RETURN collect(DISTINCT n.id)", {"values": values})
    return rows[0][0] if rows and isinstance(rows[0][0], list | tuple) else ()
