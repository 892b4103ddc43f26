"""Counts what each device has, where a question asks for that: "how many VLANs per switch"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.reader.english import stem, stem_list
from agent.reader.parse_question import ParsedQuestion
from agent.reader.things import Thing, places_of
from agent.records import COUNT, AnswerTable
from reading.spoken_names import label_words, plural

_PER = re.compile(r"\b(?:per|each|every|by)\b(?:\s+(?P<word>\w+))?", re.IGNORECASE)
_MOST_NAMES = 12


def asks_per_device(asked: ParsedQuestion) -> bool:
    """Tell whether something is to be counted for each device, or for each of several that the question names."""
    found = list(_PER.finditer(asked.text))
    by_word = any(stem((one["word"] or "").lower()) in stem_list("devices") for one in found)
    return by_word or (bool(found) and len(asked.devices) > 1)


def table_of_devices(label: str, things: Sequence[Thing]) -> AnswerTable | None:
    """Show how many of some things each device has, and their names; None where one device has all."""
    held: dict[str, list[Thing]] = {}
    for one in things:
        held.setdefault(one.device, []).append(one)
    if len(held) < 2:
        return None
    ordered = sorted(held.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    names = {device: [*dict.fromkeys(one.key for one in own)] for device, own in ordered}
    rows = tuple(
        (
            device,
            len(own),
            ", ".join(names[device][:_MOST_NAMES]) + ", \u2026" * (len(names[device]) > _MOST_NAMES),
        )
        for device, own in ordered
    )
    noun = plural(label_words(label))
    cited = tuple(places_of(own[0]) for _, own in ordered)
    return AnswerTable(f"{noun} by device", ("device", COUNT, noun), rows, len(rows), cited)
