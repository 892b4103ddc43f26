"""Questions for the address of what only has a number: that of VLAN 40 is the one of the interface called Vlan40."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.planner.plan_records import Statement
from agent.planner.scope import Scope
from agent.planner.values.tie_values import own_addresses, with_length
from agent.planner.words.label_names import column_of, has_key
from agent.planner.words.lexicon import Label, Property
from agent.planner.words.match_words import match_words
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name

_ASKED = re.compile(
    r"(?:what is |what's |show |give me |which is )?(?:the )?(?:ip(?:v4)? )?(?:address|ip) (?:of|on|for) (?:the )?"
    r"(?P<noun>[a-z]+) (?P<number>\d+)(?: (?:interface|gateway))?(?: (?:on|of|at) (?P<place>\S+))?",
    re.IGNORECASE,
)


def write_numbered_address(scope: Scope) -> Statement | None:
    """List the addresses of what a noun and a number name; None where the noun is a kind with addresses of its own."""
    asked = _ASKED.fullmatch(scope.plain)
    if asked is None or (asked["place"] and not scope.devices):
        return None
    nouns = [word for word in scope.words if word.text.lower() == asked["noun"].lower()]
    holding = [one for one in own_addresses(scope) if with_length(scope, one)]
    kinds = [one for one in scope.lexicon.things if match_words(one.words, nouns).positions and has_key(one)]
    own = {one.label for one in holding}
    if not nouns or not holding or any({one.name, *one.below} & own for one in kinds):
        return None
    parameters = Parameters()
    on = f" AND n.device IN {parameters.add(scope.devices)}" if scope.devices else ""
    named = parameters.add(rf"(?i){asked['noun']}[a-z-]*[ ./_-]?0*{asked['number']}")
    parts = [part for found in holding for part in _parts(scope, found, f"n.key =~ {named}{on}", parameters)]
    if parts:
        text = " UNION ".join(
            f"{match} RETURN DISTINCT n.device AS device, n.key AS interface, {value} AS address"
            for match, value in parts
        )
        columns = ("device", "interface", "address")
        return Statement(text, parameters.values, "lookup", columns, subject="interface")
    return _declined(asked, kinds[0], on, parameters) if kinds else None


def _parts(scope: Scope, found: Property, test: str, parameters: Parameters) -> Iterator[tuple[str, str]]:
    """Match the things so named that have an address, themselves or by a part, and return both."""
    value = f"p.{quote_name(found.name)}"
    for kind in (found.label, *scope.lexicon.labels[found.label].above):
        match = (
            f"MATCH (n:{quote_name(kind)})-[:HAS*0..2]->(p:{quote_name(found.label)}) "
            f"WHERE {test} AND {value} IS NOT NULL"
        )
        if has_key(scope.lexicon.labels[kind]) and scope.look_up.rows(
            f"{match} RETURN n.id LIMIT 1", parameters.values
        ):
            yield match, value


def _declined(asked: re.Match[str], kind: Label, on: str, parameters: Parameters) -> Statement:
    """Decline where a thing of the number is there, and nothing that is called after it has an address."""
    column = column_of(kind)
    return Statement(
        f"MATCH (n:{quote_name(kind.name)}) WHERE toString(n.key) = {parameters.add(asked['number'])}{on} "
        f"RETURN DISTINCT n.device AS device, n.key AS {quote_name(column)} ORDER BY device",
        parameters.values,
        "list",
        ("device", column),
        subject=kind.name,
        declined=f"Not answered: nothing called after {asked['noun']} {asked['number']} was read to have an address.",
    )
