"""Declines where a value is in no line, but nothing is known to be absent: an address of a subnet, a maker's name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.planner.configurations.makers import maker_words
from agent.planner.plan_records import Meaning, Statement
from agent.planner.related.named_things import leaves_words, stems
from agent.planner.related.subnets import list_members, smallest_subnet
from agent.planner.scope import DEVICE_STEMS, Scope
from agent.planner.values.locate_values import Located
from agent.planner.words.match_words import match_words

_PLACE = re.compile(
    r"^\s*(?:(?:in|on|to|behind|from|of|tell me|show me) )*(?:which|what) (?P<noun>[a-z][a-z -]*?) "
    r"(?:is|are|does|do|did|would|will|can|should|has|have|holds?|contains?|covers?|serves?|includes?)\b",
    re.IGNORECASE,
)
_SAID = stems(
    "subnet", "network", "host", "address", "ip", "client", "machine", "device", "in", "belong", "sit", "live", "hold",
    "holds", "contain", "contains", "cover", "covers", "serve", "serves", "include", "includes", "part", "fall", "be",
    "located", "found", "connected", "reached",
)  # fmt: skip


def decline_unsure(scope: Scope, meaning: Meaning) -> Statement | None:
    """Say what is known of an address that only a subnet holds, or that no line says who made a device."""
    for located in scope.located:
        if located.is_missing and located.mention.shape == "address":
            prefixes = smallest_subnet(scope, located)
            members = list_members(scope, prefixes, None) if prefixes else None
            if members is not None:
                said = f"{located.mention.text} itself stands in no line; it is in the subnet {prefixes[0]}"
                held = _of_kind(scope, located, prefixes)
                if held is not None:
                    return replace(held, note=said)
                return replace(members, declined=f"This question was not answered: {said}.", note="")
    maker = next((word for word in maker_words(scope) if word.text in meaning.missing), None)
    if maker is None:
        return None
    text = "MATCH (n:Configuration) WHERE n.device IS NULL RETURN n.device AS device"
    said = f"This question was not answered: no line says which devices are '{maker.text}'."
    return Statement(text, {}, "list", ("device",), subject="device", declined=said)


def _of_kind(scope: Scope, located: Located, prefixes: Sequence[str]) -> Statement | None:
    """Return what has an address in the subnet, where just this kind of thing is asked for: "in which vlan is X"."""
    asked = _PLACE.match(scope.text)
    if asked is None or scope.asked.negations or scope.asked.intent not in ("list", "lookup"):
        return None
    nouns = [
        word for word in scope.words if word.text in asked["noun"].split() and word.stem not in DEVICE_STEMS
    ]
    labels = [
        name
        for name in scope.lexicon.address_owners & set(scope.lexicon.labels)
        if max(match_words(scope.lexicon.labels[name].words, nouns).positions.values(), default=0.0) >= 1.0
    ]
    known = {located.mention.index, *(word.index for word in nouns)}
    if not labels or leaves_words(scope, known, _SAID) or any(one is not located for one in scope.located):
        return None
    members = list_members(scope, prefixes, None, kinds=frozenset(labels))
    return members if members and scope.look_up.rows(members.text, members.parameters) else None
