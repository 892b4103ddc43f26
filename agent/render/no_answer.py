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


def say_absent(words: Sequence[str], description: Description) -> str:
    """Say that words or values of the question stand in no line."""
    return f"No line mentions {_quoted(words, 'or')}; {say_scope(description)}."


def say_no_match(subject: str, description: Description) -> str:
    """Say that the question was understood, and that nothing is as it asks."""
    noun = plural(subject) if subject else "entries"
    return f"None: no {noun} match what was asked; {say_scope(description)}."


def say_found_in_lines_only(subject: str) -> str:
    """Say that nothing that was parsed is so, and that lines which show all words of the question may say it."""
    noun = plural(subject) if subject else "entries"
    return f"Not answered: no {noun} that were parsed match, but the lines shown apart have all words of the question."


def say_not_parsed(absent: Sequence[str], unlinked: Sequence[str], has_lines: bool) -> str:
    """Say that the question was not understood: which words no line shows, and which nothing explains."""
    reasons = [f"no line says {_quoted(absent, 'or')}"] if absent else []
    be = "was" if len(unlinked) == 1 else "were"
    reasons += [f"{_quoted(unlinked, 'and')} {be} not understood"] if unlinked else []
    read = f"{UNREAD}: {', and '.join(reasons)}" if reasons else UNREAD
    lines = (
        "The lines that match its words best are shown apart." if has_lines else "No line matches its words."
    )
    return f"{read}. {lines}"


def say_unanswered_part(part: str, reason: str) -> str:
    """Say that one part of a question has no answer, beside the answer to the others."""
    said = reason.removesuffix("The lines that match its words best are shown apart.").strip()
    for opening in (f"{UNREAD}: ", f"{UNREAD}.", "This question was not answered: ", "Not answered: "):
        said = said.removeprefix(opening)
    return f"Not answered: '{part.strip(' ?.')}'" + (
        f" ({said.rstrip('.')})." if said else " (it could not be read)."
    )


def say_empty_question() -> str:
    """Say that there was no question."""
    return "No question was asked."


def say_failed(errors: Sequence[str]) -> str:
    """Say that the queries failed, and why."""
    reason = errors[-1].strip().splitlines()[0] if errors and errors[-1].strip() else "no reason was given"
    return f"No answer: the query failed ({reason[:300]})."


def _quoted(words: Sequence[str], joint: str) -> str:
    quoted = [f"'{word}'" for word in words[:MOST_QUOTED]]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} {joint} {quoted[-1]}"
