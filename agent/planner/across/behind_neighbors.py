"""Questions about what is behind a neighbor: the device that owns its address, and what its description says."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.planner.plan_records import Statement
from agent.planner.related.named_things import leaves_words, stems
from agent.planner.scope import Scope
from agent.planner.words.label_names import column_of
from agent.planner.words.lexicon import ROOT, Label
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name

_BEHIND = re.compile(
    r"\bbehind\b|\b(?:on|at) the (?:other|far|remote) (?:end|side) of\b|^\s*who(?:'s| is)\b|\bwhose\b|"
    r"\bwhat (?:device|router|firewall|host|cpe|ce|box|switch) (?:is|has)\b",
    re.IGNORECASE,
)
_LOCAL = frozenset({"local", "source", "src", "own"})
_SAID = stems(
    "behind", "other", "far", "remote", "end", "side", "neighbor", "peer", "bgp", "ospf", "isis", "session", "device",
    "address", "ip", "customer", "site", "sit", "stand", "cpe", "ce", "pe", "box", "adjacency", "speaker",
)  # fmt: skip


def write_behind_neighbor(scope: Scope) -> Statement | None:
    """Write the statement for what is behind a neighbor that the question names by its address; None otherwise."""
    named = [one for one in scope.located if not one.devices]
    if not _BEHIND.search(scope.text) or len(named) != 1 or named[0].mention.shape != "address":
        return None
    labels = [
        name
        for name in dict.fromkeys(one.label for one in named[0].occurrences if one.property == "key")
        if name in scope.lexicon.labels and name != ROOT and _is_neighbor(scope, name)
    ]
    if not labels or leaves_words(scope, {named[0].mention.index}, _SAID):
        return None
    sides = {
        (one.label, one.property)
        for one in named[0].occurrences
        if one.label in scope.lexicon.labels and _LOCAL & set(one.property.split("_"))
    }
    return _statement(scope, tuple(labels), named[0].mention.text, sorted(sides))


def _is_neighbor(scope: Scope, name: str) -> bool:
    return bool({"neighbor", "peer"} & set(scope.lexicon.labels[name].words))


def _statement(
    scope: Scope, labels: tuple[str, ...], address: str, sides: Sequence[tuple[str, str]]
) -> Statement:
    parameters = Parameters()
    column = column_of(scope.lexicon.labels[labels[0]])
    on_devices = f" AND n.device IN {parameters.add(scope.devices)}" if scope.devices else ""
    said = list(dict.fromkeys(name for one in labels for name in _descriptions(scope.lexicon.labels[one])))
    told = f"coalesce({', '.join(f'n.{quote_name(one)}' for one in said)})" if said else "null"
    match = (
        f"MATCH (n:{'|'.join(map(quote_name, labels))}) WHERE n.key = {parameters.add(address)}{on_devices} "
    )
    owned = " OR ".join(
        [
            "EXISTS { MATCH (n)-[:ADDRESS_OWNED_BY]->(o) }",
            *(
                f"('{label}' IN labels(o) AND o.{quote_name(name)} = {parameters.add(address)})"
                for label, name in sides
            ),
        ]
    )
    text = (
        f"{match}OPTIONAL MATCH (o:Entity) WHERE o.device <> n.device AND ({owned}) "
        f"OPTIONAL MATCH (up:Entity)-[:HAS]->(o) WITH n, o, up, {told} AS description "
        "WHERE o IS NOT NULL OR description IS NOT NULL "
        f"RETURN DISTINCT n.device AS device, n.key AS {quote_name(column)}, o.device AS peer_device, "
        "coalesce(CASE WHEN up.type = 'Configuration' THEN o.key ELSE up.key END, o.key) AS peer_interface, description"
    )
    columns = ("device", column, "peer_device", "peer_interface", "description")
    if not scope.look_up.rows(text, parameters.values):
        lacks = f"Not answered: nothing that was read has {address} for its own, and its neighbor has no description."
        return Statement(text, parameters.values, "list", columns, subject=labels[0], declined=lacks)
    spoken = [f"'{word.text}' is " for word in scope.words if word.stem in _SAID and word.text.isupper()]
    called = spoken[0] if spoken else ""
    note = f"read as: {called}the device that owns the neighbor's address, and the neighbor's description"
    return Statement(text, parameters.values, "list", columns, subject=labels[0], note=note)


def _descriptions(label: Label) -> list[str]:
    return [name for name in label.properties if name.startswith(("descr", "comment", "remark", "note"))]
