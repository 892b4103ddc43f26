"""Communities of the entity graph: hierarchical Leiden, the coarsest level first.

Source: Traag, Waltman, van Eck: From Louvain to Leiden (arXiv 1810.08473), as Microsoft's GraphRAG uses it.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from retrieval.entity_graph import EntityGraph
from retrieval.errors import MissingLibraryError

SEED = 0
LARGEST_SHARE = 25
"""A community with more than one in so many of the nodes is divided again, but never one of fewer than `LEAST`."""
LEAST = 30


@dataclass(frozen=True, slots=True)
class Community:
    """Nodes that belong together more than to others; `level` 0 is the coarsest, `parent` None there."""

    number: int
    level: int
    parent: int | None
    members: tuple[str, ...]
    children: tuple[int, ...] = ()


def find_communities(graph: EntityGraph, seed: int = SEED) -> tuple[Community, ...]:
    """Divide the graph; the same graph gives the same communities. What is alone is in none.

    Raises MissingLibraryError.
    """
    if not graph.edges:
        return ()
    try:
        from graspologic_native import hierarchical_leiden
    except ImportError as error:
        raise MissingLibraryError("communities", "graspologic-native") from error
    weights: dict[tuple[str, str], float] = defaultdict(float)
    for edge in graph.edges:
        if edge.source != edge.target:
            weights[min(edge.source, edge.target), max(edge.source, edge.target)] += edge.weight
    found = hierarchical_leiden(
        [(source, target, weight) for (source, target), weight in sorted(weights.items())],
        max_cluster_size=max(LEAST, len(graph.nodes) // LARGEST_SHARE),
        iterations=2,
        seed=seed,
    )
    members: dict[int, list[str]] = defaultdict(list)
    placed: dict[int, tuple[int, int | None]] = {}
    children: dict[int, set[int]] = defaultdict(set)
    for one in found:
        members[one.cluster].append(one.node)
        placed[one.cluster] = one.level, one.parent_cluster
        if one.parent_cluster is not None:
            children[one.parent_cluster].add(one.cluster)
    return tuple(
        Community(number, level, parent, tuple(sorted(members[number])), tuple(sorted(children[number])))
        for number, (level, parent) in sorted(placed.items())
    )
