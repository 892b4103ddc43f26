"""What is said when there is no answer: nothing matches, nothing was understood, or a query failed. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from agent.render.words import counted, plural
from graph_store.records import Description

MOST_QUOTED = 6
UNREAD = "This question could not be read"


def say_scope(description: Description) -> str:
    """Say what was searched."""
    lines = sum(document.lines for document in description.documents)
    return f"{counted(lines, 'line')} of {counted(len(description.documents), 'document')} searched"


def say_no_match(subject: str, description: Description, among: str = "") -> str:
    """Say that the question was understood, and that nothing is as it asks, `among` what."""
    noun = plural(subject) if subject else "entries"
    scope = f" ({among})" if among else ""
    return f"None: no {noun} match what was asked{scope}; {say_scope(description)}."


def say_empty_question() -> str:
    """Say that there was no question."""
    return "No question was asked."


def say_failed(errors: Sequence[str]) -> str:
    """Say that the queries failed, and why."""
    reason = errors[-1].strip().splitlines()[0] if errors and errors[-1].strip() else "no reason was given"
    return f"No answer: the query failed ({reason[:300]})."
