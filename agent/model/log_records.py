"""Tells what all log records have once, at their common label, so that each kind tells its own. Pure."""

from __future__ import annotations

from dataclasses import replace

from agent.reader.vocabulary import EVENT
from graph_store.records import LabelDescription

EVERY_RECORD = frozenset({"message", "template"})
OF_EACH_KIND = frozenset({"template"})
"""Properties that all have and whose example says what a kind is."""


def part_records(
    labels: tuple[LabelDescription, ...],
) -> tuple[tuple[LabelDescription, ...], tuple[LabelDescription, ...]]:
    """Return the common label of log records with what all of them have, and the other labels without that.

    The first is empty where there are no log records, or only one kind of them.
    """
    common = next((label for label in labels if label.name == EVENT), None)
    others = tuple(label for label in labels if label.name != EVENT)
    if common is None or sum(map(_is_record, others)) < 2:
        return (), labels
    shared = tuple(one for one in common.properties if one.count >= common.count)
    told = frozenset(one.name for one in shared) - OF_EACH_KIND
    rest = tuple(_without(label, told) if _is_record(label) else label for label in others)
    return (replace(common, properties=shared),), rest


def _is_record(label: LabelDescription) -> bool:
    return {one.name for one in label.properties} >= EVERY_RECORD


def _without(label: LabelDescription, told: frozenset[str]) -> LabelDescription:
    return replace(label, properties=tuple(one for one in label.properties if one.name not in told))
