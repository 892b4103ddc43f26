"""Questions about links whose two ends are set differently: interfaces of one subnet compared by a property."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.planner.across.address_holders import Holders, find_holders
from agent.planner.plan_records import Statement
from agent.planner.scope import Scope
from agent.planner.words.lexicon import HEADER, INTERNAL, ROOT, Property
from agent.planner.words.match_words import match_words
from agent.planner.write_conditions import Parameters, as_number
from graph_store.names import quote_name

_UNEQUAL = re.compile(
    r"\b(?:differ\w*|mismatch\w*|unequal|inconsistent\w*|disagree\w*|do(?:es)?(?:n't| not) (?:match|agree))",
    re.IGNORECASE,
)
_ENDS = re.compile(r"\b(?:both|two|each|its|their|the) (?:\w+ )?(?:ends?|sides?)\b|\blinks?\b", re.IGNORECASE)


def is_about_unequal_ends(text: str) -> bool:
    """Tell whether a question compares the ends of links."""
    return bool(_UNEQUAL.search(text) and _ENDS.search(text))


def write_unequal_ends(scope: Scope) -> Statement | None:
    """Write the statement for links whose ends differ in a property that the question names; None without one."""
    holders = find_holders(scope, lengths=True)
    found = _compared(scope, holders) if holders else None
    if holders is None or found is None or any(located.is_missing for located in scope.located):
        return None
    parameters = Parameters()
    named = parameters.add(scope.devices) if scope.devices else ""
    tests = [f"(n.device IN {named} OR o.device IN {named})"] if named else []
    near, far = as_number("near"), as_number("far")
    value = quote_name(found.name)
    text = (
        f"MATCH {holders.pattern('n')} UNWIND ([] + {holders.address('n')}) AS near "
        f"WITH n, near WHERE toString(near) CONTAINS '/' "
        f"MATCH {holders.pattern('o')} WHERE {' AND '.join(['n.device < o.device', *tests])} "
        f"UNWIND ([] + {holders.address('o')}) AS far "
        f"WITH n, o, near, far, toInteger(split(toString(near), '/')[1]) AS length "
        f"WHERE toString(far) ENDS WITH '/' + toString(length) AND length < 32 "
        f"AND {far} / toInteger(2 ^ (32 - length)) = {near} / toInteger(2 ^ (32 - length)) "
        f"MATCH {_end('a', 'n', found.label, holders)} MATCH {_end('b', 'o', found.label, holders)} "
        f"WITH a, b, near, far WHERE a.{value} <> b.{value} "
        f"RETURN DISTINCT a.device AS device, a.key AS {quote_name(holders.column)}, "
        f"a.{value} AS {value}, b.device AS other_device, b.key AS other_{holders.column}, "
        f"b.{value} AS {quote_name(f'other_{found.name}')} ORDER BY device"
    )
    columns = (
        "device",
        holders.column,
        found.name,
        "other_device",
        f"other_{holders.column}",
        f"other_{found.name}",
    )
    note = (
        f"read as: two ends in one subnet that both have a {found.name.replace('_', ' ')}, and not the same"
    )
    return Statement(text, parameters.values, "list", columns, subject="link", note=note)


def _end(variable: str, holder: str, label: str, holders: Holders) -> str:
    """Write what one end is: what has the address, or what that belongs to."""
    if any(label == one for one, _ in holders.fields) and len(holders.fields) == 1:
        return f"({variable}:{quote_name(label)} {{id: {holder}.id}})"
    return f"({variable}:{quote_name(label)})-[:HAS*0..4]->({holder})"


def _compared(scope: Scope, holders: Holders) -> Property | None:
    """Choose the property of the ends that the question's words name best."""
    ranked = sorted(_named(scope, holders), key=lambda one: (-one[0], one[1].name))
    return ranked[0][1] if ranked else None


def _named(scope: Scope, holders: Holders) -> Iterator[tuple[float, Property]]:
    for label in dict.fromkeys((holders.top.name, *(one for one, _ in holders.fields))):
        if label == ROOT:
            continue
        for found in scope.lexicon.labels[label].properties.values():
            if found.name in HEADER or found.name in INTERNAL:
                continue
            matched = match_words(found.words, scope.words)
            weight = matched.weight(scope.content)
            if weight >= 1.0:
                yield weight - 0.3 * matched.missed, found
