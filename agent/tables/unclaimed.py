"""Says of configurations why nothing is claimed of them, as was found when they were loaded."""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterator, Mapping
from itertools import islice

from agent.value_index import ValueIndex

_DOUBTED = (
    "MATCH (d:Document {kind: 'configuration'}) WHERE d.state = 'ready' AND d.counts CONTAINS '\"doubts\": [[' "
    "RETURN d.path AS path, d.counts AS counts ORDER BY path"
)
_REASONS = {"devices", "script"}
_MOST_READ, _MOST_SAID = 1_000, 2
_WORD = re.compile(r"\w[\w.-]*\w")


def say_unclaimed(
    text: str, devices: Container[str], device_of: Mapping[str, str], look_up: ValueIndex
) -> tuple[str, ...]:
    """Return sentences on configurations of the devices, or that name one of the question. Raises GraphError."""
    return tuple(islice(_sentences(text, devices, device_of, look_up), _MOST_SAID))


def _sentences(
    text: str, devices: Container[str], device_of: Mapping[str, str], look_up: ValueIndex
) -> Iterator[str]:
    asked = set(_WORD.findall(text.lower()))
    for path, counts in look_up.rows(_DOUBTED, {}, _MOST_READ):
        for reason, lines, sentence in json.loads(str(counts)).get("doubts", ()):
            names = asked.intersection(_WORD.findall(sentence.lower().partition(")")[0].partition("(")[2]))
            if reason in _REASONS and (names or device_of.get(str(path)) in devices):
                yield f"{path}:{lines[0]}: {sentence}."
