"""Questions to ask next: about the devices that an answer rests on, and the kinds of things that it is about. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest

from agent.reader.english import split_name, stems_of
from agent.records import Answer
from agent.render.words import plural
from chat.words.say import say
from graph_store.records import Description, LabelDescription

MOST_FOLLOW_UPS = 3
MOST_DEVICES = 2
MOST_KINDS = 3
MOST_WORDS = 3
TEMPLATE = "template"
"""The property by which a kind of log record is known."""


def follow_ups(question: str, answer: Answer, description: Description) -> tuple[str, ...]:
    """Write what may be asked after an answer, the most likely first; whether it can be answered is not looked at."""
    cells = (str(cell) for one in answer.outcomes for row in one.rows for cell in row.values.values())
    known, of_path = set(description.devices), {one.path: one.device for one in description.documents}
    paths = [line.path for line in answer.citations] or [one.path for one in answer.closest]
    counted = Counter(name for name in cells if name in known) or Counter(
        of_path.get(one, "") for one in paths
    )
    devices = [name for name, _ in counted.most_common() if name][:MOST_DEVICES]
    kinds = _kinds(question, description.labels)
    things = [say("starters.on_device", things=kind, device=devices[0]) for kind in kinds if devices]
    wrong = [say("starters.wrong_with", device=device) for device in devices]
    asked = dict.fromkeys(one for pair in zip_longest(wrong, things) for one in pair if one)
    return tuple(one for one in asked if one.lower() != question.strip().lower())


def _kinds(question: str, labels: Sequence[LabelDescription]) -> list[str]:
    """Name the kinds of configured things: those that the question speaks of, then those there are most of."""
    asked = set(stems_of(question))
    things = [
        one
        for one in labels
        if 0 < len(stems_of(one.name)) == len(set(stems_of(one.name))) <= MOST_WORDS
        and one.count > 1
        and all(given.name != TEMPLATE for given in one.properties)
    ]
    things.sort(key=lambda one: (-len(asked & set(stems_of(one.name))), -one.count))
    return [plural(" ".join(split_name(one.name))) for one in things[:MOST_KINDS]]
