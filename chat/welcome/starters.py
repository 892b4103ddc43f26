"""Makes the first questions to offer from what is in the graph."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from chat.words.say import say
from reading.spoken_names import plural
from workspace.overview import Dataset, KgOverview, TypeCount

SAMPLE_FOLDER = Path(__file__).resolve().parents[2] / "examples" / "sample-network"
MOST_STARTERS = 4
MOST_WORDS = 3
MOST_DEVICES = 3
MOST_INCIDENTS = 3
OF_DOWN = {"still-down", "flapping", "configured-but-down", "neighbor-not-up"}
"""Kinds of findings about interfaces and neighbors that are or were down."""
FIRST_KINDS = ("neighbor", "peer", "interface", "vlan", "vrf", "user", "route", "server")
"""Of the kinds of configured things, those that engineers ask about before all others."""


def choose_starters(overview: KgOverview, datasets: Sequence[Dataset] = ()) -> tuple[str, ...]:
    """Write questions to begin with, the best first: what is wrong, what happened, what there is.

    Of several datasets there is one about each. Whether a question is answered is not looked at.
    """
    each = [ask_about(one, turn) for turn, one in enumerate(datasets)] if len(datasets) > 1 else []
    wrong, happened, things = (_ask_why(overview), _ask_what_happened(overview), _ask_which(overview))
    asked = [*wrong[:1], *happened[:1], *things[:2], *each, *wrong[1:], *happened[1:], *things[2:]]
    events = _nameable(overview.types, events=True)[:2]
    asked += [say("starters.records", event=" ".join(one.words)) for one in events]
    return tuple(dict.fromkeys(filter(None, asked)))


def _ask_why(overview: KgOverview) -> list[str]:
    """Ask why what went down did, and what is wrong with the devices of the worst incidents."""
    asked = []
    for one in overview.incidents[:MOST_INCIDENTS]:
        device, _, thing = one.where.partition(" \u2013 ")[0].partition(" ")
        if device in one.devices and thing and " " not in thing and OF_DOWN & set(one.kinds):
            asked.append(say("starters.why_down", thing=thing, device=device))
        asked += [say("starters.wrong_with", device=name) for name in one.devices[:1]]
    return asked


def _ask_what_happened(overview: KgOverview) -> list[str]:
    """Ask for what the logs say of the devices with the worst incidents, since the day of their last record."""
    findings = [one for one in overview.findings if one.since and one.devices]
    return [
        say("starters.happened", device=one.devices[0], day=(one.until or one.since).split("T")[0])
        for one in findings[:MOST_INCIDENTS]
    ]


def _ask_which(overview: KgOverview) -> list[str]:
    """Ask for things on devices: of the kinds that are asked for first, then of those there are most of."""
    things = _nameable(overview.types)
    named = (
        [one for one in things if one.words[-1] == name and len(one.words) < MOST_WORDS]
        for name in FIRST_KINDS
    )
    kinds = list(dict.fromkeys([*(found[0] for found in named if found), *things]))[:MOST_STARTERS]
    wrong = [device for one in overview.incidents for device in one.devices]
    devices = list(dict.fromkeys([*wrong, *overview.devices]))[:MOST_DEVICES]
    pairs = [
        (one, devices[(at + turn) % len(devices)])
        for turn in range(len(devices))
        for at, one in enumerate(kinds)
    ]
    pairs = [(one, device) for one, device in pairs if device in one.devices]
    return [say("starters.on_device", things=_plural(one), device=device) for one, device in pairs]


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


def _nameable(types: Sequence[TypeCount], *, events: bool = False) -> list[TypeCount]:
    found = [one for one in types if one.is_event == events]
    return [one for one in found if 0 < len(one.words) <= MOST_WORDS and one.count > 1]


def _plural(one: TypeCount) -> str:
    return plural(" ".join(one.words))
