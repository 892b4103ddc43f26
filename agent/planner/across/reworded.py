"""Other words for a question that was not understood: the devices of a class, and descriptions in full."""

from __future__ import annotations

from collections.abc import Iterator

from agent.planner.across.described_things import with_descriptions
from agent.planner.across.device_classes import with_classes
from agent.reader.value_index import ValueIndex
from agent.planner.words.lexicon import Lexicon


def rewordings(text: str, lexicon: Lexicon, look_up: ValueIndex) -> Iterator[tuple[str, str]]:
    """List a question in other words, each with how it was read."""
    classed = with_classes(text, lexicon, look_up) if lexicon.things else None
    if classed is not None:
        yield classed
    if lexicon.things:
        plain, said = classed or (text, "")
        for other, note in with_descriptions(plain, lexicon, look_up):
            yield other, f"{said}; {note}" if said else note
