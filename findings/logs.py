"""What logs tell is wrong: flapping, down and not up again, failed logins, bursts of errors, heat, silence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from findings.log_records import LogFacts, Tally
from findings.records import Severity

FLAPS_IN_AN_HOUR = 5
FLAPS_IN_A_DAY = 12
FAILED_LOGINS = 10
"""From one source on one device, within a day."""
BURST_TIMES = 10
BURST_ERRORS = 50
FEWEST_RECORDS = 20
SILENT_HOURS = 12
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
    """Find links and neighbors that went down again and again within an hour or a day."""
    for what, tallies in (("interface", facts.links), ("neighbor", facts.neighbors)):
        for (device, subject), several in _grouped(tallies).items():
            downs = _fullest_form([one for one in several if one.state == "down"])
            ups = [one for one in several if one.state == "up"]
            hourly, daily = _most(downs, lambda hour: hour), _most(downs, lambda hour: hour[:10])
            if not ups or (hourly < FLAPS_IN_AN_HOUR and daily < FLAPS_IN_A_DAY):
                continue
            first, last = min(downs, key=_first), max(downs, key=_last)
            message = (
                f"On {device}, {what} {subject} went down {_times(sum(one.count for one in downs))} "
                f"between {_shown(first.first)} and {_shown(last.last)}."
            )
            places = (first.first_line, last.last_line)
            yield Seen("flapping", "high", (device,), message, tuple(dict.fromkeys(places)))


def still_down(facts: LogFacts) -> Iterator[Seen]:
    """Find links and neighbors that went down, and of which no later record says that they are up."""
    for what, tallies in (("interface", facts.links), ("neighbor", facts.neighbors)):
        for (device, subject), several in _grouped(tallies).items():
            downs = _fullest_form([one for one in several if one.state == "down"])
            others = [one for one in several if one.state in ("up", "off")]
            if not downs:
                continue
            last = max(downs, key=_last)
            if any(one.last >= last.last for one in others):
                continue
            since = [one for one in downs if not others or one.last > max(map(_last, others))]
            count = sum(one.count for one in since)
            again = f", {_times(count)} since {_shown(min(map(_first, since)))}" if count > 1 else ""
            message = (
                f"On {device}, {what} {subject} went down at {_shown(last.last)}{again}, "
                "and is not said to be up again."
            )
            places = (min(since, key=_first).first_line, last.last_line)
            yield Seen("still-down", "high", (device,), message, tuple(dict.fromkeys(places)))


def failed_logins(facts: LogFacts) -> Iterator[Seen]:
    """Find sources that failed to log in again and again."""
    for (device, source), several in _grouped(facts.failed_logins).items():
        told = _fullest_form(several)
        if _most(told, lambda hour: hour[:10]) >= FAILED_LOGINS:
            first, last = min(told, key=_first), max(told, key=_last)
            message = (
                f"{source} failed to log in to {device} {_times(sum(one.count for one in told))} "
                f"between {_shown(first.first)} and {_shown(last.last)}."
            )
            places = tuple(dict.fromkeys((first.first_line, last.last_line)))
            yield Seen("failed-logins", "high", (device,), message, places)


def duplicates_seen(facts: LogFacts) -> Iterator[Seen]:
    """Find addresses that a device says somebody else has, too."""
    for (device, subject), several in _grouped(facts.duplicates).items():
        first = min(several, key=_first)
        count = sum(one.count for one in _fullest_form(several))
        message = (
            f"{device} saw its address {subject} in use elsewhere {_times(count)}, "
            f"first at {_shown(first.first)}."
        )
        places = tuple(dict.fromkeys((first.first_line, max(several, key=_last).last_line)))
        yield Seen("duplicate-address-seen", "high", (device,), message, places)


def too_hot(facts: LogFacts) -> Iterator[Seen]:
    """Find devices that say that they are too hot."""
    by_device: dict[str, list[Tally]] = defaultdict(list)
    for one in facts.heat:
        by_device[one.device].append(one)
    for device, several in by_device.items():
        first, last = min(several, key=_first), max(several, key=_last)
        count = sum(one.count for one in several)
        message = (
            f"{device} said {_times(count)} that it is too hot, "
            f"between {_shown(first.first)} and {_shown(last.last)}."
        )
        places = [place for one in sorted(several, key=_first) for place in (one.first_line, one.last_line)]
        yield Seen("too-hot", "high", (device,), message, tuple(dict.fromkeys(places))[:8])


def error_bursts(facts: LogFacts) -> Iterator[Seen]:
    """Find hours in which a device had many times more errors than it has on average."""
    for (device, _), errors in _by_document(facts.errors).items():
        per_hour: dict[str, list[Tally]] = defaultdict(list)
        for one in errors:
            per_hour[one.hour].append(one)
        counts = {hour: sum(one.count for one in several) for hour, several in per_hour.items()}
        span = _hours_between(min(counts), max(counts)) + 1
        usual = (sum(counts.values()) - max(counts.values())) / max(1, span - 1)
        for hour, count in sorted(counts.items()):
            if span >= SILENT_HOURS and count >= max(BURST_ERRORS, BURST_TIMES * usual):
                message = (
                    f"{device or 'The log'} logged {count} errors in the hour from {_shown(hour)}, "
                    f"where {usual:.1f} are usual."
                )
                places = (per_hour[hour][0].first_line, per_hour[hour][-1].last_line)
                yield Seen("error-burst", "medium", (device,) if device else (), message, places)


def silent_devices(facts: LogFacts) -> Iterator[Seen]:
    """Find devices that stopped logging, long before the log ends and for longer than ever before."""
    ends: dict[int, str] = defaultdict(str)
    for one in facts.hours:
        ends[one.first_line[0]] = max(ends[one.first_line[0]], one.hour)
    for (device, document), hours in _by_document(facts.hours).items():
        heard = sorted(one.hour for one in hours)
        count = sum(one.count for one in hours)
        gaps = [_hours_between(before, after) for before, after in pairwise(heard)]
        silence = _hours_between(heard[-1], ends[document])
        if (
            device
            and count >= FEWEST_RECORDS
            and gaps
            and silence >= max(SILENT_HOURS, SILENT_TIMES * max(gaps))
        ):
            last = max(hours, key=lambda one: one.hour)
            message = (
                f"{device} has logged nothing for the last {silence} hours of the log; "
                f"before that it was never silent for more than {max(gaps)} hours."
            )
            yield Seen("silent-device", "medium", (device,), message, (last.last_line,))


def _grouped(tallies: Iterable[Tally]) -> dict[tuple[str, str], list[Tally]]:
    found: dict[tuple[str, str], list[Tally]] = defaultdict(list)
    for one in tallies:
        if one.subject:
            found[one.device, one.subject].append(one)
    return found


def _by_document(tallies: Iterable[Tally]) -> dict[tuple[str, int], list[Tally]]:
    found: dict[tuple[str, int], list[Tally]] = defaultdict(list)
    for one in tallies:
        found[one.device, one.first_line[0]].append(one)
    return found


def _fullest_form(tallies: Sequence[Tally]) -> list[Tally]:
    """Of records in several forms about the same events keep those of the form that tells most."""
    forms: dict[str, list[Tally]] = defaultdict(list)
    for one in tallies:
        forms[one.form].append(one)
    return max(forms.values(), key=lambda several: sum(one.count for one in several), default=[])


def _most(tallies: Sequence[Tally], span: Callable[[str], str]) -> int:
    counts: dict[str, int] = defaultdict(int)
    for one in tallies:
        counts[span(one.hour)] += one.count
    return max(counts.values(), default=0)


def _first(tally: Tally) -> str:
    return tally.first


def _last(tally: Tally) -> str:
    return tally.last


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count:,} times")


def _shown(timestamp: str) -> str:
    """Show a time as people write it, to the second: 2025-11-05 02:17:05."""
    text = timestamp.replace("T", " ")[:19]
    return f"{text}:00" if len(text) == 13 else text


def _hours_between(one: str, other: str) -> int:
    first, last = (datetime.fromisoformat(f"{hour}:00:00") for hour in (one, other))
    return int((last - first).total_seconds() // 3600)
