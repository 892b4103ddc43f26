"""What is in the graph, as text for prompts: what the question speaks of first, within a budget of tokens. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent.mask_secrets import telling_name
from graph_store.describe_for_question import describe_for_question
from graph_store.records import Description, LabelDescription, PropertyDescription, Scalar
from language_model.redact import Redactor

SCHEMA_TOKENS = 2000
LONGEST_EXAMPLE = 60
MOST_EXAMPLES = 3
LONG_EXAMPLE = 24
"""Characters from which on one example is enough: ids, sentences."""
WHOLE_TEXTS = frozenset({"message", "template", "event"})
"""Properties of which one example is enough."""
EVERYWHERE = frozenset({"device", "first_line", "timestamp", "timestamp_text", "year_assumed"})


def describe_graph(
    description: Description, question: str = "", tokens: int = SCHEMA_TOKENS
) -> dict[str, str]:
    """Return the values of the places `labels`, `relations` and `devices` of a prompt."""
    told = tuple(replace(label, properties=_learned(label)) for label in description.labels)
    across = tuple(
        one for one in description.relations if one[1] != "HAS"
    )  # each label says what it is under
    described = describe_for_question(
        replace(description, labels=told, relations=across), question, tokens=tokens, show=show_examples
    )
    return {
        "labels": described.labels or "none",
        "relations": described.relations or "none",
        "devices": described.devices or "none",
    }


def _learned(label: LabelDescription) -> tuple[PropertyDescription, ...]:
    """Leave out what every entity has and prompts explain, what none has, and names where all are blank."""
    return tuple(
        one
        for one in label.properties
        if one.name not in EVERYWHERE and one.count and (one.name != "key" or any(one.examples))
    )


def show_examples(name: str, examples: Sequence[Scalar]) -> list[str]:
    """Show examples without secrets, short: what a property is named tells whether its values are some."""
    told = f"{telling_name(name)} ".lstrip()
    is_long = name in WHOLE_TEXTS or any(len(str(example)) > LONG_EXAMPLE for example in examples)
    most = 1 if is_long else MOST_EXAMPLES
    pairs = [f"{told}{_short(str(example))}" for example in examples[:most]]
    return [text.removeprefix(told) for text in Redactor().lines(pairs)]


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_EXAMPLE else f"{line[:LONGEST_EXAMPLE]}…"
