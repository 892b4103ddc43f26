"""Checks logs: flapping, down and not up again, failed logins, bursts of errors, heat, silence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from findings.log_records import LogFacts, RecordCount, hours_between
from findings.records import Severity

FLAPS_IN_A_DAY = 6
FAILED_LOGINS = 10
"""From one source on one device, within a day."""
BURST_TIMES = 10
BURST_ERRORS = 50
FEWEST_RECORDS = 20
SILENT_HOURS = 12
MOST_ALONE = 3
MOST_NAMED = 5
SILENT_TIMES = 3
"""How many times longer than any gap before it a silence is."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A finding whose lines are still places: (document's serial, number)."""

    kind: str
    severity: Severity
    devices: tuple[str, ...]
    message: str
    places: tuple[tuple[int, int], ...]


def flapping(facts: LogFacts) -> Iterator[Seen]:
    """Find links and neighbors that went down, and up, again and again on one day."""
    kinds = (
        ("interface", facts.links, facts.links_by_day),
        ("neighbor", facts.neighbors, facts.neighbors_by_day),
    )
    for what, tallies, by_day in kinds:
        came_up = {(one.device, one.subject) for one in tallies if one.state == "up"}
        for (device, subject), several in _grouped(by_day).items():
            downs = _fullest_form([one for one in several if one.state == "down"])
            if downs and (device, subject) in came_up:
                yield _often("flapping", device, f"{_on(device)}{what} {subject} went down", downs)


def _often(kind: str, device: str, what: str, tallies: Sequence[RecordCount]) -> Seen:
    first, last = min(tallies, key=_first), max(tallies, key=_last)
    message = f"{what} {_times(sum(one.count for one in tallies))} {_between(first.first, last.last)}."
    places = (first.first_line, last.last_line)
    return Seen(kind, "high", (device,) if device else (), message, tuple(dict.fromkeys(places)))


def still_down(facts: LogFacts) -> Iterator[Seen]:
    """Find links and neighbors that went down, and of which no later record says that they are up.

    Many interfaces of one device are told together: they may be where people switch their machines off.
    """
    kinds: tuple[tuple[str, tuple[RecordCount, ...], Severity], ...] = (
        ("interface", facts.links, "medium"),
        ("neighbor", facts.neighbors, "high"),
    )
    for what, tallies, severity in kinds:
        down: dict[str, list[RecordCount]] = defaultdict(list)
        for (device, _), several in _grouped(tallies).items():
            downs = _fullest_form([one for one in several if one.state == "down"])
            others = [one for one in several if one.state in ("up", "off")]
            last = max(downs, key=_last, default=None)
            if last is not None and not any(one.last >= last.last for one in others):
                down[device].append(last if others else _joined(downs, last))
        for device, found in down.items():
            if len(found) > MOST_ALONE:
                yield _many_down(device, what, found)
            else:
                yield from (_one_down(device, what, one, severity) for one in found)


def _joined(downs: Sequence[RecordCount], last: RecordCount) -> RecordCount:
    """Return the last record with the first line and the count of all: nothing ever came up in between."""
    first = min(downs, key=_first)
    count = sum(one.count for one in downs)
    return replace(last, count=count, first=first.first, first_line=first.first_line, state="never up")


def _one_down(device: str, what: str, one: RecordCount, severity: Severity) -> Seen:
    again = (
        f", {_times(one.count)} since {_shown(one.first)}"
        if one.state == "never up" and one.count > 1
        else ""
    )
    message = (
        f"{_on(device)}{what} {one.subject} went down at {_shown(one.last)}{again}, "
        "and no record says that it came up."
    )
    places = (one.first_line, one.last_line) if again else (one.last_line,)
    return Seen("still-down", severity, _named(device), message, tuple(dict.fromkeys(places)))


def _named(device: str) -> tuple[str, ...]:
    return (device,) if device else ()


def _on(device: str) -> str:
    """Begin a sentence about a device; a log may not say which one wrote a record."""
    return f"On {device}, " if device else "In a log, "


def _many_down(device: str, what: str, found: Sequence[RecordCount]) -> Seen:
    named = ", ".join(one.subject for one in sorted(found, key=_last)[-MOST_NAMED:])
    more = f" and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
    message = (
        f"{_on(device)}{len(found)} {what}s went down, and no record says that they came up: {named}{more}."
    )
    places = tuple(one.last_line for one in sorted(found, key=_last)[-MOST_NAMED:])
    return Seen("still-down", "medium", _named(device), message, places)


def failed_logins(facts: LogFacts) -> Iterator[Seen]:
    """Find sources that failed to log in again and again on one day."""
    for (device, source), several in _grouped(facts.failed_logins_by_day).items():
        where = f" to {device}" if device else ""
        yield _often("failed-logins", device, f"{source} failed to log in{where}", _fullest_form(several))


