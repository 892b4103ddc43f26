"""Says what is doubtful about a capture: an output that no template reads or that is cut, a clock that goes back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import pairwise

from graph_store.records import Entity, SourceLine
from ingest.captures.capture_records import OUTPUT
from ingest.captures.cut_outputs import Output, cut_outputs
from ingest.records import Doubt

LINES_SHOWN = 5
CLOCK = "Clock"
_MONTHS = ("%b", "%B", "%m")


def doubt_capture(lines: Sequence[SourceLine], entities: Sequence[Entity]) -> tuple[Doubt, ...]:
    """Return the doubts about a capture that was read whole, each reason once; `entities` are its records. Pure."""
    if not lines:
        return ()
    path, texts = lines[0].path, [line.text for line in lines]
    outputs = cut_outputs(texts, path)
    found = (*_unread(outputs, texts, entities), *_cut(outputs, texts), *_devices(outputs), *_back(entities))
    return tuple(
        Doubt(path, reason, tuple(numbers[:LINES_SHOWN]), sentence) for reason, numbers, sentence in found
    )


_Found = Iterator[tuple[str, Sequence[int], str]]
"""The reason, numbers of lines, and the sentence."""


def _unread(outputs: Sequence[Output], texts: Sequence[str], entities: Sequence[Entity]) -> _Found:
    parents = {entity.parent for entity in entities}
    records = [entity for entity in entities if entity.type == OUTPUT]
    unread = [
        output
        for output, record in zip(outputs, records, strict=False)
        if record.ordinal not in parents and any(map(str.strip, texts[output.first : output.last + 1]))
    ]
    if unread:
        others, whose = (f" and of {len(unread) - 1} other", "their") if len(unread) > 1 else ("", "its")
        reason = (
            f"no template reads the output of {unread[0].command!r}{others}: {whose} lines are searched only"
        )
        yield "unread", [_number(output) for output in unread], reason


def _cut(outputs: Sequence[Output], texts: Sequence[str]) -> _Found:
    """Doubt the last output of a session where no prompt follows it."""
    for output in outputs[-1:]:
        followed = output.until + 1 < len(texts) or any(map(str.strip, texts[output.last + 1 :]))
        if output.device and output.asked is not None and not followed:
            why = f"no prompt follows the output of {output.command!r}: its end, and of its last line, may be missing"
            yield "cut", [output.last + 1], why


def _devices(outputs: Sequence[Output]) -> _Found:
    """Name the devices where a file holds outputs of several: the file itself is of none of them."""
    first = {output.device: _number(output) for output in reversed(outputs) if output.device}
    if len(first) > 1:
        names = sorted(first, key=first.__getitem__)
        shown = ", ".join(names[:LINES_SHOWN]) + (" …" if len(names) > LINES_SHOWN else "")
        yield "devices", [first[name] for name in names[1:]], f"outputs of {len(names)} devices: {shown}"


def _back(entities: Sequence[Entity]) -> _Found:
    """Find where a device's clock shows an earlier time than it did further up, in the same zone."""
    shown: dict[tuple[str, str], list[tuple[datetime, Entity]]] = {}
    for entity in entities:
        if entity.type == CLOCK and (time := _time(entity)):
            shown.setdefault((entity.device, str(entity.values.get("timezone", ""))), []).append(
                (time, entity)
            )
    back = [
        (device, before, after, entity)
        for (device, _), times in shown.items()
        for (before, _), (after, entity) in pairwise(times)
        if after < before
    ]
    if back:
        device, before, after, _ = back[0]
        reason = f"the clock{f' of {device}' if device else ''} goes back from {before} to {after}"
        yield "clock", [entity.lines[0] for *_, entity in back if entity.lines], reason


def _time(entity: Entity) -> datetime | None:
    """Read a row's year, month, day and time of day; None where it lacks one."""
    year, month, day, time = (str(entity.values.get(name, "")) for name in ("year", "month", "day", "time"))
    for form in _MONTHS:
        try:
            return datetime.strptime(
                f"{year} {month} {day} {time.partition('.')[0]}", f"%Y {form} %d %H:%M:%S"
            )
        except ValueError:
            continue
    return None


def _number(output: Output) -> int:
    """Return the number of the line of a command, or of the first one where the file's name has the command."""
    return (output.first if output.asked is None else output.asked) + 1
