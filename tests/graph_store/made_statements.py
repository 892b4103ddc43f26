"""Statements of several clauses about a network_graph, put together by chance; the same for one seed."""

from __future__ import annotations

import random
from collections.abc import Sequence

EDGES = (
    ("Device", "HAS_INTERFACE", "Interface"),
    ("Device", "RUNS_BGP", "BgpProcess"),
    ("Device", "RUNS_OSPF", "OspfProcess"),
    ("Device", "HAS_ROUTE_MAP", "RouteMap"),
    ("Device", "HAS_ACCESS_LIST", "AccessList"),
    ("Device", "HAS_PREFIX_LIST", "PrefixList"),
    ("BgpProcess", "HAS_NEIGHBOR", "BgpNeighbor"),
    ("BgpNeighbor", "USES_ROUTE_MAP", "RouteMap"),
    ("RouteMap", "HAS_ENTRY", "RouteMapEntry"),
    ("RouteMapEntry", "MATCHES", "PrefixList"),
    ("PrefixList", "HAS_ENTRY", "PrefixListEntry"),
    ("AccessList", "HAS_ENTRY", "AccessListEntry"),
    ("Interface", "APPLIES_ACL", "AccessList"),
)
PROPERTIES = {
    "Device": ("name", "os_version"),
    "Interface": ("name", "device", "ip_address", "shutdown"),
    "BgpProcess": ("asn", "device"),
    "OspfProcess": ("process_id", "device"),
    "BgpNeighbor": ("name", "peer_group", "remote_as"),
    "RouteMap": ("name", "device"),
    "RouteMapEntry": ("seq", "action", "metric"),
    "PrefixList": ("name", "device"),
    "PrefixListEntry": ("prefix", "seq"),
    "AccessList": ("name", "device"),
    "AccessListEntry": ("action", "rule"),
}
TEXTS = frozenset({"name", "device", "rule", "prefix", "peer_group"})
MOST_PATTERNS = 4


def made_statements(values: dict[str, Sequence[str]], count: int, seed: int) -> list[str]:
    """Make different statements; `values` are Cypher literals to compare with, by property."""
    chance = random.Random(seed)
    made: dict[str, None] = {}
    while len(made) < count:
        made[_Statement(chance, values).whole()] = None
    return list(made)


