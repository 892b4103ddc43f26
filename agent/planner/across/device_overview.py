"""Overviews of devices: "give me an overview of edge1": what its configuration has, and what its log records say."""

from __future__ import annotations

import re

from agent.planner.logs.write_events import EventWriter
from agent.planner.plan_records import Meaning, Statement, Target
from agent.planner.related.named_things import leaves_words, stems
from agent.planner.scope import DEVICE_STEMS, Scope
from agent.planner.words.lexicon import EVENT, ROOT
from agent.planner.write_conditions import Parameters

_ASKS = re.compile(
    r"\boverview\b|\bsummar\w+|\bdescribe\b|\bdescription\b|\boutline\b|\btell me (?:more |all |everything )?about\b|"
    r"\bwhat (?:do|can) (?:we|you|i) (?:know|tell|say)\b|^\s*what (?:is|are)\b",
    re.IGNORECASE,
)
_SAID = DEVICE_STEMS | stems(
    "overview", "summary", "summarize", "summarise", "describe", "description", "outline", "know", "brief", "short",
    "quick", "general", "everything",
)  # fmt: skip


def write_device_overview(scope: Scope) -> tuple[Statement, ...]:
    """Write an overview of the devices that a question names; none where it names or says anything else."""
    named = [one.mention.index for one in scope.located]
    if not scope.devices or not all(one.devices for one in scope.located) or not _ASKS.search(scope.text):
        return ()
    if leaves_words(scope, named, _SAID) or any(word.stem not in _SAID for word in scope.words):
        return ()
    return (*_parts(scope), *_records(scope))


def _parts(scope: Scope) -> tuple[Statement, ...]:
    """Count what the devices' configurations have, by kind."""
    kinds = tuple(sorted(label.name for label in scope.lexicon.things if label.name != ROOT))
    if not kinds:
        return ()
    parameters = Parameters()
    text = (
        f"MATCH (n:Entity) WHERE n.device IN {parameters.add(scope.devices)} AND n.type IN {parameters.add(kinds)} "
        "RETURN n.device AS device, n.type AS kind, count(*) AS count ORDER BY device, count DESC, kind"
    )
    return (Statement(text, parameters.values, "summary", ("device", "kind", "count"), subject="entry"),)


def _records(scope: Scope) -> tuple[Statement, ...]:
    """Count the kinds of the devices' log records."""
    if not scope.lexicon.events:
        return ()
    writer = EventWriter(Meaning(Target(EVENT), devices=scope.devices), scope)
    return writer.write_kinds() if writer.count_matched() else ()
