"""Questions about the values of a property that are defined nowhere: "which member of a group is not defined"."""

from __future__ import annotations

from collections.abc import Iterator

from agent.planner.plan_records import Statement
from agent.planner.related.named_things import leaves_words, other_names, stems
from agent.planner.scope import Scope
from agent.planner.words.label_names import column_of, has_key, owner_of
from agent.planner.words.lexicon import HEADER, INTERNAL, ROOT, Label, Property
from agent.planner.words.match_words import match_words
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name

_SAID = stems(
    "undefined", "defined", "define", "declared", "configured", "exist", "exists", "nonexistent", "missing", "not",
    "object", "objects", "definition", "definitions", "anywhere", "have", "contain", "contains", "containing", "list",
    "listed", "name", "names", "named", "refer", "refers", "reference", "used", "use",
)  # fmt: skip
_DEFINED = (
    "EXISTS {{ MATCH (d:Entity) WHERE d.device = n.device AND NOT d:Undefined{apart} "
    "AND toString(d.key) = toString({value}) }}"
)


def write_undefined_members(scope: Scope) -> Statement | None:
    """Write the statement for such values of the property that the question names; None where it names none."""
    if other_names(scope, _SAID):
        return None
    for label, found, explained in _named(scope):
        if not leaves_words(scope, explained | _kinds(scope), _SAID) and _refers(scope, label, found):
            return _statement(scope, label, found)
    return None


def _named(scope: Scope) -> Iterator[tuple[Label, Property, frozenset[int]]]:
    """List the properties whose whole name the question says, with the kind of thing that has them."""
    for label in scope.lexicon.things:
        kind = match_words(label.words, scope.words)
        if label.name == ROOT or not has_key(label) or not kind.positions:
            continue
        for found in label.properties.values():
            own = match_words(found.words, scope.words)
            hidden = found.name in HEADER or found.name in INTERNAL or found.name == "key" or found.is_flag
            if found.name == "key" and _is_part(scope, label) and not kind.missed:
                yield label, found, frozenset(kind.positions)
            if not hidden and own.positions and not own.missed and set(own.positions) - set(kind.positions):
                yield label, found, frozenset(own.positions) | frozenset(kind.positions)


def _defined(found: Property) -> str:
    """Write the test that something has a value for its name; a part is no definition of its own name."""
    return _DEFINED.format(value="value", apart=" AND d.type <> n.type" if found.name == "key" else "")


def _is_part(scope: Scope, label: Label) -> bool:
    """Tell whether things of a kind are parts of others that the question names, and nothing but a name."""
    owner = owner_of(scope.lexicon, label)
    said = match_words(owner[1].words, scope.words).positions if owner else {}
    plain = [name for name in label.properties if name not in HEADER and name not in INTERNAL]
    return bool(said) and not label.below and plain in ([], ["key"])


def _kinds(scope: Scope) -> frozenset[int]:
    """Return where the question says what the values should be defined as."""
    positions = (
        match_words(one.words, scope.words).positions for one in scope.lexicon.things if has_key(one)
    )
    return frozenset(place for found in positions for place in found)


def _refers(scope: Scope, label: Label, found: Property) -> bool:
    """Tell whether most values of a property are names of things on the same device."""
    value = f"n.{quote_name(found.name)}"
    defined = _defined(found)
    rows = scope.look_up.rows(
        f"MATCH (n:{quote_name(label.name)}) UNWIND ([] + {value}) AS value WITH DISTINCT n, value "
        f"RETURN sum(CASE WHEN {defined} THEN 1 ELSE 0 END), count(*)",
        {},
    )
    held, total = (int(str(cell or 0)) for cell in rows[0]) if rows else (0, 0)
    return held > 0 and 2 * held >= total


def _statement(scope: Scope, label: Label, found: Property) -> Statement:
    parameters = Parameters()
    on_devices = f" WHERE n.device IN {parameters.add(scope.devices)}" if scope.devices else ""
    owner = owner_of(scope.lexicon, label) if found.name == "key" else None
    column = column_of(owner[1] if owner else label)
    value = column_of(label) if owner else found.name
    over = f"OPTIONAL MATCH (up:{quote_name(owner[1].name)})-[:HAS*1..{owner[0]}]->(n) " if owner else ""
    text = (
        f"MATCH (n:{quote_name(label.name)}){on_devices} UNWIND ([] + n.{quote_name(found.name)}) AS value "
        f"WITH n, value WHERE NOT value IN [true, false] AND NOT {_defined(found)} {over}"
        f"RETURN DISTINCT n.device AS device, {'up' if owner else 'n'}.key AS {quote_name(column)}, "
        f"value AS {quote_name(value)} ORDER BY device"
    )
    said = value.replace("_", " ")
    note = f"read as: each {said} of a {column.replace('_', ' ')} that is the name of nothing on its device"
    return Statement(
        text, parameters.values, "exists", ("device", column, value), subject=label.name, note=note
    )
