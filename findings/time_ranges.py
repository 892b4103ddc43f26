"""Checks times that never come: a range or schedule that ends before it starts, or has ended."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import pairwise

from findings.facts import LineFact, Network
from findings.records import Finding
from findings.words import read_words


def contradictory_times(network: Network) -> Iterator[Finding]:
    """Find spans of time with dates whose end is not behind their start."""
    for device in network.devices:
        for one in device.all("time_span"):
            name, start, end = (one.fields.get(field, "") for field in ("name", "start", "end"))
            if start and end and _is_before(end, start):
                message = f"On {device.device}, {name} ends at {end}, before it starts at {start}: it never applies."
                yield Finding("contradictory-time", "medium", (device.device,), message, (one.line,))


def gaps_between_keys(network: Network) -> Iterator[Finding]:
    """Find chains of keys with a time between two keys in which none is sent."""
    for device in network.devices:
        spans: dict[str, list[tuple[datetime, datetime | None, LineFact]]] = defaultdict(list)
        for one in device.all("time_span"):
            start, end = (_any_form(one.fields.get(field, "")) for field in ("start", "end"))
            if start:
                spans[one.fields.get("name", "")].append((start, end, one))
        chains = Counter(one.fields["name"] for one in device.all("time_part"))
        for name in chains.keys() & spans.keys():
            ordered = sorted(spans[name], key=lambda one: one[0])
            for (_, end, one), (start, _, other) in pairwise(ordered):
                ends = [last for first, last, _ in ordered if first < start]
                until = None if None in ends else max(last for last in ends if last)
                if end and until and start - until > _LONGEST_GAP and chains[name] == len(ordered):
                    span = f"from {one.fields['end']} to {other.fields['start']}"
                    message = f"On {device.device}, {name} has no key {span}."
                    lines = (one.line, other.line)
                    yield Finding("contradictory-time", "medium", (device.device,), message, lines)


_LONGEST_GAP = timedelta(minutes=1)


def _any_form(text: str) -> datetime | None:
    return next((read for form in read_words().time_forms if (read := _read(text, form))), None)


def ended_times(network: Network) -> Iterator[Finding]:
    """Find spans of time, or all keys of a chain, that ended before today, and that something still names."""
    today = datetime.now()
    for device in network.devices:
        ended: dict[str, list[LineFact]] = defaultdict(list)
        for one in device.all("time_span"):
            ends = [
                read for form in read_words().time_forms if (read := _read(one.fields.get("end", ""), form))
            ]
            if ends and all(read < today for read in ends):
                ended[one.fields.get("name", "")].append(one)
        for name, spans in ended.items():
            parts = {one.line for one in device.all("time_part") if one.fields["name"] == name}
            uses = [use.line for use in device.uses if use.name == name]
            one, end = spans[-1], spans[-1].fields["end"]
            if uses and len(spans) >= len(parts):
                message = f"On {device.device}, {name} ended at {end}, and is still used: what depends on it is over."
                yield Finding("ended-time", "low", (device.device,), message, (one.line, *uses[:_MOST_LINES]))


_MOST_LINES = 6


def _read(text: str, form: str) -> datetime | None:
    with suppress(ValueError):
        return datetime.strptime(text, form)
    return None


def _is_before(one: str, other: str) -> bool:
    """Tell whether one time surely is before another: in every form in which both can be read."""
    both = ((_read(one, form), _read(other, form)) for form in read_words().time_forms)
    read = [first < second for first, second in both if first and second]
    return bool(read) and all(read)
