"""Describes the graph for prompts within a token budget, with what the question mentions first. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import lru_cache

from agent.model.call_model import read_prompt
from agent.reader.english import aliases, phrases, stem
from graph_store.describe_for_question import describe_for_question, estimate_tokens
from graph_store.records import EVENT, Description, LabelDescription, PropertyDescription

WORD = re.compile(r"\w+")
SURELY = 0.6
"""Weight of a synonym from which on labels that have it are told."""
EVERY_RECORD = frozenset({"message", "template"})
OF_EACH_KIND = frozenset({"template"})
"""Properties that all have and whose example says what a kind is."""
SCHEMA_TOKENS = 800
KIND = re.compile(r":(IN_SUBNET|ADDRESS_OWNED_BY|ADDRESS_IN|COVERS|INSIDE|MENTIONS|Undefined|Finding)\b")
"""Kinds of relations, or of their ends, that the graph may lack."""
LONGEST_EXAMPLE = 60
MOST_EXAMPLES = 3
LONG_EXAMPLE = 24
"""Characters from which on one example is enough: ids, sentences; not of names without a digit or a space."""
COME_AGAIN = 5
"""How often the values of a property have to stand in the graph, on average, to be all shown where they are few."""
WHOLE_TEXTS = frozenset({"message", "template", "event"})
"""Properties of which one example is enough."""
EVERYWHERE = frozenset({"device", "first_line", "timestamp", "timestamp_text", "year_assumed"})

OF_THE_STORE = {"Subnet": frozenset({"first", "last"})}
"""Label → properties that only relations are made from, which no file says."""


def describe_graph(
    description: Description,
    question: str = "",
    tokens: int = SCHEMA_TOKENS,
    devices: Collection[str] = (),
) -> dict[str, str]:
    """Return the values of the places `about`, `labels`, `relations` and `devices` of a prompt.

    What the `devices` have that the question is about comes first.
    """
    across = tuple(
        one for one in description.relations if one[1] != "HAS"
    )  # each label says what it is under
    records, rest = part_records(_told(description))
    first = describe_for_question(Description(records), tokens=tokens, show=show_examples).labels
    described = describe_for_question(
        replace(description, labels=rest, relations=across),
        question,
        devices=devices,
        tokens=tokens - estimate_tokens(first),
        show=show_examples,
    )
    return {
        "about": read_prompt("about_logs") if records else "",
        "labels": "\n".join(filter(None, [first, described.labels])) or "none",
        "relations": _relations(across, described.relations) if across else "none",
        "devices": described.devices or "none",
    }


def with_synonyms(question: str) -> str:
    """Add what the field calls the question's words otherwise, and short names at length."""
    folded = f" {' '.join(WORD.findall(question.lower()))} "
    long = [" ".join(words) for short, words in phrases().items() if f" {' '.join(short)} " in folded]
    stems = map(stem, folded.split())
    other = [
        word for said in stems for word, weight in aliases(said).items() if weight >= SURELY and word != said
    ]
    return " ".join([question, *long, *other])


def part_records(
    labels: tuple[LabelDescription, ...],
) -> tuple[tuple[LabelDescription, ...], tuple[LabelDescription, ...]]:
    """Return the common label of several kinds of records with what all have, and the others without that."""
    common = next((label for label in labels if label.name == EVENT), None)
    others = tuple(label for label in labels if label.name != EVENT)
    records = {one.name for one in others if {each.name for each in one.properties} >= EVERY_RECORD}
    if common is None or sum(one.name in records for one in others) < 2:
        return (), labels
    shared = tuple(one for one in common.properties if one.count >= common.count)
    told = {one.name for one in shared} - OF_EACH_KIND
    rest = []
    for label in others:
        own = tuple(one for one in label.properties if one.name not in told)
        rest.append(replace(label, properties=own) if label.name in records else label)
    return (replace(common, properties=shared),), tuple(rest)


@lru_cache(maxsize=4)
def _told(description: Description) -> tuple[LabelDescription, ...]:
    """Return the labels as prompts show them: once for a graph, not for each question."""
    return tuple(replace(label, properties=_learned(label)) for label in description.labels)


def _relations(relations: Iterable[tuple[str, str, str, int]], shown: str) -> str:
    """Explain the kinds of relations that are shown, and the ends that there are; other lines are of them all."""
    there = {end for source, _, target, _ in relations for end in (source, target)}
    lines = [
        line
        for line in read_prompt("about_relations").split("\n")
        if not (told := KIND.search(line)) or told[1] in there or f"[:{told[1]}]" in shown
    ]
    return "\n".join([*lines, shown])


def _learned(label: LabelDescription) -> tuple[PropertyDescription, ...]:
    """Leave out what every entity has and prompts explain, what none has, and names where all are blank."""
    left_out = EVERYWHERE | OF_THE_STORE.get(label.name, frozenset())
    return tuple(
        one
        for one in label.properties
        if one.name not in left_out and one.count and (one.name != "key" or any(one.examples))
    )


def show_examples(one: PropertyDescription) -> list[str]:
    """Show examples, short; all of them where a few values come again and again."""
    lines = [" ".join(str(example).split()) for example in one.examples[: _most_examples(one)]]
    return [line if len(line) <= LONGEST_EXAMPLE else f"{line[:LONGEST_EXAMPLE]}…" for line in lines]


def _most_examples(one: PropertyDescription) -> int:
    if one.distinct <= len(one.examples) and one.count >= COME_AGAIN * one.distinct:
        return len(one.examples)
    long = [example for example in map(str, one.examples) if len(example) > LONG_EXAMPLE]
    told = any(sign.isdigit() or sign.isspace() for example in long for sign in example)
    return 1 if told or one.name in WHOLE_TEXTS else MOST_EXAMPLES
