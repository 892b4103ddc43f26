"""The questions to begin with: those of the sample network when it is loaded, else from what is in the graph."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from contextlib import suppress
from pathlib import Path

from agent.render.words import plural
from chat.overview import Overview, TypeCount
from chat.words.say import say

SAMPLE_STARTERS: tuple[str, ...] = ()
with suppress(ImportError):  # installed without the examples
    from examples.generator.answers import STARTERS

    SAMPLE_STARTERS = STARTERS

SAMPLE_FOLDER = Path(__file__).resolve().parent.parent / "examples" / "sample-network"
MOST_STARTERS = 4
MOST_WORDS = 3


def choose_starters(overview: Overview, sample: Collection[str]) -> tuple[str, ...]:
    """Choose questions; `sample` holds the hashes of the sample network's files, where they are known."""
    loaded = {document.sha256 for document in overview.documents}
    if sample and loaded == set(sample):
        return SAMPLE_STARTERS
    return derive_starters(overview)


def derive_starters(overview: Overview) -> tuple[str, ...]:
    """Ask about what the graph has most of: things of configurations, events of logs."""
    things = _nameable([one for one in overview.types if not one.is_event])
    device = overview.devices[0] if overview.devices else ""
    asked: list[str] = []
    if things:
        asked.append(say("starters.per_device", things=_plural(things[0])))
    if len(things) > 1 and device:
        asked.append(say("starters.on_device", things=_plural(things[1]), device=device))
    if any(one.is_event for one in overview.types):
        asked += [say("starters.events_per_device"), say("starters.common_event")]
    if len(things) > 2:
        asked.append(say("starters.how_many", things=_plural(things[2])))
    return tuple(asked[:MOST_STARTERS])


def sample_hashes(folder: Path = SAMPLE_FOLDER) -> frozenset[str]:
    """Hash the sample network's files; none where they are not installed."""
    return frozenset(
        hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.rglob("*") if path.is_file()
    )


def _nameable(types: Sequence[TypeCount]) -> list[TypeCount]:
    return [one for one in types if 0 < len(one.words) <= MOST_WORDS and one.count > 1]


def _plural(one: TypeCount) -> str:
    return plural(" ".join(one.words))
