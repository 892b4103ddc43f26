"""Says of the devices in an answer's lines by which other names these call them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace

from agent.records import Answer

MOST_NAMES = 5
_BETWEEN = re.compile(r"[\s,;=\"'()\[\]<>|]+")


def say_other_names(answer: Answer, names: Mapping[str, str]) -> Answer:
    """Add to an answer which devices its lines call by other names: `read_aliases` has these."""
    words = {word for text in _texts(answer) for word in _BETWEEN.split(text)} if names else set()
    shown: dict[str, list[str]] = defaultdict(list)
    for name in sorted(words & names.keys()):
        shown[names[name]].append(name)
    said = [
        f"{device} also logs as {', '.join(some[:MOST_NAMES])}{', ...' if len(some) > MOST_NAMES else ''}."
        for device, some in sorted(shown.items())[:MOST_NAMES]
    ]
    return replace(answer, text="\n\n".join(filter(None, (answer.text, " ".join(said))))) if said else answer


def _texts(answer: Answer) -> Iterator[str]:
    yield from (line.text for line in answer.citations)
    yield from (line.text for table in answer.tables for lines in table.citations for line in lines)
