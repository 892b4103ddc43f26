"""What is in the graph, as text for prompts. Pure."""

from __future__ import annotations

from graph_store.records import Description, LabelDescription

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


def _describe_label(label: LabelDescription) -> str:
    properties = "; ".join(
        f"{one.name} ({'/'.join(one.kinds)}: {', '.join(str(example) for example in one.examples[:MOST_EXAMPLES])})"
        for one in label.properties[:MOST_PROPERTIES]
    )
    under = f", under {', '.join(label.parents)}" if label.parents else ""
    return f"- {label.name} ({label.count}{under}): {properties}"
