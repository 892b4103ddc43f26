"""Which labels' descriptions still hold after a log has grown: all but those of which too much is new. Pure."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import replace

from graph_store.kept_description import Base, Contents
from graph_store.learned_types import LearnedType
from graph_store.records import LabelDescription

MOST_NEW = 0.1
"""Nodes were read for a label's description while at most this share has been added since."""


def mark_type(learned: LearnedType | None) -> str:
    """Return what tells a learned type from others: a label of another type is described anew."""
    if learned is None:
        return ""
    known = (learned.words, sorted(learned.kinds.items()), sorted(learned.property_words.items()))
    return hashlib.sha256(json.dumps(known).encode()).hexdigest()[:16]


def grown_labels(
    before: Contents, counts: Mapping[str, int], types: Mapping[str, LearnedType]
) -> dict[str, LabelDescription]:
    """Return the descriptions that hold still, with counts as they are now.

    They need to be of a graph to which nodes were only added. A small label, read whole, holds only as it was.
    """
    bases = {base.label: base for base in before.bases}
    return {
        label.name: _grown(label, counts[label.name])
        for label in before.labels
        if _holds(label, bases.get(label.name), counts.get(label.name, 0), types)
    }


def _holds(label: LabelDescription, base: Base | None, count: int, types: Mapping[str, LearnedType]) -> bool:
    if base is None or base.type != mark_type(types.get(label.name)):
        return False
    sampled = label.sampled > 0 and label.count <= count <= base.count * (1 + MOST_NEW)
    return sampled or count == label.count


def _grown(label: LabelDescription, count: int) -> LabelDescription:
    """Scale what was counted: a property that all had is one that all have."""
    share = count / label.count
    properties = tuple(replace(one, count=round(one.count * share)) for one in label.properties)
    return replace(label, count=count, properties=properties)


def grown_relations(
    before: Contents, labels: Mapping[str, LabelDescription], inferred: Collection[str]
) -> tuple[tuple[str, str, str, int], ...]:
    """Return the relations from labels that hold still, scaled; without those that ingest counts itself."""
    was = {label.name: label.count for label in before.labels}
    return tuple(
        (source, name, target, round(count * labels[source].count / was[source]))
        for source, name, target, count in before.relations
        if source in labels and name not in inferred
    )
