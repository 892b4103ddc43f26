"""Writes a community's report without a model: counts, top values, typical lines and findings, with citations."""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest

from graph_store.graph import ReadableGraph
from retrieval.entity_graph import Community, EntityGraph, EntityNode
from retrieval.records import ReportStatement

MOST_TYPES = 6
MOST_VALUES = 3
MOST_PROPERTIES = 6
MOST_FINDINGS = 12
MOST_TOLD = 12
LINES_CITED = 6
NAMES_SHOWN = 8
LONGEST_VALUE = 80
WEIGHTS = {"high": 10.0, "medium": 3.0, "low": 1.0, "info": 0.3}
"""What a finding adds to its community's rank, by severity."""
_FINDINGS = (
    "MATCH (f:Finding) WHERE f.type = 'Finding' RETURN f.severity AS severity, f.message AS message, f.lines AS lines, "
    "f.id AS id ORDER BY id"
)
_MOST = 100_000
_SHARED = {"Value": "values that several kinds of records share", "Subnet": "subnets"}


@dataclass(frozen=True, slots=True)
class Report:
    """What is told of a community. `key` is a digest of what it was composed from; `model` is "" without one."""

    community: Community
    key: str
    title: str
    statements: tuple[ReportStatement, ...]
    rank: float
    model: str = ""

    @property
    def text(self) -> str:
        """Return the words."""
        return "\n".join([self.title, *(one.text for one in self.statements)])


@dataclass(frozen=True, slots=True)
class KeptFinding:
    """A finding of the graph, with the ids of its lines."""

    severity: str
    message: str
    lines: tuple[int, ...]


def read_kept_findings(graph: ReadableGraph) -> tuple[KeptFinding, ...]:
    """Read the findings that the last ingest kept."""
    return tuple(
        KeptFinding(str(severity), str(message), tuple(int(str(line)) for line in lines))
        for severity, message, lines, _ in graph.read(_FINDINGS, row_limit=_MOST).rows
        if isinstance(lines, Sequence)
    )


def compose_reports(
    graph: EntityGraph, communities: Iterable[Community], findings: Sequence[KeptFinding]
) -> tuple[Report, ...]:
    """Compose the report of every community, the highest rank first: by its findings, then by its size."""
    composed = [_compose(graph, one, findings) for one in communities]
    return tuple(sorted(composed, key=lambda one: (-one.rank, one.community.number)))


def compose_overview(graph: EntityGraph) -> Report:
    """Tell of each kind of entity in the whole graph what there is, and where: communities divide what is alike.

    Its rank is 0: it is shown where a question asks for what it tells.
    """
    groups: dict[str, list[EntityNode]] = defaultdict(list)
    for node in graph.nodes.values():
        if node.lines and node.type not in _SHARED:
            groups[node.kind].append(node)
    statements = [
        statement
        for kind, group in sorted(groups.items(), key=lambda one: (-len(one[1]), one[0]))
        for statement in (*_named(kind, group), *_top_values(group))
    ]
    whole = Community(-1, 0, None, ())
    return Report(whole, "overview", "The whole graph", tuple(statements), 0.0)


def _named(kind: str, group: Sequence[EntityNode]) -> list[ReportStatement]:
    """Say what the entities of a kind are called, with the devices of each."""
    named: dict[str, list[EntityNode]] = defaultdict(list)
    for node in group:
        if node.count == 1:
            named[node.name].append(node)
    if not named:
        return []
    few = list(named.items())[:NAMES_SHOWN]
    shown = []
    for name, nodes in few:
        devices = list(dict.fromkeys(node.device for node in nodes if node.device))
        where = f" on {_listed(devices)}" if devices else ""
        shown.append(f"{name}{where}".strip())
    more = "; ..." if len(named) > NAMES_SHOWN else ""
    lines = [node.lines[0] for _, nodes in few for node in nodes[:NAMES_SHOWN]]
    names = "; ".join(filter(None, shown))
    text = f"{sum(map(len, named.values()))} {kind}" + (f": {names}{more}" if names else "")
    return [ReportStatement(text, tuple(dict.fromkeys(lines))[: 4 * LINES_CITED], len(lines), kind)]


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:NAMES_SHOWN]) + (", ..." if len(names) > NAMES_SHOWN else "")


