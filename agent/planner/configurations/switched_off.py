"""Questions which things are switched off, where several kinds are called so: those of each kind are listed."""

from __future__ import annotations

import re

from agent.planner.plan_records import Statement
from agent.planner.scope import DEVICE_STEMS, Scope
from agent.planner.tallies.narrow_items import off_nodes
from agent.planner.tallies.read_tally import OFF
from agent.planner.tallies.write_tally import words_of
from agent.planner.words.label_names import column_name, has_key
from agent.planner.words.lexicon import ROOT
from agent.planner.words.match_words import match_words
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name

_SURE = 0.6
_ASKED = re.compile(
    r"(?:which|what|list|show)(?: me)?(?: all)?(?: the)? (?P<noun>[\w -]+?)(?: (?:on|of|in) (?P<place>\S+))? "
    rf"(?:that |which )?(?:are |is )?(?:currently )?(?:{OFF})(?: (?:on|of|in) (?P<behind>\S+))?",
    re.IGNORECASE,
)


def write_switched_off(scope: Scope) -> Statement | None:
    """List what is off of each kind that a noun names; None where only one kind has such things."""
    asked = _ASKED.fullmatch(scope.plain)
    if asked is None or scope.asked.negations or scope.lexicon.events:
        return None
    if any(not one.devices for one in scope.located):
        return None
    if (asked["place"] or asked["behind"]) and not scope.devices:
        return None
    nouns = words_of(scope, asked["noun"].lower())
    if len(nouns) != 1 or nouns[0].stem in DEVICE_STEMS:
        return None
    found = {
        label.name: tuple(
            sorted({one for one in off_nodes(scope, label) if isinstance(one, int | str)}, key=str)
        )
        for label in scope.lexicon.things
        if has_key(label)
        and not (set(label.above) - {ROOT})
        and match_words(label.words[:1], nouns).positions.get(nouns[0].index, 0.0) >= _SURE
    }
    found = {name: nodes for name, nodes in found.items() if nodes}
    if len(found) < 2:
        return None
    parameters = Parameters()
    on = f" AND n.device IN {parameters.add(scope.devices)}" if scope.devices else ""
    column = nouns[0].text.lower().removesuffix("s")
    text = " UNION ".join(
        f"MATCH (n:{quote_name(name)}) WHERE n.id IN {parameters.add(nodes)}{on} RETURN DISTINCT n.device AS device, "
        f"n.key AS {quote_name(column)}, {parameters.add(column_name(name).replace('_', ' '))} AS kind"
        for name, nodes in found.items()
    )
    return Statement(text, parameters.values, "list", ("device", column, "kind"), subject=column)
