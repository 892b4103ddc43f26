"""What is in the graph, as text for prompts. Pure."""

from __future__ import annotations

from graph_store.records import Description, LabelDescription, PropertyDescription
from language_model.redact import Redactor

MOST_LABELS = 80
MOST_PROPERTIES = 30
MOST_DEVICES = 60
MOST_EXAMPLES = 4


def describe_graph(description: Description) -> dict[str, str]:
    """Return the values of the places `labels`, `relations` and `devices` of a prompt."""
    labels = sorted(description.labels, key=lambda label: -label.count)[:MOST_LABELS]
    relations = [f"(:{source})-[:{name}]->(:{target})" for source, name, target, _ in description.relations]
    return {
        "labels": "\n".join(map(_describe_label, labels)) or "none",
        "relations": "\n".join(relations) or "none",
        "devices": ", ".join(description.devices[:MOST_DEVICES]) or "none",
    }


def _examples(described: PropertyDescription) -> list[str]:
    """Show examples without secrets: what a property is named tells whether its values are some."""
    pairs = [f"{described.name} {example}" for example in described.examples[:MOST_EXAMPLES]]
    return [text.partition(" ")[2] for text in Redactor().lines(pairs)]


def _describe_label(label: LabelDescription) -> str:
    properties = "; ".join(
        f"{one.name} ({'/'.join(one.kinds)}: {', '.join(_examples(one))})"
        for one in label.properties[:MOST_PROPERTIES]
    )
    under = f", under {', '.join(label.parents)}" if label.parents else ""
    return f"- {label.name} ({label.count}{under}): {properties}"
