"""Questions about the AS that devices are in themselves, which is not that of their neighbors."""

from __future__ import annotations

import re

from agent.planner.plan_records import Statement
from agent.planner.related.named_things import leaves_words, stems
from agent.planner.related.wrong_as import own_as_places
from agent.planner.scope import DEVICE_STEMS, Scope
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name

_AS = r"(?:AS|ASN|AS numbers?|autonomous systems?(?: numbers?)?)"
_ASKED = re.compile(
    rf"\b(?:what|which) (?:(?:is|are) the )?(?:bgp |local |own )*{_AS}\b(?! (?:path|list))|"
    rf"^\s*(?:the )?(?:bgp |local |own )*{_AS} (?:of|for|on) ",
    re.IGNORECASE,
)
_EACH = re.compile(
    r"\b(?:each|every|all|the) (?:\w+ )?(?:devices?|routers?|switch(?:es)?|nodes?)\b", re.IGNORECASE
)
_SAID = stems(
    "as", "asn", "autonomous", "system", "number", "bgp", "local", "own", "use", "uses", "run", "runs", "belong",
    "belongs", "part", "member", "have", "has", "sit", "sits", "configured", "be",
)  # fmt: skip


def write_own_as(scope: Scope) -> Statement | None:
    """Write the statement for the own AS of devices; None when it is not asked for, or more is asked of it."""
    if not _ASKED.search(scope.text) or scope.asked.intent not in ("list", "lookup") or scope.asked.negations:
        return None
    if any(not one.devices for one in scope.located) or not (scope.devices or _EACH.search(scope.text)):
        return None
    if leaves_words(scope, (), _SAID) or any(word.stem not in _SAID | DEVICE_STEMS for word in scope.words):
        return None
    places = list(own_as_places(scope))
    if not places:
        return None
    parameters = Parameters()
    devices = f" AND n.device IN {parameters.add(scope.devices)}" if scope.devices else ""
    text = " UNION ".join(
        f"MATCH (n:{quote_name(label)}) WHERE n.{quote_name(name)} IS NOT NULL{devices} "
        f"RETURN DISTINCT n.device AS device, toString(n.{quote_name(name)}) AS autonomous_system"
        for label, name in places
    )
    rows = scope.look_up.rows(text, parameters.values)
    missing = [name for name in scope.devices if name not in {row[0] for row in rows}]
    said = f"no AS of its own was read on {', '.join(missing)}" if missing else ""
    declined = f"Not answered: {said}." if said and not rows else ""
    columns = ("device", "autonomous_system")
    return Statement(
        text, parameters.values, "list", columns, subject="autonomous system", note=said, declined=declined
    )
