"""Describes the graph for prompts within a token budget, with what the question mentions first. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache

from agent.model.asked import subjects_of
from agent.model.describe_for_question import COME_AGAIN, describe_for_question, estimate_tokens
from agent.model.near_values import asked_devices, value_places
from agent.model.rank_labels import NO_PLACES, Places
from agent.reader.english import aliases, phrases, stem
from agent.value_index import ValueIndex
from graph_store.records import EVENT, Description, LabelDescription, PropertyDescription

WORD = re.compile(r"\w+")
SURELY = 0.6
"""Weight of a synonym from which on labels that have it are told."""
EVERY_RECORD = frozenset({"message", "timestamp"})
OF_EACH_KIND = frozenset({"template"})
"""Properties whose example says what a kind is."""
USUAL = 0.4
"""Share of the kinds of records from which on a property is told of them all."""
EXPLAINED_LABELS = frozenset({"Finding", "Subnet", "Undefined"})
"""Labels that prompts explain."""
EXPLAINED = frozenset(
    {"HAS", "CONCERNS", "IN_SUBNET", "ADDRESS_OWNED_BY", "ADDRESS_IN", "COVERS", "INSIDE", "MENTIONS"}
)
"""Relations that prompts explain."""
SCHEMA_TOKENS = 448
EVERYWHERE = frozenset({"device", "first_line", "timestamp", "timestamp_text", "year_assumed"})


def describe_graph(
    description: Description,
    question: str = "",
    tokens: int = SCHEMA_TOKENS,
    devices: Collection[str] = (),
    places: Places = NO_PLACES,
) -> dict[str, str]:
    """Return the values of the places `schema` (labels, relations, devices) and `devices` of a prompt.

    What the `devices` have that the question is about comes first, and `places` where its values stand.
    """
    across = tuple(one for one in description.relations if one[1] not in EXPLAINED)
    records, rest, kinds = _told(description)
    first = describe_for_question(Description(records), "", tokens).labels
    described = describe_for_question(
        replace(description, labels=rest, relations=across),
        question,
        tokens - estimate_tokens(first),
        devices=devices,
        places=places,
        others=f"{synonyms(question)} {subjects_of(question)}",
        records=kinds,
    )
    listed = f"Devices: {described.devices}" if described.devices else ""
    parts = (first, described.labels, described.relations, listed)
    return {"schema": "\n".join(filter(None, parts)) or "none", "devices": described.devices or "none"}


def describe_asked(
    question: str,
    description: Description,
    look_up: ValueIndex,
    tokens: int = SCHEMA_TOKENS,
    beside: str = "",
) -> dict[str, str]:
    """Describe the graph with what a question names first, and then what stands `beside` it, as statements do."""
    devices = asked_devices(question, description, look_up).all
    places = value_places(question, description, look_up)
    return describe_graph(description, f"{question} {beside}".rstrip(), tokens, devices, places)


def synonyms(question: str) -> str:
    """Return what the field calls the question's words otherwise, and short names at length."""
    folded = f" {' '.join(WORD.findall(question.lower()))} "
    long = [" ".join(words) for short, words in phrases().items() if f" {' '.join(short)} " in folded]
    stems = map(stem, [*folded.split(), *" ".join(long).split()])
    other = [
        word for said in stems for word, weight in aliases(said).items() if weight >= SURELY and word != said
    ]
    return " ".join([*long, *other])


def record_kinds(labels: tuple[LabelDescription, ...]) -> frozenset[str]:
    """Return the labels of the kinds of log records."""
    had = {label.name: {one.name for one in label.properties if one.count} for label in labels}
    return frozenset(name for name, names in had.items() if names >= EVERY_RECORD and name != EVENT)


def part_records(
    labels: tuple[LabelDescription, ...],
) -> tuple[tuple[LabelDescription, ...], tuple[LabelDescription, ...]]:
    """Return the common label of several kinds of records with what most have, and the others without that."""
    common = next((label for label in labels if label.name == EVENT), None)
    had = {label.name: {one.name for one in label.properties if one.count} for label in labels}
    kinds = record_kinds(labels)
    if common is None or len(kinds) < 2:
        return (), labels
    counts = Counter(name for kind in kinds for name in had[kind])
    usual = {name for name, count in counts.items() if count >= USUAL * len(kinds)} - OF_EACH_KIND
    shared = tuple(
        replace(one, examples=(), count=common.count) for one in common.properties if one.name in usual
    )
    rest = tuple(
        _without(label, usual) if label.name in kinds else label for label in labels if label != common
    )
    return (replace(common, properties=shared),), rest


@lru_cache(maxsize=4)
def _told(
    description: Description,
) -> tuple[tuple[LabelDescription, ...], tuple[LabelDescription, ...], frozenset[str]]:
    """Return the labels as prompts show them, records apart, and their kinds: once for a graph, not each question."""
    labels = tuple(replace(label, devices=label.devices or _devices(label)) for label in description.labels)
    records, others = part_records(labels)
    shown = tuple(label for label in others if label.name not in EXPLAINED_LABELS)
    first, rest = (tuple(replace(one, properties=_learned(one)) for one in each) for each in (records, shown))
    return first, rest, record_kinds(labels)


def _devices(label: LabelDescription) -> tuple[str, ...]:
    """Return the devices that a sample of a label has, where they come again and again."""
    named = next((one for one in label.properties if one.name == "device"), None)
    if named is None or named.distinct > len(named.examples) or named.count < COME_AGAIN * named.distinct:
        return ()
    return () if "" in named.examples else tuple(map(str, named.examples))


def _without(label: LabelDescription, names: Collection[str]) -> LabelDescription:
    return replace(label, properties=tuple(one for one in label.properties if one.name not in names))


def _learned(label: LabelDescription) -> tuple[PropertyDescription, ...]:
    """Leave out what every entity has and prompts explain, what none has, and names where all are blank."""
    return tuple(
        one
        for one in label.properties
        if one.name not in EVERYWHERE and one.count and (one.name != "key" or any(one.examples))
    )
