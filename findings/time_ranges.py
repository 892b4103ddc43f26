"""Checks times that can never come: a range or schedule that ends before it starts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime

from findings.facts import Network
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


def _is_before(one: str, other: str) -> bool:
    """Tell whether one time surely is before another: in every form in which both can be read."""
    read = []
    for form in read_words().time_forms:
        with suppress(ValueError):
            read.append(datetime.strptime(one, form) < datetime.strptime(other, form))
    return bool(read) and all(read)
