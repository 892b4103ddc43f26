"""Says a word of a question as the person typed it, where a short name of the field was written out."""

from __future__ import annotations

from agent.reader.english import phrases


def as_typed(text: str, word: str) -> str:
    """Return the words of the question that a word stands for: "admin down", of "shutdown"."""
    said = text.lower()
    if word.lower() in said:
        return word
    short = (" ".join(one) for one, long in phrases().items() if word.lower() in long)
    return next((one for one in short if one in said), word)
