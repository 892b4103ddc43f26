"""Questions about internal and external BGP neighbors: those of the own AS, and of another."""

from __future__ import annotations

import re

from agent.planner.plan_records import Statement
from agent.planner.scope import Scope
from agent.planner.words.label_names import column_of, has_key
from agent.planner.words.lexicon import ROOT, Label
from agent.planner.words.match_words import match_words
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name

_INTERNAL = re.compile(r"\bi-?bgp\b|\binternal\b", re.IGNORECASE)
_EXTERNAL = re.compile(r"\be-?bgp\b|\bexternal\b", re.IGNORECASE)


def write_internal_peers(scope: Scope) -> Statement | None:
    """Write the statement for neighbors whose AS is the own one, or is not; None when neither is asked for."""
    internal, external = _INTERNAL.search(scope.text), _EXTERNAL.search(scope.text)
    if bool(internal) == bool(external) or any(not one.devices for one in scope.located):
        return None
    for label in scope.lexicon.things:
        remote = next((name for name, one in label.properties.items() if is_of_peer(one.words)), "")
        own = _process(scope, label)
        said = match_words(label.words, scope.words)
        if remote and own and said.positions and not said.missed and has_key(label):
            return _statement(scope, label, remote, own, internal=bool(internal))
    return None


def is_of_peer(words: tuple[str, ...]) -> bool:
    """Tell whether words name the AS of a neighbor."""
    return bool({"as", "asn"} & set(words)) and bool({"remot", "remote", "peer", "neighbor"} & set(words))


def _process(scope: Scope, label: Label) -> Label | None:
    """Return what is over a neighbor and has the own AS for its name."""
    over = [scope.lexicon.labels[name] for name in label.above if name != ROOT]
    keyed = [one for one in over if "bgp" in one.words and has_key(one)]
    return next(
        (one for one in keyed if all(str(key).isdigit() for key in one.properties["key"].examples)), None
    )


def _statement(scope: Scope, label: Label, remote: str, own: Label, *, internal: bool) -> Statement:
    parameters = Parameters()
    sign = "=" if internal else "<>"
    tests = [f"toString(n.{quote_name(remote)}) {sign} toString(p.key)"]
    if scope.devices:
        tests.append(f"n.device IN {parameters.add(scope.devices)}")
    match = (
        f"MATCH (p:{quote_name(own.name)})-[:HAS*1..{label.above[own.name]}]->(n:{quote_name(label.name)}) "
        f"WHERE {' AND '.join(tests)}"
    )
    note = f"read as: neighbors whose {remote.replace('_', ' ')} is {'' if internal else 'not '}the own AS"
    if scope.asked.intent == "count":
        text = f"{match} RETURN count(DISTINCT n) AS count"
        return Statement(text, parameters.values, "count", ("count",), subject=label.name, note=note)
    columns = ("device", column_of(label), remote)
    text = (
        f"{match} RETURN DISTINCT n.device AS device, n.key AS {quote_name(column_of(label))}, "
        f"n.{quote_name(remote)} AS {quote_name(remote)} ORDER BY device"
    )
    intent = scope.asked.intent if scope.asked.intent in ("list", "lookup", "exists") else "list"
    return Statement(text, parameters.values, intent, columns, subject=label.name, note=note)
