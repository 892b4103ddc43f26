"""Groups the addresses of log records by their networks: "what types of IP addresses are seen?"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.planner.logs.event_words import EventProperty
from agent.planner.plan_records import Statement
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name

_KINDS = r"\b(?:types?|kinds?|sorts?|classes|ranges?|blocks?) of "
_ASKS = re.compile(rf"{_KINDS}(?:\w+ ){{0,2}}(?:ips?|address(?:es)?)\b", re.IGNORECASE)
_OF_ANY = re.compile(rf"{_KINDS}(?:ip )?(?:ips?|address(?:es)?)\b", re.IGNORECASE)
_FOUR_PARTS = "[0-9]{1,3}([.][0-9]{1,3}){3}"
COLUMNS = ("network", "addresses", "example", "count")


def address_fields(
    text: str, name: str, alike: Sequence[str], fields: Sequence[EventProperty]
) -> tuple[str, ...]:
    """Return the fields of which kinds of addresses are asked for: the named one, or all; none for other questions."""
    holding = tuple(one.name for one in fields if "ipv4" in one.kinds)
    if name not in holding or not _ASKS.search(text):
        return ()
    return holding if _OF_ANY.search(text) else (name, *alike)


def write_networks(pattern: str, names: Sequence[str], parameters: Parameters) -> Statement:
    """Count the records and the different addresses by the first three parts of the addresses in some fields."""
    values = ", ".join(f"e.{quote_name(name)}" for name in names)
    shape = parameters.add(_FOUR_PARTS)
    network = "parts[0] + '.' + parts[1] + '.' + parts[2] + '.0/24'"
    text = (
        f"{pattern} UNWIND [{values}] AS value WITH e, value WHERE toString(value) =~ {shape} "
        "WITH e, value, split(toString(value), '.') AS parts "
        f"RETURN {network} AS network, count(DISTINCT value) AS addresses, min(value) AS example, "
        "count(DISTINCT e) AS count ORDER BY count DESC, network"
    )
    return Statement(text, parameters.values, "summary", COLUMNS)