def _compose(graph: EntityGraph, community: Community, findings: Sequence[KeptFinding]) -> Report:
    nodes = [graph.nodes[member] for member in community.members]
    lines = {line for node in nodes for line in node.lines}
    concerned = [one for one in findings if lines & set(one.lines)]
    severe = sorted(concerned, key=lambda one: -WEIGHTS.get(one.severity, 0.0))
    statements = [
        *(ReportStatement(f"{one.severity} finding: {one.message}", one.lines[:LINES_CITED], len(one.lines))
          for one in severe[:MOST_FINDINGS]),
        *_told(nodes),
        *_counts(nodes),
        *_records(nodes),
        *_top_values(nodes),
        *_shared(nodes),
    ]  # fmt: skip
    rank = sum(WEIGHTS.get(one.severity, 0.0) for one in concerned)
    rank += math.log1p(sum(node.count for node in nodes))
    stored = [[one.text, one.lines] for one in statements]
    key = hashlib.sha256(json.dumps(stored).encode()).hexdigest()[:24]
    return Report(community, key, _title(nodes), tuple(statements), rank)


def _title(nodes: Sequence[EntityNode]) -> str:
    types = Counter(node.type for node in nodes if node.type not in _SHARED)
    devices = Counter(node.device for node in nodes if node.device)
    where = f" on {', '.join(name for name, _ in devices.most_common(4))}" if devices else ""
    return f"{', '.join(name for name, _ in types.most_common(4)) or 'Values'}{where}"


def _told(nodes: Sequence[EntityNode]) -> list[ReportStatement]:
    """Repeat what prose says of them: of every node the first before any node's second."""
    turns = zip_longest(*(node.told for node in nodes))
    statements = (one for turn in turns for one in turn if one is not None)
    return [ReportStatement(text, (line,), 1) for text, line in islice(statements, MOST_TOLD)]


def _counts(nodes: Sequence[EntityNode]) -> list[ReportStatement]:
    """Tell how many there are of each type, and what the first are called."""
    groups: dict[str, list[EntityNode]] = defaultdict(list)
    for node in nodes:
        if node.lines and node.count == 1 and node.type not in _SHARED:
            groups[node.kind].append(node)
    found = []
    for kind, group in sorted(groups.items(), key=lambda one: (-len(one[1]), one[0]))[:MOST_TYPES]:
        named = dict.fromkeys(
            node.name + (f" on {node.device}" if node.device else "")
            for node in group[: 4 * NAMES_SHOWN]
            if node.name
        )
        text = f"{len(group)} {kind}" + (f": {_listed(list(named))}" if named else "")
        found.append(_statement(text, [node.lines[0] for node in group], kind))
    return found


def _records(nodes: Sequence[EntityNode]) -> list[ReportStatement]:
    """Tell the kinds of log records with how many there are, a typical line standing for each."""
    several = (node for node in nodes if node.count > 1 and node.lines and node.type not in _SHARED)
    found = []
    for node in sorted(several, key=lambda one: -one.count)[: 2 * MOST_TYPES]:
        text = f"{node.count:,} records like: {node.name or node.type}"
        about = f"{node.type} {node.name}"
        found.append(ReportStatement(text, tuple(node.lines[:2]), node.count, about))
    return found


def _top_values(nodes: Sequence[EntityNode]) -> list[ReportStatement]:
    """Tell the commonest values of the properties that several nodes or records have."""
    values: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    lines: dict[tuple[str, str, str], list[int]] = defaultdict(list)
    for node in nodes:
        for name, counts in node.values.items():
            for value, count in counts.items():
                values[node.kind, name][value] += count
                if (name, value) in node.shown and len(lines[node.kind, name, value]) < LINES_CITED:
                    lines[node.kind, name, value].append(node.shown[name, value])
    telling = [
        (pair, counts)
        for pair, counts in values.items()
        if counts.total() > 2 and counts.most_common(1)[0][1] > 1 and len(counts) > 1
    ]
    telling.sort(key=lambda one: (-one[1].total(), one[0]))
    found = []
    for (kind, name), counts in telling[:MOST_PROPERTIES]:
        top = counts.most_common(MOST_VALUES)
        shown = ", ".join(f"{value[:LONGEST_VALUE]} ({count:,})" for value, count in top)
        cited = [line for value, _ in top for line in lines[kind, name, value][:2]]
        if cited:
            text = f"{kind}, {name}: {shown}; {len(counts):,} different values"
            found.append(_statement(text, cited, kind))
    return found


def _shared(nodes: Sequence[EntityNode]) -> list[ReportStatement]:
    """Name the values and subnets that hold the community together."""
    found = []
    for kind, words in _SHARED.items():
        group = sorted((node for node in nodes if node.type == kind), key=lambda one: -one.count)
        cited = [line for node in group[:NAMES_SHOWN] for line in node.lines[:1]]
        if cited:
            names = [node.name[:LONGEST_VALUE] for node in group]
            found.append(_statement(f"{len(group)} {words}: {_listed(names)}", cited))
    return found


def _statement(text: str, lines: Sequence[int], about: str = "") -> ReportStatement:
    distinct = tuple(dict.fromkeys(lines))
    return ReportStatement(text, distinct[:LINES_CITED], len(distinct), about)