def duplicates_seen(facts: LogFacts) -> Iterator[Seen]:
    """Find addresses that a device says somebody else has, too."""
    for (device, subject), several in _grouped(facts.duplicates).items():
        first = min(several, key=_first)
        count = sum(one.count for one in _fullest_form(several))
        message = (
            f"{device or 'A device'} saw its address {subject} in use elsewhere {_times(count)}, "
            f"first at {_shown(first.first)}."
        )
        places = tuple(dict.fromkeys((first.first_line, max(several, key=_last).last_line)))
        yield Seen("duplicate-address-seen", "high", _named(device), message, places)


def too_hot(facts: LogFacts) -> Iterator[Seen]:
    """Find devices that say that they are too hot."""
    by_device: dict[str, list[RecordCount]] = defaultdict(list)
    for one in facts.heat:
        by_device[one.device].append(one)
    for device, several in by_device.items():
        first, last = min(several, key=_first), max(several, key=_last)
        count = sum(one.count for one in several)
        message = (
            f"{device or 'A device'} said {_times(count)} that it is too hot, "
            f"{_between(first.first, last.last)}."
        )
        places = [place for one in sorted(several, key=_first) for place in (one.first_line, one.last_line)]
        yield Seen("too-hot", "high", _named(device), message, tuple(dict.fromkeys(places))[:8])


def restarts(facts: LogFacts) -> Iterator[Seen]:
    """Find devices that restarted."""
    by_device: dict[str, list[RecordCount]] = defaultdict(list)
    for one in facts.restarts:
        by_device[one.device].append(one)
    for device, several in by_device.items():
        first, last = min(several, key=_first), max(several, key=_last)
        message = f"{device or 'A device'} was restarted, last at {_shown(last.last)}."
        places = tuple(dict.fromkeys((first.first_line, last.last_line)))
        yield Seen("restart", "info", (device,) if device else (), message, places)


def error_bursts(facts: LogFacts) -> Iterator[Seen]:
    """Find hours in which a device had many times more errors than it has on average."""
    for one in facts.errors:
        most = max(count for count, _, _ in one.counts.values())
        usual = (one.total - most) / max(1, one.span - 1)
        for hour, (count, first, last) in sorted(one.counts.items()):
            if one.span >= SILENT_HOURS and count >= max(BURST_ERRORS, BURST_TIMES * usual):
                message = (
                    f"{one.device or 'The log'} logged {count:,} errors in the hour from {_shown(hour)}, "
                    f"where {usual:.1f} are usual."
                )
                places = ((one.document, first), (one.document, last))
                devices = (one.device,) if one.device else ()
                yield Seen("error-burst", "medium", devices, message, tuple(dict.fromkeys(places)))


def silent_devices(facts: LogFacts) -> Iterator[Seen]:
    """Find devices that stopped logging, long before the log ends and for longer than ever before."""
    for one in facts.fallen_silent:
        heard = sorted(one.counts)
        gaps = [hours_between(before, after) for before, after in pairwise(heard)]
        silence = hours_between(heard[-1], facts.ends[one.document])
        if one.total < FEWEST_RECORDS or not gaps or silence < max(SILENT_HOURS, SILENT_TIMES * max(gaps)):
            continue
        message = (
            f"{one.device} has logged nothing for the last {silence} hours of the log; "
            f"before that it was never silent for more than {max(gaps)} hours."
        )
        place = (one.document, one.counts[heard[-1]][2])
        yield Seen("silent-device", "medium", (one.device,), message, (place,))


def _grouped(tallies: Iterable[RecordCount]) -> dict[tuple[str, str], list[RecordCount]]:
    found: dict[tuple[str, str], list[RecordCount]] = defaultdict(list)
    for one in tallies:
        if one.subject:
            found[one.device, one.subject].append(one)
    return found


def _fullest_form(tallies: Sequence[RecordCount]) -> list[RecordCount]:
    """Of records in several forms about the same events keep those of the form that tells most."""
    forms: dict[str, list[RecordCount]] = defaultdict(list)
    for one in tallies:
        forms[one.form].append(one)
    return max(forms.values(), key=lambda several: sum(one.count for one in several), default=[])


def _first(tally: RecordCount) -> str:
    return tally.first


def _last(tally: RecordCount) -> str:
    return tally.last


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count:,} times")


def _between(first: str, last: str) -> str:
    one, other = _shown(first), _shown(last)
    return f"at {one}" if one == other else f"between {one} and {other}"


def _shown(timestamp: str) -> str:
    """Show a time as people write it, to the second: 2025-11-05 02:17:05."""
    text = timestamp.replace("T", " ")[:19]
    return f"{text}:00" if len(text) == 13 else text
