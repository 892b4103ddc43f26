"""Reads prompts from their files and fills them in; data stands between marks that it cannot end."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

from language_model.calls import Message

PART = re.compile(r"\{\{(\w+)\}\}")
PLACE = re.compile(r"\{(\w+)\}")
DATA = "\n---\n"
"""Stands between what the model is told and the data; only behind it are places filled in."""


@cache
def prompt_text(folder: Path, name: str) -> str:
    """Read a prompt's file, without the title that names it."""
    return (folder / f"{name}.md").read_text("utf-8").removeprefix(f"# {name}\n").strip()


def read_prompt(folder: Path, name: str, **values: str) -> str:
    """Return a prompt with its parts `{{part}}`: a value of that name, in which no part is looked for, or a file."""

    def read(part: re.Match[str]) -> str:
        return values[part[1]] if part[1] in values else read_prompt(folder, part[1], **values)

    return PART.sub(read, prompt_text(folder, name))


def fill(template: str, values: Mapping[str, str]) -> tuple[Message, Message]:
    """Make the two messages of a prompt: what is to be done, and the data, each place `{name}` between its marks."""
    told, _, data = template.partition(DATA)
    fenced = {name: fence(name, text) for name, text in values.items()}
    filled = PLACE.sub(lambda place: fenced.get(place[1], place[0]), data.strip())
    return Message("system", told.strip()), Message("user", filled)


def fence(name: str, text: str) -> str:
    """Put a text between marks that carry a digest of it: no text can hold its own digest."""
    mark = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    while mark in text:
        mark = sha256(mark.encode()).hexdigest()[:8]
    return f"<{name} {mark}>\n{text}\n</{name} {mark}>"
