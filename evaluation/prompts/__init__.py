"""The prompts of judging and of writing questions, and how they are filled in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from agent.model.call_model import DATA, fence
from language_model.calls import Message

_PLACE = re.compile(r"\{(\w+)\}")


def fill_prompt(name: str, values: Mapping[str, str]) -> list[Message]:
    """Return the messages of a prompt: what is to be done, and the data, each place between its marks."""
    text = Path(__file__).with_name(f"{name}.md").read_text("utf-8").removeprefix(f"# {name}\n")
    instructions, _, data = text.partition(DATA)
    filled = _PLACE.sub(lambda place: fence(place[1], values[place[1]]), data.strip())
    return [Message("system", instructions.strip()), Message("user", filled)]
