"""Questions about neighbors that are configured with another AS than the device that owns their address has."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agent.planner.across.internal_peers import is_of_peer
from agent.planner.plan_records import Statement
from agent.planner.related.named_things import leaves_words, stems
from agent.planner.scope import Scope
from agent.reader.english import stem
from agent.planner.words.label_names import column_of, has_key
from agent.planner.words.lexicon import ROOT, Label
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name

_AS = re.compile(r"\b(?:AS|ASN|ASNs|AS numbers?|autonomous systems?)\b", re.IGNORECASE)
_WRONG = re.compile(
    r"\b(?:wrong|mismatch\w*|incorrect|disagree\w*|differ\w*|do(?:es)?(?:n't| not) (?:match|agree|fit))\b|"
    r"\bnot (?:[\w'\u2019]+ ){0,3}own\b",
    re.IGNORECASE,
)
_SAID = stems(
    "wrong", "mismatch", "mismatched", "mismatching", "incorrect", "disagree", "differ", "different", "differs",
    "match", "agree", "fit", "own", "neighbor", "neighbors", "neighbour", "nbr", "peer", "peers", "bgp", "session",
    "sessions", "as", "asn", "autonomous", "system", "number", "remote", "peering", "local", "actual", "real",
)  # fmt: skip
_OWN = ({stem("autonomous"), stem("system")}, {"as"}, {"asn"})


def write_wrong_as(scope: Scope) -> Statement | None:
    """Write the statement for such neighbors; None when they are not asked for."""
    if not (_AS.search(scope.text) and _WRONG.search(scope.text)) or scope.asked.intent == "count":
        return None
    if any(not one.devices for one in scope.located) or leaves_words(scope, (), _SAID):
        return None
    own = list(own_as_places(scope))
    neighbors = [(label, name) for label in scope.lexicon.things for name in _remote(label)]
    owned = {start for start, relation, _, _ in scope.lexicon.relations if relation == "ADDRESS_OWNED_BY"}
    neighbors = [one for one in neighbors if one[0].name in owned and one[0].name != ROOT and has_key(one[0])]
    if not own or not neighbors:
        return None
    parameters = Parameters()
    devices = f" AND n.device IN {parameters.add(scope.devices)}" if scope.devices else ""
    neighbors.sort(key=lambda one: not {"neighbor", "peer"} & set(one[0].words))
    column = column_of(neighbors[0][0])
    parts = [
        _part((label.name, name, by_group), one, own, devices, column)
        for label, name in neighbors
        for by_group in (False, True)
        for one in own
    ]
    columns = ("device", column, "remote_as", "peer_device", "own_as")
    note = "read as: neighbors whose address another device owns, which has another AS"
    text = " UNION ".join(parts)
    return Statement(text, parameters.values, "list", columns, subject=column, note=note)


def own_as_places(scope: Scope) -> Iterator[tuple[str, str]]:
    """List where devices say their own AS: the name of the routing process, or a property that is called so."""
    for label in scope.lexicon.things:
        keys = label.properties["key"].examples if has_key(label) else ()
        if "bgp" in label.words and keys and all(str(key).isdigit() for key in keys) and label.below:
            yield label.name, "key"
        if any(_remote(label)):
            continue  # a neighbor's own AS, where it is set, stands for one session
        for found in label.properties.values():
            named = any(words <= set(found.words) for words in _OWN) and found.name != "key"
            if named and all(str(example).isdigit() for example in found.examples):
                yield label.name, found.name


def _remote(label: Label) -> Iterator[str]:
    yield from (name for name, one in label.properties.items() if is_of_peer(one.words) and name != "key")


def _part(
    remote: tuple[str, str, bool],
    compared: tuple[str, str],
    own: Sequence[tuple[str, str]],
    devices: str,
    column: str,
) -> str:
    """Write one way to say both: the AS of a neighbor itself or of its group, and one place of the device's own."""
    kind, name, by_group = quote_name(remote[0]), quote_name(remote[1]), remote[2]
    says = f"g.{name}" if by_group else f"n.{name}"
    group = (
        f"MATCH (n)-[q]->(g:{kind}) WHERE q.inferred = 'reference' AND n.{name} IS NULL " if by_group else ""
    )
    same = " AND ".join(
        "NOT EXISTS { MATCH (n)-[:ADDRESS_OWNED_BY]->(w:Entity) "
        f"MATCH (x:{quote_name(other)}) WHERE x.device = w.device "
        f"AND toString(x.{quote_name(where)}) = toString({says}) }}"
        for other, where in own
    )
    value = f"b.{quote_name(compared[1])}"
    return (
        f"MATCH (n:{kind})-[:ADDRESS_OWNED_BY]->(o:Entity) WHERE o.device <> n.device{devices} "
        f"{group}AND {says} IS NOT NULL AND {same} "
        f"MATCH (b:{quote_name(compared[0])}) WHERE b.device = o.device AND {value} IS NOT NULL "
        f"RETURN DISTINCT n.device AS device, n.key AS {quote_name(column)}, {says} AS remote_as, "
        f"b.device AS peer_device, {value} AS own_as"
    )
