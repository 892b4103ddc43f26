"""Declines where a value is in no line, but nothing is known to be absent: an address of a subnet, a maker's name."""

from __future__ import annotations

from dataclasses import replace

from agent.planner.configurations.makers import maker_words
from agent.planner.plan_records import Meaning, Statement
from agent.planner.related.subnets import list_members, smallest_subnet
from agent.planner.scope import Scope


def decline_unsure(scope: Scope, meaning: Meaning) -> Statement | None:
    """Say what is known of an address that only a subnet holds, or that no line says who made a device."""
    for located in scope.located:
        if located.is_missing and located.mention.shape == "address":
            prefixes = smallest_subnet(scope, located)
            members = list_members(scope, prefixes, None) if prefixes else None
            if members is not None:
                said = f"{located.mention.text} itself stands in no line; it is in the subnet {prefixes[0]}."
                return replace(members, declined=f"This question was not answered: {said}", note="")
    maker = next((word for word in maker_words(scope) if word.text in meaning.missing), None)
    if maker is None:
        return None
    text = "MATCH (n:Configuration) WHERE n.device IS NULL RETURN n.device AS device"
    said = f"This question was not answered: no line says which devices are '{maker.text}'."
    return Statement(text, {}, "list", ("device",), subject="device", declined=said)
