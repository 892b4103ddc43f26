"""Makes the first questions to offer from what is in the graph."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path

from agent.render.draft import plural
from chat.findings.findings_view import MOST_SHOWN
from chat.words.say import say
from workspace.overview import Dataset, KgOverview, TypeCount

SAMPLE_FOLDER = Path(__file__).resolve().parents[2] / "examples" / "sample-network"
MOST_STARTERS = 4
MOST_WORDS = 3
MOST_DEVICES = 3


def choose_starters(overview: KgOverview, datasets: Sequence[Dataset] = ()) -> tuple[str, ...]:
    """Choose questions, of several datasets from each."""
    each = [ask_about(one, turn) for turn, one in enumerate(datasets)] if len(datasets) > 1 else []
    return tuple(dict.fromkeys(filter(None, [*each, *derive_starters(overview)])))[:MOST_STARTERS]


def more_starters(overview: KgOverview) -> tuple[str, ...]:
    """Return questions for the place of those that are not answered without a model: about findings, and kinds."""
    things, devices = _nameable(overview.types)[:2], overview.devices[:MOST_DEVICES]
    asked = [say("starters.wrong_with", device=one) for one in devices]
    for device in devices:
        asked += [say("starters.on_device", things=_plural(one), device=device) for one in things]
    return tuple(dict.fromkeys([*asked[:1], *derive_starters(overview), *asked[1:]]))


def ask_about(dataset: Dataset, turn: int) -> str:
    """Ask for something that only this dataset can answer; blank where nothing in it can be named so."""
    if not dataset.device:
        return ""
    if events := _nameable(dataset.types, events=True):
        return say("starters.records_on_device", device=dataset.device, event=" ".join(events[0].words))
    if things := _nameable(dataset.types):
        said = _plural(things[min(turn, len(things) - 1)])
        return say("starters.on_device", things=said, device=dataset.device)
    return ""


def derive_starters(overview: KgOverview) -> tuple[str, ...]:
    """Ask about what the graph has most of, and about what looks wrong; all of it can be answered without a model."""
    things, events = _nameable(overview.types), _nameable(overview.types, events=True)
    wrong = [device for one in overview.incidents[:MOST_SHOWN] for device in one.devices]
    places = zip(things, cycle(overview.devices), strict=False)
    asked = [
        *(say("starters.on_device", things=_plural(one), device=device) for one, device in islice(places, 2)),
        *(say("starters.wrong_with", device=device) for device in wrong[:1]),
        *(say("starters.records", event=" ".join(one.words)) for one in events[:2]),
    ]
    return tuple(asked[:MOST_STARTERS])


def _nameable(types: Sequence[TypeCount], *, events: bool = False) -> list[TypeCount]:
    found = [one for one in types if one.is_event == events]
    return [one for one in found if 0 < len(one.words) <= MOST_WORDS and one.count > 1]


def _plural(one: TypeCount) -> str:
    return plural(" ".join(one.words))
