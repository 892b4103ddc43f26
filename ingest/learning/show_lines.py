"""Shows lines in a prompt as data, between marks that the lines cannot end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from ingest.learning.records import ModelRequest
from ingest.sampling.records import SampleChunk
from ingest.says_something import says_something
from language_model.calls import Message

PROMPTS = Path(__file__).resolve().parent.parent / "prompts"
LONGEST = 1_500


def show_lines(texts: Iterable[str], longest: int = LONGEST) -> str:
    """Fence the lines; a fence is longer than any run of its sign in them. Longer lines are cut, visibly."""
    shown = [text if len(text) <= longest else f"{text[:longest]} [line cut here]" for text in texts]
    mark = "~~~~"
    while any(mark in text for text in shown):
        mark += "~"
    return "\n".join([f"{mark}lines", *shown, mark])


def show_chunk(chunk: SampleChunk) -> str:
    """Fence a chunk: the lines of the blocks it stands in come first. Of lines that only separate one is enough."""
    shown: list[str] = []
    for line in (*chunk.header, *chunk.lines):
        separates = not says_something(line.text)
        if not (separates and shown and shown[-1].rstrip() == line.text.rstrip()):
            shown.append(line.text)
    return show_lines(shown)


def fill_prompt(name: str, **values: str) -> str:
    """Return the prompt of this name with its places filled in, in one pass: values are never read as places."""
    parts: list[str] = []
    rest = read_prompt(name)
    while "{{" in rest:
        before, _, after = rest.partition("{{")
        place, _, rest = after.partition("}}")
        parts += [before, values[place.strip()]]
    return "".join([*parts, rest]).strip()


@cache
def read_prompt(name: str) -> str:
    """Return the text of a prompt file."""
    return (PROMPTS / f"{name}.md").read_text("utf-8")


def make_request(stage: str, prompt: str, text: str) -> ModelRequest:
    """Make the request of a stage: what every stage is told, and its own text."""
    return ModelRequest(stage, prompt, (Message("system", fill_prompt("system")), Message("user", text)))


def quote_places(texts: Sequence[str], most: int = 8) -> str:
    """Quote lines within a message, the first few of them."""
    more = f"\n(and {len(texts) - most} more)" if len(texts) > most else ""
    return show_lines(texts[:most]) + more