class _Statement:
    """One statement as it grows: its clauses, its nodes in scope by name, and its other values in scope."""

    def __init__(self, chance: random.Random, values: dict[str, Sequence[str]]) -> None:
        self._chance = chance
        self._values = values
        self._names = 0
        self._patterns = 0
        self._nodes: dict[str, str] = {}
        self._others: list[str] = []
        self._clauses: list[str] = []

    def whole(self) -> str:
        self._match()
        clauses = (
            self._match,
            self._optional,
            self._unwind,
            self._with_nodes,
            self._with_value,
            self._filter,
        )
        for _ in range(self._chance.randrange(1, 4)):
            self._chance.choices(clauses, weights=(28, 20, 14, 18, 10, 10))[0]()
        self._return()
        return " ".join(self._clauses)

    def _name(self, letter: str) -> str:
        self._names += 1
        return f"{letter}{self._names}"

    def _node(self, label: str) -> str:
        name = self._name("v")
        self._nodes[name] = label
        return name

    def _pattern(self) -> str:
        """Continue from a node in scope, mostly; else begin anew."""
        self._patterns += 1
        if self._nodes and (self._patterns > 2 or self._chance.random() < 0.8):
            known = self._chance.choice(list(self._nodes))
            label = self._nodes[known]
            edges = [edge for edge in EDGES if label in (edge[0], edge[2])]
            source, kind, target = self._chance.choice(edges)
            if label == source:
                return f"({known})-[:{kind}]->({self._node(target)}:{target})"
            return f"({known})<-[:{kind}]-({self._node(source)}:{source})"
        source, kind, target = self._chance.choice(EDGES)
        return f"({self._node(source)}:{source})-[:{kind}]->({self._node(target)}:{target})"

    def _match(self) -> None:
        if self._patterns >= MOST_PATTERNS:
            return
        pattern = self._pattern()
        if self._clauses and self._chance.random() < 0.25:
            pattern += ", " + self._pattern()
        self._clauses.append(f"MATCH {pattern}{self._where(0.6)}")

    def _optional(self) -> None:
        if self._patterns < MOST_PATTERNS:
            self._clauses.append(f"OPTIONAL MATCH {self._pattern()}{self._where(0.3)}")

    def _where(self, share: float) -> str:
        return f" WHERE {self._condition()}" if self._chance.random() < share else ""

    def _unwind(self) -> None:
        name = self._name("u")
        self._clauses.append(f"UNWIND [1, 2, 5] AS {name}")
        self._others.append(name)

    def _with_nodes(self) -> None:
        kept = self._chance.sample(list(self._nodes), self._chance.randrange(1, len(self._nodes) + 1))
        dropped = [name for name in self._nodes if name not in kept]
        self._others = []
        if dropped and self._chance.random() < 0.6:
            count = self._name("c")
            distinct = self._chance.choice(["DISTINCT ", ""])
            having = (
                f" WHERE {count} > {self._chance.choice([0, 1, 2])}" if self._chance.random() < 0.4 else ""
            )
            counted = f"count({distinct}{dropped[0]}) AS {count}"
            self._clauses.append(f"WITH {', '.join(kept)}, {counted}{having}")
            self._others = [count]
        else:
            self._clauses.append(f"WITH DISTINCT {', '.join(kept)}")
        self._nodes = {name: self._nodes[name] for name in kept}

    def _with_value(self) -> None:
        name = self._name("k")
        self._clauses.append(f"WITH *, {self._property()} AS {name}")
        self._others.append(name)

    def _filter(self) -> None:
        self._clauses.append(f"WITH * WHERE {self._condition()}")

    def _property(self) -> str:
        name = self._chance.choice(list(self._nodes))
        return f"{name}.{self._chance.choice(PROPERTIES[self._nodes[name]])}"

    def _condition(self) -> str:
        place = self._property()
        name, _, key = place.partition(".")
        values = self._values.get(key) or ["1"]
        some = self._chance.sample(list(values), min(2, len(values)))
        edges = [edge for edge in EDGES if edge[0] == self._nodes[name]]
        forms = [
            f"{place} = {some[0]}",
            f"{place} = {some[0]}",
            f"{place} IN [{', '.join(some)}]",
            f"{place} <> {some[0]}",
            f"{place} IS NULL",
            f"{place} IS NOT NULL",
            f"NOT ({place} = {some[0]} OR {place} IS NULL)",
            f"coalesce({place}, {some[0]}) = {some[-1]}",
        ]
        if key in TEXTS:
            forms += [f"{place} CONTAINS 'as'", f"{place} STARTS WITH '1'", f"{place} =~ '.*[12].*'"]
        if edges:
            _, kind, target = self._chance.choice(edges)
            forms += [
                f"({name})-[:{kind}]->(:{target})",
                f"NOT ({name})-[:{kind}]->(:{target})",
                f"EXISTS {{ ({name})-[:{kind}]->(:{target}) }}",
                f"COUNT {{ ({name})-[:{kind}]->() }} > 1",
            ]
        return self._chance.choice(forms)

    def _return(self) -> None:
        items = [
            f"{name}.{self._chance.choice(PROPERTIES[label])} AS r_{name}"
            for name, label in list(self._nodes.items())[:3]
        ]
        items += [f"{name} AS s_{name}" for name in self._others[:2]]
        form = self._chance.random()
        if form < 0.5:
            some = items[: self._chance.randrange(1, len(items) + 1)]
            self._clauses.append(f"RETURN {', '.join(some)}, count(*) AS n")
        elif form < 0.8:
            self._clauses.append(f"RETURN DISTINCT {', '.join(items)}")
        else:
            self._clauses.append("RETURN count(*) AS n")
